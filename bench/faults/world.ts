import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { testMailServer } from '@kiosk/backend/adapters/mail/testing/mail-server'
import { type Files, issueFolder } from '@kiosk/backend/adapters/storage/port'
import { s3Files } from '@kiosk/backend/adapters/storage/s3'
import { startS3Server } from '@kiosk/backend/adapters/storage/testing/s3-server'
import type { BuiltIssue } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { root } from '@kiosk/backend/config'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { withClient } from '@kiosk/backend/db/migrate'
import { findBinaries, initialise, passwordIn, postmaster, start, USER, until, whoRuns } from '@kiosk/backend/db/postgres-cluster'
import { freePort } from '@kiosk/backend/free-port'
import { builtWebsite, startServer as startInTest, type TestServer } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import { type Clock, changeableClock } from '../changeable-clock.ts'
import { childrenOf } from '../children-of.ts'
import { tcpProxy } from './tcp-proxy.ts'

/** A prime, so that the requests that a client makes in turn are spread over all readers: each may have 1,000 bookmarks. */
const READERS = 31
const ISSUES = 24
/** Each bookmark is on another page. */
const PAGES_PER_ISSUE = 2_000
const STOPS_WITHIN_MS = 30_000
/** Two servers, and a third while one is replaced. */
const MOST_CONNECTIONS = 200
const CLOCK_CACHE_SECONDS = 1

/** PostgreSQL as a service manager runs it: stopped and started from outside, always at the same port. */
type DatabaseServer = {
  url: string
  /** Process id; undefined while it is stopped. */
  pid(): number | undefined
  stop(): Promise<void>
  start(): Promise<void>
  /** Sends a signal to all its processes: `SIGSTOP` freezes it. */
  signal(name: NodeJS.Signals): void
}

