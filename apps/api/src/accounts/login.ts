import { login as declared, type LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { refusalWords } from '@kiosk/languages/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import { type Asking, serve } from '../endpoint.ts'
import { accountOfPassword } from './account-of-password.ts'
import { letIn } from './let-in.ts'
import { accountOfSocialToken } from './login-social.ts'
import { addVerificationLetter } from './verification-letter.ts'

export const login = serve(declared, 'personal', async (call) => {
  const { house, input } = call
  const byPassword = input.type === '0'
  const account = byPassword ? await accountOfPassword(call, input) : await accountOfSocialToken(input.password, call)
  // Whoever knew the password of a closed account hears that it is closed, not that a mail is under way.
  const isClosed = byPassword && account.deactivated_at !== null
  if (!account.verified_at && !isClosed) return askToVerify(account, call)
  const how = { remembered: input.remainSignedIn, byPassword, byProvider: !byPassword }
  return house.db.transaction().execute((trx) => letIn(trx, account, call, how))
})

/** 202: the mail goes out again, a few times an hour. */
async function askToVerify(account: Selectable<Accounts>, { house, language }: Asking): Promise<Response> {
  const wait = await house.attempts.count('mail-to', account.email)
  if (wait === null) await addVerificationLetter(house.db, account.id)
  const message = refusalWords(language)['ERROR.NOT_VERIFIED']!
  const answer: LoggedIn = { terms: { show: false }, unverified: true, message }
  return Response.json(answer, { status: 202, headers: { 'cache-control': 'private, no-store', 'content-language': language } })
}
