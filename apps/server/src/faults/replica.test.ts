import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { readConfig } from '@kiosk/backend/config'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { migrate } from '@kiosk/backend/db/migrate'
import { createReplica, openReplica, type ReadOutcome, type Replica } from '@kiosk/backend/db/replica'
import { hasPgBouncer, startPgBouncer } from '@kiosk/backend/db/testing/pgbouncer'
import { startPrimary, startReplica, type TestPrimary, type TestReplica } from '@kiosk/backend/db/testing/replica'
import { checkReplica } from '@kiosk/backend/monitoring/replica-check'
import { within } from '@kiosk/backend/testing/api'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kiosk, openKiosk } from '../kiosk.ts'

// A server that reads from a streaming replica, which falls behind, is killed, is frozen, and comes back.

const TOKEN = 'token-of-the-test'
const METRICS_TOKEN = 'token-of-the-metrics'
const SETTLED_MS = 15_000
/** The time limit of a read on the replica, plus the read on the primary after it, on a busy machine. */
const ANSWERED_MS = 5_000
const CALLERS = 8

let primary: TestPrimary
let replica: TestReplica
/** Connections to the primary, and to the replica itself. */
let connection: Connection
let reading: Connection
let folder: string
let kiosk: Kiosk
let searches = 0

beforeAll(async () => {
  primary = await startPrimary()
  folder = await mkdtemp(join(tmpdir(), 'replica-test-'))
  await migrate(`${primary.url}/postgres`)
  replica = await startReplica(primary)
  connection = open(`${primary.url}/postgres`, 5)
  reading = open(`${replica.url}/postgres`, 1)
  const title = await createTitle(connection.db, { key: 'vogelwelt', name: 'Vogelwelt' })
  for (const uid of ['pirol', 'amsel'])
    await createIssue(connection.db, { title, uid, issue_date: '2026-10-01', pages: [`Ein ${uid} singt am Morgen`] })
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'false', API_TOKEN: TOKEN, METRICS_TOKEN }
  const urls = { DATABASE_URL: connection.url, DATABASE_READ_URL: reading.url }
  const config = readConfig({ ...settings, ...urls, REQUESTS_PER_MINUTE: '1000000', ROLES: 'web,draw' })
  kiosk = await openKiosk(config, connection, {
    bundle: async () => ({ handle: async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }) }),
  })
  // The first search loads the catalogue.
  await within(SETTLED_MS, async () => (await grown('replica', () => search('amsel'))) === 1)
})
afterAll(async () => {
  await kiosk?.close()
  await reading?.close()
  await connection?.close()
  await replica?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${kiosk.port}${path}`, { headers: { 'x-api-token': TOKEN, ...headers } })

/** Searches for a word, with another one that is new each time, so that no cache answers. Returns the uids of the issues. */
async function search(word: string): Promise<string[]> {
  // Each caller may search in closed pages a limited number of times.
  const caller = { 'x-forwarded-for': `198.51.${(++searches >> 7) % 256}.${searches % 128}` }
  const response = await ask(`/api/v8/search?q=${word}+or+leer${searches}`, caller)
  expect(response.status).toBe(200)
  const { pages } = (await response.json()) as { pages: { issue: { uid: string } }[] }
  return pages.map(({ issue }) => issue.uid)
}

async function figures(): Promise<Record<string, number>> {
  const text = await (await ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text()
  const found = text.matchAll(/^kiosk_replica_(\w+)(?:\{outcome="(\w+)"\})? (\S+)$/gm)
  return Object.fromEntries([...found].map(([, name, outcome, value]) => [outcome ?? name!, Number(value)]))
}

const usedAgain = () => within(SETTLED_MS, async () => (await figures()).used === 1)
const isInHealth = async () => ((await (await ask('/health')).json()) as { replica: string }).replica

/** Searches with many callers while `during` lasts; none may fail. Returns the longest time of an answer in milliseconds. */
async function searchDuring(during: () => Promise<unknown>): Promise<number> {
  let ended = false
  let longest = 0
  let answered = 0
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!ended) {
      const askedAt = Date.now()
      expect(await search('amsel')).toEqual(['amsel'])
      longest = Math.max(longest, Date.now() - askedAt)
      answered++
      await pause(20)
    }
  })
  await Promise.all([
    ...callers,
    during().finally(() => {
      ended = true
    }),
  ])
  expect(answered).toBeGreaterThan(CALLERS)
  return longest
}

/** Returns how much a count has grown while something was done. */
async function grown(outcome: string, during: () => Promise<unknown>): Promise<number> {
  const before = await figures()
  await during()
  return ((await figures())[outcome] ?? 0) - (before[outcome] ?? 0)
}

test('searches, suggestions and lists are read from the replica, and nothing is written there', async () => {
  const reads = await grown('replica', async () => {
    expect(await search('amsel')).toEqual(['amsel'])
    expect(await search('nirgends')).toEqual([])
    const titles = (await (await ask('/api/v8/search/suggestions?q=vogel')).json()) as { titles: { name: string }[] }
    expect(titles.titles.map(({ name }) => name)).toEqual(['Vogelwelt'])
    const { issues } = (await (await ask('/api/v8/issues/all')).json()) as { issues: { uid: string }[] }
    expect(issues.map(({ uid }) => uid).sort()).toEqual(['amsel', 'pirol'])
  })
  expect(reads).toBe(4)
  expect(await isInHealth()).toBe('used')
  expect(await checkReplica(connection.db, reading.url)).toMatchObject({ status: 'ok' })
})

test('an issue that was taken down is not found while the replica still has it, and the lag is shown', async () => {
  await sql`select pg_wal_replay_pause()`.execute(reading.db)
  try {
    const actor = { kind: 'command', name: 'nora', source: 'test' } as const
    await takeDown({ db: connection.db, now: () => new Date() }, actor, { uid: 'pirol', reason: 'court order' })
    await within(1_000, async () => (await search('pirol')).length === 0)
    for (let again = 0; again < 20; again++) expect(await search('pirol')).toEqual([])
    const { rows } = await sql`select from issues where uid = 'pirol'`.execute(reading.db)
    expect(rows).toHaveLength(1)
    await within(SETTLED_MS, async () => (await figures()).used === 0)
    expect((await figures()).lag_seconds).toBeGreaterThan(1)
    expect(await isInHealth()).toBe('it is too far behind')
    expect(await checkReplica(connection.db, reading.url, 200)).toMatchObject({ status: 'warning' })
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(reading.db)
  }
  await usedAgain()
  expect(await grown('replica', async () => expect(await search('pirol')).toEqual([]))).toBe(1)
})

test('killed under load: every search is answered, and the replica is used again when it is back', async () => {
  const longest = await searchDuring(async () => {
    await pause(200)
    await replica.kill()
    await within(SETTLED_MS, async () => (await figures()).used === 0)
    await replica.start()
    await usedAgain()
  })
  expect(longest).toBeLessThan(ANSWERED_MS)
  expect(await grown('replica', () => search('amsel'))).toBe(1)
})

test('frozen under load: every search is answered within the limit of a read', async () => {
  const longest = await searchDuring(async () => {
    replica.signal('SIGSTOP')
    await within(SETTLED_MS, async () => (await figures()).used === 0)
    replica.signal('SIGCONT')
    await usedAgain()
  })
  expect(longest).toBeLessThan(ANSWERED_MS)
})

const OF_ANOTHER = 'it is the replica of another database, or of a former primary'

/** Compares two databases as a server does, until the state of the replica is known; a replica in use has everything by then. */
async function compared(
  replicaUrl: string,
  use: (compared: Replica, log: string[]) => Promise<void>,
  primary = connection.db,
): Promise<void> {
  const other = openReplica(replicaUrl, 2)
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const pair = createReplica({ replica: other.db, primary, log })
  try {
    await within(SETTLED_MS, async () => lines.length > 0)
    if (pair.state().why === null) await within(SETTLED_MS, () => pair.read(primary, async (db) => db !== primary))
    await use(pair, lines)
  } finally {
    await pair.close()
    await other.close()
  }
}

test('a rejected input is answered by the replica alone; what fails there is read from the primary', async () => {
  await compared(reading.url, async (pair, lines) => {
    expect(pair.state()).toEqual({ lagSeconds: expect.any(Number), why: null })
    const before = { ...pair.counts }
    const databases: unknown[] = []
    const rejected = pair.read(connection.db, async (db) => {
      databases.push(db)
      throw new ApiError('wrong_input', 'q')
    })
    await expect(rejected).rejects.toThrow(ApiError)
    expect(databases).toHaveLength(1)
    expect(databases).not.toContain(connection.db)
    // Nothing is written there.
    const written = await pair.read(connection.db, async (db) => {
      await sql`create table if not exists written_by_a_read ()`.execute(db)
      return 'on the primary'
    })
    expect(written).toBe('on the primary')
    expect(pair.counts).toEqual({ ...before, replica: before.replica + 1, failed: before.failed + 1 })
    expect(lines.join()).toContain('replica.read-failed')
  })
})

/** Reads through an address of the replica; returns where that was done. */
async function readThrough(url: string): Promise<ReadOutcome[]> {
  const outcomes: ReadOutcome[] = []
  await compared(url, async (pair) => {
    const before = { ...pair.counts }
    const { rows } = await pair.read(connection.db, (db) => sql`select from issues where uid = 'amsel'`.execute(db))
    expect(rows).toHaveLength(1)
    outcomes.push(...(Object.keys(pair.counts) as ReadOutcome[]).filter((outcome) => pair.counts[outcome] > before[outcome]))
  })
  return outcomes
}

test('a user that may only read is enough', async () => {
  await sql`create role reader login password 'of-a-reader'`.execute(connection.db)
  await sql`grant pg_read_all_data to reader`.execute(connection.db)
  await within(SETTLED_MS, async () => {
    const { rows } = await sql`select from pg_auth_members where member = to_regrole('reader')`.execute(reading.db)
    return rows.length > 0
  })
  const { host } = new URL(replica.url)
  expect(await readThrough(`postgres://reader:of-a-reader@${host}/postgres`)).toEqual(['replica'])
})