async function databaseServer(folder: string, clock: Clock | null): Promise<DatabaseServer> {
  const cluster = join(folder, 'postgres')
  const passwordFile = join(folder, 'postgres.password')
  const [binaries, port, password] = [await findBinaries(), await freePort(), passwordIn(passwordFile)]
  const runner = whoRuns(binaries, cluster)
  initialise(binaries, runner, cluster, passwordFile)
  const variables = Object.entries(clock?.settings ?? {}).map(([name, value]) => `${name}=${value}`)
  if (clock) runner.prefix = ['env', ...variables, ...runner.prefix]
  const settings = [`max_connections=${MOST_CONNECTIONS}`]
  const startIt = () => start({ binaries, runner, cluster, password, settings, port })
  const pid = () => postmaster(cluster)?.pid
  await startIt()
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}`,
    pid,
    start: startIt,
    async stop() {
      const running = pid()
      if (!running) return
      process.kill(running, 'SIGINT')
      await until(() => pid() === undefined, STOPS_WITHIN_MS)
    },
    signal(name) {
      const running = pid()
      if (!running) return
      // Each of its processes has a group of its own.
      for (const each of [running, ...childrenOf(running)]) process.kill(each, name)
    },
  }
}

type Start = typeof startInTest
type OpenOptions = { startServer?: Start; release?: string; changesClocks?: boolean }

export type World = {
  connection: Connection
  /** Of the database. */
  url: string
  database: DatabaseServer
  /** Clocks of the database and of the servers; null if they use the machine's. */
  clocks: { database: Clock; servers: Clock } | null
  mails: Awaited<ReturnType<typeof testMailServer>>['mails']
  storage: Awaited<ReturnType<typeof tcpProxy>>
  mail: Awaited<ReturnType<typeof tcpProxy>>
  files: Files
  /** Environment variables of servers and commands, without those of the database and their folder. */
  settings: Record<string, string>
  issues: BuiltIssue[]
  /** `cookie` headers of readers. */
  readers: string[]
  /** Those that are alive. */
  servers: TestServer[]
  /** @param start starts it in another way than the others */
  startServer(settings?: Record<string, string>, start?: Start): Promise<TestServer>
  close(): Promise<void>
}

/**
 * Starts a newsstand of real parts, each of which can fail: PostgreSQL, an S3 server, an SMTP server.
 * @param options `startServer`: starts each server; `release`: folder of the version that makes the database, with a slash at its
 * end, default: this one; `changesClocks`: whether the clocks can be changed, if libfaketime is installed
 */
export async function openWorld(
  folder: string,
  { startServer = startInTest, release = root, changesClocks = false }: OpenOptions = {},
): Promise<World> {
  const clocks = changesClocks ? clocksIn(folder) : null
  const database = await databaseServer(folder, clocks?.database ?? null)
  await withClient(`${database.url}/postgres`, (client) => client.query('create database kiosk'))
  const url = `${database.url}/kiosk`
  const { migrate } = (await import(`${release}packages/backend/src/db/migrate.ts`)) as typeof import('@kiosk/backend/db/migrate')
  await migrate(url)
  const connection = open(url, 4)
  const [bucket, smtp] = [await startS3Server(), await testMailServer()]
  const [storage, mail] = [await tcpProxy(Number(new URL(bucket.settings.url).port)), await tcpProxy(smtp.port)]
  const files = s3Files({ ...bucket.settings, scratch: folder })
  const { issues, readers } = await fill(release, connection, files)
  const servers: TestServer[] = []
  const behindProxy = new URL(bucket.settings.url)
  behindProxy.port = String(storage.port)
  const settings = {
    S3_BUCKET_URL: behindProxy.href,
    S3_REGION: bucket.settings.region,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    DRAIN_SECONDS: '0',
    ...clocks?.servers.settings,
  }
  let count = 0
  const world: World = {
    connection,
    url,
    database,
    clocks,
    mails: smtp.mails,
    storage,
    mail,
    files,
    settings,
    issues,
    readers,
    servers,
    async startServer(more = {}, start = startServer) {
      const dataDir = join(folder, `server-${++count}`)
      mkdirSync(dataDir)
      const server = await start({ databaseUrl: url, dataDir, website: builtWebsite, settings: { ...settings, ...more } })
      servers.push(server)
      server.process.on('exit', () => servers.splice(servers.indexOf(server), 1))
      return server
    },
    async close() {
      for (const server of [...servers]) server.process.kill('SIGKILL')
      await until(() => servers.length === 0, STOPS_WITHIN_MS)
      await connection.close()
      await Promise.all([storage.close(), mail.close()])
      await Promise.all([bucket.close(), smtp.close()])
      await database.stop()
    },
  }
  return world
}

function clocksIn(folder: string): World['clocks'] {
  const clockIn = (file: string) => changeableClock(join(folder, file), CLOCK_CACHE_SECONDS)
  const [database, servers] = [clockIn('database.clock'), clockIn('servers.clock')]
  return database && servers && { database, servers }
}

async function fill(release: string, { db }: Connection, files: Files): Promise<Pick<World, 'issues' | 'readers'>> {
  const of = (module: string) => import(`${release}packages/backend/src/${module}.ts`)
  const { createIssue, createTitle } = (await of(
    'catalogue/testing/titles-and-issues',
  )) as typeof import('@kiosk/backend/catalogue/testing/titles-and-issues')
  const { createAccount, signedIn } = (await of(
    'accounts/testing/accounts',
  )) as typeof import('@kiosk/backend/accounts/testing/accounts')
  const issues: BuiltIssue[] = []
  for (let count = 0; count < ISSUES; count++) {
    const title = await createTitle(db)
    const issue = await createIssue(db, { title, page_count: PAGES_PER_ISSUE })
    await files.write(`${issueFolder(issue.uid, issue.revision)}cover-280.webp`, randomBytes(20_000))
    issues.push(issue)
  }
  const readers: string[] = []
  for (let count = 0; count < READERS; count++) {
    const account = await createAccount(db, { email: `reader-${count}@faults.example.org` })
    readers.push((await signedIn(db, account)).cookie.replace('__Host-', ''))
  }
  return { issues, readers }
}

/** Waits until no e-mail is due any more, or for the given time. */
export async function emailsSent({ connection: { db } }: World, milliseconds: number): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(500)) {
    // An e-mail that failed is due later; nobody wants to wait for that here. One that was not tried is due at once.
    await sql`update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at > now() and attempts > 0`.execute(db)
    const left = await sql`select from graphile_worker.jobs where task_identifier = 'letter'`.execute(db)
    if (left.rows.length === 0) return
  }
}
