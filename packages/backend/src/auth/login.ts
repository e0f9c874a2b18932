import { login as declared, type LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import type { Selectable } from 'kysely'
import { addVerificationEmail } from '../accounts/emails/send-account-emails.ts'
import type { Accounts } from '../db/schema.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { emailPace, limitMailbox } from './email-limits.ts'
import { accountOfSocialToken } from './oidc/login-social.ts'
import { markSharedDevice } from './shared-device.ts'
import { answerOf, completeSignIn } from './sign-in.ts'
import { accountOfPassword } from './verify-password.ts'

export const login = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input } = call
  const byPassword = input.type === '0'
  const { account, registrationId } = byPassword
    ? await accountOfPassword(call, input)
    : { account: await accountOfSocialToken(input.password, call), registrationId: null }
  // With the right password, a deactivated account gets the error that it is deactivated, and no verification e-mail.
  const isClosed = byPassword && account.deactivated_at !== null
  if (!account.verified_at && !isClosed) return askToVerify(account, registrationId, call)
  const how = { remembered: input.remainSignedIn && !input.sharedDevice, byPassword, byProvider: !byPassword }
  const outcome = await ctx.db.transaction().execute((trx) => completeSignIn(trx, account, call, how))
  markSharedDevice(call, input.sharedDevice)
  return answerOf(outcome, call)
})

/** Enqueues the verification e-mail again and responds with 202. */
export async function askToVerify(
  account: Selectable<Accounts>,
  registrationId: number | null,
  call: RequestContext,
): Promise<Response> {
  const { ctx, language } = call
  await limitMailbox(call, account.email)
  const pace = await emailPace(call, account.email)
  await addVerificationEmail(ctx.db, { accountId: account.id, registrationId }, pace)
  const message = errorMessage(language, 'ERROR.NOT_VERIFIED')!
  const answer: LoggedIn = { terms: { show: false }, unverified: true, message }
  return Response.json(answer, {
    status: 202,
    headers: { 'cache-control': cacheControl('personal'), 'content-language': language },
  })
}
