// Applies migrations, and says whether the schema of a database fits this version of the program (ADR-0289).
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MINUTE_MS } from '@kiosk/domain/time'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { count } from '../format-count.ts'
import { CannotStart } from '../startup-error.ts'
import { createClient, createPool, MIGRATION_LIMITS } from './connections.ts'

/** Folder of the migrations. */
export const MIGRATIONS = new URL('./migrations/', import.meta.url)
const MIGRATION_LOCK = 20_261_122
const MIGRATION_LOCK_POLL_MS = 100

/**
 * Comment on the table of migrations while a new database gets its tables, so that an interrupted first start can be continued.
 */
const BEING_CREATED = 'The tables of this database are being created.'
/** Stands for the tables of the job queue, whose migrations are not files of ours. */
export const JOBS = 'tables of the job queue'

/**
 * Table that a restore creates first and drops at its end, so that no program uses a partly restored database.
 */
export const UNFINISHED_RESTORE = 'unfinished_restore'

/** `only`: names of the files to apply; default: all. `isRestore`: the caller is restoring the database. */
type Restoring = { only?: ReadonlySet<string>; isRestore?: boolean }

export type Schema = {
  /** Migrations that this version needs and the database lacks, in order. */
  missing: readonly string[]
  /** Applied migrations that this version of the program cannot work with. */
  tooNew: readonly string[]
  /** The database has no tables, or its first start was interrupted. */
  isNew: boolean
}

/** Runs `work` under an advisory lock, so that only one program at a time changes the schema. A crash releases the lock. */
export async function withMigrationLock<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withClient(url, async (client) => {
    // Polled: a program that waits within a statement would block a concurrent index, which waits for all statements.
    while (!(await takesMigrationLock(client))) await pause(MIGRATION_LOCK_POLL_MS)
    await client.query(`set lock_timeout = ${MIGRATION_LIMITS.lockMs}`)
    return work(client)
  })
}

/** Calls `work` with a connection for changes of the schema. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = createClient({ url, name: 'migrations' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function takesMigrationLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
  return rows[0]!.taken
}

/** Compares a database with the migrations of this version, without changing it. @throws CannotStart if it is not ours */
export function readSchema(url: string): Promise<Schema> {
  return withClient(url, (client) => schemaOf(client, MIGRATIONS))
}

/**
 * Checks that the schema of a database fits this version. A new database gets its tables.
 * @param mayMigrate called if migrations of a database in use are missing; true = they are applied
 * @throws CannotStart if the schema is too old or too new
 */
export async function requireSchema(url: string, mayMigrate: () => Promise<boolean>): Promise<void> {
  const found = await readSchema(url)
  refuseTooNew(found)
  if (found.missing.length === 0 && !found.isNew) return
  // Another program may be migrating: under the lock it has finished.
  await withMigrationLock(url, async (client) => {
    const { missing, isNew } = await schemaOf(client, MIGRATIONS)
    if (missing.length === 0 && !isNew) return
    if (!isNew && !(await mayMigrate())) throw new CannotStart(tooOld(missing))
    await applyMissing(client, url)
  })
}

