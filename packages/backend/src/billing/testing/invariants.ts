// Invariants of the ledger.
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Movement } from '../../adapters/payments/port.ts'
import type { Database } from '../../db/connect.ts'
import { creditedOn } from '../invoices/invoices.ts'
import { entitlesAt } from '../subscriptions/entitlement.ts'
import { entitles } from './entitlement-model.ts'

const many = <Row>(db: Database, query: ReturnType<typeof sql<Row>>) => query.execute(db).then(({ rows }) => rows)

/** Expects a consistent ledger. @param moved the provider's own records. @param isSettled nothing is pending any more */
export async function expectLedgerToBalance(
  db: Database,
  moved: readonly Movement[],
  now: Date,
  isSettled: boolean,
): Promise<void> {
  await expectPeriods(db)
  await expectSums(db)
  await expectNumbers(db)
  await expectEntitlement(db, now)
  if (isSettled) await expectProviderToAgree(db, moved)
}

async function expectPeriods(db: Database): Promise<void> {
  const periods = await many<{
    subscription: number
    starts_at: Date
    ends_at: Date
    state: string
    reduced: boolean
    price: number
    charges: number | null
    reduced_price: number | null
    successes: number
    granted: boolean
  }>(
    db,
    sql`select p.subscription_id as subscription, p.starts_at, p.ends_at, p.state, p.reduced, p.price, p.granted, s.reduced_price,
      greatest(1, case when v.days is null then 3 else v.days / 30 end) as charges,
      (select count(*)::int from invoices i join payment_attempts a on a.invoice_id = i.id
        where i.period_id = p.id and i.kind = 'invoice' and a.state = 'succeeded') as successes
      from periods p join subscriptions s on s.id = p.subscription_id left join vouchers v on v.code = s.voucher_code
      order by p.subscription_id, p.sequence`,
  )
  for (const { starts_at, ends_at, state, successes, granted } of periods) {
    if (granted) {
      expect({ state, successes }, 'granted days cost nothing').toEqual({
        state: expect.stringMatching(/^(paid|failed)$/),
        successes: 0,
      })
      continue
    }
    expect(ends_at.getTime() - starts_at.getTime(), 'a period has thirty days').toBe(30 * DAY_MS)
    expect(successes, `a ${state} period is charged once`).toBe(state === 'paid' || state === 'refunded' ? 1 : 0)
  }
  for (const own of Map.groupBy(
    periods.filter(({ state }) => state !== 'failed'),
    ({ subscription }) => subscription,
  ).values()) {
    for (const [place, { starts_at }] of own.entries())
      if (place > 0) expect(starts_at, 'periods follow one another').toEqual(own[place - 1]!.ends_at)
    for (const [place, { reduced, price, charges, reduced_price }] of own.filter(({ granted }) => !granted).entries()) {
      expect(reduced, 'the number of reduced charges').toBe(reduced_price !== null && place < charges!)
      if (reduced) expect(price).toBe(reduced_price)
    }
  }
}

async function expectSums(db: Database): Promise<void> {
  const wrong = await many<{ what: string }>(
    db,
    sql`select 'lines of invoice ' || i.id as what from invoices i join invoice_lines l on l.invoice_id = i.id group by i.id
        having sum(l.net) <> i.net or sum(l.tax) <> i.tax or sum(l.gross) <> i.gross or bool_or(l.net + l.tax <> l.gross)
      -- What an invoice has reversed of its corrections may be credited again.
      union all select 'too much credited of ' || paid.id from invoices paid
        where exists (select from invoices n where n.corrects = paid.id and n.state <> 'void')
          and ${creditedOn(sql`paid.id`)} > paid.gross
      -- A refund made without us before ours was sent is a loss until ours fails.
      union all select 'too much refunded of ' || a.id from payment_attempts a join refunds r on r.attempt_id = a.id
        where r.state <> 'dropped' group by a.id having sum(r.amount) > a.amount
          + (select coalesce(sum(l.amount), 0) from ledger l where l.attempt_id = a.id and l.account = 'losses')
      union all select 'ledger in ' || currency from ledger group by currency having sum(amount) <> 0
      union all select 'owed ' || owed.sum || ' for ' || due.sum from
        (select coalesce(-sum(amount), 0) as sum from ledger where account = 'owed') owed,
        (select coalesce(sum(amount), 0) as sum from refunds where state in ('created', 'sent', 'unknown', 'failed')) due
        where owed.sum <> due.sum
      union all select 'revenue of ' || l.country from
        (select split_part(account, ':', 2) as country, sum(amount) as sum from ledger
          where account like 'revenue:%' or account like 'tax:%' group by 1) l
        full join (select country, sum(gross) as sum from invoices where issued_at is not null group by 1) i using (country)
        where coalesce(l.sum, 0) + coalesce(i.sum, 0) <> 0
      union all select 'state of invoice ' || i.id from invoices i join periods p on p.id = i.period_id
        where (i.issued_at is not null) <> (p.state in ('paid', 'refunded')) or (i.state = 'paid') <> (p.state in ('paid', 'refunded'))
      union all select 'voucher ' || v.code from vouchers v
        where v.redeemed < (select count(*) from voucher_redemptions r where r.code = v.code)`,
  )
  expect(wrong).toEqual([])
}

