import { sendNewEmail as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { serve } from '../endpoint.ts'
import { networkOf } from '../rate-limits.ts'
import { accountByEmail } from './queries.ts'
import { addVerificationLetter } from './verification-letter.ts'

/** Limits count before anybody looks whether the address is known, so that they tell nothing either. */
export const sendNewEmail = serve(declared, 'personal', async ({ house, input, visitor }) => {
  await house.attempts.admit('known-address', networkOf(visitor.address))
  await house.attempts.admit('mail-to', input.email)
  const account = await accountByEmail(house.db, input.email)
  if (account && !account.verified_at) await addVerificationLetter(house.db, account.id)
  return undefined
})
