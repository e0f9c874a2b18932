import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountReference } from '../../auth/account-reference.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { emailsFor } from '../testing/invoices.ts'
import { followWalletEvent } from '../wallets/follow-event.ts'
import { sweepWallets } from '../wallets/sweep.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())
afterEach(() => shop.store.break(false))

const post = ({ headers }: Reader, purchasetoken: string, plan = 2) =>
  shop.api.ask('inAppPurchase/google_subscription', { form: { subscription: String(plan), purchasetoken }, headers })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

async function sold(reader: Reader, plan = 2) {
  const customId = await accountReference(reader.id, shop.api.ctx)
  return shop.store.sell({ customId, planId: `plan-${plan}`, paidUntil: shop.inDays(30) })
}
async function bound(plan = 2) {
  const reader = await shop.reader()
  const token = await sold(reader, plan)
  expect((await post(reader, token, plan)).status).toBe(204)
  const [subscription] = await shop.contracts(reader)
  const there = shop.store.subscriptions.get(token)!
  return { reader, token, there, id: subscription!.id }
}
const tierOf = async ({ headers }: Reader) =>
  ((await (await shop.api.ask('websession/webinfo', { headers })).json()) as { subscription?: { id: number } }).subscription?.id

describe('a subscription bought in the app', () => {
  test('is added to its account and acknowledged when posted, without an invoice of ours', async () => {
    const { reader, token, id } = await bound()
    for (const answer of await Promise.all([post(reader, token), post(reader, token)])) expect(answer.status).toBe(204)
    expect(await shop.contracts(reader)).toMatchObject([
      { id, order_type: 2, state: 'active', auto_renew: true, provider_reference: token, ends_at: shop.inDays(30) },
    ])
    expect(await tierOf(reader)).toBe(2)
    expect(shop.store.acknowledged.filter((each) => each === token).length).toBeGreaterThan(0)
    // The store is the seller, so it issues receipts and pays the tax.
    expect(await shop.invoices(reader)).toEqual([])
    expect(await shop.db.selectFrom('ledger').select('id').where('account', 'like', '%google%').execute()).toEqual([])
    expect(listsOfProviders(shop.api.ctx, shop.api.ctx.payments).map(({ name }) => name)).toEqual(['sandbox', 'paypal'])
  })

  test('is created once by concurrent posts', async () => {
    const reader = await shop.reader()
    const token = await sold(reader)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(reader, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204))
    expect(await shop.contracts(reader)).toHaveLength(1)
  })

  test('belongs only to the account named by the app and to the purchased product', async () => {
    const [reader, thief] = [await shop.reader(), await shop.reader()]
    const token = await sold(reader)
    const nobodys = shop.store.sell({ customId: null, planId: 'plan-2', paidUntil: shop.inDays(30) })
    for (const [who, what, plan] of [
      [thief, token, 2],
      [reader, nobodys, 2],
      [reader, 'unknown', 2],
      [reader, token, 10],
    ] as const)
      expect(await codeOf(await post(who, what, plan))).toEqual([409, 'wallet_refused'])
    expect([...(await shop.contracts(thief)), ...(await shop.contracts(reader))]).toEqual([])
  })

  test('is rejected for an account that pays us already, or in another market', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    await shop.accept(reader)
    await shop.purchase(reader)
    expect(await codeOf(await post(reader, await sold(reader)))).toEqual([409, 'subscribed_already'])
    const swiss = await shop.reader({ region_id: 3 })
    expect(await codeOf(await post(swiss, await sold(swiss)))).toEqual([409, 'region_unavailable'])
  })

  test('replaces a smaller one of the store', async () => {
    const { reader, id } = await bound(10)
    expect((await post(reader, await sold(reader, 2))).status).toBe(204)
    expect(await shop.contracts(reader)).toMatchObject([
      { id, state: 'ended' },
      { plan_id: 2, state: 'active' },
    ])
  })

  test('is acknowledged by a repeated post or the sweep after the store did not respond', async () => {
    const reader = await shop.reader()
    const token = await sold(reader)
    shop.store.break(true)
    const { status, headers } = await post(reader, token)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    shop.store.break(false)
    expect((await post(reader, token)).status).toBe(204)
    shop.store.subscriptions.get(token)!.isAcknowledged = false
    await sweepWallets(shop.api.ctx)
    expect(shop.store.subscriptions.get(token)!.isAcknowledged).toBe(true)
  })
})

describe('changes at the store', () => {
  test('extend a renewed subscription, by message or by the sweep', async () => {
    const { reader, token, there } = await bound()
    there.paidUntil = shop.inDays(60)
    await followWalletEvent(shop.api.ctx, 'google', { subscription: token })
    expect(await shop.contracts(reader)).toMatchObject([{ ends_at: shop.inDays(60) }])
    shop.later(61)
    there.paidUntil = shop.inDays(30)
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', ends_at: shop.inDays(30) }])
    expect(await tierOf(reader)).toBe(2)
  })

  test('suspend access while the payment is on hold, and restore it afterwards', async () => {
    const { reader, token, there } = await bound()
    shop.later(31)
    there.state = 'suspended'
    await followWalletEvent(shop.api.ctx, 'google', { subscription: token })
    expect(await tierOf(reader)).toBeUndefined()
    Object.assign(there, { state: 'active', paidUntil: shop.inDays(30) })
    await sweepWallets(shop.api.ctx)
    expect(await tierOf(reader)).toBe(2)
  })

  test('a cancellation here is sent to the store and keeps access to the end of the paid period', async () => {
    const { reader, token } = await bound()
    const { headers } = reader
    expect(await shop.api.answer(billing, 'billing', { headers })).toMatchObject({ orderType: 2, autorenewalStatus: true })
    expect(await shop.api.errorOf('payment/shoppingcart2/new/2', { headers })).toMatchObject({ code: 'subscribed_already' })
    expect((await shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers })).status).toBe(404)
    const cancelled = await shop.api.ask('inAppPurchase/google_subscription/cancel', { method: 'POST', form: {}, headers })
    expect(cancelled.status).toBe(200)
    expect(shop.store.cancelled).toContain(token)
    expect((await shop.api.answer(billing, 'billing', { headers })).autorenewalStatus).toBe(false)
    expect(await tierOf(reader)).toBe(2)
    shop.later(31)
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
    expect(await emailsFor(shop.db, reader.id)).toContain('contract-ended')
    expect(await tierOf(reader)).toBeUndefined()
  })

  test('a refund by the store ends access at once; a subscription that has ended here is cancelled there', async () => {
    const { reader, token, there, id } = await bound()
    Object.assign(there, { state: 'expired', paidUntil: shop.inDays(-1) })
    await followWalletEvent(shop.api.ctx, 'google', { subscription: token })
    expect(await tierOf(reader)).toBeUndefined()
    expect(await shop.contracts(reader)).toMatchObject([{ id, state: 'ended' }])
    Object.assign(there, { state: 'active', paidUntil: shop.inDays(30) })
    await followWalletEvent(shop.api.ctx, 'google', { subscription: token })
    expect(shop.store.cancelled).toContain(token)
  })
})
