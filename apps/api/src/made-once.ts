import type { Database } from './database/connect.ts'

/**
 * Something of the house that is made once by whoever comes first, kept in the database, and read once by each server.
 * @param make what to keep, as JSON can hold it
 */
export function madeOnce<Kept, Read>(
  db: Database,
  key: string,
  make: () => Kept,
  read: (kept: Kept) => Read | Promise<Read>,
): () => Promise<Read> {
  let known: Promise<Read> | undefined
  async function find(): Promise<Read> {
    await db
      .insertInto('house')
      .values({ key, value: JSON.stringify(make()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db.selectFrom('house').select('value').where('key', '=', key).executeTakeFirstOrThrow()
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
