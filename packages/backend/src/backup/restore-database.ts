import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Files } from '../adapters/storage/port.ts'
import { deriveWords } from '../catalogue/search/page-words.ts'
import { type IndexDefinition, SEARCH_INDEXES } from '../catalogue/search/search-indexes.ts'
import type { Database } from '../db/connect.ts'
import { createClient, cutConnection } from '../db/connections.ts'
import { isRestoredInPart, MIGRATIONS, migrate, UNFINISHED_RESTORE, withClient, withMigrationLock } from '../db/migrate.ts'
import { count } from '../format-count.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { BackupError } from './backup-error.ts'
import { COPY_SETTINGS, digestOf, findTables, insertRows, quotedTable, SCHEMAS, shareWork, type TableName } from './copy-table.ts'
import { BACKUP_MARKS } from './database-history.ts'
import { pieceName, readPieces } from './encrypted-pieces.ts'
import { type DumpedTable, folderOf, folderOfTable, type Manifest, piecesOfTable, RANGES } from './manifest.ts'
import { putBack, setAside } from './restored-schema.ts'
import type { Digest } from './row-digest.ts'

const CONNECTIONS = 2
/**
 * Numbers that each sequence skips. Rows written after the snapshot are lost, but providers and e-mails may know their numbers,
 * which therefore must not be assigned again.
 */
const SKIPPED_NUMBERS = 10_000
const INSUFFICIENT_PRIVILEGE = '42501'
/** Error classes for data that is not a value of its column, violates a constraint, or is longer than PostgreSQL accepts. */
const REJECTED_ROWS = /^(22|23|54)/
/** With more pages, the search indexes are created once the newsstand is open again: a page of a magazine takes 27 ms. */
const MOST_PAGES_INDEXED_AT_ONCE = 5_000
/** A table with so many rows is large: see `insertRows`. */
const MANY_ROWS = 1_000
/** Advisory lock of a database while rows are restored. */
const RESTORE_LOCK = 20_261_128

/**
 * Fills an empty database with the rows of a backup and checks them against its manifest. The database is marked as unfinished
 * until `finishRestore`; a restore that finds a database left by an interrupted one begins again.
 * @returns the search indexes, if there are so many pages that they are left for afterwards
 * @throws BackupError if the database is not empty, the backup is newer than this program, or anything is damaged
 */
export async function restoreDatabase(options: {
  url: string
  store: Files
  manifest: Manifest
  identities: readonly string[]
  mostPagesIndexed?: number | undefined
  manyRows?: number | undefined
  report(line: string): void
}): Promise<IndexDefinition[]> {
  const {
    url,
    store,
    manifest,
    identities,
    mostPagesIndexed = MOST_PAGES_INDEXED_AT_ONCE,
    manyRows = MANY_ROWS,
    report,
  } = options
  requireMigrations(manifest)
  await requireReadable(options)
  const clients = Array.from({ length: CONNECTIONS }, () => createClient({ url, name: 'restore' }))
  const [client] = clients as [pg.Client]
  try {
    await Promise.all(clients.map((each) => each.connect()))
    await withMigrationLock(url, async () => beginRestore(client))
    await migrate(url, MIGRATIONS, { only: new Set(manifest.migrations), isRestore: true })
    for (const each of clients) await each.query(`${COPY_SETTINGS}; set synchronous_commit = off`)
    await requireTables(client, manifest)
    await prepareReadings(client)
    const aside = await setAside(client, manifest.tables)
    report('The schema is there; inserting rows.')
    const countOf = (table: DumpedTable) => piecesOfTable(manifest.id, table).reduce((sum, { pieces }) => sum + pieces, 0)
    async function* rowsIn(table: DumpedTable) {
      for (const { folder, pieces } of piecesOfTable(manifest.id, table)) yield* readPieces(store, folder, pieces, identities)
    }
    // The largest table first, and each table compared while the next one is inserted.
    const tables = [...manifest.tables].sort((one, other) => countOf(other) - countOf(one) || other.rows - one.rows)
    await shareWork(clients, tables, async (each, table) => {
      requireSame(table, await insertRows(each, table, rowsIn(table), table.rows >= manyRows), 'of the backup is damaged')
      requireSame(table, await digestOf(each, table), 'differs from the backup')
    })
    report('Rows are inserted and compared with the backup; building indexes.')
    const isLater = (manifest.tables.find(({ name }) => name === 'pages')?.rows ?? 0) > mostPagesIndexed
    if (!isLater && manifest.tables.some(({ derived }) => derived.length > 0)) await deriveWords(client)
    const missing = await putBack(clients, aside, isLater ? SEARCH_INDEXES : [])
    report('Indexes are built; collecting statistics.')
    await client.query('analyze')
    for (const sequence of manifest.sequences) await setSequence(client, sequence)
    report('Checking ledger, audit log and invoices.')
    await requireLedger(client)
    return missing
  } catch (error) {
    throw rejectedRows(error)
  } finally {
    // Not `end()`, which waits for the rows of a copy that has failed.
    for (const each of clients) cutConnection(each)
  }
}

/** Returns whether an earlier restore has left the database unfinished. */
export const isUnfinished = (url: string) => withClient(url, isRestoredInPart)

/** Applies newer migrations, so that this program can use the database; its mark stays. */
export const upgradeRestored = (url: string) => migrate(url, MIGRATIONS, { isRestore: true })

