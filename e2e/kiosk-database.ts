import { readFileSync } from 'node:fs'
import { type Connection, connect } from '@kiosk/backend/db/connect'
import { test } from '@playwright/test'
import { dataFolderFile } from './data-folder.ts'

/** Connections of this test process, which end with it: opening one takes longer than most queries of tests. */
const connections = new Map<string, Promise<Connection>>()

/** Calls `run` with the database of the kiosk that is tested, for what no page can arrange. */
export async function withKioskDatabase<Result>(run: (db: Connection['db']) => Promise<Result>): Promise<Result> {
  const { port } = new URL(test.info().project.use.baseURL!)
  const dataDir = readFileSync(dataFolderFile(port), 'utf8')
  const known = connections.get(dataDir) ?? connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
  connections.set(dataDir, known)
  return run((await known).db)
}
