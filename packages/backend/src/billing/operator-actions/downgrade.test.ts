import { languages } from '@kiosk/domain/locale'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { waitingEmails } from '../../jobs/testing/jobs.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { noticePrice } from '../testing/price-notice.ts'
import { ActionRejected } from './action-rejected.ts'
import { downgrade, takeBackDowngrade } from './downgrade.ts'
import { endSubscription } from './end-subscription.ts'
import { extendSubscription } from './grant-days.ts'
import { planEnd } from './plan-end.ts'
import { everything, movements, openActions, pass, requested, subscriber, subscriptionOf } from './testing/actions.ts'

const shop = await openActions()
const ctx = () => shop.api.ctx
test('a downgrade changes plan and price from the next period on and not before', async () => {
  const reader = await subscriber(shop)
  shop.later(10)
  const act = requested(reader.contract)
  const done = await downgrade(ctx(), act)
  expect(done.act.details).toEqual({
    from: 'PREMIUM',
    to: 'MAGZ',
    price: 999,
    currency: 'EUR',
    endsAt: shop.inDays(20).toISOString(),
  })
  const before = await everything(shop.db)
  for (const again of [act, requested(reader.contract)])
    expect(await downgrade(ctx(), again)).toMatchObject({ isNew: false, act: { id: act.actId } })
  expect(await everything(shop.db)).toBe(before)
  const shown = await shop.api.answer(billing, 'billing', { headers: reader.headers })
  expect(shown).toMatchObject({ subscriptionTitle: 'read-it PREMIUM', nextPrice: 999 })
  await pass(shop, 19.9)
  expect((await subscriptionOf(shop, reader.contract)).tier).toBe('PREMIUM')
  // The list price changes; the announced price applies.
  await shop.db.insertInto('prices').values({ plan_id: 10, valid_from: '2026-03-20', price: 1299 }).execute()
  await pass(shop, 0.2)
  expect(await movements(shop, reader)).toEqual([1999, 999])
  expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ tier: 'MAGZ', state: 'active', plannedPlan: null })
  const invoices = await shop.invoices(reader)
  expect(invoices.map(({ snapshot }) => (snapshot as { tariff: number }).tariff)).toEqual([2, 10])
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 999, 999])
  await expect(downgrade(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('lowest-plan'))
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), true)
})

test('a downgrade can be undone until the next period and requested again', async () => {
  const reader = await subscriber(shop)
  await expect(takeBackDowngrade(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('no-planned-plan'))
  await downgrade(ctx(), requested(reader.contract))
  await takeBackDowngrade(ctx(), requested(reader.contract))
  await pass(shop, 30)
  expect(await movements(shop, reader)).toEqual([1999, 1999])
  expect((await downgrade(ctx(), requested(reader.contract))).isNew).toBe(true)
  await extendSubscription(ctx(), { ...requested(reader.contract), days: 5 })
  await pass(shop, 34.9)
  expect((await subscriptionOf(shop, reader.contract)).tier).toBe('PREMIUM')
  await pass(shop, 0.2)
  expect(await movements(shop, reader)).toEqual([1999, 1999, 999])
})

test('retries a declined charge at the same price and ends the subscription on the smaller plan', async () => {
  const reader = await subscriber(shop)
  await downgrade(ctx(), requested(reader.contract))
  shop.psp.behave(reader.reference, 'declined')
  await pass(shop, 30)
  expect(await subscriptionOf(shop, reader.contract)).toMatchObject({ tier: 'MAGZ', state: 'past-due' })
  await expect(downgrade(ctx(), requested(reader.contract))).rejects.toThrow(ActionRejected)
  shop.psp.behave(reader.reference, 'succeeded')
  await pass(shop, 1.1)
  expect(await movements(shop, reader)).toEqual([1999, 999])
})

test('a downgrade does not carry an older PREMIUM price over to the smaller plan', async () => {
  const reader = await subscriber(shop)
  await noticePrice(shop, reader.contract, shop.inDays(30))
  await expect(downgrade(ctx(), requested(reader.contract))).rejects.toThrow(new ActionRejected('price-announced'))
  await pass(shop, 30)
  await downgrade(ctx(), requested(reader.contract))
  for (const days of [30, 30]) await pass(shop, days)
  expect(await movements(shop, reader)).toEqual([1999, 2499, 999, 999])
})

test('a downgrade is rejected when there is no next period, its date is unknown, or the provider controls the plan', async () => {
  const expectRejection = async (subscription: number, reason: ConstructorParameters<typeof ActionRejected>[0]) => {
    const before = await everything(shop.db)
    await expect(downgrade(ctx(), requested(subscription))).rejects.toThrow(new ActionRejected(reason))
    expect(await everything(shop.db)).toBe(before)
  }
  const debited = await subscriber(shop, { method: 'debit-processing', kind: 'DD' })
  await expectRejection(debited.contract, 'charge-open')
  const cancelled = await subscriber(shop)
  await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: cancelled.headers })
  await expectRejection(cancelled.contract, 'not-renewed')
  const reduced = await subscriber(shop, { voucher: await shop.voucher({ price: 399, days: 90 }) })
  await expectRejection(reduced.contract, 'reduced-left')
  const planned = await subscriber(shop)
  await planEnd(ctx(), { ...requested(planned.contract), refund: 'none', endsAt: shop.inDays(10) })
  await expectRejection(planned.contract, 'end-planned')
  const smaller = await subscriber(shop, { plan: 10 })
  await expectRejection(smaller.contract, 'lowest-plan')
  await downgrade(ctx(), requested((await subscriber(shop)).contract))
  const ended = await subscriber(shop)
  await downgrade(ctx(), requested(ended.contract))
  await endSubscription(ctx(), { ...requested(ended.contract), refund: 'none' })
  await expectRejection(ended.contract, 'already-ended')
  await shop.db.updateTable('subscriptions').set({ order_type: 3 }).where('id', '=', planned.contract).execute()
  await expectRejection(planned.contract, 'plan-at-wallet')
  await expectRejection(99_999, 'unknown-contract')
})

test.each(languages)(
  'the e-mail in %s names the date, plan and price, and says when the downgrade is undone',
  async (language) => {
    const reader = await subscriber(shop, { language })
    await downgrade(ctx(), requested(reader.contract))
    const mails = async () => {
      const waiting = (await waitingEmails(shop.db)).filter(({ letter }) => letter === 'contract-act')
      return Promise.all(waiting.map((each) => writeEmail(each, ctx())))
    }
    const [mail] = await mails()
    const text = `${mail!.subject} ${mail!.text.replaceAll('\u00a0', ' ')}`
    expect(text).toMatch(/9[,.]99/)
    expect(text).toContain('read-it MAGZ')
    expect(text).not.toMatch(/EMAIL\.|undefined|\{\w+\}/)
    await takeBackDowngrade(ctx(), requested(reader.contract))
    const [stale, back] = await mails()
    expect(stale).toBeNull()
    expect(`${back!.subject} ${back!.text}`).not.toMatch(/EMAIL\.|undefined|\{\w+\}/)
  },
)
