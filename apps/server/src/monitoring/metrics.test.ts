import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { type TestMailServer, testMailServer } from '@kiosk/backend/adapters/mail/testing/mail-server'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { raiseAlarm } from '@kiosk/backend/billing/alarms'
import { createIssue } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { readConfig } from '@kiosk/backend/config'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { within } from '@kiosk/backend/testing/api'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kiosk, openKiosk } from '../kiosk.ts'
import { measuredPayments } from './measured-services.ts'
import { createMeasurements } from './measurements.ts'
import { createMetrics, type Measured, type Figures as ProcessFigures } from './metrics.ts'

const METRICS_TOKEN = 'token-of-the-metrics'
const authorization = `Bearer ${METRICS_TOKEN}`
const WAIT_MS = 15_000

let connection: Connection
let folder: string
let server: TestMailServer
let kiosk: Kiosk
let origin: string
let uid: string

/** A website whose only page is for everybody. */
const website = {
  bundle: async () => ({
    handle: async (request: Request) => {
      const cacheControl = new URL(request.url).pathname === '/own' ? 'private' : 'public, max-age=60'
      return new Response('<p>', { headers: { 'content-type': 'text/html', 'cache-control': cacheControl } })
    },
  }),
}

beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'metrics-'))
  uid = (await createIssue(connection.db)).uid
  server = await testMailServer()
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'false', METRICS_TOKEN, SMTP_URL: server.url }
  kiosk = await openKiosk(readConfig(settings), connection, website)
  origin = `http://127.0.0.1:${kiosk.port}`
})
afterAll(async () => {
  await kiosk.close()
  await server.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

type Figures = Record<string, number>

/** Reads Prometheus' text format: `name{label="value"}` and its value. */
function figuresIn(text: string): Figures {
  return Object.fromEntries(
    [...text.matchAll(/^([a-z]\S*(?:\{.*\})?) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  )
}

async function figures(): Promise<Figures> {
  return figuresIn(await (await fetch(`${origin}/metrics`, { headers: { authorization } })).text())
}

/** Waits until a figure has moved by this much since `before`. */
async function moves(name: string, by: number, before: Figures): Promise<void> {
  let value = Number.NaN
  await within(WAIT_MS, async () => {
    value = (await figures())[name] ?? 0
    return value - (before[name] ?? 0) === by
  }).catch(() => expect([name, value - (before[name] ?? 0)]).toEqual([name, by]))
}

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${origin}/api/v8/${path}`, { ...init, headers: { 'x-api-token': 'read-it-web-development', ...init.headers } })

test('e-mails and runs of jobs are counted by their result', async () => {
  const before = await figures()
  server.answers.recipient = (address) => (address.startsWith('gone') ? '550 5.1.1 No such user' : undefined)
  const [here, gone] = [await createAccount(connection.db), await createAccount(connection.db, { email: 'gone@example.org' })]
  for (const { id } of [here, gone]) await enqueue(connection.db, 'letter', { letter: 'password-changed', accountId: id })
  await moves('kiosk_email_seconds_count{result="done"}', 1, before)
  await moves('kiosk_email_seconds_count{result="rejected"}', 1, before)
  await moves('kiosk_job_seconds_count{task="letter",result="done"}', 2, before)
  server.answers.recipient = () => '450 4.2.1 Try later'
  await enqueue(connection.db, 'letter', { letter: 'password-changed', accountId: here.id })
  await moves('kiosk_email_seconds_count{result="failed"}', 1, before)
  await moves('kiosk_job_seconds_count{task="letter",result="failed"}', 1, before)
  await moves('kiosk_jobs{task="letter",state="again"}', 1, before)
})

test('the figures of the database are those of all servers and commands', async () => {
  const before = await figures()
  const { db } = connection
  // Another worker is alive as long as it holds the lock of its name.
  const another = createClient({ url: connection.url, name: 'another worker' })
  await another.connect()
  await another.query("select pg_advisory_lock(hashtextextended('another', 0))")
  await db.transaction().execute(async (trx) => {
    await enqueue(trx, 'billing', {}, { at: new Date(Date.now() - 7 * MINUTE_MS) })
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'billing')`.execute(trx)
    await raiseAlarm(trx, { log: pino({ level: 'silent' }), now: () => new Date() }, { kind: 'books-differ', subject: 'x' })
    await sql`insert into imports (sha256, file_name, state, finished_at) values ('a', 'a.pdf', 'refused', now())`.execute(trx)
    await sql`insert into saved_search_runs (day, started_at, finished_at) values (current_date, now(), '2026-11-27T06:08:00Z')`.execute(
      trx,
    )
    await sql`update graphile_worker._private_known_crontabs set last_execution = '2026-11-27T03:11:00Z'
      where identifier = 'reconcile'`.execute(trx)
    await sql`insert into reconciled_until (provider, until) values ('stripe', '2026-11-27T00:00:00Z')`.execute(trx)
  })
  const form = { method: 'POST', body: new URLSearchParams({ username: 'nobody@example.org', password: 'Falsch7890' }) }
  expect((await call('websession/login', form)).status).toBe(401)
  await moves('kiosk_security_events_last_hour{kind="sign-in.rejected"}', 1, before)
  await moves('kiosk_jobs{task="billing",state="running"}', 1, before)
  await moves('kiosk_alarms{kind="books-differ"}', 1, before)
  await moves('kiosk_imports_last_day{state="refused"}', 1, before)
  const now = await figures()
  await another.end()
  expect(now.kiosk_saved_search_run_timestamp_seconds).toBe(Date.UTC(2026, 10, 27, 6, 8) / 1000)
  expect(now['kiosk_reconciled_timestamp_seconds{provider="stripe"}']).toBe(Date.UTC(2026, 10, 27) / 1000)
  expect(now['kiosk_job_scheduled_timestamp_seconds{task="reconcile"}']).toBe(Date.UTC(2026, 10, 27, 3, 11) / 1000)
  expect(now.kiosk_database_up).toBe(1)
})

