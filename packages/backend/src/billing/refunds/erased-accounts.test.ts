import { randomUUID } from 'node:crypto'
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccount } from '../../accounts/erase-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { settleAttempts } from '../charges/settle.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { repairDifferences } from '../reconciliation/repair-differences.ts'
import { assignSuspense, bookSuspense } from '../suspense/decide.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { processEvent } from '../webhooks/provider-events.ts'
import { refund } from './refunds.ts'
import { sendRefunds } from './send.ts'

const NAME = 'Erasmine'
/** Tables with rows about money, and the columns that identify a row. */
const TABLES = {
  subscriptions: 'id',
  periods: 'id',
  invoices: 'id',
  invoice_lines: "invoice_id || ' ' || position",
  payment_methods: 'id',
  payment_attempts: 'id',
  refunds: 'id',
  disputes: 'id',
  dispute_invoices: 'invoice_id',
  ledger: 'id',
  suspense: 'id',
  suspense_actions: 'id',
  provider_entries: 'id',
  operator_alarms: 'id',
  wallet_approvals: 'id',
  wallet_subscriptions: 'reference',
  wallet_returns: 'reference',
} as const

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function rowsOf(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const [table, key] of Object.entries(TABLES)) {
    const { rows } = await sql<{
      key: string
    }>`select (${sql.raw(key)})::text as key from ${sql.table(table)} order by 1`.execute(shop.db)
    all[table] = rows.map((row) => row.key)
  }
  return all
}

test('erasing an account keeps every row about money and removes the name', async () => {
  const reader = await shop.reader({ firstname: NAME, lastname: NAME, email: `${NAME.toLowerCase()}@example.org` })
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  await shop.purchase(reader)
  const attempts = async () =>
    (
      await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
        where i.account_id = ${reader.id} order by a.created_at`.execute(shop.db)
    ).rows.map(({ id }) => id)
  const [paid] = await attempts()
  const [subscription] = await shop.contracts(reader)
  // Two charges in suspense: one is applied to the subscription, one is assigned to it and waits.
  const charge = async (reference: string) => {
    const moved = { reference, amount: 1999, currency: 'EUR', at: shop.now(), reason: 'unknown' as const }
    return (
      await shop.db
        .transaction()
        .execute((trx) => recordSuspense(trx, shop.api.ctx, { provider: 'sandbox', kind: 'charge', ...moved }))
    ).id
  }
  const decision = { actor: 'Vera', why: 'named in a letter' }
  const [booked, waiting] = [await charge('first'), await charge('second')]
  await bookSuspense(shop.api.ctx, booked, { to: 'contract', subscription: subscription!.id }, decision)
  await assignSuspense(shop.api.ctx, waiting, subscription!.id, decision)
  // A refund of ours, a dispute and its end.
  const options = { attemptId: paid!, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  await sendRefunds(shop.api.ctx)
  for (const state of ['returned', 'reinstated'] as const)
    await settleAttempts(shop.api.ctx, [{ attemptId: paid!, outcome: shop.psp.becomes(paid!, state) }])
  // A wallet approval that comes too late, because a subscription is active.
  await sql`update subscriptions set state = 'ended', ends_at = ${shop.now()} where account_id = ${reader.id}`.execute(shop.db)
  await shop.begin(reader)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  const reference = shop.wallet.approve({ customId, planId: 'plan-2' })
  const at = shop.wallet.charge(reference, 1999, shop.now())
  const about = { what: 'wallet', subscription: reference, charge: null, refund: null } as const
  await processEvent(shop.api.ctx, { provider: 'paypal', id: randomUUID(), kind: 'BILLING.SUBSCRIPTION.ACTIVATED', about })
  shop.wallet.fees.set(at, 99)
  shop.wallet.back(at, 700)
  const [from, to] = [new Date(shop.now().getTime() - 9 * DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  for (const lists of listsOfProviders(shop.api.ctx, shop.api.ctx.payments))
    await repairDifferences(shop.api.ctx, lists, { from, to })

  const before = await rowsOf()
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
  expect(empty).toEqual([])
  const sums = () =>
    sql`select account, currency, sum(amount)::int as sum from ledger group by 1, 2 order by 1, 2`.execute(shop.db)
  const balance = (await sums()).rows
  await shop.db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, reader.id))!, shop.api.ctx))
  expect(await shop.db.selectFrom('accounts').select('id').where('id', '=', reader.id).executeTakeFirst()).toBeUndefined()
  expect(await rowsOf()).toEqual(before)
  expect((await sums()).rows).toEqual(balance)
  // Names are only left in issued invoices, which the law requires us to keep; e-mail addresses are deleted there too.
  for (const table of Object.keys(TABLES)) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(shop.db)
    const text = rows
      .map((row) => row.text)
      .join('\n')
      .toLowerCase()
    expect(text, table).not.toContain(`${NAME.toLowerCase()}@example.org`)
    if (table !== 'invoices') expect(text, table).not.toContain(NAME.toLowerCase())
  }
  // No row has the account id any more.
  for (const table of ['subscriptions', 'invoices', 'payment_methods', 'wallet_approvals']) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int from ${sql.table(table)} where account_id = ${reader.id}`.execute(shop.db)
    expect(rows[0]!.count, table).toBe(0)
  }
})
