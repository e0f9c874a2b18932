import { newCart } from '@kiosk/domain/payments/endpoints'
import { unusedPart } from '@kiosk/domain/payments/rules'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'

/** MAGZ in Austria, minor units per 30 days. */
const MAGZ_PRICE_MINOR = 999
/** The minimum charge of the test provider, the same as Stripe's. */
const SMALLEST_CHARGE_MINOR = 50

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const linesOf = async (invoiceId: number) =>
  (
    await sql<{ gross: number }>`select gross from invoice_lines where invoice_id = ${invoiceId} order by position`.execute(
      shop.db,
    )
  ).rows

/**
 * Buys an upgrade `days` after the first purchase, at a reduced price `above` minor units over the unused balance of the old
 * subscription.
 */
async function upgraded(days: number, above: number, kind: 'CC' | 'DD') {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', kind)
  for (const plan of [10, 2]) await shop.accept(reader, plan)
  await shop.begin(reader, 10)
  expect((await shop.purchase(reader, 10)).status).toBe(200)
  const startsAt = shop.now()
  shop.later(days)
  const credit = unusedPart(MAGZ_PRICE_MINOR, { startsAt, endsAt: new Date(startsAt.getTime() + 30 * DAY_MS) }, shop.now())
  const voucher = await shop.voucher({ price: credit + above })
  await shop.accept(reader, 2)
  await shop.begin(reader, 2)
  const put = { method: 'PUT', form: { subscription: '2', voucher }, headers: reader.headers }
  expect((await shop.api.ask('payment/voucher', put)).ok).toBe(true)
  const cart = await shop.api.answer(newCart, 'payment/shoppingcart2/new/2', { headers: reader.headers })
  expect((await shop.purchase(reader)).status).toBe(200)
  const invoice = (await shop.invoices(reader)).findLast(({ kind }) => kind === 'invoice')!
  const attempts = await shop.db.selectFrom('payment_attempts').selectAll().where('invoice_id', '=', invoice.id).execute()
  return { reader, cart, credit, invoice, attempts }
}

test("charges the remainder of an upgrade as shown, or waives it below the provider's minimum", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 70 }),
      fc.constantFrom('CC', 'DD'),
      async (days, above, kind) => {
        const { cart, credit, invoice, attempts } = await upgraded(days, above, kind)
        const toPay = above < SMALLEST_CHARGE_MINOR ? 0 : above
        expect(cart.totalPrice).toBe(toPay)
        expect(cart.entries.reduce((sum, { grossAmount }) => sum + grossAmount, 0)).toBe(toPay)
        expect(attempts).toMatchObject([{ state: 'succeeded', amount: toPay }])
        const taken = shop.psp.moved.filter(({ attemptId }) => attemptId === attempts[0]!.id)
        expect(taken.map(({ amount }) => amount)).toEqual(toPay === 0 ? [] : [toPay])
        expect(invoice).toMatchObject({ state: 'paid', gross: credit + toPay, due: toPay })
        expect((await linesOf(invoice.id)).map(({ gross }) => gross)).toEqual(
          above > 0 && above < SMALLEST_CHARGE_MINOR ? [credit + above, -above] : [credit + above],
        )
        await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
      },
    ),
    {
      numRuns: 12,
      examples: [
        [8, 1, 'CC'],
        [8, 49, 'CC'],
        [8, 50, 'CC'],
        [9, 49, 'DD'],
      ],
    },
  )
})

test("waives a renewal below the provider's minimum and charges the next one in full", async () => {
  const reader = await shop.reader()
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  // The update below sets a reduced price that only older vouchers can have.
  const code = await shop.voucher({ price: 60, days: 60 })
  await shop.api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher: code }, headers: reader.headers })
  expect((await shop.purchase(reader)).status).toBe(200)
  await shop.db.updateTable('subscriptions').set({ reduced_price: 29 }).where('account_id', '=', reader.id).execute()
  for (let month = 0; month < 2; month++) {
    shop.later(30)
    await runBilling(shop.api.ctx)
  }
  const invoices = await shop.invoices(reader)
  expect(invoices.map(({ state, gross, due }) => ({ state, gross, due }))).toEqual([
    { state: 'paid', gross: 60, due: 60 },
    { state: 'paid', gross: 0, due: 0 },
    { state: 'paid', gross: 1999, due: 1999 },
  ])
})

test("rejects a voucher below the provider's minimum", async () => {
  await expect(shop.voucher({ price: 49 })).rejects.toMatchObject({ code: '23514' })
  await shop.voucher({ price: 0 })
})
