import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { openAlarms } from '../alarms.ts'
import { settleAttempts } from '../charges/settle.ts'
import { suspenseOf } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor, lastEmail, sumsOfLines } from '../testing/invoices.ts'
import { processEvent, type ReportedEvent } from '../webhooks/provider-events.ts'
import { refund } from './refunds.ts'
import { sendRefunds } from './send.ts'

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
const documentsOf = async (reader: Subscriber) =>
  (await shop.invoices(reader)).filter(({ number }) => number !== null).map(({ kind, gross }) => [kind, gross])
/** Returns ledger balances of one reader by account. */
async function balancesOf({ id }: Subscriber): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`select l.account, sum(l.amount)::int as sum from ledger l
    join payment_attempts a on a.id = l.attempt_id join invoices i on i.id = a.invoice_id
    where i.account_id = ${id} group by 1 having sum(l.amount) <> 0`.execute(shop.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}
const listenTo = (attemptId: string, outcome: Outcome) => settleAttempts(shop.api.ctx, [{ attemptId, outcome }])
const becomes = (attemptId: string, state: 'returned' | 'reinstated' | 'succeeded' | 'declined') =>
  listenTo(attemptId, shop.psp.becomes(attemptId, state))
const expectBooks = () => expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)

test('a won dispute restores revenue, tax, invoice and paid days', async () => {
  const reader = await subscriber()
  const before = await shop.lastSubscription(reader)
  const kept = await balancesOf(reader)
  await becomes(reader.attemptId, 'returned')
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'ended', auto_renew: false })
  const mail = await writeEmail(await lastEmail(shop.db, 'contract-ended'), shop.api.ctx)
  expect(mail!.text).toContain('Eine Zahlung wurde zurückgebucht')
  expect(await balancesOf(reader)).toEqual({})
  shop.later(9)
  for (let times = 0; times < 2; times++) await becomes(reader.attemptId, 'reinstated')
  expect(await balancesOf(reader)).toEqual(kept)
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1999],
    ['invoice', 1999],
  ])
  expect(await shop.lastSubscription(reader)).toMatchObject({
    state: 'active',
    auto_renew: false,
    next_charge_at: null,
    ends_at: before.ends_at,
  })
  expect(await attemptsOf(reader)).toMatchObject([{ state: 'succeeded', decline_code: null }])
  // A repeated report of the return changes nothing.
  await becomes(reader.attemptId, 'returned')
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'active' })
  await expectBooks()
})

test('a won dispute restores only the money if its period is over or another subscription is active', async () => {
  const [late, other] = [await subscriber(), await subscriber()]
  for (const { attemptId } of [late, other]) await becomes(attemptId, 'returned')
  await shop.accept(other)
  await shop.begin(other)
  expect((await shop.purchase(other)).status).toBe(200)
  await becomes(other.attemptId, 'reinstated')
  expect((await shop.contracts(other)).map(({ state }) => state)).toEqual(['ended', 'active'])
  shop.later(31)
  await becomes(late.attemptId, 'reinstated')
  expect(await shop.lastSubscription(late)).toMatchObject({ state: 'ended' })
  expect((await balancesOf(late))['cash:sandbox']).toBe(1999)
  await expectBooks()
})

test('a dispute of a subscription that has already ended sends a correction only, not another end', async () => {
  const reader = await subscriber()
  await shop.db
    .updateTable('subscriptions')
    .set({ state: 'ended', ends_at: shop.now(), auto_renew: false, next_charge_at: null })
    .where('account_id', '=', reader.id)
    .execute()
  await becomes(reader.attemptId, 'returned')
  const emails = await emailsFor(shop.db, reader.id)
  expect(emails).toContain('credit-note')
  expect(emails).not.toContain('contract-ended')
})

test('a partial dispute credits that part, stops the renewal and keeps the period', async () => {
  const reader = await subscriber()
  const part = {
    reference: `charge ${reader.attemptId}`,
    code: 'disputed',
    text: 'general',
    dispute: 'dp_part',
    amount: 500,
  } as const
  await listenTo(reader.attemptId, { state: 'returned', ...part })
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'active', auto_renew: false })
  // The remainder is disputed separately.
  await listenTo(reader.attemptId, { state: 'returned', ...part, dispute: 'dp_rest', amount: 1499 })
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'ended' })
  expect(await balancesOf(reader)).toEqual({})
  await listenTo(reader.attemptId, { state: 'reinstated', ...part, dispute: 'dp_rest', amount: 1499 })
  expect((await balancesOf(reader))['cash:sandbox']).toBe(1499)
  await expectBooks()
})

