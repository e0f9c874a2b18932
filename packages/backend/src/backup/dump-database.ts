import type pg from 'pg'
import type { Files } from '../adapters/storage/port.ts'
import { createClient, cutConnection } from '../db/connections.ts'
import { LOCK_NOT_AVAILABLE } from '../db/migrate.ts'
import { count } from '../format-count.ts'
import { BackupError } from './backup-error.ts'
import {
  COPY_SETTINGS,
  type CopiedTable,
  findTables,
  quotedTable,
  rowsOf,
  SCHEMAS,
  shareWork,
  type TableName,
} from './copy-table.ts'
import { type Begun, spanOf } from './database-history.ts'
import { writePieces } from './encrypted-pieces.ts'
import { type DumpedRange, type DumpedTable, folderOfRange, folderOfTable, type Manifest } from './manifest.ts'
import { RowDigest, sumOf } from './row-digest.ts'
import { describeRanges, isInRanges, rowsOfRange, sourceOf } from './row-ranges.ts'

/** Connections that copy tables at the same time: few enough that a small server can still serve requests. */
const CONNECTIONS = 2
/** Timeout for locks of tables that a migration may hold. */
const LOCK_TIMEOUT_MS = 30_000
/** This table is written only by the migrations of the job queue, which a restore runs before it inserts rows. */
const WITHOUT_ROWS = 'graphile_worker.migrations'

type Dump = Pick<Manifest, 'bytes' | 'history' | 'migrations' | 'queueVersion' | 'tables' | 'sequences' | 'erasures'> & {
  snapshotAt: Date
  /** Size of the pieces of reused ranges. Bytes. */
  takenOver: number
}

/** An earlier backup of the same database in the same storage, and which of its ranges may be reused. */
export type Earlier = {
  firstTransaction: bigint
  tables: readonly DumpedTable[]
  ranges: ReadonlySet<DumpedRange>
}

/**
 * Copies all rows of the database as of one moment into the folder of a backup, while programs keep writing. Migrations wait
 * meanwhile.
 * @param begun what was recorded in the database before; null: the next backup cannot reuse anything
 * @param without tables whose rows are left out, because they describe files that are not in the backup
 * @param onSnapshot called before anything is copied, with a connection that sees the snapshot, and its moment
 */
export async function dumpDatabase(options: {
  url: string
  store: Files
  id: string
  recipients: readonly string[]
  begun: Begun | null
  earlier: Earlier | null
  without: readonly string[]
  onSnapshot?: (client: pg.Client, at: Date) => Promise<void>
}): Promise<Dump> {
  const { url, store, id, recipients, begun, earlier } = options
  const clients = Array.from({ length: CONNECTIONS + 1 }, () => createClient({ url, name: 'backup' }))
  const [holder, ...copying] = clients as [pg.Client, ...pg.Client[]]
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (const client of clients) await client.query(COPY_SETTINGS)
    const found = await findTables(holder)
    if (!found.some(({ name }) => name === 'erased_accounts'))
      throw new BackupError('The database belongs to an older version: make the backup with it, or start the server once.')
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
    const span = begun && (await spanOf(holder, begun))
    const since = earlier && span ? { first: earlier.firstTransaction, end: span.end } : null
    const parts: Part[] = []
    let takenOver = 0
    await shareWork(copying, tables.filter(isInRanges), async (client, table) => {
      const source = begun && (await sourceOf(client, table, begun, recipients))
      const described = await describeRanges(client, table, since)
      const before = earlier?.tables.find(({ schema, name }) => schema === table.schema && name === table.name)
      const known = new Map(source && before?.source === source ? before.ranges.map((range) => [range.range, range]) : [])
      const ranges: DumpedRange[] = []
      for (const { isChanged, ...range } of described) {
        const same = known.get(range.range)
        if (
          !same ||
          isChanged ||
          same.fingerprint !== range.fingerprint ||
          same.rows !== range.rows ||
          !earlier?.ranges.has(same)
        )
          parts.push({ table, range, into: ranges })
        else {
          ranges.push(same)
          takenOver += sizeOf(same)
        }
      }
      dumped.push({ ...table, rows: 0, checksum: '', pieces: 0, ranges, source })
    })
    // Forces the use of an index: without statistics, the whole table would be read for each of its ranges.
    for (const client of copying) await client.query('set local enable_seqscan = off')
    const whole = tables.filter((table) => !isInRanges(table))
    await shareWork<Part | CopiedTable>(copying, [...parts, ...whole], async (client, part) => {
      const digest = new RowDigest()
      if ('range' in part) {
        const { table, range, into } = part
        const folder = folderOfRange(id, table, range.range)
        const { pieces } = await writePieces(store, folder, rowsOf(client, table, digest, rowsOfRange(range.range)), recipients)
        const { rows, checksum } = digest.result()
        if (rows !== range.rows) throw new Error(`${folder} has ${count(rows, 'row')} instead of ${range.rows}`)
        into.push({ ...range, checksum, folder, pieces })
        return
      }
      const isLeftOut = options.without.includes(part.name)
      const contents = isLeftOut ? nothing() : rowsOf(client, part, digest)
      const written = await writePieces(store, folderOfTable(id, part), contents, recipients)
      bytes += written.bytes
      dumped.push({ ...part, ...digest.result(), pieces: written.pieces.length, ranges: [], source: null })
    })
    for (const table of dumped.filter(isInRanges)) {
      table.ranges.sort((one, other) => one.range - other.range)
      Object.assign(table, sumOf(table.ranges))
      bytes += table.ranges.reduce((sum, range) => sum + sizeOf(range), 0)
    }
    const history = span && { mark: begun!.mark, firstTransaction: String(span.first) }
    return { snapshotAt: at, bytes, takenOver, history, tables: dumped, ...(await factsOf(holder)) }
  } finally {
    // Not `end()`, which waits for the rows of a copy that has failed.
    for (const client of clients) cutConnection(client)
  }
}

/** A range that has to be copied, and the ranges of its table. */
type Part = { table: CopiedTable; range: { range: number; rows: number; fingerprint: string }; into: DumpedRange[] }

const sizeOf = ({ pieces }: DumpedRange) => pieces.reduce((sum, { bytes }) => sum + bytes, 0)

const namesOf = (tables: Awaited<ReturnType<typeof findTables>>) =>
  tables.map(({ schema, name, columns }) => `${schema}.${name} ${columns}`).sort()

async function* nothing(): AsyncGenerator<Buffer> {}

/** Keeps migrations from changing tables before they are copied. Reading and writing rows is not affected. */
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
    // Sequences are not part of the snapshot; by now they are at or beyond the numbers in its rows.
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
