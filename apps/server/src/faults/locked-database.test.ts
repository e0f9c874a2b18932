import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import { migrate } from '@kiosk/backend/db/migrate'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtWebsite, CRASH, startServer, type TestServer, TOKEN } from '../testing/start-server.ts'

// What visitors, readers and health checks notice of a locked table, measured on a server with the built website in a process of
// its own. One lock lasts as long as a careless operator holds it, the other is of a migration behind a long report. The same is
// measured without a lock before, because the machine is shared: where that took long, the time limits are longer.

/** Visitors and health checks, except the slowest in twenty. */
const VISITORS_MS = 200
/** Readers: with a page, or with an explanation. */
const READERS_MS = 3_000
/** From the end of the lock until everything is answered again. */
const WELL_AGAIN_MS = 1_000
const WITHOUT_LOCK_MS = 4_000
const CALLERS = 12
/** Pause of a caller between two requests. Without one, callers whose requests do not wait occupy the processor. */
const CALLER_PAUSE_MS = 100
/** Time after which an answer counts as missing. */
const HANGS_AFTER_MS = 15_000

let connection: Connection
let folder: string
let server: TestServer
let cookie: string
/** What was observed without a lock. */
let usual: Awaited<ReturnType<typeof observe>>
const EMAIL = 'lock@example.org'

beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'locked-'))
  const title = await createTitle(connection.db, { key: 'bergblick', categories: ['reise'] })
  await createIssue(connection.db, { title, uid: 'bergblick-1' })
  await fileSystem(join(folder, 'files')).write(`${issueFolder('bergblick-1', 1)}cover-280.webp`, Buffer.from('a cover'))
  // Repeated sign-ins end earlier ones of their account, so they have one of their own.
  await createAccount(connection.db, { email: EMAIL })
  const account = await createAccount(connection.db)
  cookie = (await signedIn(connection.db, account)).cookie.replace(SESSION_COOKIE.secure, SESSION_COOKIE.loopback)
  server = await startServer({ databaseUrl: connection.url, dataDir: folder, website: builtWebsite })
  await askAll()
  usual = await observe(() => pause(WITHOUT_LOCK_MS))
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const paths = {
  visitors: [
    '/health',
    '/livez',
    '/readyz',
    '/',
    '/magazines',
    '/title/bergblick',
    '/magazines/issues/bergblick-1',
    '/api/v8/issuecontent/bergblick-1/cover?coverheight=280&v=1',
    '/api/v8/titles',
  ],
  readers: ['/user/account', '/api/v8/user'],
}
type Answer = { path: string; status: number; took: number; retryAfter: number; text: string; location: string | null }
let visitor = 0

/** Sends a request from a new address, as a reader to pages of readers; status 0 = no answer. */
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = Date.now()
  const answer = { path, status: 0, retryAfter: 0, text: '', location: null as string | null }
  const address = `198.51.${++visitor % 250}.${visitor % 200}`
  const headers = {
    'x-api-token': TOKEN,
    'x-forwarded-for': address,
    accept: 'image/webp,*/*',
    'accept-language': 'fr',
    ...(paths.readers.includes(path) && { cookie }),
  }
  try {
    const signal = AbortSignal.timeout(HANGS_AFTER_MS)
    const response = await fetch(server.origin + path, { redirect: 'manual', ...init, headers, signal })
    answer.status = response.status
    answer.retryAfter = Number(response.headers.get('retry-after'))
    answer.location = response.headers.get('location')
    answer.text = await response.text()
  } catch {
    answer.status = 0
  }
  return { ...answer, took: Date.now() - startedAt }
}

const logIn = () =>
  ask('/api/v8/websession/login', {
    method: 'POST',
    body: new URLSearchParams({ username: EMAIL, password: PASSWORD_OF_TESTS }),
  })
const reportCrash = () => ask('/api/v8/crashreport', { method: 'POST', body: new URLSearchParams(CRASH) })

/** Asks for everything, which must succeed. */
async function askAll(): Promise<void> {
  for (const path of [...paths.readers, ...paths.visitors]) expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect([200, 429]).toContain((await logIn()).status)
}

