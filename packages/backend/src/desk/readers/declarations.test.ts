import { randomUUID } from 'node:crypto'
import * as routes from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import type { Decision } from '@kiosk/domain/staff/declaration-endpoints'
import { STAFF_CONFIRMED_SECONDS } from '@kiosk/domain/staff/limits'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { afterAll, expect, test } from 'vitest'
import { everything, movements, openActions, pass, subscriber } from '../../billing/operator-actions/testing/actions.ts'
import { subscriptionNumber } from '../../billing/subscriptions/subscription-number.ts'
import { expectLedgerToBalance } from '../../billing/testing/invariants.ts'
import { terminationNumber } from '../../billing/withdrawals/number.ts'
import { changesWithoutEntry, createStaff, fakeDesk } from '../../staff/testing/desk.ts'

const shop = await openActions()
const { db } = shop
const reason = 'Anruf 17'
type Buyer = Awaited<ReturnType<typeof subscriber>>
type Listed = { id: number; decisions: Decision[]; subscription: { id: number; isCertain: boolean } | null; keptRight: boolean }

// The results of the provider are booked after the entry of the request.
afterAll(async () => {
  expect((await changesWithoutEntry(shop.api.ctx)).filter((table) => table !== 'ledger')).toEqual([])
})

/** Declares something on the public page. */
async function declared(
  { account, headers }: Pick<Buyer, 'account' | 'headers'>,
  kind: 'withdraw' | 'cancel',
  { signedIn = false, ...more }: { signedIn?: boolean; manner?: string; email?: string; contract?: string } = {},
) {
  const form = { name: 'Mira Holm', email: account.email, contract: '', ...more }
  const answer = await shop.api.ask(`contract/${kind}`, { form, ...(signedIn && { headers }) })
  expect(answer.status).toBe(200)
  return db.selectFrom('termination_declarations').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}
async function deskOf(role: 'care' | 'finance' | 'auditor' = 'care', signedInAt?: Date) {
  const desk = fakeDesk(shop.api.ctx)
  await desk.signedInAs(await createStaff(shop.api.ctx, { role, name: 'Nora Feld' }), signedInAt)
  const listed = async (state = 'open') => {
    const { declarations } = await desk.call(routes.declarations, { query: { state } })
    return declarations as Listed[]
  }
  return {
    listed,
    listedOne: async (id: number) => (await listed()).find((each) => each.id === id),
    decide: (id: number, decision: Decision, more: object = {}) =>
      desk.call(routes.decideDeclaration, { params: { id }, body: { actId: randomUUID(), reason, decision, ...more } }),
  }
}
const entriesOf = async (subject: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select(['action', 'reason'])
      .where('subject_id', '=', String(subject))
      .orderBy('id')
      .execute()
  ).map((entry) => [entry.action, entry.reason])

