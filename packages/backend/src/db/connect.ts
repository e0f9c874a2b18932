import { type DrainOuterGeneric, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { urlOfAppRole } from './app-role.ts'
import { type ConnectionLimits, createPool, WORK_LIMITS } from './connections.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, embeddedPostgres } from './embedded-postgres.ts'
import { requireSchema, withMigrationLock } from './migrate.ts'
import { refuseTransactionPooler } from './pooler.ts'
import type { DB } from './schema.ts'

declare module 'kysely' {
  // When a transaction is passed as `Kysely`, TypeScript compares their methods. Those that change the tables return a
  // transaction, which it compares in turn, several levels deep: two seconds of each check. These overloads end that (ADR-0369).
  interface Transaction<DB> {
    $extendTables<T extends Record<string, Record<string, unknown>>>(): Kysely<DrainOuterGeneric<DB & T>>
    $omitTables<T extends keyof DB>(): Kysely<DB extends object ? Omit<DB, T> : DB>
    $pickTables<T extends keyof DB>(): Kysely<DB extends object ? Pick<DB, T> : DB>
    withTables<T extends Record<string, Record<string, unknown>>>(): Kysely<DrainOuterGeneric<DB & T>>
  }
}

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

// Counts and ids stay far below 2^53, so they are numbers in code and API.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const INT8_ARRAY = 1016
const textsOf = pg.types.getTypeParser(INT8_ARRAY as never) as (array: string) => string[]
pg.types.setTypeParser(INT8_ARRAY as never, (array: string) => textsOf(array).map(Number) as never)
// Dates stay text, so they do not depend on the server's time zone: "2026-11-21".
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/** Location of a database: the server at `databaseUrl`, reached directly, or else the embedded one under `dataDir`. */
type DatabasePlace = { databaseUrl?: string | undefined; dataDir: string }

/**
 * Connects to the database at a place. A new one gets its tables. Missing migrations are applied if the database is embedded and no
 * other program uses it; otherwise `kiosk migrate` applies them (ADR-0289).
 * @param options `connections`: maximum number of them; `report`, `onGone` and `settings`: see `EmbeddedOptions`
 * @throws CannotStart if the schema of the database is too old or too new for this version
 */
export async function connect(options: DatabasePlace & { connections?: number } & EmbeddedOptions): Promise<Connection> {
  const reached = await reachDatabase(options)
  const { ownerUrl, embedded, leave } = reached
  try {
    await requireSchema(ownerUrl, async () => embedded !== undefined && !(await embedded.isShared()))
    const url = await urlOfPrograms(reached)
    const opened = open(url, options.connections, WORK_LIMITS, 'kiosk')
    return {
      ...opened,
      ownerUrl,
      async close() {
        await opened.close()
        await leave()
      },
    }
  } catch (error) {
    // Otherwise its connection would keep the program running.
    await leave()
    throw error
  }
}

/** Calls `work` with the URL of the database at a place, as the role that owns the tables, for changes of the schema. */
export async function asOwner<Result>(
  place: DatabasePlace & Pick<EmbeddedOptions, 'settings'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { ownerUrl, leave } = await reachDatabase(place)
  try {
    return await work(ownerUrl)
  } finally {
    await leave()
  }
}

type Reached = { ownerUrl: string; embedded: EmbeddedPostgres | undefined; leave(): Promise<void> }

/**
 * Finds the database without changing its schema: the one at `databaseUrl`, or that of the embedded server under `dataDir`, which
 * is started, and created if it is missing. Leave it afterwards.
 * @throws CannotStart if `databaseUrl` leads to a pooler that assigns connections by transaction
 */
export async function reachDatabase(options: DatabasePlace & EmbeddedOptions): Promise<Reached> {
  const { databaseUrl, dataDir, ...settings } = options
  if (databaseUrl) {
    await refuseTransactionPooler(databaseUrl)
    return { ownerUrl: databaseUrl, embedded: undefined, leave: async () => {} }
  }
  const embedded = await embeddedPostgres(dataDir, settings)
  try {
    await createIfMissing(`${embedded.url}/postgres`, 'kiosk')
    return { ownerUrl: `${embedded.url}/kiosk`, embedded, leave: embedded.leave }
  } catch (error) {
    await embedded.leave()
    throw error
  }
}

/** Programs use the embedded database as a role that cannot change the schema. */
function urlOfPrograms({ ownerUrl, embedded }: Pick<Reached, 'ownerUrl' | 'embedded'>): Promise<string> {
  if (!embedded) return Promise.resolve(ownerUrl)
  return withMigrationLock(ownerUrl, (client) => urlOfAppRole(client, ownerUrl))
}

type Pool = { pool: pg.Pool; url: string }
const pools = new WeakMap<Database, Pool>()

/** Returns the pool of a `db`, for libraries that use it directly, and the URL for separate connections, without a pooler. */
export function poolOf(db: Database): Pool {
  const found = pools.get(db)
  if (!found) throw new Error('this database was not opened by connect() or open()')
  return found
}

/**
 * Connects to a database that has been migrated.
 * @param limits timeouts of queries; default: those of background work
 * @param how `readOnly`: the database rejects every statement that writes; `prepares`: statements may be prepared, which a pooler
 *   that assigns connections by transaction may not allow; `poolerUrl`: address of such a pooler, for all queries of `db`
 */
export function open(
  url: string,
  connections = 10,
  limits: ConnectionLimits = WORK_LIMITS,
  name = 'kiosk',
  how: { readOnly?: boolean; prepares?: boolean; poolerUrl?: string | undefined } = {},
): Connection {
  const { poolerUrl, ...more } = how
  const pool = createPool({ url: poolerUrl ?? url, name, connections, limits, isPooler: poolerUrl !== undefined, ...more })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { pool, url })
  return { url, ownerUrl: url, db, close: () => db.destroy() }
}

async function createIfMissing(url: string, name: string): Promise<void> {
  await withMigrationLock(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
}
