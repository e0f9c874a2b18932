import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAlarms } from './alarms.ts'
import { listsOfProviders } from './find-differences.ts'
import { reconcile } from './reconcile.ts'
import { listSuspense, recordSuspense, requestReturn, resolveSuspense, sendReturns, suspenseOf } from './suspense.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

const DAY = 86_400_000
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(100)
  shop.wallet.refundsBehave('succeeded')
})
afterAll(() => shop.close())

/** A charge of a subscription that is known here by its name alone, in suspense. */
async function suspended(amount = 1999) {
  const subscription = shop.wallet.approve({ customId: null, planId: 'plan-2' })
  const reference = shop.wallet.charge(subscription, amount, shop.now())
  const reported = {
    ...{ provider: 'paypal', kind: 'charge' as const, reference, amount, currency: 'EUR', at: shop.now() },
    ...{ reason: 'unknown' as const, details: { subscription } },
  }
  const record = () => shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.house, reported))
  const { id } = await record()
  return { id, reference, subscription, record, subject: `paypal charge ${reference}` }
}
const resolve = (id: number, state: 'booked' | 'returned') =>
  shop.db.transaction().execute((trx) => resolveSuspense(trx, shop.api.house, id, { state, resolution: 'by the operator' }))
const giveBack = (id: number) =>
  shop.db.transaction().execute((trx) => requestReturn(trx, shop.api.house, id, 'nobody knows whose it is'))
const rowOf = (reference: string) => suspenseOf(shop.db, { provider: 'paypal', kind: 'charge', reference })
const balanceOf = async (account: string, id: number) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger
    where account = ${account} and suspense_id = ${id}`.execute(shop.db)
  return rows[0]!.sum
}
const refundsOf = (reference: string) => [...shop.wallet.refunds.values()].filter((each) => each.transactionId === reference)

test('a movement that belongs to nothing is a row, cash in suspense and one alarm, however often it is reported', async () => {
  const { id, reference, record, subject } = await suspended()
  const again = await Promise.all([record(), record(), record()])
  expect(again).toEqual([1, 2, 3].map(() => ({ id, isNew: false })))
  expect(await listSuspense(shop.db, { state: 'open' })).toMatchObject([
    { id, reference, amount: 1999, state: 'open', reason: 'unknown', resolved_at: null },
  ])
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([1999, -1999])
  const alarms = (await openAlarms(shop.db, 'suspense')).filter((each) => each.subject === subject)
  expect(alarms).toMatchObject([{ details: { id, amount: 1999, currency: 'EUR', reason: 'unknown' } }])
  const { rows } = await sql<{ count: number }>`select count(*)::int from graphile_worker.jobs
    where key = 'operator-alarm suspense'`.execute(shop.db)
  expect(rows[0]!.count).toBe(1)
})

test('money that left us without a reason stands in suspense too, and cannot be returned', async () => {
  const out = {
    ...{ provider: 'paypal', kind: 'dispute' as const, reference: 'D-1', amount: -1999, currency: 'EUR', at: shop.now() },
    reason: 'unknown' as const,
  }
  const { id } = await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.house, out))
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([-1999, 1999])
  await expect(giveBack(id)).rejects.toMatchObject({ code: 'wrong_input' })
  await resolve(id, 'booked')
})

test('what is booked leaves suspense once, and its alarm is over', async () => {
  const { id, reference, subject } = await suspended()
  const [first, second] = await Promise.allSettled([resolve(id, 'booked'), resolve(id, 'booked')])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([0, 0])
  expect(await rowOf(reference)).toMatchObject({ state: 'booked', resolution: 'by the operator', resolved_at: shop.now() })
  expect((await openAlarms(shop.db)).filter((each) => each.subject === subject)).toEqual([])
})

test('what is returned goes back once, also where two ask for it and two carry it out', async () => {
  const { id, reference } = await suspended()
  await Promise.all([giveBack(id), giveBack(id)])
  await Promise.all([sendReturns(shop.api.house), sendReturns(shop.api.house)])
  await sendReturns(shop.api.house)
  expect(refundsOf(reference)).toEqual([{ transactionId: reference, money: { minor: 1999, currency: 'EUR' } }])
  expect(await rowOf(reference)).toMatchObject({ state: 'returned', resolution: 'nobody knows whose it is' })
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([0, 0])
})

test('a return whose answer was lost is sent again under the same id, and is not booked meanwhile', async () => {
  const { id, reference } = await suspended()
  await giveBack(id)
  const refund = shop.wallet.provider.refund
  shop.wallet.provider.refund = async (...given) => {
    await refund(...given)
    throw new TypeError('fetch failed')
  }
  await sendReturns(shop.api.house)
  shop.wallet.provider.refund = refund
  await expect(resolve(id, 'booked')).rejects.toMatchObject({ code: 'not_found' })
  expect(await rowOf(reference)).toMatchObject({ state: 'open' })
  shop.later(2 / (24 * 60))
  await sendReturns(shop.api.house)
  expect(await rowOf(reference)).toMatchObject({ state: 'returned' })
  expect(refundsOf(reference)).toHaveLength(1)
})

test('a return that the provider refuses stays in suspense with an alarm of its own, and can be asked for again', async () => {
  const { id, reference, subject } = await suspended()
  await giveBack(id)
  shop.wallet.refundsBehave('failed')
  await sendReturns(shop.api.house)
  expect((await openAlarms(shop.db, 'return-failed')).map((each) => each.subject)).toEqual([subject])
  shop.later(2)
  await sendReturns(shop.api.house)
  expect(await rowOf(reference)).toMatchObject({ state: 'open', return_failed_at: expect.any(Date) })
  shop.wallet.refundsBehave('succeeded')
  await giveBack(id)
  await sendReturns(shop.api.house)
  expect(await rowOf(reference)).toMatchObject({ state: 'returned' })
  expect(await openAlarms(shop.db, 'return-failed')).toEqual([])
})

test('the comparison of books finds what is in suspense on both sides, and what has gone back', async () => {
  const [kept, gone] = [await suspended(999), await suspended(1499)]
  for (const { subscription } of [kept, gone]) {
    const found = { provider: 'paypal', reference: subscription, found_at: shop.now() }
    await shop.db.insertInto('wallet_subscriptions').values(found).execute()
  }
  await giveBack(gone.id)
  await sendReturns(shop.api.house)
  const books = listsOfProviders(shop.api.house, shop.api.house.payments).find(({ name }) => name === 'paypal')!
  const [from, to] = [new Date(shop.now().getTime() - DAY), new Date(shop.now().getTime() + DAY)]
  expect(await reconcile(shop.api.house, books, from, to)).toEqual({ compared: 2, differences: [] })
})
