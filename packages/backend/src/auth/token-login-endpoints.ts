import {
  loginBySessionToken as declared,
  loginBySso as declaredSso,
  type LoggedIn,
} from '@kiosk/domain/accounts/session-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import type { DB } from '../db/schema.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import type { AppDevice } from './bearer-sessions.ts'
import { isItsBrowser } from './oidc/browser-binding.ts'
import { ownerOfToken, redeemToken } from './one-time-tokens.ts'
import { answerOf, completeSignIn } from './sign-in.ts'

export const loginBySessionToken = defineHandler(declared, 'personal', async (call) =>
  answerOf(await completeSignInBy('session', call.input.sessionToken, call), call),
)

export const loginBySso = defineHandler(declaredSso, 'personal', async (call) =>
  answerOf(await completeSignInBy('sso', call.input.ssoToken, call), call),
)

/** Signs in with a token; an invalid one leaves the current session unchanged. `bearer`: issues tokens for an app, no cookie. */
export async function completeSignInBy(
  purpose: 'session' | 'sso',
  token: string,
  call: RequestContext,
  bearer?: AppDevice,
): Promise<LoggedIn> {
  const { db, now } = call.ctx
  const owner = await ownerOfToken(db, purpose, token)
  if (owner === null) throw new ApiError('account_unknown')
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, owner)
    const redeemed = await redeemToken(trx, purpose, token, now())
    if (typeof redeemed === 'string' || !isItsBrowser(redeemed.data, call)) throw new ApiError('account_unknown')
    if (!account?.verified_at) throw new ApiError('account_unknown')
    const { remembered, provider, secondFactor, sessionId } = redeemed.data
    // Ending a sign-in also ends the one that it was handing over.
    if (sessionId !== undefined && !(await hasSession(trx, Number(sessionId)))) throw new ApiError('account_unknown')
    return completeSignIn(trx, account, call, {
      remembered: remembered === true,
      byPassword: false,
      byProvider: provider !== undefined,
      secondFactor: secondFactor === true,
      ...(bearer && { bearer }),
    })
  })
}

async function hasSession(trx: Transaction<DB>, id: number): Promise<boolean> {
  return (await trx.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
