// Our process dies by SIGKILL anywhere in the acts of an operator, while the provider, a process of its own, goes on.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../accounts/build-account.ts'
import type { Connection } from '../../database/connect.ts'
import { testDatabase } from '../../database/test-database.ts'
import { sandboxProvider } from '../../outside/payments/sandbox-provider.ts'
import { type TestApi, testApi } from '../../test-api.ts'
import { bill } from '../bill.ts'
import { buy } from '../buy.ts'
import { endContracts } from '../end-contracts.ts'
import { reconcile } from '../reconcile.ts'
import { sendAttempts } from '../send-attempts.ts'
import { type ActErrand, carryOutAll, type WantedAct } from './test-act-worker.ts'

/** Die at every step: CRASH_POINTS=all. Otherwise at so many, another choice each time. */
const POINTS = process.env.CRASH_POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.CRASH_POINTS ?? 5)
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const KEYS = { key: 'key-of-the-test', webhookSecret: 'secret-of-the-test' }
const folder = mkdtempSync(join(tmpdir(), 'acts-crash-'))

let connection: Connection
let api: TestApi
let provider: ChildProcess
let sandbox: ActErrand['sandbox']
let theirs: DatabaseSync
let now = new Date()
beforeAll(async () => {
  connection = await testDatabase()
  const env = { ...process.env, ENVIRONMENT: 'development', PORT: '0', FILE: join(folder, 'provider.db') }
  const start = fileURLToPath(new URL('../../../../sandbox-payments/src/start.ts', import.meta.url))
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
/** @returns the contract of somebody who has just bought it */
async function contract(plan: number): Promise<number> {
  const { id: accountId } = await buildAccount(connection.db)
  const reference = `method-${++count}`
  const columns = 'reference, customer, kind, brand, masked, behaviour, language, created_at'
  theirs
    .prepare(`insert into methods (${columns}) values (?, ?, 'CC', 'Visa', '•••• 4242', 'succeeds', 'de', 0)`)
    .run(reference, 'c')
  const { id: methodId } = await connection.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference })
    .returning('id')
    .executeTakeFirstOrThrow()
  const purchase = { accountId, methodId, tariff: plan, voucherCode: null }
  const id = await connection.db.transaction().execute((trx) => buy(trx, api.house, purchase))
  await sendAttempts(api.house, [id])
  const { id: made } = await connection.db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return made
}

const wanted = (what: WantedAct['what'], contractId: number, more: Partial<WantedAct> = {}): WantedAct => ({
  ...{ what, actId: randomUUID(), contract: contractId, actor: 'anna', why: 'ticket 7', ...more },
})

type Scene = { acts: WantedAct[]; expected: () => Promise<void> }
/** A contract to be ended now, and one that ends while the worker bills. */
async function scene(): Promise<Scene> {
  const [ended, planned, extended] = [await contract(2), await contract(10), await contract(2)]
  now = new Date(now.getTime() + 15 * DAY_MS)
  const planEnd = wanted('plan-end', planned, { endsAt: new Date(now.getTime() - MINUTE_MS).toISOString() })
  const acts = [wanted('end', ended), planEnd, wanted('goodwill', extended)]
  const expected = async () => {
    expect(await outcomeOf(ended)).toEqual({ state: 'ended', paid: 1999, back: 999, kinds: ['end'] })
    // Of 999, fifteen days and a minute of thirty.
    expect(await outcomeOf(extended)).toEqual({ state: 'active', paid: 1999, back: 0, kinds: ['goodwill'] })
    expect(await grantedTo(extended)).toBe(5)
    expect(await outcomeOf(planned)).toEqual({ state: 'ended', paid: 999, back: 499, kinds: ['plan-end', 'end'] })
  }
  return { acts, expected }
}

async function grantedTo(contractId: number): Promise<number> {
  const { rows } = await sql<{
    days: number
  }>`select coalesce(sum(extract(epoch from ends_at - starts_at)), 0)::int / 86400 as days
    from periods where subscription = ${contractId} and granted`.execute(connection.db)
  return rows[0]!.days
}

/** What became of a contract, by the provider's own books. */
async function outcomeOf(contractId: number) {
  const { rows } = await sql<{ state: string; attempts: string[]; refunds: string[]; kinds: string[] }>`select s.state,
      array(select a.id::text from payment_attempts a join invoices i on i.id = a.invoice_id where i.subscription = s.id) as attempts,
      array(select r.id::text from refunds r join payment_attempts a on a.id = r.attempt_id
        join invoices i on i.id = a.invoice_id where i.subscription = s.id) as refunds,
      array(select c.kind from contract_acts c where c.contract = s.id order by c.sequence) as kinds
    from subscriptions s where s.id = ${contractId}`.execute(connection.db)
  const { state, attempts, refunds, kinds } = rows[0]!
  const moved = theirs.prepare('select attempt_id, refund_id, amount from movements').all() as {
    attempt_id: string | null
    refund_id: string | null
    amount: number
  }[]
  const sum = (is: (each: (typeof moved)[number]) => boolean) => moved.filter(is).reduce((sum, { amount }) => sum + amount, 0)
  return {
    state,
    paid: sum(({ attempt_id, refund_id, amount }) => attempts.includes(attempt_id ?? '') && !refund_id && amount > 0),
    back: 0 - sum(({ refund_id }) => refunds.includes(refund_id ?? '')),
    kinds,
  }
}

/** @returns how many steps a worker took that lived; null = it was killed */
async function work(acts: WantedAct[], diesAt: number | null): Promise<number | null> {
  const errand: ActErrand = { databaseUrl: connection.url, sandbox, at: now.toISOString(), acts, diesAt }
  const file = fileURLToPath(new URL('./test-act-worker.ts', import.meta.url))
  const worker = fork(file, [JSON.stringify(errand)], { execArgv: [] })
  let steps: number | null = null
  worker.on('message', (told: { steps: number }) => {
    steps = told.steps
  })
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  expect(diesAt !== null && steps === null ? signal : code).toBe(diesAt !== null && steps === null ? 'SIGKILL' : 0)
  return steps
}

test('an operator who asks again for acts that were cut off at any step has each of them once, with its money', async () => {
  const first = await scene()
  const steps = (await work(first.acts, null))!
  await first.expected()
  expect(steps).toBeGreaterThan(60)
  const all = Array.from({ length: steps }, (_, place) => place + 1)
  const points = POINTS >= steps ? all : all.toSorted(() => Math.random() - 0.5).slice(0, POINTS)
  for (const point of points) {
    const { acts, expected } = await scene()
    await work(acts, point)
    // The operator asks again, and servers come by.
    for (const minutes of [2, 2]) {
      now = new Date(now.getTime() + minutes * MINUTE_MS)
      await carryOutAll(api.house, acts)
      await bill(api.house)
    }
    await expected()
    const { differences } = await reconcile(
      api.house,
      api.house.payments.card!,
      new Date(0),
      new Date(now.getTime() + 365 * DAY_MS),
    )
    expect(differences, `died at step ${point} of ${steps}`).toEqual([])
    const live = await connection.db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
    const ids = live.map(({ id }) => id)
    await connection.db.transaction().execute((trx) => endContracts(trx, ids, now))
  }
  if (process.env.CRASH_POINTS) console.log(`killed at ${Math.min(POINTS, steps)} of ${steps} steps`)
}, 3_600_000)