test('a refund made unnecessary by a dispute is owed again when the dispute is won', async () => {
  const reader = await subscriber()
  const options = { attemptId: reader.attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  await becomes(reader.attemptId, 'returned')
  expect(await balancesOf(reader)).toEqual({})
  await becomes(reader.attemptId, 'reinstated')
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1999, owed: -500 })
  await sendRefunds(shop.api.ctx)
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1499 })
  await expectBooks()
})

/** Buys an upgrade from MAGZ after ten days; its charge needs bank authentication, or is a pending debit. */
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

test('a dispute of the old period gives up an upgrade awaiting authentication and refunds a late payment', async () => {
  const reader = await upgrading('card-action')
  await becomes(reader.attemptId, 'returned')
  expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended', 'ended'])
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 999],
    ['credit-note', -999],
  ])
  expect(await balancesOf(reader)).toEqual({})
  await becomes(reader.upgrade, 'succeeded')
  await sendRefunds(shop.api.ctx)
  expect(await balancesOf(reader)).toEqual({})
  await expectBooks()
})

const upgradePaper = async (reader: Subscriber) =>
  (await shop.invoices(reader)).find(
    ({ kind, period_id, gross, due }) => kind === 'invoice' && period_id !== null && due === 1333 && gross > 0,
  )!

test('a dispute of the old period during the pending debit of its upgrade, which succeeds, causes no loss and invoices what was charged', async () => {
  const reader = await upgrading('debit-processing')
  await becomes(reader.attemptId, 'returned')
  await becomes(reader.upgrade, 'succeeded')
  // 19.99 less 6.66, the credit from money that was returned; the old period is credited in full.
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 999],
    ['invoice', 1333],
    ['credit-note', -999],
  ])
  const balances = await balancesOf(reader)
  expect(balances).toMatchObject({ 'cash:sandbox': 1333 })
  expect(balances.losses).toBeUndefined()
  const { number, net, tax, credit_note_id } = await upgradePaper(reader)
  expect(credit_note_id).toBeNull()
  expect(await sumsOfLines(shop.db, number!)).toEqual({ net, tax, gross: 1333 })
  expect({ net, tax }).toEqual({ net: 1212, tax: 121 })
  await expectBooks()
})

test('a dispute of the old period during the pending debit of its upgrade, which fails', async () => {
  const reader = await upgrading('debit-processing')
  await becomes(reader.attemptId, 'returned')
  await becomes(reader.upgrade, 'declined')
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 999],
    ['credit-note', -999],
  ])
  expect(await balancesOf(reader)).toEqual({})
  await expectBooks()
})

test.each([
  ['before', ['reinstated', 'succeeded']],
  ['after', ['succeeded', 'reinstated']],
] as const)(
  'a dispute of the old period won %s the debit of its upgrade arrived restores the agreed amounts',
  async (_, order) => {
    const reader = await upgrading('debit-processing')
    await becomes(reader.attemptId, 'returned')
    for (const state of order) await becomes(state === 'succeeded' ? reader.upgrade : reader.attemptId, state)
    const balances = await balancesOf(reader)
    expect(balances).toMatchObject({ 'cash:sandbox': 999 + 1333 })
    expect(Object.keys(balances).toSorted()).toEqual(['cash:sandbox', 'revenue:AT', 'tax:AT'])
    expect((await shop.contracts(reader)).map(({ state }) => state)).toEqual(['ended', 'active'])
    await expectBooks()
  },
)

test.each([
  // 6.66 of 9.99 are credited against the upgrade: a return reduces the other 3.33 first.
  ['dispute', 300, 1999, 666],
  ['dispute', 500, 1999 - 167, 499],
  ['manual refund', 500, 1999 - 167, 499],
  ['manual refund', 999, 1333, 0],
])('a %s of %i cents of the old period reduces the credit only by the uncovered amount', async (what, amount, sold, credit) => {
  const reader = await upgrading('debit-processing')
  if (what === 'dispute') {
    const about = {
      reference: `charge ${reader.attemptId}`,
      code: 'disputed',
      text: 'general',
      dispute: `dp_${amount}`,
      amount,
    }
    shop.psp.moved.push({
      attemptId: reader.attemptId,
      refundId: null,
      reference: about.reference,
      amount: -amount,
      currency: 'EUR',
      at: shop.now(),
    })
    await listenTo(reader.attemptId, { state: 'returned', ...about } as Outcome)
  } else await byHand(reader.attemptId, amount)
  await becomes(reader.upgrade, 'succeeded')
  expect((await upgradePaper(reader)).gross).toBe(sold)
  expect(await documentsOf(reader)).toEqual(
    expect.arrayContaining([['credit-note', -amount], ...(credit > 0 ? [['credit-note', -credit]] : [])]),
  )
  expect((await balancesOf(reader)).losses).toBeUndefined()
  expect((await balancesOf(reader))['cash:sandbox']).toBe(999 - amount + 1333)
  await expectBooks()
})

