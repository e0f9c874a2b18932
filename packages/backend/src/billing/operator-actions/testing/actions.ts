import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { forgetJobs } from '../../../jobs/testing/jobs.ts'
import { runBilling } from '../../renewals/renew.ts'
import { runRenewals } from '../../renewals/run.ts'
import { clearBooks } from '../../testing/books.ts'
import { type Checkout, type Reader, testCheckout } from '../../testing/checkout.ts'
import { describeSubscription, subscriptionsOfAccount } from '../describe-subscription.ts'

/**
 * Opens the checkout for one test file: its ledger is emptied before each test, and it is closed after the last. Call it at the
 * top.
 */
export async function openActions(): Promise<Checkout> {
  const shop = await testCheckout()
  beforeEach(() => startAgain(shop))
  afterAll(() => shop.close())
  return shop
}

/** Returns the request of an operator for an action. */
export const requested = (subscription: number) => ({
  actId: randomUUID(),
  subscription,
  actor: 'anna',
  why: 'ticket 7',
})

/** Creates a reader who has bought; returns the reader with the subscription. */
export async function subscriber(
  shop: Checkout,
  options: { plan?: number; method?: string; kind?: 'CC' | 'DD'; voucher?: string; language?: string } = {},
) {
  const { plan = 2, method, kind, voucher, language = 'de' } = options
  const reader = await shop.reader({ language, firstname: 'Mira' })
  const reference = await shop.leave(reader, method, kind)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  if (voucher) {
    const form = { subscription: String(plan), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  await shop.purchase(reader, plan)
  const [subscription] = await subscriptionsOfAccount(shop.db, reader.id)
  return { ...reader, reference, contract: subscription! }
}

/** Creates a reader whose subscription to PREMIUM the wallet charges. */
export async function walletSubscriber(shop: Checkout) {
  const reader = await shop.reader()
  await shop.accept(reader)
  await shop.begin(reader)
  const answer = await shop.api.ask('paypal/subscription/validation/2', { headers: reader.headers })
  const { customId } = (await answer.json()) as { customId: string }
  const reference = shop.wallet.approve({ customId, planId: 'plan-2' })
  shop.wallet.charge(reference, 1999, shop.now())
  const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
  await shop.api.ask('paypal/subscription', { form, headers: reader.headers })
  const [subscription] = await shop.contracts(reader)
  expect(subscription).toMatchObject({ state: 'active', order_type: 3 })
  return { ...reader, reference, subscription: subscription! }
}

/** Returns a subscription as operators see it. */
export async function subscriptionOf(shop: Checkout, id: number) {
  return (await describeSubscription(shop.api.ctx, id))!
}

/** Advances the clock and runs the scheduled job. */
export async function pass(shop: Checkout, days: number): Promise<void> {
  shop.later(days)
  await runRenewals(shop.api.ctx)
  await runBilling(shop.api.ctx)
}

/** Returns what a reader was charged and refunded at the provider: minor units. */
function movedFor(shop: Checkout, attempts: readonly string[], refunds: readonly string[]): number[] {
  return shop.psp.moved
    .filter(({ attemptId, refundId }) => attempts.includes(attemptId ?? '') || refunds.includes(refundId ?? ''))
    .map(({ amount }) => amount)
}

/** Returns the same for all subscriptions of a reader. */
export async function movements(shop: Checkout, { id }: Pick<Reader, 'id'>): Promise<number[]> {
  const { rows } = await sql<{ attempts: string[]; refunds: string[] }>`select
      array(select a.id::text from payment_attempts a join invoices i on i.id = a.invoice_id where i.account_id = ${id}) as attempts,
      array(select r.id::text from refunds r join payment_attempts a on a.id = r.attempt_id
        join invoices i on i.id = a.invoice_id where i.account_id = ${id}) as refunds`.execute(shop.db)
  return movedFor(shop, rows[0]!.attempts, rows[0]!.refunds)
}

/** Returns every row that an action may change, as text. */
export async function everything(db: Database): Promise<string> {
  const tables = ['subscriptions', 'periods', 'invoices', 'invoice_lines', 'payment_attempts', 'refunds', 'ledger', 'disputes']
  const more = [
    'planned_ends',
    'subscription_actions',
    'termination_declarations',
    'number_series',
    'carts',
    'voucher_redemptions',
  ]
  const queries = [...tables, ...more, 'graphile_worker._private_jobs'].map(
    (table) => sql`select concat(${sql.lit(table)}, ': ', string_agg(t::text, E'\n' order by t::text)) as part
      from ${sql.raw(table)} t`,
  )
  const { rows } = await sql<{ part: string }>`${sql.join(queries, sql` union all `)}`.execute(db)
  // `union all` has no order of its own.
  return rows
    .map(({ part }) => part)
    .sort()
    .join('\n')
}

/** Clears the previous test's data and resets the clock; sessions expire by the system clock. */
async function startAgain(shop: Checkout): Promise<void> {
  await clearBooks(shop.db)
  await forgetJobs(shop.db)
  shop.psp.moved.length = 0
  shop.later((BEGIN.getTime() - shop.now().getTime()) / DAY_MS)
}
const BEGIN = new Date('2026-03-10T09:00:00Z')
