import { randomUUID } from 'node:crypto'
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccount } from '../accounts/erase-account.ts'
import { lockAccount } from '../accounts/queries.ts'
import { assignSuspense, bookSuspense } from './decide-suspense.ts'
import { listsOfProviders } from './find-differences.ts'
import { workOnEvent } from './provider-events.ts'
import { refund, sendRefunds } from './refunds.ts'
import { repairDifferences } from './repair-differences.ts'
import { settleAttempts } from './settle-attempts.ts'
import { recordSuspense } from './suspense.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

const DAY_MS = 86_400_000
const NAME = 'Erasmine'
/** Every table with rows about money, and what tells one row from another. */
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
  suspense_acts: 'id',
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

test('erasing an account erases no row about money: its name goes, and every trace of the money stays', async () => {
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
  const [contract] = await shop.contracts(reader)
  // Two charges of nobody: one is booked on the subscription, one is assigned to it and waits.
  const charge = async (reference: string) => {
    const moved = { reference, amount: 1999, currency: 'EUR', at: shop.now(), reason: 'unknown' as const }
    return (
      await shop.db
        .transaction()
        .execute((trx) => recordSuspense(trx, shop.api.house, { provider: 'sandbox', kind: 'charge', ...moved }))
    ).id
  }
  const decision = { actor: 'Vera', why: 'named in a letter' }
  const [booked, waiting] = [await charge('first'), await charge('second')]
  await bookSuspense(shop.api.house, booked, { to: 'contract', subscription: contract!.id }, decision)
  await assignSuspense(shop.api.house, waiting, contract!.id, decision)
  // A refund of ours, a dispute, and its end.
  const given = { attemptId: paid!, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
  await sendRefunds(shop.api.house)
  for (const state of ['returned', 'reinstated'] as const)
    await settleAttempts(shop.api.house, [{ attemptId: paid!, outcome: shop.psp.becomes(paid!, state) }])
  // What was approved at the wallet and came too late, because a subscription runs.
  await sql`update subscriptions set state = 'ended', ends_at = ${shop.now()} where account_id = ${reader.id}`.execute(shop.db)
  await shop.begin(reader)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  const reference = shop.wallet.approve({ customId, planId: 'plan-2' })
  const at = shop.wallet.charge(reference, 1999, shop.now())
  const about = { what: 'wallet', subscription: reference, charge: null, refund: null } as const
  await workOnEvent(shop.api.house, { provider: 'paypal', id: randomUUID(), kind: 'BILLING.SUBSCRIPTION.ACTIVATED', about })
  shop.wallet.fees.set(at, 99)
  shop.wallet.back(at, 700)
  const [from, to] = [new Date(shop.now().getTime() - 9 * DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  for (const lists of listsOfProviders(shop.api.house, shop.api.house.payments))
    await repairDifferences(shop.api.house, lists, { from, to })

  const before = await rowsOf()
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
  expect(empty).toEqual([])
  const sums = () =>
    sql`select account, currency, sum(amount)::int as sum from ledger group by 1, 2 order by 1, 2`.execute(shop.db)
  const balance = (await sums()).rows
  await shop.db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, reader.id))!, shop.api.house))
  expect(await shop.db.selectFrom('accounts').select('id').where('id', '=', reader.id).executeTakeFirst()).toBeUndefined()
  expect(await rowsOf()).toEqual(before)
  expect((await sums()).rows).toEqual(balance)
  // Nobody's name is in them but in issued invoices, which the law keeps; their address goes too.
  for (const table of Object.keys(TABLES)) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(shop.db)
    const text = rows
      .map((row) => row.text)
      .join('\n')
      .toLowerCase()
    expect(text, table).not.toContain(`${NAME.toLowerCase()}@example.org`)
    if (table !== 'invoices') expect(text, table).not.toContain(NAME.toLowerCase())
  }
  // The account's own number is in no row any more.
  for (const table of ['subscriptions', 'invoices', 'payment_methods', 'wallet_approvals']) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int from ${sql.table(table)} where account_id = ${reader.id}`.execute(shop.db)
    expect(rows[0]!.count, table).toBe(0)
  }
}, 120_000)
