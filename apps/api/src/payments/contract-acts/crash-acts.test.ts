// Our process dies by SIGKILL anywhere in the acts of an operator, while the provider, a process of its own, goes on.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bill } from '../bill.ts'
import { endContracts } from '../end-contracts.ts'
import { reconcile } from '../reconcile.ts'
import { type CrashScene, crashPoints, crashScene, runWorker, someSteps } from '../test-crash.ts'
import { type ActErrand, carryOutAll, type WantedAct } from './test-act-worker.ts'

const POINTS = crashPoints(5)
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let crash: CrashScene
beforeAll(async () => {
  crash = await crashScene()
})
afterAll(() => crash.close())

/** @returns the contract of somebody who has just bought it */
async function contract(plan: number): Promise<number> {
  const { connection, purchase, reader } = crash
  const buyer = await reader('succeeds')
  await purchase(buyer, plan)
  const { id } = await connection.db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', buyer.accountId)
    .executeTakeFirstOrThrow()
  return id
}

const wanted = (what: WantedAct['what'], contractId: number, more: Partial<WantedAct> = {}): WantedAct => ({
  ...{ what, actId: randomUUID(), contract: contractId, actor: 'anna', why: 'ticket 7', ...more },
})

type Scene = { acts: WantedAct[]; expected: () => Promise<void> }
/** A contract to be ended now, and one that ends while the worker bills. */
async function scene(): Promise<Scene> {
  const [ended, planned, extended] = [await contract(2), await contract(10), await contract(2)]
  crash.later(15 * DAY_MS)
  const planEnd = wanted('plan-end', planned, { endsAt: new Date(crash.now().getTime() - MINUTE_MS).toISOString() })
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
    from periods where subscription = ${contractId} and granted`.execute(crash.connection.db)
  return rows[0]!.days
}

/** What became of a contract, by the provider's own books. */
async function outcomeOf(contractId: number) {
  const { rows } = await sql<{ state: string; attempts: string[]; refunds: string[]; kinds: string[] }>`select s.state,
      array(select a.id::text from payment_attempts a join invoices i on i.id = a.invoice_id where i.subscription = s.id) as attempts,
      array(select r.id::text from refunds r join payment_attempts a on a.id = r.attempt_id
        join invoices i on i.id = a.invoice_id where i.subscription = s.id) as refunds,
      array(select c.kind from contract_acts c where c.contract = s.id order by c.sequence) as kinds
    from subscriptions s where s.id = ${contractId}`.execute(crash.connection.db)
  const { state, attempts, refunds, kinds } = rows[0]!
  const moved = crash.theirs.prepare('select attempt_id, refund_id, amount from movements').all() as {
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
function work(acts: WantedAct[], diesAt: number | null): Promise<number | null> {
  const { connection, sandbox, now } = crash
  const errand: ActErrand = { databaseUrl: connection.url, sandbox, at: now().toISOString(), acts, diesAt }
  return runWorker(new URL('./test-act-worker.ts', import.meta.url), errand)
}

test('an operator who asks again for acts that were cut off at any step has each of them once, with its money', async () => {
  const { api, connection, now } = crash
  const first = await scene()
  const steps = (await work(first.acts, null))!
  await first.expected()
  expect(steps).toBeGreaterThan(60)
  for (const point of someSteps(steps, POINTS)) {
    const { acts, expected } = await scene()
    await work(acts, point)
    // The operator asks again, and servers come by.
    for (const minutes of [2, 2]) {
      crash.later(minutes * MINUTE_MS)
      await carryOutAll(api.house, acts)
      await bill(api.house)
    }
    await expected()
    const { differences } = await reconcile(
      api.house,
      api.house.payments.card!,
      new Date(0),
      new Date(now().getTime() + 365 * DAY_MS),
    )
    expect(differences, `died at step ${point} of ${steps}`).toEqual([])
    const live = await connection.db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
    const ids = live.map(({ id }) => id)
    await connection.db.transaction().execute((trx) => endContracts(trx, ids, now()))
  }
  if (process.env.CRASH_POINTS) console.log(`killed at ${Math.min(POINTS, steps)} of ${steps} steps`)
}, 3_600_000)
