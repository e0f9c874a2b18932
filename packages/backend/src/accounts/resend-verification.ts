import { sendNewEmail as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { inEvenTime } from '../auth/constant-time.ts'
import { limitEmailsTo } from '../auth/email-limits.ts'
import { registrationBrowser } from '../auth/registration-browser.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { addVerificationEmail } from './emails/send-account-emails.ts'
import { accountByEmail } from './queries.ts'
import { registrationToProve } from './registrations.ts'

/** Takes equally long with neutral answers, whether or not somebody has registered the address. */
export const sendNewEmail = defineHandler(declared, 'personal', async (call) => {
  await inEvenTime(call.ctx, () => sendAgain(call))
  return undefined
})

async function sendAgain(call: Call<typeof declared>): Promise<void> {
  const { ctx, input } = call
  const pace = await limitEmailsTo(call, input.email)
  const account = await accountByEmail(ctx.db, input.email)
  if (!account || account.verified_at) return
  const registration = await registrationToProve(ctx.db, account.id, registrationBrowser(call).hash)
  await addVerificationEmail(ctx.db, { accountId: account.id, registrationId: registration?.id ?? null }, pace)
}
