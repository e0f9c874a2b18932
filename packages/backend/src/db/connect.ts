import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { urlOfAppRole } from './app-role.ts'
import { type ConnectionLimits, createClient, createPool, MIGRATION_LIMITS, WORK_LIMITS } from './connections.ts'
import { type EmbeddedOptions, embeddedPostgres } from './embedded-postgres.ts'
import type { DB } from './schema.ts'

export type Database = Kysely<DB>

export type Connection = {
  /** `postgres://…/database`, for separate connections (LISTEN, tests). */
  url: string
  /** The same with the role that owns the tables, for schema changes. */
  ownerUrl: string
  db: Database
  /** Closes the connections; stops an embedded server that no other program uses. */
  close(): Promise<void>
}

const MIGRATION_LOCK = 20_261_122

// Counts and ids stay far below 2^53, so they are numbers in code and API.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY = 1016
const textsOf = pg.types.getTypeParser(INT8_ARRAY as never) as (array: string) => string[]
pg.types.setTypeParser(INT8_ARRAY as never, (array: string) => textsOf(array).map(Number) as never)
// Dates stay text, so they do not depend on the server's time zone: "2026-11-21".
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Connects to the server at `databaseUrl`, or to the embedded one under `dataDir`, and applies missing migrations.
 * @param connections maximum number of connections
 */
export async function connect(options: {
  databaseUrl?: string | undefined
  dataDir: string
  connections?: number
  /** Statements may be prepared; default: with the embedded server only. */
  prepares?: boolean
  /** Callbacks for an embedded server that crashes; see `EmbeddedOptions`. */
  report?: EmbeddedOptions['report']
  onGone?: EmbeddedOptions['onGone']
}): Promise<Connection> {
  const { report, onGone } = options
  const embedded = options.databaseUrl ? undefined : await embeddedPostgres(options.dataDir, { report, onGone })
  const ownerUrl = options.databaseUrl ?? `${embedded?.url}/kiosk`
  try {
    if (embedded) await createIfMissing(`${embedded.url}/postgres`, 'kiosk')
    await migrate(ownerUrl)
    const url = embedded ? await withMigrationLock(ownerUrl, (client) => urlOfAppRole(client, ownerUrl)) : ownerUrl
    const { prepares = !options.databaseUrl } = options
    const opened = open(url, options.connections, WORK_LIMITS, 'kiosk', { prepares })
    return {
      ...opened,
      ownerUrl,
      async close() {
        await opened.close()
        await embedded?.leave()
      },
    }
  } catch (error) {
    // Its connection would keep the program running.
    await embedded?.leave()
    throw error
  }
}

type Pool = { pool: pg.Pool; url: string; prepares: boolean }
const pools = new WeakMap<Database, Pool>()

/** Returns the pool of a `db`, for libraries that use it directly, and its URL, for separate connections. */
export function poolOf(db: Database): Pool {
  const found = pools.get(db)
  if (!found) throw new Error('this database was not opened by connect() or open()')
  return found
}

/**
 * Connects to a database that has been migrated.
 * @param limits timeouts of queries; default: those of background work
 * @param how `readOnly`: the database rejects every statement that writes; `prepares`: statements may be prepared, which a pooler
 *   that assigns connections by transaction may not allow
 */
export function open(
  url: string,
  connections = 10,
  limits: ConnectionLimits = WORK_LIMITS,
  name = 'kiosk',
  { readOnly = false, prepares = true } = {},
): Connection {
  const pool = createPool({ url, name, connections, limits, readOnly })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { pool, url, prepares })
  return { url, ownerUrl: url, db, close: () => db.destroy() }
}

async function createIfMissing(url: string, name: string): Promise<void> {
  await withMigrationLock(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
}

const MIGRATION_LOCK_POLL_MS = 100

async function takesMigrationLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
  return rows[0]!.taken
}

/** Runs `work` under an advisory lock, so that one program at a time changes the schema; a crash releases the lock. */
async function withMigrationLock<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = createClient({ url, name: 'migrations' })
  await client.connect()
  try {
    // Asked again and again: a program that waits within a statement would block a concurrent index, which waits for all statements.
    while (!(await takesMigrationLock(client))) await pause(MIGRATION_LOCK_POLL_MS)
    await client.query(`set lock_timeout = ${MIGRATION_LIMITS.lockMs}`)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates an index of locked jobs by worker, which the queue's tables lack; only few of many jobs are locked at a time. Checks
 * for the index first: "create index if not exists" locks the table before it does, so every start of a program would block the
 * queue until all transactions that enqueue jobs have ended.
 */
async function indexJobsByWorker(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker.kiosk_jobs_of_workers') is not null as exists`,
  )
  if (rows[0]!.exists) return
  await client.query(
    'create index kiosk_jobs_of_workers on graphile_worker._private_jobs (locked_by) where locked_by is not null',
  )
}

/**
 * Applies the missing files of `folder` in order, each in its own transaction but the concurrent ones; programs that start at the
 * same time wait for each other.
 */
export async function migrate(url: string, folder = new URL('./migrations/', import.meta.url)): Promise<void> {
  await withMigrationLock(url, async (client) => {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.sql') || applied.has(name)) continue
      await onceLocksAreFree(name, () => applyMigration(client, name, readFileSync(new URL(name, folder), 'utf8')))
    }
    const pgPool = createPool({ url, name: 'migrations', connections: 2, limits: MIGRATION_LIMITS })
    try {
      await onceLocksAreFree('jobs', () => runMigrations({ pgPool, logger: new Logger(() => () => {}) }))
      await onceLocksAreFree('jobs', () => indexJobsByWorker(client))
    } finally {
      await pgPool.end()
    }
  })
}

/**
 * A file named `.concurrent.sql` creates indexes without locking a large table. Its statements run one by one, outside a transaction:
 * repeating all of them after a crash must be harmless.
 */
async function applyMigration(client: pg.Client, name: string, statements: string): Promise<void> {
  if (name.endsWith('.concurrent.sql')) {
    // Such an index waits for every older transaction, which may take long and blocks nobody.
    await client.query('set lock_timeout = 0')
    for (const statement of statements.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
    await client.query(`set lock_timeout = ${MIGRATION_LIMITS.lockMs}`)
    await client.query('insert into migrations (name) values ($1)', [name])
    return
  }
  try {
    await client.query('begin')
    await client.query(statements)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Pause between two attempts to get a lock, in which the queries waiting behind it can run. */
const LOCK_AGAIN_AFTER_MS = 1_000
/** Timeout for a lock: longer than a dump or a long report locks its tables. Milliseconds. */
const LOCK_GIVE_UP_AFTER_MS = 30 * MINUTE_MS
const LOCK_NOT_AVAILABLE = '55P03'

/** Runs `work` and retries it while a table is in use, so that readers of the table wait for seconds at most. */
async function onceLocksAreFree(name: string, work: () => Promise<unknown>): Promise<void> {
  const givesUpAt = Date.now() + LOCK_GIVE_UP_AFTER_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (Date.now() > givesUpAt)
        throw new Error(`Migration ${name} waits for a table that another program has locked for half an hour.`, { cause: error })
      await pause(LOCK_AGAIN_AFTER_MS)
    }
  }
}
