import { passwordRecovery as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { emailFault } from '@kiosk/domain/accounts/rules'
import { type ErrorCode, Refusal } from '@kiosk/domain/errors'
import { type Call, serve } from '../endpoint.ts'
import { admitEmailTo, type EmailPace } from '../session/email-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { canonicalEmail } from './canonical-email.ts'
import { inEvenTime } from './even-time.ts'
import { accountByEmail } from './queries.ts'
import { addErasureLetter, addRecoveryLetter } from './verification-letter.ts'

/**
 * Accounts that come in another way get the mail too: the mailbox is theirs, and a password is a second way in. So does an
 * address that nobody has proved yet: the new password proves it, and ends whatever else waits for it.
 */
export const passwordRecovery = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  if (emailFault(canonicalEmail(input.email))) throw new Refusal('mail_invalid', 'email')
  const refused = await inEvenTime(house, async () => sendMail(call, await admitEmailTo(call, input.email)))
  if (refused && !house.neutralAnswers) throw new Refusal(refused, 'email')
  return undefined
})

async function sendMail(call: Call<typeof declared>, pace: EmailPace): Promise<ErrorCode | null> {
  const { house, input } = call
  const account = await accountByEmail(house.db, input.email)
  if (!account) return 'unknown_mail'
  await house.db.transaction().execute(async (trx) => {
    // A new password would open nothing: what helps is the link that takes the erasure back.
    if (account.erase_at) await addErasureLetter(trx, account.id, pace)
    else await addRecoveryLetter(trx, account.id, pace)
    await recordSecurityEvent(trx, call, { kind: 'recovery.requested', accountId: account.id })
  })
  return account.verified_at ? null : 'verification_resent'
}