test('confirms a withdrawal for its owner once from two windows, after it has told what is refunded', async () => {
  const reader = await subscriber(shop)
  shop.later(3)
  const { id } = await declared(reader, 'withdraw')
  const desk = await deskOf()
  expect(await desk.listedOne(id)).toMatchObject({
    outcome: 'unconfirmed',
    answerBy: null,
    reader: reader.id,
    keptRight: true,
    decisions: ['confirm', 'apply', 'leave-running'],
    subscription: { id: reader.contract, isCertain: true },
  })
  const before = await everything(db)
  const told = await desk.decide(id, 'confirm', { rehearse: true })
  expect(told).toMatchObject({ isNew: true, isUndecided: false, refunds: [{ currency: 'EUR' }] })
  expect(await everything(db)).toBe(before)
  const answers = await Promise.all([desk.decide(id, 'confirm'), desk.decide(id, 'confirm')])
  expect(answers.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  const [{ amount }] = told.refunds as [{ amount: number }]
  expect(await movements(shop, reader)).toEqual([1999, -amount])
  expect(await entriesOf(id)).toEqual([['declaration.confirmed', reason]])
  expect(await desk.listedOne(id)).toBeUndefined()
  expect((await desk.listed('settled'))[0]).toMatchObject({ id, confirmedBy: 'operator', decisions: [] })
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('accepts a withdrawal whose right was waived only with a refund that was chosen', async () => {
  const reader = await subscriber(shop)
  await db.updateTable('withdrawal_acceptances').set({ policy: 'given-up' }).where('account_id', '=', reader.id).execute()
  shop.later(5)
  const { id } = await declared(reader, 'withdraw', { signedIn: true })
  const desk = await deskOf()
  expect(await desk.listedOne(id)).toMatchObject({ keptRight: false, decisions: ['apply', 'leave-running'] })
  expect(await desk.decide(id, 'apply')).toMatchObject({ code: 'action_rejected', message: expect.stringMatching(/erstattet/) })
  expect(await desk.decide(id, 'apply', { refund: 'none' })).toMatchObject({ code: 'wrong_input', field: 'refund' })
  expect(await desk.decide(id, 'apply', { refund: 'whole' })).toMatchObject({ isNew: true, refunds: [{ amount: 1999 }] })
  expect(await desk.decide(id, 'apply', { refund: 'whole' })).toMatchObject({ isNew: false })
  expect(await movements(shop, reader)).toEqual([1999, -1999])
  expect(await entriesOf(reader.contract)).toEqual([['subscription.changed', reason]])
})

test('ends a subscription that was cancelled for cause, now or on a day', async () => {
  const [first, second] = [await subscriber(shop), await subscriber(shop)]
  const [now, later] = [
    await declared(first, 'cancel', { manner: 'extraordinary', signedIn: true }),
    await declared(second, 'cancel', { manner: 'extraordinary', signedIn: true }),
  ]
  shop.later(10)
  const desk = await deskOf()
  expect((await desk.listed()).map(({ id }) => id)).toEqual([now.id, later.id])
  expect(await desk.decide(now.id, 'apply')).toMatchObject({ code: 'wrong_input', field: 'refund' })
  const told = await desk.decide(now.id, 'apply', { refund: 'pro-rata', rehearse: true })
  expect(await desk.decide(now.id, 'apply', { refund: 'pro-rata' })).toMatchObject({ refunds: told.refunds })
  const on = dayInVienna(new Date(shop.now().getTime() + 5 * DAY_MS))
  expect(await desk.decide(later.id, 'apply', { refund: 'none', on: '2020-01-01' })).toMatchObject({ code: 'time_is_past' })
  expect(await desk.decide(later.id, 'apply', { refund: 'pro-rata', on, rehearse: true })).toMatchObject({
    refunds: [{ currency: 'EUR' }],
  })
  expect(await desk.decide(later.id, 'apply', { refund: 'none', on })).toMatchObject({ isNew: true })
  expect(await desk.listed()).toEqual([])
  await pass(shop, 6)
  expect((await shop.contracts(second)).map(({ state }) => state)).toEqual(['ended'])
  expect(await movements(shop, second)).toEqual([1999])
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('a declaration of an unknown address is applied to the subscription that was found for it', async () => {
  const reader = await subscriber(shop)
  const email = 'somebody-else@example.org'
  const { id } = await declared(reader, 'cancel', { email })
  const desk = await deskOf()
  expect(await desk.listedOne(id)).toMatchObject({ reader: null, subscription: null, decisions: ['apply', 'answered'] })
  const apply = (subscription?: string) => desk.decide(id, 'apply', { refund: 'none', ...(subscription && { subscription }) })
  expect(await apply()).toMatchObject({ code: 'wrong_input', field: 'subscription' })
  expect(await apply('Abo?')).toMatchObject({ code: 'wrong_input', field: 'subscription' })
  expect(await apply('V-999999')).toMatchObject({ code: 'action_rejected' })
  const named = await declared(reader, 'withdraw', { email, contract: subscriptionNumber(reader.contract) })
  expect(await desk.listedOne(named.id)).toMatchObject({ subscription: { id: reader.contract, isCertain: false } })
  expect(await apply(subscriptionNumber(reader.contract))).toMatchObject({ isNew: true })
  expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended'])
})

test('resolves without ending only if that is said, with the reason', async () => {
  const reader = await subscriber(shop)
  await pass(shop, 20)
  const late = await declared(reader, 'withdraw', { signedIn: true })
  expect(late.outcome).toBe('too-late')
  const desk = await deskOf()
  const answerBy = new Date(late.received_at.getTime() + 14 * DAY_MS).toISOString()
  expect(await desk.listedOne(late.id)).toMatchObject({ answerBy })
  expect(await desk.decide(late.id, 'answered')).toMatchObject({
    code: 'action_rejected',
    message: expect.stringMatching(/läuft/),
  })
  const before = await everything(db)
  expect(await desk.decide(late.id, 'leave-running', { rehearse: true })).toMatchObject({ isNew: true, refunds: [] })
  expect(await everything(db)).toBe(before)
  expect(await desk.decide(late.id, 'leave-running')).toMatchObject({ isNew: true })
  expect(await entriesOf(late.id)).toEqual([['declaration.settled', reason]])
  expect(await entriesOf(reader.contract)).toEqual([['subscription.changed', reason]])
  expect(await desk.decide(late.id, 'leave-running')).toMatchObject({ code: 'action_rejected' })
  const nothing = await declared(reader, 'cancel', { email: 'somebody-else@example.org' })
  expect(await desk.decide(nothing.id, 'answered')).toMatchObject({ isNew: true })
  expect(await entriesOf(nothing.id)).toEqual([['declaration.settled', reason]])
  expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['active'])
})

test.each([
  ['confirm', 'leave-running'],
  ['apply', 'leave-running'],
  ['apply', 'confirm'],
  ['apply', 'apply'],
] as const)('of two people who decide at once, %s and %s, one has an effect', async (...pair) => {
  const reader = await subscriber(shop)
  shop.later(3)
  const { id } = await declared(reader, 'withdraw')
  const desks = [await deskOf(), await deskOf()]
  const answers = await Promise.all(
    pair.map((decision, at) => desks[at]!.decide(id, decision, decision === 'apply' ? { refund: 'whole' } : {})),
  )
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  const [contract] = await shop.contracts(reader)
  expect((await movements(shop, reader)).length).toBe(contract!.state === 'ended' ? 2 : 1)
  expect(await desks[0]!.listedOne(id)).toBeUndefined()
  await expectLedgerToBalance(db, shop.psp.moved, shop.now(), true)
})

test('a declaration is decided by care only, after a confirmation of the identity', async () => {
  const reader = await subscriber(shop)
  const declaration = await declared(reader, 'withdraw')
  const finance = await deskOf('finance')
  expect((await finance.listed()).map((each) => each.id)).toEqual([declaration.id])
  expect(await finance.decide(declaration.id, 'confirm')).toMatchObject({ status: 403 })
  const before = new Date(shop.now().getTime() - (STAFF_CONFIRMED_SECONDS + 1) * SECOND_MS)
  const care = await deskOf('care', before)
  expect(await care.decide(declaration.id, 'confirm')).toMatchObject({ code: 'confirmation_required' })
  expect(await (await deskOf()).decide(declaration.id + 1, 'apply', { refund: 'none' })).toMatchObject({ status: 404 })
  expect(terminationNumber(declaration)).toMatch(/^W-/)
})
