import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import type { AppContext } from '../context.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { Session } from './session.ts'

/**
 * Derives a reference of an account for pages and apps, which does not reveal its id. 132 bits; the same in all sessions of the
 * account.
 */
export async function accountReference(accountId: number, { secret }: Pick<AppContext, 'secret'>): Promise<string> {
  return keyedHash(await secret(), `account reference ${accountId}`).slice(0, 22)
}

/** The same for the pages of the reader and what they store in the browser. */
export async function readerReference(accountId: number, { secret }: Pick<AppContext, 'secret'>): Promise<string> {
  return keyedHash(await secret(), `reader of downloads|${accountId}`).slice(0, 16)
}

/**
 * Rejects a call whose header names another account than the signed-in one: its page belongs to a reader who has signed out. A
 * call without the header applies to the signed-in account.
 * @throws ApiError other_account
 */
export async function requireMeantAccount(request: Request, session: Session, ctx: Pick<AppContext, 'secret'>): Promise<void> {
  const meant = request.headers.get(ACCOUNT_HEADER)
  if (meant === null || session.account === null) return
  const { id } = session.account
  if (meant !== (await accountReference(id, ctx)) && meant !== (await readerReference(id, ctx)))
    throw new ApiError('other_account')
}