/**
 * Applies the missing files of `folder` in order, each in its own transaction except the concurrent ones. Programs that migrate
 * at the same time wait for each other.
 * @param options `onApplied`: called with the name of each migration
 * @throws CannotStart if the schema is too new, or the database is only partly restored
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS,
  options: Restoring & { onApplied?: (name: string) => void } = {},
): Promise<void> {
  await withMigrationLock(url, (client) => applyMissing(client, url, folder, options))
}

/** Returns whether a restore has begun but not finished. */
export async function isRestoredInPart(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${UNFINISHED_RESTORE}`,
  ])
  return rows[0]!.found
}

function tooOld(missing: readonly string[]): string {
  const are = count(missing.length, 'migration is', 'migrations are')
  return `The database is older than this version: ${are} missing, from ${missing[0]} on. Run "npm run kiosk -- migrate" (--plan shows what it would do).`
}

function refuseTooNew({ tooNew }: Schema): void {
  if (tooNew.length === 0) return
  throw new CannotStart(
    `The database is newer than this version: it has ${tooNew.at(-1)}. Install the version that belongs to it.`,
  )
}

async function schemaOf(client: pg.Client, folder: URL, { only, isRestore = false }: Restoring = {}): Promise<Schema> {
  if (!isRestore && (await isRestoredInPart(client)))
    throw new CannotStart('The database is partly restored: run "npm run kiosk -- restore" again, or wait until it has finished.')
  const known = namesIn(folder)
  const isWanted = (name: string) => only?.has(name) ?? true
  const { rows } = await client.query<{ exists: boolean; creating: string | null; others: boolean }>(
    `select to_regclass('migrations') is not null as exists, obj_description(to_regclass('migrations'), 'pg_class') as creating,
      exists (select from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and relname <> '${UNFINISHED_RESTORE}' and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')) as others`,
  )
  const { exists, creating, others } = rows[0]!
  if (!exists && others) throw new CannotStart('The database has tables of another program: set DATABASE_URL to an empty one.')
  if (!exists) return { missing: [...known.filter(isWanted), JOBS], tooNew: [], isNew: true }
  // Rows as JSON, because older databases have no column "needs".
  const applied = await client.query<{ name: string; needs: string | null }>(
    `select name, to_jsonb(migrations) ->> 'needs' as needs from migrations order by name`,
  )
  const names = new Set(applied.rows.map(({ name }) => name))
  const missing = known.filter((name) => isWanted(name) && !names.has(name))
  if (!(await hasTablesOfJobs(client))) missing.push(JOBS)
  const tooNew = applied.rows.filter(({ name, needs }) => !known.includes(name) && needs !== null && !known.includes(needs))
  return { missing, tooNew: tooNew.map(({ name }) => name), isNew: creating === BEING_CREATED }
}

/** Returns the names of the migrations in a folder, in order. */
export function namesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Returns the statements of a migration of this version. */
export function textOfMigration(name: string, folder = MIGRATIONS): string {
  return readFileSync(new URL(name, folder), 'utf8')
}

/**
 * Returns the migration that a program must know in order to work with the database after this one. A file that removes something
 * says so in its first lines; the others keep everything that older programs use.
 */
export function neededBy(statements: string): string | null {
  return /^-- Needs programs with (\S+\.sql)\.$/m.exec(statements)?.[1] ?? null
}

