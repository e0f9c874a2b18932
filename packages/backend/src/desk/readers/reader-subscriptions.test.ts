import { randomUUID } from 'node:crypto'
import * as routes from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import { STAFF_CONFIRMED_SECONDS } from '@kiosk/domain/staff/limits'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { afterAll, expect, test } from 'vitest'
import { everything, movements, openActions, subscriber } from '../../billing/operator-actions/testing/actions.ts'
import { expectLedgerToBalance } from '../../billing/testing/invariants.ts'
import { changesWithoutEntry, createStaff, fakeDesk } from '../../staff/testing/desk.ts'

const shop = await openActions()
const { db } = shop
const ctx = () => shop.api.ctx
const reason = 'Anruf 17'

// The results of the provider are booked after the entry of the request.
const ofProvider = ['ledger']
afterAll(async () => {
  expect((await changesWithoutEntry(ctx())).filter((table) => !ofProvider.includes(table))).toEqual([])
})

async function deskOf(role: 'care' | 'finance' | 'auditor' = 'care', signedInAt?: Date) {
  const desk = fakeDesk(ctx())
  await desk.signedInAs(await createStaff(ctx(), { role, name: 'Nora Feld' }), signedInAt)
  return desk
}
async function paymentOf({ id }: { id: number }): Promise<string> {
  const found = await db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', id)
    .where('payment_attempts.state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return found.id
}
const entries = (subject: string | number) =>
  db.selectFrom('audit_entries').select(['action', 'reason', 'actor_kind']).where('subject_id', '=', String(subject)).execute()

test('tells beforehand what is given back, changes nothing by that, and ends once', async () => {
  const reader = await subscriber(shop)
  shop.later(15)
  const desk = await deskOf()
  const params = { id: reader.id, subscription: reader.contract }
  const body = { actId: randomUUID(), reason, on: 'now', refund: 'pro-rata' }
  const before = await everything(db)
  const told = await desk.call(routes.endReaderSubscription, { params, body: { ...body, rehearse: true } })
  expect(told).toMatchObject({ status: 200, isNew: true, refunds: [{ currency: 'EUR' }], underWay: [] })
  expect(await everything(db)).toBe(before)
  const end = () => desk.call(routes.endReaderSubscription, { params, body })
  const answers = await Promise.all([end(), end()])
  expect(answers.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  const [{ amount }] = told.refunds as [{ amount: number }]
  expect(amount).toBeGreaterThan(900)
  expect(amount).toBeLessThan(1100)
  expect(await movements(shop, reader)).toEqual([1999, -amount])
  expect(await entries(reader.contract)).toEqual([{ action: 'subscription.changed', reason, actor_kind: 'staff' }])
  // Another window, opened before: the row says that it is done.
  const again = { ...body, actId: randomUUID() }
  expect(await desk.call(routes.endReaderSubscription, { params, body: again })).toMatchObject({ isNew: false })
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('plans an end for a day, tells the expected refund, and withdraws it', async () => {
  const desk = await deskOf()
  const reader = await subscriber(shop)
  const params = { id: reader.id, subscription: reader.contract }
  const call = (more: object) =>
    desk.call(routes.endReaderSubscription, { params, body: { actId: randomUUID(), reason, refund: 'pro-rata', ...more } })
  const on = dayInVienna(shop.inDays(9))
  const told = await call({ on, rehearse: true })
  expect(told).toMatchObject({ isNew: true, refunds: [{ currency: 'EUR' }] })
  expect(await call({ on })).toMatchObject({ isNew: true, endsAt: told.endsAt })
  expect(await desk.call(routes.reader, { params: { id: reader.id } })).toMatchObject({
    subscriptions: [{ plannedEnd: { at: told.endsAt, refund: 'pro-rata' }, nextCharge: null }],
  })
  expect(await call({ on: 'withdraw' })).toMatchObject({ isNew: true })
  expect(await call({ on: 'withdraw' })).toMatchObject({
    status: 409,
    code: 'action_rejected',
    message: expect.stringMatching(/\w/),
  })
  expect(await call({ on: '2020-01-01' })).toMatchObject({ status: 409, code: 'time_is_past' })
  expect(await call({ on: '2026-02-31' })).toMatchObject({ code: 'wrong_input' })
})

test('grants days once, also from two windows that both saw the same end', async () => {
  const desk = await deskOf('finance')
  const reader = await subscriber(shop)
  const params = { id: reader.id, subscription: reader.contract }
  const page = await desk.call(routes.reader, { params: { id: reader.id } })
  const [{ paidUntil }] = page.subscriptions as [{ paidUntil: string }]
  const grant = (body: object) => desk.call(routes.grantReaderDays, { params, body: { reason, days: 5, paidUntil, ...body } })
  const windows = await Promise.all([grant({ actId: randomUUID() }), grant({ actId: randomUUID(), because: 'outage' })])
  expect(windows.map(({ status }) => status).sort()).toEqual([200, 409])
  const ends = new Date(new Date(paidUntil).getTime() + 5 * DAY_MS).toISOString()
  expect(await desk.call(routes.reader, { params: { id: reader.id } })).toMatchObject({ subscriptions: [{ paidUntil: ends }] })
  expect(await grant({ actId: randomUUID(), days: 0 })).toMatchObject({ code: 'wrong_input', field: 'days' })
  expect(await grant({ actId: randomUUID(), days: 367 })).toMatchObject({ code: 'wrong_input', field: 'days' })
})

test('changes the plan from the next period on, and withdraws that', async () => {
  const desk = await deskOf()
  const reader = await subscriber(shop)
  const params = { id: reader.id, subscription: reader.contract }
  const call = (change: string) => desk.call(routes.changeReaderPlan, { params, body: { actId: randomUUID(), reason, change } })
  expect(await call('downgrade')).toMatchObject({ isNew: true, tier: 'MAGZ' })
  expect(await call('downgrade')).toMatchObject({ isNew: false })
  expect(await call('take-back-downgrade')).toMatchObject({ isNew: true, tier: 'MAGZ' })
  expect(await call('take-back-downgrade')).toMatchObject({ code: 'action_rejected' })
  const other = await subscriber(shop, { plan: 10 })
  const body = { actId: randomUUID(), reason, change: 'downgrade' }
  const wrong = { params: { id: other.id, subscription: reader.contract }, body }
  expect(await desk.call(routes.changeReaderPlan, wrong)).toMatchObject({ status: 404, code: 'not_found' })
})

test('offers a larger plan once from two windows, and the reader orders it', async () => {
  const reader = await subscriber(shop, { plan: 10 })
  shop.later(15)
  const desk = await deskOf()
  const params = { id: reader.id, subscription: reader.contract }
  const call = (more: object = {}) =>
    desk.call(routes.changeReaderPlan, { params, body: { actId: randomUUID(), reason, change: 'offer-upgrade', ...more } })
  // 19.99 less half of 9.99.
  const offer = { due: 1500, price: 1999, currency: 'EUR' }
  const before = await everything(db)
  expect(await call({ rehearse: true })).toMatchObject({ isNew: true, tier: 'PREMIUM', refunds: [], offer })
  expect(await everything(db)).toBe(before)
  const windows = await Promise.all([call(), call()])
  expect(windows.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  expect(await entries(reader.contract)).toEqual([{ action: 'subscription.changed', reason, actor_kind: 'staff' }])
  expect(await movements(shop, reader)).toEqual([999])
  await shop.accept(reader, 2)
  await shop.begin(reader, 2)
  await shop.purchase(reader, 2)
  expect(await movements(shop, reader)).toEqual([999, offer.due])
  expect(await call()).toMatchObject({ code: 'action_rejected' })
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('refunds a part and the rest, never more than was seen, and once from two windows', async () => {
  const desk = await deskOf('finance')
  const reader = await subscriber(shop)
  const payment = await paymentOf(reader)
  const refund = (amount: number, refundable: number, id = reader.id) =>
    desk.call(routes.refundReader, { params: { id }, body: { payment, amount, refundable, reason } })
  const windows = await Promise.all([refund(500, 1999), refund(500, 1999)])
  expect(windows.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await refund(1500, 1499)).toMatchObject({ code: 'wrong_input', field: 'amount' })
  expect(await refund(1499, 1499, reader.id + 1_000_000)).toMatchObject({ status: 404 })
  expect(await refund(1499, 1499)).toEqual({ status: 204 })
  expect(await movements(shop, reader)).toEqual([1999, -500, -1499])
  expect(await entries(payment)).toEqual([
    { action: 'refund.requested', reason, actor_kind: 'staff' },
    { action: 'refund.requested', reason, actor_kind: 'staff' },
  ])
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('asks for a confirmation of the identity before money moves', async () => {
  const reader = await subscriber(shop)
  const desk = await deskOf('finance', new Date(shop.now().getTime() - (STAFF_CONFIRMED_SECONDS + 1) * SECOND_MS))
  const body = { payment: await paymentOf(reader), amount: 1, refundable: 1999, reason }
  expect(await desk.call(routes.refundReader, { params: { id: reader.id }, body })).toMatchObject({
    code: 'confirmation_required',
  })
  expect(await movements(shop, reader)).toEqual([1999])
})