// Repeated, because the order of the two is random.
test('a dispute of the old period and the debit of its upgrade are recorded in either order, by two servers each, without an error', {
  repeats: 7,
}, async () => {
  const reader = await upgrading('debit-processing')
  const returned = shop.psp.becomes(reader.attemptId, 'returned')
  const came = shop.psp.becomes(reader.upgrade, 'succeeded')
  await Promise.all([
    listenTo(reader.attemptId, returned),
    listenTo(reader.upgrade, came),
    listenTo(reader.upgrade, came),
    listenTo(reader.attemptId, returned),
  ])
  const { losses = 0, 'cash:sandbox': cash } = await balancesOf(reader)
  expect(cash).toBe(1333)
  // An issued invoice of the upgrade does not change, so the credit is a loss.
  expect([(await upgradePaper(reader)).gross, losses]).toEqual(losses === 0 ? [1333, 0] : [1999, 666])
  await expectBooks()
})

const report = (about: ReportedEvent['about']) =>
  processEvent(shop.api.ctx, { provider: 'sandbox', id: randomUUID(), kind: 'refund.created', about })
async function byHand(attemptId: string, amount: number, how: { state?: 'succeeded' | 'failed'; charge?: string } = {}) {
  const reference = shop.psp.refundByHand(attemptId, amount)!
  const { state = 'succeeded', charge = `charge ${attemptId}` } = how
  const about = { what: 'refunded', reference, charge, attemptId, amount, currency: 'EUR', state } as const
  await report(about)
  return about
}

test('a refund in the provider’s dashboard is credited and booked once, however often it is reported', async () => {
  const reader = await subscriber()
  const about = await byHand(reader.attemptId, 500)
  await report(about)
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect((await balancesOf(reader))['cash:sandbox']).toBe(1499)
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'active', auto_renew: true })
  await expectBooks()
  // The bank returns the refund: it is owed again and can be sent again.
  await report({ ...about, state: 'failed' })
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1999, owed: -500 })
})

test('credits a refund by hand, a loss while the payment was disputed, when the dispute is won', async () => {
  const reader = await subscriber()
  await becomes(reader.attemptId, 'returned')
  const won = shop.psp.becomes(reader.attemptId, 'reinstated')
  await byHand(reader.attemptId, 500)
  expect((await balancesOf(reader)).losses).toBe(500)
  for (let times = 0; times < 2; times++) await listenTo(reader.attemptId, won)
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1999],
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect((await balancesOf(reader)).losses).toBeUndefined()
  expect(await shop.lastSubscription(reader)).toMatchObject({ state: 'active' })
  await expectBooks()
})

test('matches a refund carried out by hand with our failed refund', async () => {
  const reader = await subscriber()
  shop.psp.refundsBehave('failed')
  const options = { attemptId: reader.attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  await sendRefunds(shop.api.ctx)
  shop.psp.refundsBehave('succeeded')
  await byHand(reader.attemptId, 500)
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -500],
  ])
  expect(await balancesOf(reader)).toMatchObject({ 'cash:sandbox': 1499 })
  expect((await balancesOf(reader)).owed).toBeUndefined()
  await expectBooks()
})

test('polls the charge first when a refund is reported before it', async () => {
  const reader = await subscriber(2, 'card-unknown')
  shop.psp.charges.set(reader.attemptId, {
    outcome: { state: 'succeeded', reference: `charge ${reader.attemptId}` },
    amount: 1999,
    currency: 'EUR',
    at: shop.now(),
    calls: 1,
    unattended: false,
  })
  if (!shop.psp.moved.some((each) => each.attemptId === reader.attemptId))
    shop.psp.moved.push({
      attemptId: reader.attemptId,
      refundId: null,
      reference: `charge ${reader.attemptId}`,
      amount: 1999,
      currency: 'EUR',
      at: shop.now(),
    })
  await byHand(reader.attemptId, 1999)
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1999],
  ])
  expect(await balancesOf(reader)).toEqual({})
})

