// SIGKILL ends our process at any point of a charge; the provider, a separate process, continues.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../reconciliation/reconcile.ts'
import { refund } from '../refunds/refunds.ts'
import { runRenewals } from '../renewals/run.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import type { Task } from '../testing/billing-worker.ts'
import { type CrashScene, crashPoints, crashScene, runWorker } from '../testing/crash.ts'

const POINTS = crashPoints(6)

let scene: CrashScene
beforeAll(async () => {
  scene = await crashScene()
})
afterAll(() => scene.close())

/**
 * Creates renewals that will be due, one of which needs bank authentication, and a pending refund.
 * @returns the purchases that the worker makes, one of them an upgrade
 */
async function aNight(): Promise<Task['purchases']> {
  const { api, connection, purchase, reader } = scene
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
  const options = { attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await connection.db.transaction().execute((trx) => refund(trx, api.ctx, options))
  return [
    { ...breaks, plan: 2 },
    { ...upgrades, plan: 2 },
    { ...fresh, plan: 10 },
    { ...late, plan: 10 },
  ]
}

/** Runs a worker that buys and bills. @returns the number of its steps; null = it was killed */
async function work(diesAt: number | null): Promise<number | null> {
  const { connection, sandbox, now, later } = scene
  const purchases = await aNight()
  later(30 * DAY_MS)
  const task: Task = { databaseUrl: connection.url, sandbox, at: now().toISOString(), purchases, diesAt }
  return runWorker(new URL('../testing/billing-worker.ts', import.meta.url), task)
}

/** Runs another worker a little later, twice. */
async function recover(): Promise<void> {
  for (const minutes of [2, 2]) {
    scene.later(minutes * MINUTE_MS)
    await runRenewals(scene.api.ctx)
  }
}

async function expectEachOnce(): Promise<void> {
  const { api, connection, providerDb } = scene
  const now = scene.now()
  const { rows: open } = await sql<{ what: string }>`
    select 'attempt ' || state as what from payment_attempts where state not in ('succeeded', 'declined')
        and not (state = 'action' and answer_by > ${now})
    union all select 'refund ' || state from refunds where state <> 'succeeded'
    union all select 'invoice of a ' || s.state || ' contract' from invoices i join subscriptions s on s.id = i.subscription_id
      where i.kind = 'invoice' and i.state = 'open' and s.state <> 'past-due'`.execute(connection.db)
  expect(open).toEqual([])
  const { differences } = await reconcile(api.ctx, api.ctx.payments.card!, new Date(0), new Date(now.getTime() + 365 * DAY_MS))
  expect(differences).toEqual([])
  // No period is charged twice, however often the provider was called.
  const { rows: paid } = await sql<{ invoice_id: number; ids: string[] }>`
    select invoice_id, array_agg(id::text) as ids from payment_attempts group by 1`.execute(connection.db)
  const came = new Set(
    (providerDb.prepare('select attempt_id from movements where amount > 0').all() as { attempt_id: string }[]).map(
      ({ attempt_id }) => attempt_id,
    ),
  )
  for (const { ids } of paid) expect(ids.filter((id) => came.has(id)).length).toBeLessThanOrEqual(1)
}

async function endTheNight(): Promise<void> {
  const { connection, now } = scene
  const running = await connection.db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
  const ids = running.map(({ id }) => id)
  await connection.db.transaction().execute((trx) => expireSubscriptions(trx, ids, now()))
}

test(
  'a worker killed at any step of a charge leaves books that agree with the provider, and every invoice is completed',
  async () => {
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
  },
  HOUR_MS,
)
