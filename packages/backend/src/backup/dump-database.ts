import type pg from 'pg'
import type { Files } from '../adapters/storage/port.ts'
import { createClient, cutConnection } from '../db/connections.ts'
import { LOCK_NOT_AVAILABLE } from '../db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { COPY_SETTINGS, findTables, quotedTable, rowsOf, SCHEMAS, shareWork, type TableName } from './copy-table.ts'
import { type DumpedTable, folderOfTable, type Manifest } from './manifest.ts'
import { RowDigest } from './row-digest.ts'
import { type Recipients, writePieces } from './sealed-pieces.ts'

/** Connections that copy tables at the same time: as many as leave a small server room to serve. */
const CONNECTIONS = 2
/** Wait for tables that a migration has locked. */
const LOCK_TIMEOUT_MS = 30_000
/** Written by migrations of the job queue alone; a restored database has them before its rows come. */
const WITHOUT_ROWS = 'graphile_worker.migrations'

export type Dump = Pick<Manifest, 'bytes' | 'migrations' | 'queueVersion' | 'tables' | 'sequences' | 'erasures'> & {
  snapshotAt: Date
}

/**
 * Copies all rows of the database as of one moment into the folder of a backup, while it is written to. Migrations wait meanwhile.
 * @param without tables whose rows are left out, because they describe files that are not in the backup
 * @param onSnapshot called before anything is copied, with a connection that sees the snapshot, and its moment
 */
export async function dumpDatabase(options: {
  url: string
  store: Files
  id: string
  recipients: Recipients
  without: readonly string[]
  onSnapshot?: (client: pg.Client, at: Date) => Promise<void>
}): Promise<Dump> {
  const { url, store, id, recipients } = options
  const clients = Array.from({ length: CONNECTIONS + 1 }, () => createClient({ url, name: 'backup' }))
  const [holder, ...copying] = clients as [pg.Client, ...pg.Client[]]
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (const client of clients) await client.query(COPY_SETTINGS)
    const found = await findTables(holder)
    if (!found.some(({ name }) => name === 'erased_accounts'))
      throw new BackupError('The database is of an older version: make the backup with that version, or start the server once.')
    await holder.query('begin isolation level repeatable read read only')
    // Before the first query, which takes the snapshot: waiting for locks must not make it older.
    await lockTables(holder, found)
    const { rows } = await holder.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    )
    const { snapshot, at } = rows[0]!
    const inSnapshot = await findTables(holder)
    if (JSON.stringify(namesOf(inSnapshot)) !== JSON.stringify(namesOf(found)))
      throw new BackupError('Another program has migrated the database meanwhile: try again.')
    const tables = inSnapshot.filter((table) => `${table.schema}.${table.name}` !== WITHOUT_ROWS)
    await options.onSnapshot?.(holder, at)
    const dumped: DumpedTable[] = []
    let bytes = 0
    for (const client of copying) {
      await client.query('begin isolation level repeatable read read only')
      await client.query(`set transaction snapshot '${snapshot}'`)
    }
    await shareWork(copying, tables, async (client, table) => {
      const digest = new RowDigest()
      const isLeftOut = options.without.includes(table.name)
      const contents = isLeftOut ? nothing() : rowsOf(client, table, digest)
      const written = await writePieces(store, folderOfTable(id, table), contents, recipients)
      bytes += written.bytes
      dumped.push({ ...table, ...digest.result(), pieces: written.pieces })
    })
    return { snapshotAt: at, bytes, tables: dumped, ...(await factsOf(holder)) }
  } finally {
    // Not `end()`, which waits for the rows of a copy that has failed.
    for (const client of clients) cutConnection(client)
  }
}

const namesOf = (tables: Awaited<ReturnType<typeof findTables>>) =>
  tables.map(({ schema, name, columns }) => `${schema}.${name} ${columns}`).sort()

async function* nothing(): AsyncGenerator<Buffer> {}

/** Keeps migrations from changing tables before they are copied. Rows are read and written as before. */
async function lockTables(client: pg.Client, tables: readonly TableName[]): Promise<void> {
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`lock table ${tables.map(quotedTable).join(', ')} in access share mode`)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new BackupError('Another program has locked a table, probably to migrate it: try again later.')
  }
}

async function factsOf(client: pg.Client): Promise<Pick<Dump, 'migrations' | 'queueVersion' | 'sequences' | 'erasures'>> {
  const { rows: migrations } = await client.query<{ name: string }>('select name from public.migrations order by name')
  const { rows: queue } = await client.query<{ version: number }>(
    'select max(id)::int as version from graphile_worker.migrations',
  )
  const { rows: erased } = await client.query<{ account: string; at: Date }>(
    "select encode(account_hash, 'hex') as account, at from erased_accounts order by at, account_hash",
  )
  const { rows: named } = await client.query<TableName>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  const sequences: Manifest['sequences'] = []
  for (const sequence of named) {
    // No transaction applies to sequences: by now they are at or after what the rows of the snapshot have.
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quotedTable(sequence)}`,
    )
    sequences.push({ ...sequence, ...rows[0]! })
  }
  return {
    migrations: migrations.map(({ name }) => name),
    queueVersion: queue[0]!.version,
    erasures: erased.map(({ account, at }) => ({ account, at: at.toISOString() })),
    sequences,
  }
}
