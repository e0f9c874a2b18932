import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Operator, type PublishedValues, publishedValuesOf } from '@kiosk/domain/operator'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { verifyAudit } from '../audit/verify-audit.ts'
import { missingSearchIndexes } from '../catalogue/search/search-indexes.ts'
import type { Config } from '../config.ts'
import { hasSavedValues, readSavedValues } from '../content/published-values.ts'
import { type Connection, type Database, open, poolOf } from '../db/connect.ts'
import { HEALTH_LIMITS } from '../db/connections.ts'
import { embeddedPostgres } from '../db/embedded-postgres.ts'
import { readSchema } from '../db/migrate.ts'
import { count } from '../format-count.ts'
import { hasOwner } from '../staff/staff-queries.ts'
import { CannotStart } from '../startup-error.ts'
import { type Check, type Finding, failing, ok, skipped, warning } from './checks.ts'
import { isOverdueAt } from './database-figures.ts'

const EXTENSIONS = ['btree_gist', 'pg_trgm', 'unaccent']
const OLDEST_VERSION = 15
/** Settings that keep personal data out of the log of an operator's own server. */
const LOG_SETTINGS = { log_error_verbosity: 'terse', log_min_error_statement: 'panic', log_parameter_max_length_on_error: '0' }

/** Tolerated difference between the clocks of this machine and the database. */
const CLOCK_WARNING_MS = 2 * SECOND_MS
const CLOCK_ERROR_MS = 30 * SECOND_MS
/** Normally a due job waits for seconds, and e-mails about a large issue for minutes. */
const WAIT_WARNING_MS = 15 * MINUTE_MS
const WAIT_ERROR_MS = HOUR_MS
/** Renewals are queued every ten minutes. */
const RENEWALS_LATE_MS = 25 * MINUTE_MS

const CONNECTIONS = 4
/** The audit log of a large newsstand has a million entries. */
const LIMITS = { ...HEALTH_LIMITS, acquireMs: 5_000, statementMs: 50_000, silenceMs: 55_000 }

/**
 * Opens the database without changing it: unlike the start of a server, no migration is applied and no cluster is created.
 * @returns `isNew`: it has no tables yet
 * @throws if it cannot be reached
 */