test('calls that wait for the database are counted by their pool', async () => {
  const account = await createAccount(connection.db)
  const { cookie } = await signedIn(connection.db, account)
  const headers = { cookie: cookie.replace('__Host-', '') }
  expect((await call('user', { headers })).status).toBe(200)
  const holder = open(connection.url, 1)
  const blocked: Promise<unknown>[] = []
  await holder.db.transaction().execute(async (trx) => {
    await sql`lock table sessions in access exclusive mode`.execute(trx)
    for (let count = 0; count < 11; count++) blocked.push(call('user', { headers }))
    await within(2_000, async () => (await figures())['kiosk_database_waiting{pool="accounts"}'] === 3)
    const now = await figures()
    expect(now['kiosk_database_connections{pool="accounts",state="used"}']).toBe(8)
    expect(now['kiosk_database_connections{pool="accounts",state="limit"}']).toBe(8)
  })
  await Promise.all(blocked)
  await holder.close()
  expect((await figures())['kiosk_database_waiting{pool="accounts"}']).toBe(0)
})

test('calls of the file storage and answers of the page cache are counted', async () => {
  const before = await figures()
  // The cover was never made: neither this height nor the one that it is made from exists.
  expect((await call(`issuecontent/${uid}/cover`)).status).toBe(404)
  const missing = 'kiosk_storage_seconds_count{call="read",result="missing"}'
  expect((await figures())[missing]).toBeGreaterThan(before[missing] ?? 0)
  for (const path of ['/', '/', '/own']) await fetch(origin + path)
  await moves('kiosk_shared_pages_total{outcome="kept"}', 1, before)
  await moves('kiosk_shared_pages_total{outcome="rendered"}', 2, before)
  await moves('kiosk_shared_pages_total{outcome="single"}', 1, before)
})

