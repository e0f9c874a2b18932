import type { Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { DB } from './schema.ts'

/** Returns the JSON value of a setting; undefined = it was never stored. */
export async function readSetting(db: Database, key: string): Promise<unknown> {
  const row = await db.selectFrom('app_settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** Stores the JSON value of a setting in the transaction of the caller. */
export async function storeSetting(trx: Transaction<DB>, key: string, setting: unknown): Promise<void> {
  const value = JSON.stringify(setting)
  await trx
    .insertInto('app_settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Returns a getter for a setting that the first server creates and stores in the database; each server reads it once.
 * @param make creates the JSON value to store
 */
export function getOrCreateSetting<Kept, Read>(
  db: Database,
  key: string,
  make: () => Kept,
  read: (kept: Kept) => Read | Promise<Read>,
): () => Promise<Read> {
  let known: Promise<Read> | undefined
  async function find(): Promise<Read> {
    await db
      .insertInto('app_settings')
      .values({ key, value: JSON.stringify(make()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db.selectFrom('app_settings').select('value').where('key', '=', key).executeTakeFirstOrThrow()
    return read(row.value as Kept)
  }
  return () => {
    known ??= find().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}
