import { passwordRecovery as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { emailFault } from '@kiosk/domain/accounts/rules'
import { type ErrorCode, Refusal } from '@kiosk/domain/errors'
import { type Call, serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { networkOf } from '../rate-limits.ts'
import { accountByEmail } from './queries.ts'
import { addVerificationLetter } from './verification-letter.ts'

/** Accounts that come in another way get the mail too: the mailbox is theirs, and a password is a second way in. */
export const passwordRecovery = serve(declared, 'personal', async (call) => {
  const { house, input, visitor } = call
  if (emailFault(input.email)) throw new Refusal('mail_invalid', 'email')
  await house.attempts.admit('known-address', networkOf(visitor.address))
  await house.attempts.admit('mail-to', input.email)
  const refused = await sendMail(call)
  if (refused && !house.neutralAnswers) throw new Refusal(refused, 'email')
  return undefined
})

async function sendMail({ house, input }: Call<typeof declared>): Promise<ErrorCode | null> {
  const account = await accountByEmail(house.db, input.email)
  if (!account) return 'unknown_mail'
  if (!account.verified_at) {
    await addVerificationLetter(house.db, account.id)
    return 'verification_resent'
  }
  await addJob(house.db, 'letter', { letter: 'recovery', accountId: account.id }, { key: `recovery ${account.id}` })
  return null
}
