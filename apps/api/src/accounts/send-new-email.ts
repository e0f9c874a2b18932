import { sendNewEmail as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { serve } from '../endpoint.ts'
import { admitEmailTo } from '../session/email-limits.ts'
import { registrationBrowser } from '../session/registration-browser.ts'
import { accountByEmail } from './queries.ts'
import { registrationToProve } from './registrations.ts'
import { addVerificationLetter } from './verification-letter.ts'

export const sendNewEmail = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const pace = await admitEmailTo(call, input.email)
  const account = await accountByEmail(house.db, input.email)
  if (!account || account.verified_at) return undefined
  const registration = await registrationToProve(house.db, account.id, registrationBrowser(call).hash)
  await addVerificationLetter(house.db, { accountId: account.id, registrationId: registration?.id ?? null }, pace)
  return undefined
})
