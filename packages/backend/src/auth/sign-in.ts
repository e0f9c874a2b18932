import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import type { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { type AppDevice, createBearerSession } from './bearer-sessions.ts'
import { createSession } from './create-session.ts'
import { waitingIdentityHere } from './oidc/pending-identity.ts'
import { issueToken } from './one-time-tokens.ts'
import { recordSignIn } from './record-sign-in.ts'
import { requireSameSignInMethods, type SignInMethods } from './require-active.ts'
import { hasSecondFactor } from './second-factor.ts'

/** How the reader authenticated, and how long the session is kept. */
type SignInHow = {
  /** The session lasts 30 days, otherwise until the browser closes. */
  remembered: boolean
  /** A password was just given, here or to an identity provider. */
  byPassword: boolean
  byProvider?: boolean
  /** A code or a passkey was given, or the session is handed over from one that has passed this step. */
  secondFactor?: boolean
  /** An app gets tokens instead of a cookie. */
  bearer?: AppDevice
}

/** Reads `SignInHow` from the data of a one-time token. */
export function howIn(data: Record<string, unknown>): SignInHow {
  return {
    remembered: data.remembered === true,
    byPassword: data.byPassword === true,
    byProvider: data.byProvider === true,
    secondFactor: data.secondFactor === true,
    ...(data.bearer ? { bearer: data.bearer as AppDevice } : {}),
  }
}

/**
 * Completes every sign-in: creates a session or issues a token. With the token, `websession/login/secondfactor` asks for the code
 * of an account with a second factor, and `websession/terms` signs in once newer terms are accepted.
 * @param account as it was when the sign-in was checked
 * @throws ApiError account_inactive, wrong_credentials
 */
export async function completeSignIn(
  trx: Transaction<DB>,
  account: SignInMethods & Pick<Selectable<Accounts>, 'terms_version'>,
  call: RequestContext,
  how: SignInHow,
): Promise<LoggedIn> {
  await requireSameSignInMethods(trx, account)
  if (!how.secondFactor && (await hasSecondFactor(trx, account.id))) {
    const token = await issueToken(trx, { purpose: 'second-factor', accountId: account.id, data: how, now: call.ctx.now() })
    const message = errorMessage(call.language, 'ERROR.SECOND_FACTOR_ASKED')!
    return { terms: { show: false }, unverified: false, secondFactor: true, token, message }
  }
  if (account.terms_version === TERMS_VERSION) {
    if (how.bearer) {
      const confirmed = how.byPassword || how.byProvider === true
      const { tokens, device } = await createBearerSession(trx, account.id, call, { app: how.bearer, confirmed })
      await recordSignIn(trx, account.id, call, device)
      return { terms: { show: false }, unverified: false, tokens }
    }
    await recordSignIn(trx, account.id, call, await createSession(trx, account.id, call, how))
    // Linking requires a fresh login, so the owner is only asked after one.
    const waiting = how.byPassword || how.byProvider ? await waitingIdentityHere(trx, account.id, call) : null
    return { terms: { show: false }, unverified: false, ...(waiting && { waitingIdentity: waiting.provider }) }
  }
  const token = await issueToken(trx, { purpose: 'terms', accountId: account.id, data: how, now: call.ctx.now() })
  return { terms: { show: true }, token, unverified: false }
}

/** Responds with 202 if a second-factor code is required: older clients treat it as "not signed in". */
export function answerOf(answer: LoggedIn, { language }: RequestContext): LoggedIn | Response {
  if (!answer.secondFactor) return answer
  return Response.json(answer, {
    status: 202,
    headers: { 'cache-control': cacheControl('personal'), 'content-language': language },
  })
}
