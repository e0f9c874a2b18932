import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accountReference } from '../accounts/account-reference.ts'
import { lettersFor } from './build-papers.ts'
import { listsOfProviders } from './find-differences.ts'
import { followWalletEvent } from './follow-wallet-event.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'

const DAY_MS = 86_400_000
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())
afterEach(() => shop.store.break(false))

const inDays = (days: number) => new Date(shop.now().getTime() + days * DAY_MS)
const post = ({ headers }: Reader, purchasetoken: string, tariff = 2) =>
  shop.api.ask('inAppPurchase/google_subscription', { form: { subscription: String(tariff), purchasetoken }, headers })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

async function sold(reader: Reader, tariff = 2) {
  const customId = await accountReference(reader.id, shop.api.house)
  return shop.store.sell({ customId, planId: `plan-${tariff}`, paidUntil: inDays(30) })
}
async function bound(tariff = 2) {
  const reader = await shop.reader()
  const token = await sold(reader, tariff)
  expect((await post(reader, token, tariff)).status).toBe(204)
  const [contract] = await shop.contracts(reader)
  const there = shop.store.subscriptions.get(token)!
  return { reader, token, there, id: contract!.id }
}
const tierOf = async ({ headers }: Reader) =>
  ((await (await shop.api.ask('websession/webinfo', { headers })).json()) as { subscription?: { id: number } }).subscription?.id

describe('a subscription that was bought in the app', () => {
  test('is given to its account once it is posted, acknowledged, and has no invoice of ours', async () => {
    const { reader, token, id } = await bound()
    for (const answer of await Promise.all([post(reader, token), post(reader, token)])) expect(answer.status).toBe(204)
    expect(await shop.contracts(reader)).toMatchObject([
      { id, order_type: 2, state: 'active', auto_renew: true, provider_reference: token, ends_at: inDays(30) },
    ])
    expect(await tierOf(reader)).toBe(2)
    expect(shop.store.acknowledged.filter((each) => each === token).length).toBeGreaterThan(0)
    // The store is the seller: receipts and tax are its own.
    expect(await shop.invoices(reader)).toEqual([])
    expect(await shop.db.selectFrom('ledger').select('id').where('account', 'like', '%google%').execute()).toEqual([])
    expect(listsOfProviders(shop.api.house, shop.api.house.payments).map(({ name }) => name)).toEqual(['sandbox', 'paypal'])
  })

  test('posted many times at once, it is one', async () => {
    const reader = await shop.reader()
    const token = await sold(reader)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(reader, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204))
    expect(await shop.contracts(reader)).toHaveLength(1)
  })

  test('belongs to the account that the app named, to no other, and is of the product', async () => {
    const [reader, thief] = [await shop.reader(), await shop.reader()]
    const token = await sold(reader)
    const nobodys = shop.store.sell({ customId: null, planId: 'plan-2', paidUntil: inDays(30) })
    for (const [who, what, tariff] of [
      [thief, token, 2],
      [reader, nobodys, 2],
      [reader, 'unknown', 2],
      [reader, token, 10],
    ] as const)
      expect(await codeOf(await post(who, what, tariff))).toEqual([409, 'wallet_refused'])
    expect([...(await shop.contracts(thief)), ...(await shop.contracts(reader))]).toEqual([])
  })

  test('is not taken by who pays us already, nor in another market', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    await shop.accept(reader)
    await shop.purchase(reader)
    expect(await codeOf(await post(reader, await sold(reader)))).toEqual([409, 'subscribed_already'])
    const swiss = await shop.reader({ region_id: 3 })
    expect(await codeOf(await post(swiss, await sold(swiss)))).toEqual([409, 'region_unavailable'])
  })

  test('takes the place of a smaller one of the store', async () => {
    const { reader, id } = await bound(10)
    expect((await post(reader, await sold(reader, 2))).status).toBe(204)
    expect(await shop.contracts(reader)).toMatchObject([
      { id, state: 'ended' },
      { subscription_id: 2, state: 'active' },
    ])
  })

  test('where the store does not answer, nothing is lost: it is posted again, and acknowledged by the sweep', async () => {
    const reader = await shop.reader()
    const token = await sold(reader)
    shop.store.break(true)
    expect((await post(reader, token)).status).toBe(503)
    shop.store.break(false)
    expect((await post(reader, token)).status).toBe(204)
    shop.store.subscriptions.get(token)!.isAcknowledged = false
    await sweepWallets(shop.api.house)
    expect(shop.store.subscriptions.get(token)!.isAcknowledged).toBe(true)
  })
})

describe('what becomes of it at the store', () => {
  test('renewed there, it goes on here; a message is enough, and so is the sweep', async () => {
    const { reader, token, there } = await bound()
    there.paidUntil = inDays(60)
    await followWalletEvent(shop.api.house, 'google', { subscription: token })
    expect(await shop.contracts(reader)).toMatchObject([{ ends_at: inDays(60) }])
    shop.later(61)
    there.paidUntil = inDays(30)
    await sweepWallets(shop.api.house)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', ends_at: inDays(30) }])
    expect(await tierOf(reader)).toBe(2)
  })

  test('on hold it waits for its money, and goes on when that has come', async () => {
    const { reader, token, there } = await bound()
    shop.later(31)
    there.state = 'suspended'
    await followWalletEvent(shop.api.house, 'google', { subscription: token })
    expect(await tierOf(reader)).toBeUndefined()
    Object.assign(there, { state: 'active', paidUntil: inDays(30) })
    await sweepWallets(shop.api.house)
    expect(await tierOf(reader)).toBe(2)
  })

  test('cancelled here, it is cancelled there and read to the end of what is paid', async () => {
    const { reader, token } = await bound()
    const { headers } = reader
    expect(await shop.api.answer(billing, 'billing', { headers })).toMatchObject({ orderType: 2, autorenewalStatus: true })
    expect(await shop.api.refusal('payment/shoppingcart2/new/2', { headers })).toMatchObject({ code: 'subscribed_already' })
    expect((await shop.api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers })).status).toBe(404)
    const cancelled = await shop.api.ask('inAppPurchase/google_subscription/cancel', { method: 'POST', form: {}, headers })
    expect(cancelled.status).toBe(200)
    expect(shop.store.cancelled).toContain(token)
    expect((await shop.api.answer(billing, 'billing', { headers })).autorenewalStatus).toBe(false)
    expect(await tierOf(reader)).toBe(2)
    shop.later(31)
    await sweepWallets(shop.api.house)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
    expect(await lettersFor(shop.db, reader.id)).toContain('contract-ended')
    expect(await tierOf(reader)).toBeUndefined()
  })

  test('given back by the store, it ends at once; what has ended here is not charged on there', async () => {
    const { reader, token, there, id } = await bound()
    Object.assign(there, { state: 'expired', paidUntil: inDays(-1) })
    await followWalletEvent(shop.api.house, 'google', { subscription: token })
    expect(await tierOf(reader)).toBeUndefined()
    expect(await shop.contracts(reader)).toMatchObject([{ id, state: 'ended' }])
    Object.assign(there, { state: 'active', paidUntil: inDays(30) })
    await followWalletEvent(shop.api.house, 'google', { subscription: token })
    expect(shop.store.cancelled).toContain(token)
  })
})