async function hasTablesOfJobs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null and to_regclass('${INDEX_OF_WORKERS}') is not null
      and to_regclass('${INDEX_OF_TASKS}') is not null as exists`,
  )
  if (!rows[0]!.exists) return false
  const { rows: newest } = await client.query<{ id: number | null }>('select max(id) as id from graphile_worker.migrations')
  return (newest[0]!.id ?? 0) >= (await newestOfJobs())
}

/** Returns the number of the newest migration of the job queue, which its package applies but does not export. */
async function newestOfJobs(): Promise<number> {
  const folder = dirname(createRequire(import.meta.url).resolve('graphile-worker'))
  const { migrations } = (await import(pathToFileURL(join(folder, 'generated/sql.js')).href)) as { migrations: object }
  return Math.max(...Object.keys(migrations).map((file) => Number.parseInt(file, 10)))
}

const INDEX_OF_WORKERS = 'graphile_worker.kiosk_jobs_of_workers'
const INDEX_OF_TASKS = 'graphile_worker.kiosk_jobs_of_tasks'

/**
 * Creates indexes that the queue's tables lack. One lists locked jobs by worker, because few of many jobs are locked at a time.
 * The other lists waiting jobs by task: without it, a worker for one task would read past all waiting jobs of the others at each
 * poll.
 */
async function indexJobs(client: pg.Client): Promise<void> {
  await client.query(
    `create index if not exists kiosk_jobs_of_workers on graphile_worker._private_jobs (locked_by) where locked_by is not null;
    create index if not exists kiosk_jobs_of_tasks on graphile_worker._private_jobs (task_id, priority, run_at) where is_available`,
  )
}

async function applyMissing(
  client: pg.Client,
  url: string,
  folder = MIGRATIONS,
  { onApplied, ...restoring }: Parameters<typeof migrate>[2] = {},
): Promise<void> {
  const schema = await schemaOf(client, folder, restoring)
  refuseTooNew(schema)
  await requireParameter(client, schema.missing, folder)
  if (schema.isNew) {
    await client.query(
      `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
      comment on table migrations is '${BEING_CREATED}'`,
    )
  }
  for (const name of schema.missing) {
    await onceLocksAreFree(name, () => (name === JOBS ? migrateJobs(client, url) : applyMigration(client, name, folder)))
    onApplied?.(name)
  }
  if (schema.isNew) await client.query('comment on table migrations is null')
}

/** Functions of the books set it. A user who is no superuser needs the right to it. */
const RETENTION = 'kiosk.retention'

/** @throws CannotStart if the user may not set the parameter that one of the migrations uses */
async function requireParameter(client: pg.Client, missing: readonly string[], folder: URL): Promise<void> {
  const needed = missing.some((name) => name !== JOBS && textOfMigration(name, folder).includes(RETENTION))
  if (!needed) return
  const { rows } = await client.query<{ user: string; may: boolean }>(
    `select quote_ident(current_user) as user, has_parameter_privilege($1, 'set') as may`,
    [RETENTION],
  )
  const { user, may } = rows[0]!
  if (!may)
    throw new CannotStart(
      `The database user lacks a right that only a superuser can give it; run once: grant set on parameter "${RETENTION}" to ${user};`,
    )
}

async function migrateJobs(client: pg.Client, url: string): Promise<void> {
  const pgPool = createPool({ url, name: 'migrations', connections: 2, limits: MIGRATION_LIMITS })
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) })
    await indexJobs(client)
  } finally {
    await pgPool.end()
  }
}

/**
 * A file named `.concurrent.sql` creates indexes without locking a large table. Its statements run one by one, outside a
 * transaction, so repeating all of them after a crash must be harmless.
 */
async function applyMigration(client: pg.Client, name: string, folder: URL): Promise<void> {
  const statements = textOfMigration(name, folder)
  if (name.endsWith('.concurrent.sql')) {
    // Such an index waits for every older transaction, which may take a long time but blocks nobody.
    await client.query('set lock_timeout = 0')
    for (const statement of statements.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
    await client.query(`set lock_timeout = ${MIGRATION_LIMITS.lockMs}`)
    await record(client, name, neededBy(statements))
    return
  }
  try {
    await client.query('begin')
    await client.query(statements)
    await record(client, name, neededBy(statements))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Records a migration. The column "needs" exists since 263, and no earlier file has a value for it. */
async function record(client: pg.Client, name: string, needs: string | null): Promise<void> {
  if (needs === null) await client.query('insert into migrations (name) values ($1)', [name])
  else await client.query('insert into migrations (name, needs) values ($1, $2)', [name, needs])
}

/** Pause between two attempts to get a lock. Queries that queued behind the attempt run in the meantime. */
const LOCK_AGAIN_AFTER_MS = 1_000
/** Timeout for a lock: longer than a dump or a long report locks its tables. */
const LOCK_GIVE_UP_AFTER_MS = 30 * MINUTE_MS
/** Error code of a statement that has waited too long for a lock. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** Runs `work`, retrying while a table is in use, so that readers of the table wait a few seconds at most. */
async function onceLocksAreFree(name: string, work: () => Promise<unknown>): Promise<void> {
  const givesUpAt = performance.now() + LOCK_GIVE_UP_AFTER_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (performance.now() > givesUpAt)
        throw new Error(`Migration ${name} has waited half an hour for a table that another program has locked.`, {
          cause: error,
        })
      await pause(LOCK_AGAIN_AFTER_MS)
    }
  }
}
