import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../outside/payments/port.ts'
import { openAlarms } from './alarms.ts'
import { type Heard, workOnEvent } from './provider-events.ts'
import { refund, sendRefunds } from './refunds.ts'
import { settleAttempts } from './settle-attempts.ts'
import { suspenseOf } from './suspense.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'
import { expectBooksToHold } from './test-invariants.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function subscriber(plan = 2, method = 'card-succeeded') {
  const reader = await shop.reader()
  await shop.leave(reader, method)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  return { ...reader, attemptId: (await attemptsOf(reader)).at(-1)!.id }
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>

const attemptsOf = ({ id }: { id: number }) =>
  shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.state', 'decline_code', 'payment_attempts.amount'])
    .where('invoices.account_id', '=', id)
    .orderBy('invoices.id')
    .execute()
const contractOf = async (reader: Subscriber) => (await shop.contracts(reader)).at(-1)!
const papersOf = async (reader: Subscriber) =>
  (await shop.invoices(reader)).filter(({ number }) => number !== null).map(({ kind, gross }) => [kind, gross])
/** By account of the ledger, of one reader. */
async function balancesOf({ id }: Subscriber): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`select l.account, sum(l.amount)::int as sum from ledger l
    join payment_attempts a on a.id = l.attempt_id join invoices i on i.id = a.invoice_id
    where i.account_id = ${id} group by 1 having sum(l.amount) <> 0`.execute(shop.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}
const hear = (attemptId: string, outcome: Outcome) => settleAttempts(shop.api.house, [{ attemptId, outcome }])
const becomes = (attemptId: string, state: 'returned' | 'reinstated' | 'succeeded' | 'declined') =>
  hear(attemptId, shop.psp.becomes(attemptId, state))
const expectBooks = () => expectBooksToHold(shop.db, shop.psp.moved, shop.now(), false)

test('a dispute that is won brings back revenue, tax, the paper and the days that were paid', async () => {
  const reader = await subscriber()
  const before = await contractOf(reader)
  const kept = await balancesOf(reader)
  await becomes(reader.attemptId, 'returned')
  expect(await contractOf(reader)).toMatchObject({ state: 'ended', auto_renew: false })
  expect(await balancesOf(reader)).toEqual({})
  shop.later(9)
  for (let times = 0; times < 2; times++) await becomes(reader.attemptId, 'reinstated')
  expect(await balancesOf(reader)).toEqual(kept)
  expect(await papersOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1999],
    ['invoice', 1999],
  ])
  expect(await contractOf(reader)).toMatchObject({
    state: 'active',
    auto_renew: false,
    next_charge_at: null,
    ends_at: before.ends_at,
  })
  expect(await attemptsOf(reader)).toMatchObject([{ state: 'succeeded', decline_code: null }])
  // What is told late changes nothing any more.
  await becomes(reader.attemptId, 'returned')
  expect(await contractOf(reader)).toMatchObject({ state: 'active' })
  await expectBooks()
})

test('a dispute that is won when its period is over, or another contract runs, brings back the money alone', async () => {
  const [late, other] = [await subscriber(), await subscriber()]
  for (const { attemptId } of [late, other]) await becomes(attemptId, 'returned')
  await shop.accept(other)
  await shop.begin(other)
  expect((await shop.purchase(other)).status).toBe(200)
  await becomes(other.attemptId, 'reinstated')
  expect((await shop.contracts(other)).map(({ state }) => state)).toEqual(['ended', 'active'])
  shop.later(31)
  await becomes(late.attemptId, 'reinstated')
  expect(await contractOf(late)).toMatchObject({ state: 'ended' })
  expect((await balancesOf(late))['cash:sandbox']).toBe(1999)
  await expectBooks()
})

test('a dispute of a part credits that part, stops the renewal and leaves the period', async () => {
  const reader = await subscriber()
  const part = {
    reference: `charge ${reader.attemptId}`,
    code: 'disputed',
    text: 'general',
    dispute: 'dp_part',
    amount: 500,
  } as const
  await hear(reader.attemptId, { state: 'returned', ...part })
  expect(await papersOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect(await contractOf(reader)).toMatchObject({ state: 'active', auto_renew: false })
  // The rest is disputed by itself.
  await hear(reader.attemptId, { state: 'returned', ...part, dispute: 'dp_rest', amount: 1499 })
  expect(await contractOf(reader)).toMatchObject({ state: 'ended' })
  expect(await balancesOf(reader)).toEqual({})
  await hear(reader.attemptId, { state: 'reinstated', ...part, dispute: 'dp_rest', amount: 1499 })
  expect((await balancesOf(reader))['cash:sandbox']).toBe(1499)
  await expectBooks()
})

test('a refund that a dispute made superfluous is owed again when the dispute is won', async () => {
  const reader = await subscriber()
  const given = { attemptId: reader.attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
  await becomes(reader.attemptId, 'returned')
  expect(await balancesOf(reader)).toEqual({})
  await becomes(reader.attemptId, 'reinstated')
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1999, owed: -500 })
  await sendRefunds(shop.api.house)
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1499 })
  await expectBooks()
})

