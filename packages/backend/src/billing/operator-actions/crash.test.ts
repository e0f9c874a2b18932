// SIGKILL ends our process at any step of an operator's actions; the provider, a separate process, continues.
import { randomUUID } from 'node:crypto'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { runRenewals } from '../renewals/run.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { type CrashScene, crashPoints, crashScene, runWorker, someSteps } from '../testing/crash.ts'
import { type ActionRequest, type ActionTask, carryOutAll, REFUNDED } from './testing/action-worker.ts'

const POINTS = crashPoints(3)

let crash: CrashScene
beforeAll(async () => {
  crash = await crashScene()
})
afterAll(() => crash.close())

/** Creates an account that buys a plan. @returns the subscription */
async function subscription(plan: number): Promise<number> {
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

const subscriptions = <Plans extends number[]>(...plans: Plans) =>
  Promise.all(plans.map(subscription)) as Promise<{ [Place in keyof Plans]: number }>

const action = (what: ActionRequest['what'], subscriptionId: number, more: Partial<ActionRequest> = {}): ActionRequest => ({
  what,
  actId: randomUUID(),
  subscription: subscriptionId,
  actor: 'anna',
  why: 'ticket 7',
  ...more,
})

type Scene = { acts: ActionRequest[]; expected: (died: string) => Promise<void> }

/** Creates a subscription for each kind of action, one with a planned end that falls due during billing. */
async function scene(): Promise<Scene> {
  const [lost, received] = await subscriptions(2, 2)
  crash.later(30 * DAY_MS)
  await runRenewals(crash.api.ctx)
  const [planned, won, prorata, whole, none] = await subscriptions(10, 2, 2, 2, 2)
  const [extended, options, withdrawn, moved, kept, offered] = await subscriptions(2, 2, 2, 2, 2, 10)
  const [cancelled, confirmed, left, refunded] = await subscriptions(2, 2, 2, 2)
  crash.later(15 * DAY_MS)
  // The provider has reported two of the disputes, but not the third.
  for (const each of [lost, won, received]) await takeBack(each)
  for (const each of [lost, won]) await listenTo(each)
  await winBack(won)
  const termination = await declare(withdrawn, { kind: 'withdraw', outcome: 'by-hand' })
  const cause = await declare(cancelled, { kind: 'cancel', outcome: 'by-hand', manner: 'extraordinary' })
  const unconfirmed = await declare(confirmed, { kind: 'cancel', outcome: 'unconfirmed', manner: 'ordinary' })
  const mistaken = await declare(left, { kind: 'cancel', outcome: 'by-hand', manner: 'extraordinary' })
  const { id: payment } = await firstCharge(refunded)
  await forgetJobs(crash.connection.db)
  const inMinutes = (minutes: number) => new Date(crash.now().getTime() + minutes * MINUTE_MS).toISOString()
  const acts = [
    action('end', prorata),
    action('end', whole, { refund: 'whole' }),
    action('end', none, { refund: 'none' }),
    action('plan-end', planned, { endsAt: inMinutes(-1) }),
    action('plan-end', kept, { endsAt: inMinutes(60) }),
    action('take-back-planned-end', kept),
    action('downgrade', kept),
    action('take-back-downgrade', kept),
    action('extend', extended),
    action('goodwill', options),
    action('withdraw', withdrawn, { exit: termination }),
    action('end', cancelled, { exit: cause }),
    action('confirm', confirmed, { exit: unconfirmed }),
    action('leave-running', left, { exit: mistaken }),
    action('refund', refunded, { payment }),
    action('downgrade', moved),
    action('offer-upgrade', offered),
    action('dispute-received', received),
    action('dispute-lost', lost),
    action('renewed-after-dispute', won),
  ]
  const running = { state: 'active', paid: 1999, taken: 0, back: 0, credited: [], granted: 0, plan: 2 }
  const ended = (back: number) => ({ ...running, state: 'ended', back, credited: back === 0 ? [] : [back] })
  const outcomes: [number, object][] = [
    [prorata, { ...ended(999), kinds: ['end'] }],
    [whole, { ...ended(1999), kinds: ['end'] }],
    [none, { ...ended(0), kinds: ['end'] }],
    // The unused part of 999: fifteen days and one minute of thirty.
    [planned, { ...ended(499), paid: 999, plan: 10, kinds: ['plan-end', 'end'] }],
    [kept, { ...running, kinds: ['plan-end', 'take-back-planned-end', 'downgrade', 'take-back-downgrade'] }],
    [extended, { ...running, granted: 3, kinds: ['extend'] }],
    [options, { ...running, granted: 5, kinds: ['goodwill'] }],
    [withdrawn, { ...ended(999), kinds: ['withdraw'] }],
    [cancelled, { ...ended(999), kinds: ['end'] }],
    [confirmed, { ...running, renews: false, kinds: [] }],
    [left, { ...running, renews: true, kinds: ['leave-running'] }],
    [refunded, { ...running, renews: true, back: REFUNDED, credited: [REFUNDED], kinds: [] }],
    [moved, { ...running, plan: 10, kinds: ['downgrade'] }],
    [offered, { ...running, paid: 999, plan: 10, kinds: ['offer-upgrade'] }],
    [received, { ...running, renews: false, paid: 3998, taken: 1999, credited: [1999], kinds: ['dispute-received'] }],
    [lost, { ...running, state: 'ended', paid: 3998, taken: 1999, credited: [1999], kinds: ['dispute-lost'] }],
    [won, { ...running, renews: true, paid: 3998, taken: 1999, credited: [1999], kinds: ['renewed-after-dispute'] }],
  ]
  const expected = async (died: string) => {
    for (const [id, outcome] of outcomes) expect(await outcomeOf(id), `${died}, contract ${id}`).toMatchObject(outcome)
    const ids = outcomes.map(([id]) => id)
    expect(await emailsOf(ids), died).toEqual(await emailsOwed(ids))
    const waiting = crash.connection.db.selectFrom('termination_declarations').select('id').where('applied_at', 'is', null)
    expect(await waiting.execute(), died).toEqual([])
  }
  return { acts, expected }
}

/** Finds the first charge of a subscription. */
async function firstCharge(subscriptionId: number) {
  return crash.connection.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select(['a.id', 'a.provider_reference as reference', 'a.amount', 'a.currency'])
    .where('i.subscription_id', '=', subscriptionId)
    .orderBy('a.created_at')
    .executeTakeFirstOrThrow()
}

/** Disputes the first charge as its owner; only the provider knows. */
async function takeBack(subscriptionId: number): Promise<void> {
  const { url, key } = crash.sandbox
  const { id } = await firstCharge(subscriptionId)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/v1/charges/${id}/back`, { method: 'POST', headers, body: '{"code":"disputed"}' })
  expect(answer.status).toBe(200)
}

async function listenTo(subscriptionId: number): Promise<void> {
  const { id, reference } = await firstCharge(subscriptionId)
  const outcome = await crash.api.ctx.payments.card!.fetchState(id, reference)
  await settleAttempts(crash.api.ctx, [{ attemptId: id, outcome: outcome as Outcome }])
}

/** Wins the dispute: the money is back, and the webhook has arrived. */
async function winBack(subscriptionId: number): Promise<void> {
  const { id, reference, amount, currency } = await firstCharge(subscriptionId)
  const columns = 'attempt_id, refund_id, reference, amount, currency, at'
  crash.providerDb
    .prepare(`insert into movements (${columns}) values (?, null, ?, ?, ?, ?)`)
    .run(id, reference, amount, currency, Date.now())
  const outcome = { state: 'reinstated', reference: reference!, code: 'disputed', text: '' } as const
  await settleAttempts(crash.api.ctx, [{ attemptId: id, outcome }])
}

async function declare(
  subscriptionId: number,
  of: { kind: 'withdraw' | 'cancel'; outcome: 'by-hand' | 'unconfirmed'; manner?: 'ordinary' | 'extraordinary' },
): Promise<number> {
  const { db } = crash.connection
  const { account_id } = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const declared = { ...of, name: 'Mira', email: 'mira@example.org', language: 'de' }
  const { id } = await db
    .insertInto('termination_declarations')
    .values({ ...declared, account_id, subscription_id: subscriptionId, received_at: crash.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns actions and corrections with a queued e-mail; each must occur once. */
async function emailsOf(subscriptions: number[]) {
  const emails = await waitingEmails(crash.connection.db)
  const known = await emailsOwed(subscriptions)
  const acts = emails.flatMap((each) => (each.letter === 'contract-act' ? each.actId : []))
  const notes = emails.flatMap((each) => (each.letter === 'credit-note' ? each.invoiceId : []))
  // Excludes e-mails about disputes reported before the actions.
  return { acts: acts.toSorted(), notes: notes.filter((id) => known.notes.includes(id)).toSorted((a, b) => a - b) }
}

async function emailsOwed(subscriptions: number[]) {
  const { rows } = await sql<{ acts: string[]; notes: number[] }>`select
    array(select id::text from subscription_actions where subscription_id = any(${subscriptions}::bigint[]) and kind not in ('extend', 'leave-running') order by id::text) as acts,
    array(select n.id from invoices n join invoices i on i.id = n.corrects
      where i.subscription_id = any(${subscriptions}::bigint[]) and n.kind = 'credit-note' and n.issued_at is not null
        and not exists (select from dispute_invoices o join disputes d on d.id = o.dispute_id
          join subscription_actions c on c.subscription_id = i.subscription_id where o.invoice_id = n.id and c.kind <> 'dispute-received')
      order by n.id) as notes`.execute(crash.connection.db)
  return { acts: rows[0]!.acts.toSorted(), notes: rows[0]!.notes.map(Number) }
}

/** Returns state and documents of a subscription here, and its money by the provider's own records. Minor units. */
async function outcomeOf(subscriptionId: number) {
  const { rows } = await sql<{
    state: string
    renews: boolean
    attempts: string[]
    refunds: string[]
    kinds: string[]
    credited: number[]
    granted: number
    plan: number
  }>`select s.state, s.auto_renew as renews,
      array(select a.id::text from payment_attempts a join invoices i on i.id = a.invoice_id where i.subscription_id = s.id) as attempts,
      array(select r.id::text from refunds r join payment_attempts a on a.id = r.attempt_id
        join invoices i on i.id = a.invoice_id where i.subscription_id = s.id) as refunds,
      array(select c.kind from subscription_actions c where c.subscription_id = s.id order by c.sequence) as kinds,
      array(select -n.gross from invoices n join invoices i on i.id = n.corrects
        where i.subscription_id = s.id and n.kind = 'credit-note' and n.issued_at is not null order by n.id) as credited,
      (select coalesce(sum(extract(epoch from p.ends_at - p.starts_at)), 0)::int / ${DAY_SECONDS}
        from periods p where p.subscription_id = s.id and p.granted) as granted,
      coalesce((select d.plan_id from planned_plan_changes d where d.subscription_id = s.id), s.plan_id) as plan
    from subscriptions s where s.id = ${subscriptionId}`.execute(crash.connection.db)
  const { attempts, refunds, ...subscription } = rows[0]!
  const moved = crash.providerDb.prepare('select attempt_id, refund_id, amount from movements').all() as {
    attempt_id: string | null
    refund_id: string | null
    amount: number
  }[]
  const sum = (is: (each: (typeof moved)[number]) => boolean) => moved.filter(is).reduce((sum, { amount }) => sum + amount, 0)
  const ofCharge = ({ attempt_id, refund_id }: (typeof moved)[number]) => attempts.includes(attempt_id ?? '') && !refund_id
  return {
    ...subscription,
    paid: sum((each) => ofCharge(each) && each.amount > 0),
    taken: 0 - sum((each) => ofCharge(each) && each.amount < 0),
    back: 0 - sum(({ refund_id }) => refunds.includes(refund_id ?? '')),
  }
}

/** Runs a worker. @returns the number of steps if it finished; null: it was killed */
function work(acts: ActionRequest[], diesAt: number | null): Promise<number | null> {
  const { connection, sandbox, now } = crash
  const task: ActionTask = { databaseUrl: connection.url, sandbox, at: now().toISOString(), acts, diesAt }
  return runWorker(new URL('./testing/action-worker.ts', import.meta.url), task)
}

async function endAll(): Promise<void> {
  const { db } = crash.connection
  const running = await db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()
  const ids = running.map(({ id }) => id)
  await db.transaction().execute((trx) => expireSubscriptions(trx, ids, crash.now()))
}

test(
  'repeating operator actions that were killed at any step applies each of them and its money once',
  async () => {
    const { api, now } = crash
    const first = await scene()
    const steps = (await work(first.acts, null))!
    await first.expected('nobody died')
    expect(steps).toBeGreaterThan(300)
    await endAll()
    for (const point of someSteps(steps, POINTS)) {
      const died = `died at step ${point} of ${steps}`
      const { acts, expected } = await scene()
      await work(acts, point)
      // The operator retries, and servers run again.
      for (const minutes of [2, 2]) {
        crash.later(minutes * MINUTE_MS)
        await carryOutAll(api.ctx, acts)
        await runRenewals(api.ctx)
      }
      await expected(died)
      const { differences } = await reconcile(
        api.ctx,
        api.ctx.payments.card!,
        new Date(0),
        new Date(now().getTime() + 365 * DAY_MS),
      )
      expect(differences, died).toEqual([])
      await endAll()
    }
    if (process.env.CRASH_POINTS) console.log(`killed at ${Math.min(POINTS, steps)} of ${steps} steps`)
  },
  HOUR_MS,
)
