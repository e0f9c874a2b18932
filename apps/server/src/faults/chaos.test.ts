import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { within } from '@kiosk/backend/testing/api'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CRASH, startServer, type TestServer, TOKEN } from '../testing/start-server.ts'

// Tests a running server while its database fails. It runs in its own process, because such failures can end a process.

/** Time after which a request counts as hanging: more than the longest wait for the database. */
const HANGS_AFTER_MS = 12_000

let connection: Connection
let folder: string
let server: TestServer
let cookie: string

beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'chaos-'))
  const account = await createAccount(connection.db, { email: 'chaos@example.org' })
  cookie = (await signedIn(connection.db, account)).cookie.replace('__Host-', '')
  server = await startServer({ databaseUrl: connection.url, dataDir: folder })
})
afterEach(() => expect(server.process.exitCode ?? server.process.signalCode).toBe(null))
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { kind: string; status: number; took: number; retryAfter: string | null; code: string | null }
let visitor = 0

/** Sends a request from a new address; status 0 = no answer. */
async function ask(kind: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = Date.now()
  const address = `198.51.${++visitor % 250}.${visitor % 200}`
  const headers = { 'x-api-token': TOKEN, 'x-forwarded-for': address, ...init.headers }
  try {
    const response = await fetch(server.origin + path, { ...init, headers, signal: AbortSignal.timeout(HANGS_AFTER_MS) })
    const text = await response.text()
    const code = response.ok || !text.startsWith('{') ? null : ((JSON.parse(text) as { code: string }).code ?? null)
    return { kind, status: response.status, took: Date.now() - startedAt, retryAfter: response.headers.get('retry-after'), code }
  } catch {
    return { kind, status: 0, took: Date.now() - startedAt, retryAfter: null, code: null }
  }
}

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const kinds = {
  health: () => ask('health', '/health'),
  search: () => ask('search', `/api/v8/search?q=berg${++visitor}`),
  user: () => ask('user', '/api/v8/user', { headers: { cookie } }),
  login: () => {
    const body = new URLSearchParams({ username: 'chaos@example.org', password: PASSWORD_OF_TESTS })
    return ask('login', '/api/v8/websession/login', { ...form, body })
  },
  crash: () => ask('crash', '/api/v8/crashreport', { ...form, body: new URLSearchParams(CRASH) }),
}

/** Sends requests from this many clients, each one after the other, until `stop` returns all answers. */
function load(clients: number): { answers: Answer[]; stop(): Promise<Answer[]> } {
  const answers: Answer[] = []
  let stopped = false
  const requests = Object.values(kinds)
  const all = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !stopped; turn++) answers.push(await requests[turn % requests.length]!())
  })
  return {
    answers,
    async stop() {
      stopped = true
      await Promise.all(all)
      return answers
    },
  }
}

const endBackends = (only = sql`true`) =>
  sql<{ ended: number }>`select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${only}`.execute(connection.db)

function isApiError({ status, retryAfter, code }: Answer): boolean {
  return status === 503 && code === 'unavailable' && Number(retryAfter) > 0
}

test('a server survives a database that repeatedly ends every connection: it answers 503 and then recovers', async () => {
  const busy = load(8)
  for (let times = 0; times < 5; times++) {
    const before = busy.answers.length
    await within(5_000, async () => busy.answers.length >= before + 20)
    await endBackends()
  }
  await within(8_000, async () => (await kinds.user()).status === 200 && (await kinds.health()).status === 200)
  const answers = await busy.stop()
  expect(server.process.exitCode).toBe(null)
  const wrong = answers.filter((each) => each.status === 0 || (each.status >= 500 && each.kind !== 'health' && !isApiError(each)))
  expect(wrong).toEqual([])
  for (const kind of ['health', 'search', 'user', 'login'])
    expect(answers.filter((each) => each.kind === kind && each.status === 200).length, kind).toBeGreaterThan(0)
  // No reader was treated as signed out because the session could not be looked up.
  expect(answers.filter(({ kind, status }) => kind === 'user' && status !== 200 && status !== 503)).toEqual([])
})