test.runIf(hasPgBouncer)('it may be reached through a pooler that assigns connections by transaction', async () => {
  const pooler = await startPgBouncer(replica.url, { poolSize: 1, hasLimits: false })
  try {
    expect(await readThrough(`${pooler.url}/postgres`)).toEqual(['replica'])
  } finally {
    await pooler.stop()
  }
})

test('a server that is no replica, or that of another database, is not used', async () => {
  const read = (pair: Replica) => pair.read(connection.db, async (db) => db === connection.db)
  await compared(connection.url, async (pair) => {
    expect(pair.state().why).toBe('it is no streaming replica')
    expect(await read(pair)).toBe(true)
  })
  await sql`create database another`.execute(connection.db)
  const another = `${replica.url}/another`
  await within(SETTLED_MS, async () => {
    const { rows } = await sql`select from pg_database where datname = 'another'`.execute(reading.db)
    return rows.length === 1
  })
  await compared(another, async (pair) => {
    expect(pair.state().why).toBe(OF_ANOTHER)
    expect(await read(pair)).toBe(true)
  })
  const says = 'it is not used: it is no streaming replica'
  expect(await checkReplica(connection.db, connection.url, 500)).toMatchObject({ status: 'warning', says })
})

test('after a failover, a replica that still follows the former primary is not used', async () => {
  const promoted = await startReplica(primary)
  const next = open(`${promoted.url}/postgres`, 2)
  try {
    await sql`select pg_promote()`.execute(next.db)
    await sql`checkpoint`.execute(next.db)
    await compared(reading.url, async (pair) => expect(pair.state().why).toBe(OF_ANOTHER), next.db)
  } finally {
    await next.close()
    await promoted.stop()
  }
})
