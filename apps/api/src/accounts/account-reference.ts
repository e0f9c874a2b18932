import { createHmac } from 'node:crypto'
import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { House } from '../house.ts'
import type { Session } from '../session/session.ts'

/** 132 bits that name an account to pages and apps without telling its id; the same for all sessions of the account. */
export async function accountReference(accountId: number, { secret }: Pick<House, 'secret'>): Promise<string> {
  return createHmac('sha256', await secret())
    .update(`account reference ${accountId}`)
    .digest('base64url')
    .slice(0, 22)
}

/**
 * Rejects a call that names another account than the one that is signed in: it was begun on a page of somebody who has
 * signed out since. A call without the header means whoever is signed in, as before.
 * @throws Refusal other_account
 */
export async function requireMeantAccount(request: Request, session: Session, house: Pick<House, 'secret'>): Promise<void> {
  const meant = request.headers.get(ACCOUNT_HEADER)
  if (meant === null || session.account === null) return
  if (meant !== (await accountReference(session.account.id, house))) throw new Refusal('other_account')
}