export async function openForChecks({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Connection & { isNew: boolean }> {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(`there is no database in ${dataDir} yet; the first start of the server creates it`)
  const embedded = databaseUrl ? undefined : await embeddedPostgres(dataDir)
  const connection = open(databaseUrl ?? `${embedded!.url}/kiosk`, CONNECTIONS, LIMITS, 'doctor')
  const close = async () => {
    await connection.close()
    await embedded?.leave()
  }
  try {
    const isNew = await isWithoutTables(connection.url)
    return { ...connection, isNew, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns whether a database has no tables yet. One that is not ours has some, and the check of the migrations says so. */
async function isWithoutTables(url: string): Promise<boolean> {
  try {
    return (await readSchema(url)).isNew
  } catch (error) {
    if (error instanceof CannotStart) return false
    throw error
  }
}

/**
 * Returns the checks of the database and of the work that is recorded in it. `db` null: it cannot be reached.
 * @param options `isNew`: as from `openForChecks`
 */
export function databaseChecks(
  db: Database | null,
  { databaseUrl, payments, operator }: Pick<Config, 'databaseUrl' | 'payments' | 'operator'>,
  { now = () => new Date(), isNew = false }: { now?: (() => Date) | undefined; isNew?: boolean } = {},
): Check[] {
  const check = (name: string, look: (db: Database) => Promise<Finding | Finding[]>): Check => ({
    name,
    run: async () => (db ? look(db) : skipped('the database cannot be reached')),
  })
  const checkTables: typeof check = (name, look) =>
    isNew ? { name, run: async () => skipped('the database is empty') } : check(name, look)
  return [
    check('database', (opened) => checkServer(opened, isNew)),
    check('database log', (opened) => checkLogSettings(opened, databaseUrl)),
    check('migrations', checkMigrations),
    check('clock', (opened) => checkClock(opened, now)),
    checkTables('jobs', checkJobs),
    checkTables('renewals', (opened) => checkRenewals(opened, now)),
    checkTables('webhooks', (opened) => checkWebhooks(opened, payments)),
    checkTables('desk', checkDesk),
    checkTables('operator.json', (opened) => checkOperatorFile(opened, operator)),
    checkTables('alarms', checkAlarms),
    checkTables('search', checkSearch),
    checkTables('audit log', checkAudit),
  ]
}

/** @param isNew the extensions need only be available: the first start of a server creates them */
async function checkServer(db: Database, isNew: boolean): Promise<Finding[]> {
  const { rows } = await sql<{
    number: number
    name: string
    encoding: string
    collation: string
    recorded: string | null
    actual: string | null
    extensions: string[]
  }>`select current_setting('server_version_num')::int / 10000 as number, current_setting('server_version') as name,
      pg_encoding_to_char(encoding) as encoding, datcollate as collation, datcollversion as recorded,
      pg_database_collation_actual_version(oid) as actual,
      array(${isNew ? sql`select name::text from pg_available_extensions` : sql`select extname::text from pg_extension`}) as extensions
    from pg_database where datname = current_database()`.execute(db)
  const { number, name, encoding, collation, recorded, actual, extensions } = rows[0]!
  const missing = EXTENSIONS.filter((each) => !extensions.includes(each))
  const found: Finding[] = []
  if (number < OLDEST_VERSION) found.push(failing(`PostgreSQL ${name}`, `Use version ${OLDEST_VERSION} or newer.`))
  if (encoding !== 'UTF8')
    found.push(failing(`encoding ${encoding}`, 'Create the database with the encoding UTF8 and restore a dump.'))
  if (missing.length > 0) found.push(failing(`missing extensions: ${missing.join(', ')}`, 'Install them, then restart a server.'))
  if (recorded !== actual)
    found.push(
      warning(
        `collation ${collation} was version ${recorded} and is ${actual} now`,
        'Sorted indexes may be wrong: run "reindex database", then "alter database … refresh collation version".',
      ),
    )
  return found.length > 0 ? found : [ok(`PostgreSQL ${name}, ${encoding}, collation ${collation}`)]
}

/** Checks the log settings of the operator's server. The embedded server is started with them. */
async function checkLogSettings(db: Database, databaseUrl: string | undefined): Promise<Finding> {
  if (!databaseUrl) return ok('the embedded database logs no personal data')
  const { rows } = await sql<{ name: keyof typeof LOG_SETTINGS; setting: string }>`
    select name, setting from pg_settings where name = any(${Object.keys(LOG_SETTINGS)})`.execute(db)
  const wrong = rows
    .filter(({ name, setting }) => setting !== LOG_SETTINGS[name])
    .map(({ name }) => `${name} = ${LOG_SETTINGS[name]}`)
  if (wrong.length === 0) return ok('logs no personal data')
  return warning('the log of the database may contain personal data', `Set ${wrong.sort().join(', ')}.`)
}

async function checkMigrations(db: Database): Promise<Finding> {
  const { missing, tooNew, isNew } = await readSchema(poolOf(db).url)
  if (isNew) return failing('the database is empty', 'Start a server once; it creates the tables.')
  if (tooNew.length > 0)
    return failing(`the database is newer than this version: it has ${tooNew.at(-1)}`, 'Install the version that belongs to it.')
  if (missing.length > 0)
    return failing(
      `${count(missing.length, 'migration is', 'migrations are')} missing, from ${missing[0]} on`,
      'Run "npm run kiosk -- migrate".',
    )
  return ok('none is missing')
}

async function checkSearch(db: Database): Promise<Finding> {
  const missing = await missingSearchIndexes(db)
  if (missing.length === 0) return ok('all pages can be searched')
  return warning(
    `a search finds titles only: ${missing.join(' and ')} missing after a restore`,
    'A server creates them in the background, which can take hours: see "npm run kiosk -- jobs".',
  )
}

async function checkClock(db: Database, now: () => Date): Promise<Finding> {
  const before = now().getTime()
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  const after = now().getTime()
  const ms = Math.round(rows[0]!.ms - (before + after) / 2)
  // The query itself takes time.
  const off = Math.max(0, Math.abs(ms) - (after - before) / 2)
  const says = `this machine and the database differ by ${Math.abs(ms)} ms`
  const todo = 'Let NTP set both clocks: offers end, sessions expire and codes are valid by them.'
  return off >= CLOCK_ERROR_MS ? failing(says, todo) : off >= CLOCK_WARNING_MS ? warning(says, todo) : ok(says)
}

async function checkJobs(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ failed: number; names: string[] | null; waited: number; oldest: string | null }>`
    select count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
      array_agg(distinct task_identifier) filter (where attempts >= max_attempts and locked_at is null) as names,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${isDue})) * 1000, 0)::float8 as waited,
      (array_agg(task_identifier order by run_at) filter (where ${isDue}))[1] as oldest
    from graphile_worker.jobs`.execute(db)
  const { failed, names, waited, oldest } = rows[0]!
  const found: Finding[] = []
  const says = `the oldest job that is due (${oldest}) has waited for ${count(Math.round(waited / MINUTE_MS), 'minute')}`
  if (waited > WAIT_WARNING_MS)
    found.push((waited > WAIT_ERROR_MS ? failing : warning)(says, 'Is a server running? See docs/runbook/jobs-waiting.md.'))
  if (failed > 0)
    found.push(
      warning(`${failed} failed: ${names!.join(', ')}`, 'See /desk/operations or "kiosk jobs": run them again or dismiss them.'),
    )
  return found.length > 0 ? found : [ok('none has failed, none has waited long')]
}
const isDue = sql<boolean>`locked_at is null and attempts < max_attempts and run_at <= now()`

async function checkRenewals(db: Database, now: () => Date): Promise<Finding> {
  const { rows } = await sql<{ last: Date | null; overdue: number }>`
    select (select last_execution from graphile_worker._private_known_crontabs where identifier = 'billing') as last,
      (select count(*)::int from subscriptions where ${isOverdueAt(now())}) as overdue`.execute(db)
  const { last, overdue } = rows[0]!
  const todo = 'See docs/runbook/renewals-overdue.md.'
  if (overdue > 0) return failing(`${count(overdue, 'subscription')} should have been renewed an hour ago`, todo)
  if (last === null) return warning('no run was ever queued', 'Start a server; it queues one every ten minutes.')
  const ago = now().getTime() - last.getTime()
  const says = `the last run was queued ${count(Math.round(ago / MINUTE_MS), 'minute')} ago`
  return ago > RENEWALS_LATE_MS ? failing(says, `No server queues them. ${todo}`) : ok(says)
}

/** Checks that providers send webhooks. Without them, everything is found out later, by polling. */
async function checkWebhooks(db: Database, { card, wallet, store }: Config['payments']): Promise<Finding[]> {
  const names = [card?.is, wallet && 'paypal', store && 'google'].filter((name) => name !== undefined && name !== null)
  if (names.length === 0) return [skipped('no payment provider is set')]
  const { rows } = await sql<{ provider: string; last: Date | null; charged: Date | null }>`
    select provider, (select max(received_at) from provider_events e where e.provider = p.provider) as last,
      (select max(settled_at) from payment_attempts a where a.provider = p.provider) as charged
    from unnest(${names}::text[]) as p (provider)`.execute(db)
  return rows.map(({ provider, last, charged }) => {
    const says = last ? `the last event of ${provider} came at ${last.toISOString()}` : `${provider} has never sent an event`
    const isMissing = charged !== null && (last === null || charged.getTime() - last.getTime() > DAY_MS)
    if (isMissing)
      return failing(
        `${says}, the last payment was at ${charged.toISOString()}`,
        'Check address and secret of the webhook at the provider.',
      )
    return last ? ok(says) : warning(says, 'Send a test event from the provider before the first sale.')
  })
}

async function checkDesk(db: Database): Promise<Finding> {
  if (await hasOwner(db)) return ok('an owner can sign in')
  return warning('no owner can sign in at the desk', 'Run "npm run kiosk -- staff invite EMAIL", which prints a link.')
}

/** Lists the parts of the file that no longer apply, for operators who change them there. */
async function checkOperatorFile(db: Database, operator: Operator): Promise<Finding> {
  const ofFile = publishedValuesOf(operator)
  const parts = Object.keys(ofFile) as (keyof PublishedValues)[]
  const saved = await readSavedValues(db, operator)
  if (saved) {
    const differing = parts.filter((part) => !isDeepStrictEqual(saved.values[part], ofFile[part]))
    const says = `changed at the desk, in /desk/content/company; in the file, these parts no longer apply: ${parts.join(', ')}`
    return ok(`${says} (${differing.length > 0 ? `the desk differs in: ${differing.join(', ')}` : 'the desk has the same'})`)
  }
  return (await hasSavedValues(db))
    ? warning(
        'what was saved at the desk cannot be read by this version, so the file applies',
        'Install the version that saved it.',
      )
    : ok('every part applies; nothing was changed at /desk/content/company')
}

async function checkAlarms(db: Database): Promise<Finding> {
  const { rows } = await sql<{ open: number; kinds: string[] | null }>`
    select count(*)::int as open, array_agg(distinct kind) as kinds from operator_alarms where cleared_at is null`.execute(db)
  const { open, kinds } = rows[0]!
  return open === 0 ? ok('none is open') : warning(`${open} open: ${kinds!.join(', ')}`, 'See /desk/operations/alarms.')
}

async function checkAudit(db: Database): Promise<Finding> {
  const { entries, head, firstWrong } = await verifyAudit(db)
  if (firstWrong !== null)
    return failing(
      `entry ${firstWrong} was changed, or one before it is missing`,
      'Compare with a dump; find out who can write to the database.',
    )
  return ok(`${count(entries, 'entry', 'entries')}, unbroken${head ? `; the last is ${head.id}:${head.hash.slice(0, 12)}…` : ''}`)
}