/** Lets programs use the database. */
export async function finishRestore(db: Database, missing: IndexDefinition[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (missing.length > 0) await enqueue(trx, 'search-indexes', { indexes: missing }, { key: 'search-indexes' })
    await trx.deleteFrom('app_settings').where('key', '=', BACKUP_MARKS).execute()
    await sql`drop table ${sql.raw(UNFINISHED_RESTORE)}`.execute(trx)
  })
}

function requireMigrations({ migrations }: Manifest): void {
  const unknown = migrations.filter((name) => !existsSync(new URL(name, MIGRATIONS)))
  if (unknown.length > 0)
    throw new BackupError(`The backup is from a newer version (${unknown[0]}): restore it with that version.`)
}

/** Finds out before anything is changed whether all pieces are there and the key opens them. @throws BackupError */
async function requireReadable({
  store,
  manifest,
  identities,
}: Pick<Parameters<typeof restoreDatabase>[0], 'store' | 'manifest' | 'identities'>): Promise<void> {
  const found = new Set<string>()
  for (const root of [folderOf(manifest.id), RANGES]) for await (const { name } of store.list(root)) found.add(name)
  for (const { folder, pieces } of manifest.tables.flatMap((table) => piecesOfTable(manifest.id, table)))
    for (let number = 1; number <= pieces; number++) {
      const name = pieceName(folder, number)
      if (!found.has(name)) throw new BackupError(`${name} is missing in the backup.`)
    }
  // A table without rows has no piece that would show whether the key is right.
  const [smallest] = manifest.tables.filter(({ pieces }) => pieces > 0).sort((one, other) => one.rows - other.rows)
  // Its beginning is enough, and a damaged piece may be endless.
  if (smallest) for await (const _ of readPieces(store, folderOfTable(manifest.id, smallest), smallest.pieces, identities)) break
}

/** Marks the database, and empties one that an earlier restore has left. @throws BackupError if it contains anything else */
async function beginRestore(client: pg.Client): Promise<void> {
  const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [RESTORE_LOCK])
  if (!locks[0]!.taken) throw new BackupError('Another restore into this database is running.')
  await client.query('begin')
  if (await isRestoredInPart(client))
    await client
      .query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public')
      .catch((error: { code?: string }) => {
        if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
        throw new BackupError('The database contains part of an interrupted restore: create an empty one instead.')
      })
  else {
    const { rows } = await client.query<TableName>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname = any($1) limit 1`,
      [SCHEMAS],
    )
    if (rows[0])
      throw new BackupError(`The database is not empty (${rows[0].schema}.${rows[0].name}): restore into an empty one.`)
  }
  await client.query(`create table ${UNFINISHED_RESTORE} (began_at timestamptz not null default now())`)
  await client.query('commit')
}

/** Creates the partitions for the days whose readings are remembered, if the backup's version has them (ADR-0302). */
async function prepareReadings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regprocedure('create_reading_days(date, date)') is not null as known`,
  )
  if (rows[0]!.known) await client.query('select create_reading_days(current_date - 91, current_date + 7)')
}

/** @throws BackupError if the tables of the backup are not those of the migrations */
async function requireTables(client: pg.Client, { tables, queueVersion }: Manifest): Promise<void> {
  const { rows } = await client.query<{ version: number }>('select max(id)::int as version from graphile_worker.migrations')
  if (rows[0]!.version < queueVersion)
    throw new BackupError('The backup has jobs of a newer version: restore it with that version.')
  const found = new Map((await findTables(client)).map((table) => [`${table.schema}.${table.name}`, table]))
  const named = new Set(tables.map(({ schema, name }) => `${schema}.${name}`))
  for (const { schema, name } of found.values())
    if (schema === 'public' && name !== UNFINISHED_RESTORE && !named.has(`${schema}.${name}`))
      throw new BackupError(`The backup has no table ${schema}.${name}.`)
  for (const { schema, name, columns, derived } of tables) {
    const known = found.get(`${schema}.${name}`)
    const missing = columns.find((column) => !known?.columns.includes(column))
    if (missing) throw new BackupError(`This version has no column ${schema}.${name}.${missing}.`)
    const unknown = derived.find((column) => !known?.derived.includes(column))
    if (unknown) throw new BackupError(`This version does not know how to derive ${schema}.${name}.${unknown}.`)
  }
}

/**
 * Turns an error of PostgreSQL about the contents of rows into one about the backup, without their values; returns any other
 * unchanged.
 */
function rejectedRows(error: unknown): unknown {
  const { code = '', table, where = '' } = error as Partial<pg.DatabaseError>
  if (!REJECTED_ROWS.test(code)) return error
  const name = table ?? /^COPY (\w+)/m.exec(where)?.[1] ?? 'A table'
  return new BackupError(`${name} of the backup is damaged: PostgreSQL rejects its rows (${code}).`)
}

function requireSame({ schema, name, rows, checksum }: DumpedTable, found: Digest, what: string): void {
  if (found.rows !== rows || found.checksum !== checksum)
    throw new BackupError(`${schema}.${name} ${what}: ${count(found.rows, 'row')} instead of ${rows}, or other contents.`)
}

async function setSequence(client: pg.Client, sequence: Manifest['sequences'][number]): Promise<void> {
  const { value, isCalled } = sequence
  const skipped = isCalled ? SKIPPED_NUMBERS : 0
  await client.query('select setval($1::regclass, $2::bigint + $3, $4)', [quotedTable(sequence), value, skipped, isCalled])
}

/** Checks that every entry of the ledger is balanced. */
async function requireLedger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction: string }>(
    'select transaction from ledger group by transaction, currency having sum(amount) <> 0 limit 1',
  )
  if (rows[0]) throw new BackupError(`The ledger is not balanced: ${rows[0].transaction}.`)
}
