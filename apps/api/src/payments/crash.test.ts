// Our process dies by SIGKILL anywhere in the protocol of a charge, while the provider, a process of its own, goes on.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { sandboxProvider } from '../outside/payments/sandbox-provider.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { bill } from './bill.ts'
import { buy } from './buy.ts'
import { endContracts } from './end-contracts.ts'
import { reconcile } from './reconcile.ts'
import { refund } from './refunds.ts'
import { sendAttempts } from './send-attempts.ts'
import type { Errand } from './test-biller.ts'

/** Die at every step: CRASH_POINTS=all. Otherwise at so many, another choice each time. */
const POINTS = process.env.CRASH_POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.CRASH_POINTS ?? 6)
const DAY = 86_400_000
const KEYS = { key: 'key-of-the-test', webhookSecret: 'secret-of-the-test' }
const folder = mkdtempSync(join(tmpdir(), 'books-crash-'))

let connection: Connection
let api: TestApi
let provider: ChildProcess
let sandbox: Errand['sandbox']
let theirs: DatabaseSync
let now = new Date()
beforeAll(async () => {
  connection = await testDatabase()
  const env = { ...process.env, ENVIRONMENT: 'development', PORT: '0', FILE: join(folder, 'provider.db') }
  const start = fileURLToPath(new URL('../../../sandbox-payments/src/start.ts', import.meta.url))
  provider = fork(start, [], { env: { ...env, KEY: KEYS.key, WEBHOOK_SECRET: KEYS.webhookSecret }, execArgv: [] })
  const [{ port }] = (await once(provider, 'message')) as [{ port: number }]
  sandbox = { url: `http://127.0.0.1:${port}`, ...KEYS }
  theirs = new DatabaseSync(join(folder, 'provider.db'))
  theirs.exec('pragma busy_timeout = 5000')
  api = await testApi(connection, { now: () => now, payments: { card: sandboxProvider(sandbox), wallet: null, store: null } })
})
afterAll(async () => {
  theirs.close()
  provider.kill('SIGTERM')
  await once(provider, 'exit')
  await api.close()
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
async function reader(behaviour: string) {
  const { id: accountId } = await buildAccount(connection.db)
  const reference = `method-${++count}`
  const columns = 'reference, customer, kind, brand, masked, behaviour, language, created_at'
  theirs
    .prepare(`insert into methods (${columns}) values (?, ?, 'CC', 'Visa', '•••• 4242', ?, 'de', 0)`)
    .run(reference, 'c', behaviour)
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { accountId, methodId }
}
type Reader = Awaited<ReturnType<typeof reader>>

async function purchase({ accountId, methodId }: Reader, tariff: number): Promise<string> {
  const given = { accountId, methodId, tariff, voucherCode: null }
  const id = await connection.db.transaction().execute((trx) => buy(trx, api.house, given))
  await sendAttempts(api.house, [id])
  return id
}

/** Readers whose renewals are due, one of them with a question of the bank, one whose purchase is to come, an upgrade, a refund that waits. */
async function aNight(): Promise<Errand['purchases']> {
  const [due, declines, asks, breaks, upgrades, fresh, late] = [
    await reader('succeeds'),
    await reader('declines-renewals'),
    await reader('asks-at-renewals'),
    await reader('breaks-after'),
    await reader('succeeds'),
    await reader('succeeds'),
    await reader('breaks-before'),
  ]
  const attemptId = await purchase(due, 2)
  await purchase(declines, 2)
  await purchase(asks, 10)
  await purchase(upgrades, 10)
  const given = { attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await connection.db.transaction().execute((trx) => refund(trx, api.house, given))
  return [
    { ...breaks, tariff: 2 },
    { ...upgrades, tariff: 2 },
    { ...fresh, tariff: 10 },
    { ...late, tariff: 10 },
  ]
}

/** @returns how many steps a worker took that lived; null = it was killed */
async function work(diesAt: number | null): Promise<number | null> {
  const errand: Errand = { databaseUrl: connection.url, sandbox, at: now.toISOString(), purchases: await aNight(), diesAt }
  now = new Date(now.getTime() + 30 * DAY)
  errand.at = now.toISOString()
  const worker = fork(fileURLToPath(new URL('./test-biller.ts', import.meta.url)), [JSON.stringify(errand)], { execArgv: [] })
  let steps: number | null = null
  worker.on('message', (told: { steps: number }) => {
    steps = told.steps
  })
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  expect(diesAt !== null && steps === null ? signal : code).toBe(diesAt !== null && steps === null ? 'SIGKILL' : 0)
  return steps
}

/** Another worker comes by, a little later and once more. */
async function recover(): Promise<void> {
  for (const minutes of [2, 2]) {
    now = new Date(now.getTime() + minutes * 60_000)
    await bill(api.house)
  }
}

async function expectEachOnce(): Promise<void> {
  const { rows: open } = await sql<{ what: string }>`
    select 'attempt ' || state as what from payment_attempts where state not in ('succeeded', 'declined')
        and not (state = 'action' and answer_by > ${now})
    union all select 'refund ' || state from refunds where state <> 'succeeded'
    union all select 'invoice of a ' || s.state || ' contract' from invoices i join subscriptions s on s.id = i.subscription
      where i.kind = 'invoice' and i.state = 'open' and s.state <> 'past-due'`.execute(connection.db)
  expect(open).toEqual([])
  const { differences } = await reconcile(api.house, api.house.payments.card!, new Date(0), new Date(now.getTime() + 365 * DAY))
  expect(differences).toEqual([])
  // Nobody is charged twice for one period, whatever the provider was told how often.
  const { rows: paid } = await sql<{ invoice_id: number; ids: string[] }>`
    select invoice_id, array_agg(id::text) as ids from payment_attempts group by 1`.execute(connection.db)
  const came = new Set(
    (theirs.prepare('select attempt_id from movements where amount > 0').all() as { attempt_id: string }[]).map(
      ({ attempt_id }) => attempt_id,
    ),
  )
  for (const { ids } of paid) expect(ids.filter((id) => came.has(id)).length).toBeLessThanOrEqual(1)
}

async function endTheNight(): Promise<void> {
  const live = await connection.db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
  const ids = live.map(({ id }) => id)
  await connection.db.transaction().execute((trx) => endContracts(trx, ids, now))
}

test('a worker that dies at any step of a charge leaves books that agree with the provider, and every invoice ends', async () => {
  const steps = (await work(null))!
  await recover()
  await expectEachOnce()
  await endTheNight()
  expect(steps).toBeGreaterThan(50)
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  const stride = POINTS >= steps ? 1 : steps / POINTS
  const first = Math.random() * stride
  for (const diesAt of POINTS >= steps ? all : Array.from({ length: POINTS }, (_, each) => Math.ceil(first + each * stride))) {
    await work(diesAt)
    await recover()
    await expectEachOnce()
    await endTheNight()
  }
  if (process.env.CRASH_POINTS) console.log(`killed at ${Math.min(POINTS, steps)} of ${steps} steps`)
}, 3_600_000)
