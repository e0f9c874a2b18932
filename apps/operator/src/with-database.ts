import type { Files } from '@kiosk/backend/adapters/storage/port'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { commandActor } from '@kiosk/backend/audit/actor'
import { readDataConfig } from '@kiosk/backend/config'
import type { ChangeContext } from '@kiosk/backend/context'
import { type Connection, connect, type Database } from '@kiosk/backend/db/connect'

/** The data of this instance: its database and its files. */
type Data = { connection: Connection; files: Files }

/** Connects to the data of this instance for `work` and disconnects afterwards. @throws ConfigError */
export async function withData<T>(work: (data: Data) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir, bucket } = readDataConfig()
  const connection = await connect({ databaseUrl, dataDir })
  try {
    return await work({ connection, files: filesAt(bucket, dataDir) })
  } finally {
    await connection.close()
  }
}

/** Connects to the database of this instance for `work` and disconnects afterwards. @throws ConfigError */
export function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return withData(({ connection }) => work(connection.db))
}

/** Prints lines about the database of this instance. @returns exit code @throws ConfigError */
export function printLines(lines: (db: Database) => Promise<readonly string[]>): Promise<number> {
  return withDatabase(async (db) => {
    for (const line of await lines(db)) console.log(line)
    return 0
  })
}

/** The same for changes, which the audit log records as those of the user who runs the command. @throws ConfigError */
export function withChanges<T>(work: (ctx: ChangeContext) => Promise<T>): Promise<T> {
  return withDatabase((db) => work({ db, now: () => new Date(), actor: commandActor() }))
}
