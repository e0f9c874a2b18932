import { readFileSync } from 'node:fs'
import { type Connection, connect } from '@kiosk/backend/db/connect'
import { test } from '@playwright/test'
import { dataFolderFile } from './data-folder.ts'

/** Connects to the database of the kiosk that is tested, for what no page can arrange. */
export async function withKioskDatabase<Result>(run: (db: Connection['db']) => Promise<Result>): Promise<Result> {
  const { port } = new URL(test.info().project.use.baseURL!)
  const connection = await connect({
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: readFileSync(dataFolderFile(port), 'utf8'),
  })
  try {
    return await run(connection.db)
  } finally {
    await connection.close()
  }
}