async function expectNumbers(db: Database): Promise<void> {
  const rows = await many<{ series: string; numbers: number[] }>(
    db,
    sql`select split_part(number, '-', 1) as series, array_agg(split_part(number, '-', 2)::int order by number) as numbers
      from invoices where number is not null group by 1`,
  )
  for (const { numbers } of rows) expect(numbers, 'numbers are gapless').toEqual(numbers.map((_, place) => place + 1))
}

/** Expects access to equal the model, now and at later times. */
async function expectEntitlement(db: Database, now: Date): Promise<void> {
  const times = [0, 0.5, 12, 31].map((days) => new Date(now.getTime() + days * DAY_MS))
  const subscriptions = await many<{
    id: number
    state: 'pending' | 'active' | 'past-due' | 'ended'
    ends_at: Date
    next_charge_at: Date | null
    says: boolean[]
    periods: { sequence: number; starts_at: string; ends_at: string; state: 'open'; debited: boolean }[]
  }>(
    db,
    sql`select id, state, ends_at, next_charge_at, array[${sql.join(times.map((time) => sql`${entitlesAt(time)} is true`))}] as says,
      (select coalesce(jsonb_agg(jsonb_build_object('sequence', sequence, 'starts_at', starts_at, 'ends_at', ends_at, 'state', state,
        'debited', exists (select from invoices i join payment_attempts a on a.invoice_id = i.id
          where i.period_id = periods.id and a.state = 'processing')) order by sequence), '[]')
        from periods where subscription_id = s.id) as periods from subscriptions s`,
  )
  for (const { id, state, ends_at, next_charge_at, says, periods } of subscriptions) {
    const all = periods.map((each) => ({ ...each, startsAt: new Date(each.starts_at), endsAt: new Date(each.ends_at) }))
    const expected = times.map((time) => entitles({ state, endsAt: ends_at, nextChargeAt: next_charge_at }, all, time))
    expect({ id, state, ends_at, next_charge_at, periods, says }).toEqual({
      id,
      state,
      ends_at,
      next_charge_at,
      periods,
      says: expected,
    })
  }
}

/** Expects our ledger to equal the provider's records to the cent, charge by charge, and no subscription to be stuck. */
async function expectProviderToAgree(db: Database, moved: readonly Movement[]): Promise<void> {
  const ledgerSums = await many<{ id: string; sum: number }>(
    db,
    sql`select coalesce(refund_id, attempt_id)::text as id, sum(amount)::int as sum from ledger where account = 'cash:sandbox' and entry_id is null
      group by 1 having sum(amount) <> 0`,
  )
  const providerSums = new Map<string, number>()
  const byHand = await handMade(db)
  for (const { attemptId, refundId, reference, amount } of moved) {
    const id = refundId ?? attemptId ?? byHand.get(reference) ?? reference
    providerSums.set(id, (providerSums.get(id) ?? 0) + amount)
  }
  const sorted = (entries: Iterable<readonly [string, number]>) => [...entries].filter(([, sum]) => sum !== 0).sort()
  expect(sorted(ledgerSums.map(({ id, sum }) => [id, sum] as const))).toEqual(sorted(providerSums))
  await expectPapersToAgreeWithBank(db, moved)
  const waiting = await many<{ what: string }>(
    db,
    sql`select 'attempt ' || state as what from payment_attempts where state not in ('succeeded', 'declined')
      union all select 'refund ' || state from refunds where state not in ('succeeded', 'dropped')
      union all select 'contract ' || s.id || ' ' || s.state from subscriptions s
        where s.state = 'pending' or (s.state <> 'ended' and s.auto_renew and s.next_charge_at is null)
      union all select 'period of ' || s.id from periods p join subscriptions s on s.id = p.subscription_id
        where p.state = 'open' and s.state <> 'past-due'`,
  )
  expect(waiting).toEqual([])
}

