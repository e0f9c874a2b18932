import type { Database } from './connect.ts'

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