test('puts a refund of an unknown charge into suspense and raises an alarm', async () => {
  const about = {
    what: 'refunded',
    reference: 're_stranger',
    charge: 'pi_stranger',
    attemptId: null,
    amount: 700,
    currency: 'EUR',
  } as const
  for (let times = 0; times < 2; times++) await report({ ...about, state: 'succeeded' })
  expect(await suspenseOf(shop.db, { provider: 'sandbox', kind: 'refund', reference: 're_stranger' })).toMatchObject({
    amount: -700,
    state: 'open',
    details: { charge: 'pi_stranger' },
  })
  expect((await openAlarms(shop.db, 'suspense')).map(({ subject }) => subject)).toEqual(['sandbox refund re_stranger'])
})

test('a refund of more than was paid credits what was paid; the rest is a loss', async () => {
  const reader = await subscriber()
  const about = { what: 'refunded', charge: `charge ${reader.attemptId}`, attemptId: reader.attemptId, currency: 'EUR' } as const
  for (const [reference, amount] of [
    ['re_partial', 1500],
    ['re_too_much', 5000],
  ] as const) {
    const refunded = { ...about, reference: `${reference} ${reader.id}`, amount, state: 'succeeded' } as const
    for (let times = 0; times < 2; times++) await report(refunded)
  }
  expect(await documentsOf(reader)).toEqual([
    ['invoice', 1999],
    ['credit-note', -1500],
    ['credit-note', -499],
  ])
  expect(await balancesOf(reader)).toEqual({ 'cash:sandbox': 1999 - 6500, losses: 6500 - 1999 })
})

test('a refund that names the attempt of one reader and the charge of another one counts once, for the attempt', async () => {
  const [reader, other] = [await subscriber(), await subscriber()]
  const about = { what: 'refunded', reference: `re_${reader.id}`, amount: 500, currency: 'EUR', state: 'succeeded' } as const
  for (let times = 0; times < 2; times++)
    await report({ ...about, charge: `charge ${other.attemptId}`, attemptId: reader.attemptId })
  expect([await documentsOf(reader), await documentsOf(other)]).toEqual([
    [
      ['invoice', 1999],
      ['credit-note', -500],
    ],
    [['invoice', 1999]],
  ])
})

test('a dispute over more than was paid credits what was paid, and winning it restores the same', async () => {
  const reader = await subscriber()
  const about = {
    reference: `charge ${reader.attemptId}`,
    code: 'disputed',
    text: 'general',
    dispute: `dp_${reader.id}`,
    amount: 2500,
  } as const
  await listenTo(reader.attemptId, { state: 'returned', ...about })
  expect(await balancesOf(reader)).toEqual({ 'cash:sandbox': 1999 - 2500, losses: 2500 - 1999 })
  await listenTo(reader.attemptId, { state: 'reinstated', ...about })
  await listenTo(reader.attemptId, { state: 'reinstated', ...about })
  expect((await balancesOf(reader))['cash:sandbox']).toBe(1999)
  expect((await balancesOf(reader)).losses).toBeUndefined()
})

test('a dispute and a refund of a payment whose account has been erased are booked, and send nothing', async () => {
  const reader = await subscriber()
  await shop.db.deleteFrom('accounts').where('id', '=', reader.id).execute()
  const letters = async () =>
    (
      await sql<{ count: number }>`select count(*)::int from graphile_worker.jobs where task_identifier = 'letter'`.execute(
        shop.db,
      )
    ).rows
  const before = await letters()
  const about = {
    reference: `charge ${reader.attemptId}`,
    code: 'disputed',
    text: 'general',
    dispute: `dp_${reader.id}`,
    amount: 1000,
  } as const
  await listenTo(reader.attemptId, { state: 'returned', ...about })
  await listenTo(reader.attemptId, { state: 'reinstated', ...about })
  await report({
    what: 'refunded',
    reference: `re_${reader.id}`,
    charge: `charge ${reader.attemptId}`,
    attemptId: reader.attemptId,
    amount: 1999,
    currency: 'EUR',
    state: 'succeeded',
  })
  expect(await letters()).toEqual(before)
  const { rows } = await sql<{ sum: number }>`select sum(amount)::int as sum from ledger where attempt_id = ${reader.attemptId}
    and account = 'cash:sandbox'`.execute(shop.db)
  expect(rows).toEqual([{ sum: 0 }])
})
