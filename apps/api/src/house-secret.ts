import { randomBytes } from 'node:crypto'
import type { Database } from './database/connect.ts'

/** The house's key: made once by whoever comes first, kept in the database, read once by each server. */
export function houseSecret(db: Database): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined
  async function read(): Promise<Buffer> {
    const value = JSON.stringify(randomBytes(32).toString('base64'))
    await db
      .insertInto('house')
      .values({ key: 'secret', value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db.selectFrom('house').select('value').where('key', '=', 'secret').executeTakeFirstOrThrow()
    return Buffer.from(row.value as string, 'base64')
  }
  return () => {
    known ??= read().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}
