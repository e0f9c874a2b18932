import type { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { beginSession } from '../session/begin-session.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { demandActive } from './demand-active.ts'
import { tieWaitingIdentity } from './waiting-identity.ts'

/**
 * The end of every way in: a session begins, or, where newer terms are in force, a token goes out by which
 * `websession/terms` lets in once they are accepted.
 * @throws Refusal account_inactive
 */
export async function letIn(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'terms_version'>,
  call: Asking,
  how: { remembered: boolean; byPassword: boolean; byProvider?: boolean },
): Promise<LoggedIn> {
  await demandActive(trx, account.id)
  await tieWaitingIdentity(trx, account.id, call, how.byPassword)
  if (account.terms_version === TERMS_VERSION) {
    await beginSession(trx, account.id, call, how)
    return { terms: { show: false }, unverified: false }
  }
  const token = await issueToken(trx, { purpose: 'terms', accountId: account.id, data: how, now: call.house.now() })
  return { terms: { show: true }, token, unverified: false }
}
