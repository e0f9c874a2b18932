import { fileURLToPath } from 'node:url'
import { connect, type Database } from '@kiosk/api/database/connect'
import { sql } from 'kysely'

/** Does something with the database of this house (DATA_DIR, DATABASE_URL) and leaves it again. */
export async function atTheDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
  const connection = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
  try {
    return await work(connection.db)
  } finally {
    await connection.close()
  }
}

/** Servers forget what they keep of prices and offers. */
export async function tellServers(db: Database): Promise<void> {
  await sql`select pg_notify('catalogue', '')`.execute(db)
}
