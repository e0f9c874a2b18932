import { Bookkeeping, type Operator } from '@kiosk/domain/operator'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

const KEY = 'bookkeeping'

/** `version` counts the changes at the desk; 0: the values are those of `operator.json`. */
export type SavedBookkeeping = { values: Bookkeeping | null; version: number }

/** Returns what exports for DATEV are made with: what was saved at the desk last, or `bookkeeping` of `operator.json`. */
export async function readBookkeeping(db: Kysely<DB>, operator: Pick<Operator, 'bookkeeping'>): Promise<SavedBookkeeping> {
  const row = await db.selectFrom('app_settings').select('value').where('key', '=', KEY).executeTakeFirst()
  if (!row) return { values: operator.bookkeeping, version: 0 }
  const { values, version } = row.value as { values: unknown; version: number }
  return { values: Bookkeeping.parse(values), version }
}

/** Stores values in the transaction of the caller. */
export async function storeBookkeeping(trx: Transaction<DB>, saved: { values: Bookkeeping; version: number }): Promise<void> {
  const value = JSON.stringify(saved)
  await trx
    .insertInto('app_settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