/** Lets visitors, readers and health checks ask while `during` lasts. */
async function observe(during: () => Promise<unknown>) {
  let ended = false
  const readers: Answer[] = []
  const logins: Answer[] = []
  const crashReports: Answer[] = []
  const visitors: Answer[] = []
  const turns = [
    ...paths.readers.map((path) => async () => void readers.push(await ask(path))),
    async () => void logins.push(await logIn()),
    async () => void crashReports.push(await reportCrash()),
  ]
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = caller; !ended; turn++) {
      await turns[turn % turns.length]!()
      await pause(CALLER_PAUSE_MS)
    }
  })
  const probing = (async () => {
    for (let turn = 0; !ended; turn++) {
      const path = paths.visitors[turn % paths.visitors.length]!
      visitors.push(await ask(path))
      if (turn % 20 === 0) visitors.push(await ask(`/api/v8/search?q=berg${turn}`))
      await pause(50)
    }
  })()
  await during()
  ended = true
  await probing
  const wellAt = Date.now()
  await askAll()
  const wellAfter = Date.now() - wellAt
  await Promise.all(callers)
  return { readers, logins, crashReports, visitors, wellAfter }
}

const slowest = (answers: Answer[]) => Math.max(...answers.map(({ took }) => took))
/** The time within which nineteen of twenty requests were answered. */
const mostWithin = (answers: Answer[]) =>
  answers.map(({ took }) => took).sort((a, b) => a - b)[Math.floor(answers.length * 0.95)]!

function expectGood({ readers, logins, crashReports, visitors, wellAfter }: typeof usual): void {
  expect(visitors.length).toBeGreaterThan(50)
  expect(visitors.filter(({ status }) => status === 0 || status >= 400)).toEqual([])
  expect(mostWithin(visitors)).toBeLessThan(Math.max(VISITORS_MS, 2 * mostWithin(usual.visitors)))

  expect(readers.length).toBeGreaterThan(CALLERS)
  for (const { path, status, retryAfter, text, location } of readers) {
    expect(location).toBe(null)
    if (status === 200) continue
    expect([path, status]).toEqual([path, 503])
    expect(retryAfter).toBeGreaterThan(0)
    expect(text).toContain(errorMessage('fr', 'ERROR.SERVICE_UNAVAILABLE'))
  }
  expect(slowest(readers)).toBeLessThan(READERS_MS + slowest(usual.readers))
  // Too many attempts of one account are refused before the database is asked.
  const rejected = (answers: Answer[]) => answers.filter(({ status }) => ![200, 429].includes(status))
  for (const { path, status, retryAfter } of rejected([...logins, ...crashReports]))
    expect([path, status, retryAfter > 0]).toEqual([path, 503, true])
  // Crash reports need no account, but a connection: when the lock begins, all connections may wait for it.
  expect(crashReports.length).toBeGreaterThan(CALLERS / 2)
  expect(rejected(crashReports).length).toBeLessThan(crashReports.length / 3)
  expect(wellAfter).toBeLessThan(WELL_AGAIN_MS + usual.wellAfter)
}

test('while accounts are locked for 25 seconds, visitors notice nothing and signed-in readers get an explanation', async () => {
  const holder = createClient({ url: connection.url, name: 'holder' })
  await holder.connect()
  await holder.query('begin; lock table accounts')
  const observed = await observe(async () => {
    await pause(25_000)
    await holder.query('rollback')
  })
  await holder.end()
  expectGood(observed)
  // No page of a reader can be answered before the lock ends.
  expect(observed.readers.filter(({ status }) => status === 503).length).toBeGreaterThan(CALLERS)
})

test('while a migration waits 20 seconds for a table that a long report reads, visitors and readers go on', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  await writeFile(join(migrations, '999-one-more.sql'), 'alter table accounts add column one_more integer')
  const report = createClient({ url: connection.url, name: 'report' })
  await report.connect()
  await report.query('begin; select count(*) from accounts')
  let migrated = false
  const migrating = migrate(connection.ownerUrl, pathToFileURL(`${migrations}/`)).then(() => {
    migrated = true
  })
  const observed = await observe(async () => {
    await pause(20_000)
    expect(migrated).toBe(false)
    await report.query('commit')
    await migrating
  })
  await report.end()
  expectGood(observed)
  expect(observed.readers.filter(({ status }) => status === 200).length).toBeGreaterThan(CALLERS)
  const { rows } = await sql`select from information_schema.columns where column_name = 'one_more'`.execute(connection.db)
  expect(rows).toHaveLength(1)
})
