import type { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { refusalWords } from '@kiosk/languages/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { type AppDevice, beginBearerSession } from '../session/bearer-sessions.ts'
import { beginSession } from '../session/begin-session.ts'
import { noteSignIn } from '../session/note-sign-in.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { demandActive } from './demand-active.ts'
import { hasSecondFactor } from './second-factor.ts'
import { waitingIdentityHere } from './waiting-identity.ts'

/** How somebody proved who they are, and how the session is kept. */
export type SignInHow = {
  /** 30 days, else until the browser closes. */
  remembered: boolean
  /** A password was just given, here or to an identity provider. */
  byPassword: boolean
  byProvider?: boolean
  /** A code or a passkey was given, or a session in which it was hands over. */
  secondFactor?: boolean
  /** An app gets tokens instead of a cookie. */
  bearer?: AppDevice
}

/** The same out of the data of a one-time token. */
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
 * The end of every way in: a session begins, or a token goes out. By it `websession/login/secondfactor` asks for the code
 * of an account with a second factor, and `websession/terms` lets in once newer terms are accepted.
 * @throws Refusal account_inactive
 */
export async function letIn(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'terms_version'>,
  call: Asking,
  how: SignInHow,
): Promise<LoggedIn> {
  await demandActive(trx, account.id)
  if (!how.secondFactor && (await hasSecondFactor(trx, account.id))) {
    const token = await issueToken(trx, { purpose: 'second-factor', accountId: account.id, data: how, now: call.house.now() })
    const message = refusalWords(call.language)['ERROR.SECOND_FACTOR_ASKED']!
    return { terms: { show: false }, unverified: false, secondFactor: true, token, message }
  }
  if (account.terms_version === TERMS_VERSION) {
    if (how.bearer) {
      const confirmed = how.byPassword || how.byProvider === true
      const { tokens, device } = await beginBearerSession(trx, account.id, call, { app: how.bearer, confirmed })
      await noteSignIn(trx, account.id, call, device)
      return { terms: { show: false }, unverified: false, tokens }
    }
    await noteSignIn(trx, account.id, call, await beginSession(trx, account.id, call, how))
    // Its owner is asked only where the answer would be taken: a fresh login is demanded.
    const waiting = how.byPassword || how.byProvider ? await waitingIdentityHere(trx, account.id, call) : null
    return { terms: { show: false }, unverified: false, ...(waiting && { waitingIdentity: waiting.provider }) }
  }
  const token = await issueToken(trx, { purpose: 'terms', accountId: account.id, data: how, now: call.house.now() })
  return { terms: { show: true }, token, unverified: false }
}

/** 202 where the code of a second factor is asked for: whoever does not know it takes that for "not signed in". */
export function answerOf(answer: LoggedIn, { language }: Asking): LoggedIn | Response {
  if (!answer.secondFactor) return answer
  return Response.json(answer, { status: 202, headers: { 'cache-control': 'private, no-store', 'content-language': language } })
}
