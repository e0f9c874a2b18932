import { login as declared, type LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { refusalWords } from '@kiosk/languages/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import { type Asking, serve } from '../endpoint.ts'
import { emailPace } from '../session/email-limits.ts'
import { markSharedDevice } from '../session/shared-device.ts'
import { accountOfPassword } from './account-of-password.ts'
import { answerOf, letIn } from './let-in.ts'
import { accountOfSocialToken } from './login-social.ts'
import { addVerificationLetter } from './verification-letter.ts'

export const login = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const byPassword = input.type === '0'
  const { account, registrationId } = byPassword
    ? await accountOfPassword(call, input)
    : { account: await accountOfSocialToken(input.password, call), registrationId: null }
  // Whoever knew the password of a closed account hears that it is closed, not that a mail is under way.
  const isClosed = byPassword && account.deactivated_at !== null
  if (!account.verified_at && !isClosed) return askToVerify(account, registrationId, call)
  const how = { remembered: input.remainSignedIn && !input.sharedDevice, byPassword, byProvider: !byPassword }
  const outcome = await house.db.transaction().execute((trx) => letIn(trx, account, call, how))
  markSharedDevice(call, input.sharedDevice)
  return answerOf(outcome, call)
})

/** 202: the mail goes out again. */
export async function askToVerify(account: Selectable<Accounts>, registrationId: number | null, call: Asking): Promise<Response> {
  const { house, language } = call
  const pace = await emailPace(call, account.email)
  await addVerificationLetter(house.db, { accountId: account.id, registrationId }, pace)
  const message = refusalWords(language)['ERROR.NOT_VERIFIED']!
  const answer: LoggedIn = { terms: { show: false }, unverified: true, message }
  return Response.json(answer, { status: 202, headers: { 'cache-control': 'private, no-store', 'content-language': language } })
}