/** An upgrade from MAGZ, ten days in, whose charge the bank asks about or which is a debit under way. */
async function upgrading(method: 'card-action' | 'debit-processing') {
  const reader = await subscriber(10)
  shop.later(10)
  await shop.leave(reader, method, method === 'card-action' ? 'CC' : 'DD')
  await shop.accept(reader)
  await shop.begin(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  const upgrade = (await attemptsOf(reader)).find(({ id }) => id !== reader.attemptId)!
  return { ...reader, upgrade: upgrade.id }
}

test('a dispute of the old period gives up an upgrade that waits for the bank; money that comes for it yet goes back', async () => {
  const reader = await upgrading('card-action')
  await becomes(reader.attemptId, 'returned')
  expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended', 'ended'])
  expect(await papersOf(reader)).toEqual([
    ['invoice', 999],
    ['credit-note', -999],
  ])
  expect(await balancesOf(reader)).toEqual({})
  await becomes(reader.upgrade, 'succeeded')
  await sendRefunds(shop.api.house)
  expect(await balancesOf(reader)).toEqual({})
  await expectBooks()
})

test.each([
  ['comes', 'succeeded', { losses: 666, 'cash:sandbox': 1999 - 666 }],
  ['fails', 'declined', {}],
] as const)('a dispute of the old period while the debit of its upgrade is under way, which %s', async (_, state, left) => {
  const reader = await upgrading('debit-processing')
  await becomes(reader.attemptId, 'returned')
  await becomes(reader.upgrade, state)
  expect(await balancesOf(reader)).toMatchObject(left)
  expect(
    (await papersOf(reader)).filter(([kind]) => kind === 'credit-note').reduce((sum, [, gross]) => sum + Number(gross), 0),
  ).toBe(-999)
  if (state === 'declined') expect(await balancesOf(reader)).toEqual({})
  await expectBooks()
})

const told = (about: Heard['about']) =>
  workOnEvent(shop.api.house, { provider: 'sandbox', id: randomUUID(), kind: 'refund.created', about })
async function byHand(attemptId: string, amount: number, how: { state?: 'succeeded' | 'failed'; charge?: string } = {}) {
  const reference = shop.psp.refundByHand(attemptId, amount)!
  const { state = 'succeeded', charge = `charge ${attemptId}` } = how
  const about = { what: 'refunded', reference, charge, attemptId, amount, currency: 'EUR', state } as const
  await told(about)
  return about
}

test('a refund in the provider’s dashboard is credited and booked once, however often it is told', async () => {
  const reader = await subscriber()
  const about = await byHand(reader.attemptId, 500)
  await told(about)
  expect(await papersOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect((await balancesOf(reader))['cash:sandbox']).toBe(1499)
  expect(await contractOf(reader)).toMatchObject({ state: 'active', auto_renew: true })
  await expectBooks()
  // Its bank sends it back: it is owed, and can be sent again.
  await told({ ...about, state: 'failed' })
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1999, owed: -500 })
})

test('a refund of ours that failed and is carried out by hand is that refund', async () => {
  const reader = await subscriber()
  shop.psp.refundsBehave('failed')
  const given = { attemptId: reader.attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
  await sendRefunds(shop.api.house)
  shop.psp.refundsBehave('succeeded')
  await byHand(reader.attemptId, 500)
  expect(await papersOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1499 })
  expect((await balancesOf(reader)).owed).toBeUndefined()
  await expectBooks()
})

test('a refund that is told before its charge is known asks for the charge first', async () => {
  const reader = await subscriber(2, 'card-unknown')
  shop.psp.charges.set(reader.attemptId, {
    ...{ outcome: { state: 'succeeded', reference: `charge ${reader.attemptId}` }, amount: 1999, currency: 'EUR' },
    ...{ at: shop.now(), calls: 1, unattended: false },
  })
  if (!shop.psp.moved.some((each) => each.attemptId === reader.attemptId))
    shop.psp.moved.push({
      ...{ attemptId: reader.attemptId, refundId: null, reference: `charge ${reader.attemptId}`, amount: 1999, currency: 'EUR' },
      at: shop.now(),
    })
  await byHand(reader.attemptId, 1999)
  expect(await papersOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1999],
  ])
  expect(await balancesOf(reader)).toEqual({})
})

test('a refund of a charge that nobody here knows is in suspense, with an alarm', async () => {
  const about = {
    what: 'refunded',
    reference: 're_stranger',
    charge: 'pi_stranger',
    attemptId: null,
    amount: 700,
    currency: 'EUR',
  } as const
  for (let times = 0; times < 2; times++) await told({ ...about, state: 'succeeded' })
  expect(await suspenseOf(shop.db, { provider: 'sandbox', kind: 'refund', reference: 're_stranger' })).toMatchObject({
    amount: -700,
    state: 'open',
    details: { charge: 'pi_stranger' },
  })
  expect((await openAlarms(shop.db, 'suspense')).map(({ subject }) => subject)).toEqual(['sandbox refund re_stranger'])
})
