import {
  loginBySessionToken as declared,
  loginBySso as declaredSso,
  type LoggedIn,
} from '@kiosk/domain/accounts/session-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { type Asking, serve } from '../endpoint.ts'
import type { AppDevice } from '../session/bearer-sessions.ts'
import { isItsBrowser } from '../session/identity-browser.ts'
import { ownerOfToken, redeemToken } from '../session/one-time-tokens.ts'
import { answerOf, letIn } from './let-in.ts'
import { lockAccount } from './queries.ts'

export const loginBySessionToken = serve(declared, 'personal', async (call) =>
  answerOf(await letInBy('session', call.input.sessionToken, call), call),
)

export const loginBySso = serve(declaredSso, 'personal', async (call) =>
  answerOf(await letInBy('sso', call.input.ssoToken, call), call),
)

/** `bearer`: for an app, by tokens instead of a cookie. Where the token is not good, the session that there was goes on. */
export async function letInBy(purpose: 'session' | 'sso', token: string, call: Asking, bearer?: AppDevice): Promise<LoggedIn> {
  const { db, now } = call.house
  const owner = await ownerOfToken(db, purpose, token)
  if (owner === null) throw new Refusal('account_unknown')
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, purpose, token, now())
    if (typeof redeemed === 'string' || !isItsBrowser(redeemed.data, call)) throw new Refusal('account_unknown')
    if (!account?.verified_at) throw new Refusal('account_unknown')
    const { remembered, provider, secondFactor } = redeemed.data
    return letIn(trx, account, call, {
      remembered: remembered === true,
      byPassword: false,
      byProvider: provider !== undefined,
      secondFactor: secondFactor === true,
      ...(bearer && { bearer }),
    })
  })
}
