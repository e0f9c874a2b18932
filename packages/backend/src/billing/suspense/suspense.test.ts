import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openAlarms } from '../alarms.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { listSuspense, recordSuspense, requestReturn, resolveSuspense, sendReturns, suspenseOf } from './suspense.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(100)
  shop.wallet.refundsBehave('succeeded')
})
afterAll(() => shop.close())

/** Creates a charge in suspense whose subscription is known here only by its reference. */
async function suspended(amount = 1999) {
  const subscription = shop.wallet.approve({ customId: null, planId: 'plan-2' })
  const reference = shop.wallet.charge(subscription, amount, shop.now())
  const reported = {
    provider: 'paypal',
    kind: 'charge' as const,
    reference,
    amount,
    currency: 'EUR',
    at: shop.now(),
    reason: 'unknown' as const,
    details: { subscription },
  }
  const record = () => shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, reported))
  const { id } = await record()
  return { id, reference, subscription, record, subject: `paypal charge ${reference}` }
}
const resolve = (id: number, state: 'booked' | 'returned') =>
  shop.db.transaction().execute((trx) => resolveSuspense(trx, shop.api.ctx, id, { state, resolution: 'by the operator' }))
const giveBack = (id: number) =>
  shop.db.transaction().execute((trx) => requestReturn(trx, shop.api.ctx, id, 'nobody knows whose it is'))
const rowOf = (reference: string) => suspenseOf(shop.db, { provider: 'paypal', kind: 'charge', reference })
const balanceOf = async (account: string, id: number) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger
    where account = ${account} and suspense_id = ${id}`.execute(shop.db)
  return rows[0]!.sum
}
const refundsOf = (reference: string) => [...shop.wallet.refunds.values()].filter((each) => each.transactionId === reference)

test('an unknown movement creates one row, cash in suspense and one alarm, however often it is reported', async () => {
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

test('an unexplained outgoing movement is also put into suspense and cannot be returned', async () => {
  const out = {
    provider: 'paypal',
    kind: 'dispute' as const,
    reference: 'D-1',
    amount: -1999,
    currency: 'EUR',
    at: shop.now(),
    reason: 'unknown' as const,
  }
  const { id } = await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, out))
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([-1999, 1999])
  await expect(giveBack(id)).rejects.toMatchObject({ code: 'wrong_input' })
  await resolve(id, 'booked')
})

test('applied money leaves suspense once and clears its alarm', async () => {
  const { id, reference, subject } = await suspended()
  const [first, second] = await Promise.allSettled([resolve(id, 'booked'), resolve(id, 'booked')])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([0, 0])
  expect(await rowOf(reference)).toMatchObject({ state: 'booked', resolution: 'by the operator', resolved_at: shop.now() })
  expect((await openAlarms(shop.db)).filter((each) => each.subject === subject)).toEqual([])
})

test('a return is paid once even when two operators request it and two workers send it', async () => {
  const { id, reference } = await suspended()
  await Promise.all([giveBack(id), giveBack(id)])
  await Promise.all([sendReturns(shop.api.ctx), sendReturns(shop.api.ctx)])
  await sendReturns(shop.api.ctx)
  expect(refundsOf(reference)).toEqual([{ transactionId: reference, money: { minor: 1999, currency: 'EUR' } }])
  expect(await rowOf(reference)).toMatchObject({ state: 'returned', resolution: 'nobody knows whose it is' })
  expect([await balanceOf('cash:paypal', id), await balanceOf('suspense', id)]).toEqual([0, 0])
})

test('a return with a lost response is sent again under the same id and cannot be applied meanwhile', async () => {
  const { id, reference } = await suspended()
  await giveBack(id)
  const refund = shop.wallet.provider.refund
  shop.wallet.provider.refund = async (...options) => {
    await refund(...options)
    throw new TypeError('fetch failed')
  }
  await sendReturns(shop.api.ctx)
  shop.wallet.provider.refund = refund
  await expect(resolve(id, 'booked')).rejects.toMatchObject({ code: 'not_found' })
  expect(await rowOf(reference)).toMatchObject({ state: 'open' })
  shop.later((2 * MINUTE_MS) / DAY_MS)
  await sendReturns(shop.api.ctx)
  expect(await rowOf(reference)).toMatchObject({ state: 'returned' })
  expect(refundsOf(reference)).toHaveLength(1)
})

test('a return that the provider does not know yet is polled again without an error', async () => {
  const { id, reference } = await suspended()
  await giveBack(id)
  shop.wallet.refundsBehave('unknown')
  const { ctx } = shop.api
  const errors = vi.spyOn(ctx.log, 'error')
  await sendReturns(ctx)
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
  expect(await rowOf(reference)).toMatchObject({ state: 'open', return_failed_at: null })
  shop.wallet.refundsBehave('succeeded')
  shop.later((2 * MINUTE_MS) / DAY_MS)
  await sendReturns(ctx)
  expect(await rowOf(reference)).toMatchObject({ state: 'returned' })
  expect(refundsOf(reference)).toHaveLength(1)
})

test('a rejected return stays in suspense with its own alarm and can be requested again', async () => {
  const { id, reference, subject } = await suspended()
  await giveBack(id)
  shop.wallet.refundsBehave('failed')
  await sendReturns(shop.api.ctx)
  expect((await openAlarms(shop.db, 'return-failed')).map((each) => each.subject)).toEqual([subject])
  shop.later(2)
  await sendReturns(shop.api.ctx)
  expect(await rowOf(reference)).toMatchObject({ state: 'open', return_failed_at: expect.any(Date) })
  shop.wallet.refundsBehave('succeeded')
  await giveBack(id)
  await sendReturns(shop.api.ctx)
  expect(await rowOf(reference)).toMatchObject({ state: 'returned' })
  expect(await openAlarms(shop.db, 'return-failed')).toEqual([])
})

test('reconciliation sees money in suspense and its returns on both sides', async () => {
  const [kept, gone] = [await suspended(999), await suspended(1499)]
  for (const { subscription } of [kept, gone]) {
    const found = { provider: 'paypal', reference: subscription, found_at: shop.now() }
    await shop.db.insertInto('wallet_subscriptions').values(found).execute()
  }
  await giveBack(gone.id)
  await sendReturns(shop.api.ctx)
  const books = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find(({ name }) => name === 'paypal')!
  const [from, to] = [new Date(shop.now().getTime() - DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  expect(await reconcile(shop.api.ctx, books, from, to)).toEqual({ compared: 2, differences: [] })
})
