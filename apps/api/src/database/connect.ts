import { readdirSync, readFileSync } from 'node:fs'
import { Logger, runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { embeddedPostgres } from './embedded-postgres.ts'
import type { DB } from './schema.ts'

export type Database = Kysely<DB>

export type Connection = {
  /** `postgres://…/database`, for programs that need a connection of their own (LISTEN, tests). */
  url: string
  db: Database
  /** Ends the connections; stops an embedded server that nobody else uses. */
  close(): Promise<void>
}

const MIGRATION_LOCK = 20_261_122

// Counts and ids stay far below 2^53; a number is what the code and the wire expect.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY = 1016
const textsOf = pg.types.getTypeParser(INT8_ARRAY as never) as (array: string) => string[]
pg.types.setTypeParser(INT8_ARRAY as never, (array: string) => textsOf(array).map(Number) as never)
// A day is a day, whatever the time zone of the server: "2026-11-21".
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Connects to the server at `databaseUrl`, or to the embedded one under `dataDir`, and applies what migrations are missing.
 * @param connections at most so many at once
 */
export async function connect(given: {
  databaseUrl?: string | undefined
  dataDir: string
  connections?: number
}): Promise<Connection> {
  const embedded = given.databaseUrl ? undefined : await embeddedPostgres(given.dataDir)
  const url = given.databaseUrl ?? `${embedded?.url}/kiosk`
  if (embedded) await createIfMissing(`${embedded.url}/postgres`, 'kiosk')
  await migrate(url)
  const opened = open(url, given.connections)
  return {
    ...opened,
    async close() {
      await opened.close()
      await embedded?.leave()
    },
  }
}

const undersides = new WeakMap<Database, { pool: pg.Pool; url: string }>()

/** What lies under `db`: the pool, for libraries that speak to it themselves, and the address, for connections of one's own. */
export function underside(db: Database): { pool: pg.Pool; url: string } {
  const found = undersides.get(db)
  if (!found) throw new Error('this database was not opened by connect() or open()')
  return found
}

/** Connects to a database that has been migrated. */
export function open(url: string, connections = 10): Connection {
  const pool = new pg.Pool({ connectionString: url, max: connections, idleTimeoutMillis: 30_000 })
  // An idle connection that the server drops is replaced at the next query.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  undersides.set(db, { pool, url })
  return { url, db, close: () => db.destroy() }
}

async function createIfMissing(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Applies the missing files of `migrations/` in order, each in its own transaction; concurrent programs wait for each other. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    const folder = new URL('./migrations/', import.meta.url)
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.sql') || applied.has(name)) continue
      await client.query('begin')
      await client.query(readFileSync(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    }
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end()
  }
}