test('answers of a payment provider are counted, declines by their reason', async () => {
  const measurements = createMeasurements()
  const card = fakeCardProvider()
  card.behave('card-poor', () => ({ state: 'declined', reference: null, code: 'insufficient_funds', text: 'x', retryable: true }))
  const { provider } = card
  const payments = measuredPayments({ card: provider, wallet: null, store: null }, measurements)
  const of = {
    money: { minor: 999, currency: 'EUR' as const },
    customerReference: null,
    kind: 'CC' as const,
    returnUrl: '',
    description: '',
  }
  for (const [attemptId, methodReference, initiator] of [
    ['1', 'card-succeeded', 'customer'],
    ['2', 'card-poor', 'merchant'],
    ['3', 'card-succeeded', 'merchant'],
  ] as const)
    await payments.card!.charge({ ...of, attemptId, methodReference, initiator })
  await payments.card!.readWebhook('not signed', new Headers()).catch(() => null)
  const counted = figuresIn(await measurements.registry.metrics())
  expect(counted).toMatchObject({
    'kiosk_charges_total{provider="sandbox",initiator="customer",result="succeeded",code=""}': 1,
    'kiosk_charges_total{provider="sandbox",initiator="merchant",result="succeeded",code=""}': 1,
    'kiosk_charges_total{provider="sandbox",initiator="merchant",result="declined",code="insufficient_funds"}': 1,
    'kiosk_payment_provider_seconds_count{provider="sandbox",call="charge",result="succeeded"}': 2,
    'kiosk_payment_provider_seconds_count{provider="sandbox",call="charge",result="declined"}': 1,
  })
})

const nothing = { counts: { kept: 0, stale: 0, shared: 0, rendered: 0 }, renderings: { renewed: 0, single: 0 } }
/** Metrics of a process apart from its database. */
const withoutDatabase = {
  areJobsStalled: () => false,
  pages: nothing,
  readerPages: nothing,
  pools: {},
  roles: new Set<string>(),
  renderQueue: { size: () => ({ waiting: 3, running: 2 }) },
  dataFolder: tmpdir(),
}

test('of several processes, the figures of the event loop are those of the slowest one', async () => {
  let ofOther: () => Promise<ProcessFigures> = async () => []
  const measured: Measured = {
    ...withoutDatabase,
    databaseFigures: async () => [],
    otherProcesses: {
      figures: async () => [
        (await ofOther()).map((figure) =>
          figure.name === 'nodejs_eventloop_lag_p99_seconds' ? { ...figure, values: [{ labels: {}, value: 7 }] } : figure,
        ),
      ],
      answerWith: (read) => {
        ofOther = read
      },
    },
  }
  const { answer } = createMetrics(METRICS_TOKEN, createMeasurements(), measured)
  const response = await answer(new Request('http://localhost/metrics', { headers: { authorization } }))
  expect(figuresIn(await response.text())).toMatchObject({
    nodejs_eventloop_lag_p99_seconds: 7,
    // What is not a maximum is the sum.
    'kiosk_image_renders{state="waiting"}': 6,
  })
})

test('without an answer of the database there are the figures of the process only', async () => {
  let isAway = false
  const measured: Measured = {
    ...withoutDatabase,
    databaseFigures: async () => {
      if (isAway) throw new Error('away')
      return [{ name: 'kiosk_renewals_overdue', labels: {}, value: 4 }]
    },
  }
  const read = async () => {
    const { answer } = createMetrics(METRICS_TOKEN, createMeasurements(), measured)
    return figuresIn(await (await answer(new Request('http://localhost/metrics', { headers: { authorization } }))).text())
  }
  expect(await read()).toMatchObject({
    kiosk_database_up: 1,
    kiosk_renewals_overdue: 4,
    'kiosk_image_renders{state="waiting"}': 3,
    'kiosk_image_renders{state="running"}': 2,
  })
  isAway = true
  const away = await read()
  expect(away.kiosk_database_up).toBe(0)
  expect(Object.keys(away).filter((name) => name.startsWith('kiosk_renewals') || name.startsWith('kiosk_jobs{'))).toEqual([])
})