/** Returns our ids of refunds by the provider's reference, which identifies those made at the provider. */
async function handMade(db: Database): Promise<Map<string, string>> {
  const rows = await many<{ id: string; reference: string }>(
    db,
    sql`select id::text, provider_reference as reference from refunds where provider_reference is not null`,
  )
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}

/**
 * Expects the amounts credited for each payment to equal what the bank returned plus what was deducted from an upgrade, and never
 * to exceed the payment. The excess, and nothing else, is a loss. What a credit had paid of an upgrade is credited there and returned
 * to the payment that the credit came from.
 */
async function expectPapersToAgreeWithBank(db: Database, moved: readonly Movement[]): Promise<void> {
  // Repeats and parts of a refund are not greater than the refund that was due.
  const dueRefunds = sql`select attempt_id, credit_note_id, max(amount) as amount from refunds group by 1, 2`
  const attempts = await many<{
    id: string
    invoice_id: number
    amount: number
    state: string
    credited: number
    set_against: number
    for_upgrade: number
    by_earlier: number
    losses: number
    refunds: string[]
  }>(
    db,
    sql`select a.id, a.invoice_id, a.amount, a.state,
      (select coalesce(-sum(n.gross), 0)::int from invoices n where n.issued_at is not null and (n.corrects = a.invoice_id
        or n.kind = 'invoice' and n.corrects in (select c.id from invoices c where c.corrects = a.invoice_id))) as credited,
      (select coalesce(sum(least(-n.gross, u.gross)), 0)::int from invoices n join invoices u on u.credit_note_id = n.id
        where n.corrects = a.invoice_id and n.issued_at is not null) as set_against,
      (select coalesce(sum(r.amount), 0)::int from (${dueRefunds}) r join invoices n on n.id = r.credit_note_id
        where r.attempt_id = a.id and n.corrects <> a.invoice_id
          and exists (select from payment_attempts o where o.invoice_id = n.corrects)) as for_upgrade,
      (select coalesce(sum(r.amount), 0)::int from (${dueRefunds}) r join invoices n on n.id = r.credit_note_id
        join payment_attempts o on o.id = r.attempt_id
        where n.corrects = a.invoice_id and o.invoice_id <> a.invoice_id) as by_earlier,
      (select coalesce(sum(l.amount), 0)::int from ledger l where l.attempt_id = a.id and l.account = 'losses') as losses,
      array(select r.id::text from refunds r where r.attempt_id = a.id)
        || array(select r.provider_reference from refunds r where r.attempt_id = a.id and r.provider_reference is not null) as refunds
      from payment_attempts a where a.state in ('succeeded', 'declined')`,
  )
  for (const { id, amount, state, credited, set_against, for_upgrade, by_earlier, losses, refunds } of attempts) {
    const own = moved.filter(({ attemptId, refundId, reference }) => attemptId === id || refunds.includes(refundId ?? reference))
    if (state === 'declined' && own.length === 0) continue
    const paid = state === 'succeeded' ? amount : 0
    const kept = own.reduce((sum, each) => sum + each.amount, 0)
    const back = amount - kept + set_against - for_upgrade
    const expected = { id, credited: Math.min(paid, back) + by_earlier, losses: Math.max(0, back - amount) }
    expect({ id, credited, losses }).toEqual(expected)
  }
}
