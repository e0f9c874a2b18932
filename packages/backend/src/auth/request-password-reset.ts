import { passwordRecovery as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { emailError } from '@kiosk/domain/accounts/rules'
import { ApiError, type ErrorCode } from '@kiosk/domain/errors'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { addErasureEmail, addRecoveryEmail } from '../accounts/emails/send-account-emails.ts'
import { accountByEmail } from '../accounts/queries.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { inEvenTime } from './constant-time.ts'
import { type EmailPace, limitEmailsTo } from './email-limits.ts'
import { recordSecurityEvent } from './security-events.ts'

/**
 * Sends the password reset e-mail. Accounts without a password get it too, because a password is a second sign-in method, and so
 * do unverified addresses: the new password verifies them and ends all pending registrations.
 */
export const passwordRecovery = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  if (emailError(canonicalEmail(input.email))) throw new ApiError('mail_invalid', 'email')
  const rejected = await inEvenTime(ctx, async () => sendMail(call, await limitEmailsTo(call, input.email)))
  if (rejected && !ctx.neutralAnswers) throw new ApiError(rejected, 'email')
  return undefined
})

async function sendMail(call: Call<typeof declared>, pace: EmailPace): Promise<ErrorCode | null> {
  const { ctx, input } = call
  const account = await accountByEmail(ctx.db, input.email)
  if (!account) return 'unknown_mail'
  await ctx.db.transaction().execute(async (trx) => {
    // A new password would not open the account; send the link that cancels the erasure instead.
    if (account.erase_at) await addErasureEmail(trx, account.id, pace)
    else await addRecoveryEmail(trx, account.id, pace)
    await recordSecurityEvent(trx, call, { kind: 'recovery.requested', accountId: account.id })
  })
  return account.verified_at ? null : 'verification_resent'
}
