import { newCart } from '@kiosk/domain/payments/endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkout, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

/** Zero, or at least the provider's minimum charge. */
const price = fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 3000 }))
const voucher = fc.record({ price, days: fc.option(fc.integer({ min: 1, max: 400 })) })
const purchase = fc.record({
  plan: fc.constantFrom(...plans),
  voucher: fc.option(voucher),
  /** Days between the purchase of the smaller plan, if any, and this one. */
  upgradeAfter: fc.option(fc.double({ min: 0, max: 29.9, noNaN: true })),
})

test('charges what the cart shows for every plan, voucher and moment of another subscription', async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async ({ plan: { subscriptionId, region, tier }, voucher, upgradeAfter }) => {
      const reader = await shop.reader({ region_id: region })
      await shop.leave(reader)
      const smaller = plans.find((each) => each.region === region && each.tier === 'MAGZ')
      const isUpgrade = upgradeAfter !== null && tier === 'PREMIUM' && smaller
      if (isUpgrade) {
        await shop.begin(reader, smaller.subscriptionId)
        await shop.accept(reader, smaller.subscriptionId)
        await shop.purchase(reader, smaller.subscriptionId)
        shop.later(upgradeAfter)
      }
      await shop.begin(reader, subscriptionId)
      await shop.accept(reader, subscriptionId)
      const { headers } = reader
      if (voucher) {
        const code = await shop.voucher({ ...voucher, plan_ids: [subscriptionId] })
        const form = { subscription: String(subscriptionId), voucher: code }
        await shop.api.ask('payment/voucher', { method: 'PUT', form, headers })
      }
      const shown = await shop.api.answer(newCart, `payment/shoppingcart2/new/${subscriptionId}`, { headers })
      expect((await shop.purchase(reader, subscriptionId)).status).toBe(200)
      const { amount, currency } = await shop.db
        .selectFrom('payment_attempts')
        .innerJoin('invoices', 'invoices.id', 'invoice_id')
        .select(['payment_attempts.amount', 'payment_attempts.currency'])
        .where('account_id', '=', reader.id)
        .orderBy('invoices.id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect({ amount, currency }).toEqual({ amount: shown.totalPrice, currency: shown.currency })
      const sum = shown.entries.reduce((total, { grossAmount }) => total + grossAmount, 0)
      expect(shown.totalPrice).toBe(Math.max(0, sum))
      const active = (await shop.contracts(reader)).filter(({ state }) => state === 'active')
      expect(active).toMatchObject([{ plan_id: subscriptionId, reduced_left: voucher ? shown.numberOfMonthsVoucher! - 1 : 0 }])
      if (isUpgrade) shop.later(-upgradeAfter)
    }),
    { numRuns: 25 },
  )
})
