import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { GRACE_DAYS, NOTICE_DAYS, PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleAttempts } from '../charges/settle.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

/**
 * Course of the charge of the last period: immediate, or pending for some days; a bank challenge no longer than the grace period.
 */
const charge = fc.oneof(
  fc.record({
    answer: fc.constantFrom('succeeded', 'processing', 'unknown'),
    underWay: fc.constantFrom(0.5, 2.5, GRACE_DAYS + 1, 20),
  }),
  fc.record({ answer: fc.constant('action'), underWay: fc.constantFrom(0.5, 2.5, GRACE_DAYS - 1) }),
)

test('a cancellation at any time ends the subscription on the date announced', async () => {
  const moment = fc.oneof(fc.double({ min: 0, max: 29.9, noNaN: true }), fc.constantFrom(0, 22.99, 23, 23.01, 29.5))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 }), moment, charge, fc.boolean(), async (renewals, days, { answer, underWay }, twice) => {
      const reader = await shop.reader()
      const { id, headers } = reader
      const reference = await shop.leave(reader)
      await shop.begin(reader)
      await shop.accept(reader)
      await shop.purchase(reader)
      const boughtAt = shop.now().getTime()
      const wait = async (by: number) => {
        shop.later(by)
        await runBilling(shop.api.ctx)
      }
      const passed = () => (shop.now().getTime() - boughtAt) / DAY_MS
      const switchOff = () => shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers })
      for (let each = 0; each < renewals; each++) await wait(PERIOD_DAYS)
      await wait(days)

      // The same rule, computed here by counting days.
      const ends = PERIOD_DAYS * (renewals + 1)
      const [{ ends_at } = { ends_at: null }] = await shop.contracts(reader)
      const isLate = ends_at!.getTime() - shop.now().getTime() < NOTICE_DAYS * DAY_MS
      const end = boughtAt + (isLate ? ends + PERIOD_DAYS : ends) * DAY_MS
      const expectEndShown = async () => {
        const { expiryDate } = await shop.api.answer(billing, 'billing', { headers })
        expect(Date.parse(expiryDate!), `after ${passed()} days`).toBeCloseTo(end, -2)
      }
      expect((await switchOff()).status).toBe(200)
      await expectEndShown()
      if (twice) expect((await switchOff()).status).toBe(200)

      shop.psp.behave(reference, answer as 'succeeded')
      await wait(ends - passed())
      if (isLate) {
        await expectEndShown()
        if (answer !== 'succeeded') {
          shop.later(underWay)
          await expectEndShown()
          const open = await shop.db
            .selectFrom('payment_attempts')
            .innerJoin('invoices', 'invoices.id', 'invoice_id')
            .select('payment_attempts.id')
            .where('account_id', '=', id)
            .where('payment_attempts.state', 'in', ['processing', 'action', 'unknown'])
            .executeTakeFirstOrThrow()
          await settleAttempts(shop.api.ctx, [{ attemptId: open.id, outcome: shop.psp.becomes(open.id, 'succeeded') }])
        }
        await expectEndShown()
        await wait((end - shop.now().getTime()) / DAY_MS + 0.001)
      }
      const [subscription] = await shop.contracts(reader)
      expect(subscription!.state).toBe('ended')
      expect(subscription!.ends_at!.getTime()).toBeCloseTo(end, -2)
      expect(await shop.invoices(reader)).toHaveLength(renewals + (isLate ? 2 : 1))
      // Sessions expire by the system clock.
      shop.later(-passed())
    }),
    { numRuns: 25 },
  )
})
