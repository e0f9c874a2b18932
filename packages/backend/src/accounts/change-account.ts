import { ApiError } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB, Sessions } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { lockAccount } from './queries.ts'

/**
 * Runs `change` in a transaction that locks the account of the session, so changes of one account are serialised.
 * @throws ApiError not_signed_in if the account was erased or the session ended in the meantime
 */
export async function changeAccount<T>(
  { ctx, session }: RequestContext,
  change: (trx: Transaction<DB>, account: Selectable<Accounts>, session: Selectable<Sessions>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, session.account!.id)
    const held = account && (await trx.selectFrom('sessions').selectAll().where('id', '=', session.id!).executeTakeFirst())
    if (!account || !held) throw new ApiError('not_signed_in')
    return change(trx, account, held)
  })
}
