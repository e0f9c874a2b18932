import { Refusal } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB, Sessions } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { lockAccount } from './queries.ts'

/**
 * Runs `change` in a transaction that holds the account of the session: changes of one account happen one after another.
 * Who was erased or signed out meanwhile is told to sign in.
 */
export async function changeAccount<T>(
  { house, session }: Asking,
  change: (trx: Transaction<DB>, account: Selectable<Accounts>, session: Selectable<Sessions>) => Promise<T>,
): Promise<T> {
  return house.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, session.account!.id)
    const held = account && (await trx.selectFrom('sessions').selectAll().where('id', '=', session.id!).executeTakeFirst())
    if (!account || !held) throw new Refusal('not_signed_in')
    return change(trx, account, held)
  })
}
