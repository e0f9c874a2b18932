import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolledBack } from '../../db/transaction.ts'
import { openAlarms } from '../alarms.ts'
import { settleAttempts } from '../charges/settle.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { assignSuspense, bookSuspense, bookSuspenseIn, returnSuspense, type Target } from './decide.ts'
import { historyOfSuspense } from './history.ts'
import { recordSuspense, type SuspenseKind } from './suspense.ts'
import type { SuspenseRejection } from './suspense-rejected.ts'

const decision = { actor: 'Vera', why: 'named in the reader’s letter' }
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

let count = 0
/** Creates money in suspense that is also in the card provider's records. */
async function suspended({
  kind = 'charge' as SuspenseKind,
  amount = 1999,
  currency = 'EUR',
  charge = null as string | null,
} = {}) {
  const reference = `${kind}-of-nobody-${++count}`
  const moved = { reference, amount, currency, at: shop.now() }
  shop.psp.moved.push({ attemptId: null, refundId: null, kind, charge, ...moved })
  const reported = { provider: 'sandbox', kind, ...moved, reason: 'unknown' as const, details: { charge } }
  const { id } = await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, reported))
  return { id, reference }
}
async function subscriber(method = 'card-succeeded', plan = 2) {
  const reader = await shop.reader()
  await shop.leave(reader, method)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  await shop.purchase(reader, plan)
  const subscription = (await shop.contracts(reader))[0]!
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id} order by a.created_at`.execute(shop.db)
  return { ...reader, contract: subscription, attemptId: rows[0]!.id }
}
const book = (id: number, target: Target) => bookSuspense(shop.api.ctx, id, target, decision)
const rowOf = (id: number) => shop.db.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actionsOf = async (id: number) =>
  (await historyOfSuspense(shop.db, id)).map(({ act, actor, details }) => ({ act, actor, details }))
async function ledgerOf(account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger
    where account = ${account}`.execute(shop.db)
  return rows[0]!.sum
}
const differences = async () => {
  const [card] = listsOfProviders(shop.api.ctx, shop.api.ctx.payments)
  const [from, to] = [new Date(shop.now().getTime() - 90 * DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  return (await reconcile(shop.api.ctx, card!, from, to)).differences
}
/** Expects that suspense is empty, the provider agrees with us, and documents, periods and amounts match. */
async function expectBooks(): Promise<void> {
  expect(await ledgerOf('suspense')).toBe(0)
  expect(await openAlarms(shop.db, 'suspense')).toEqual([])
  expect(await differences()).toEqual([])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
}

test('a charge pays the next period of a subscription, with an invoice over its amount, as a regular payment attempt', async () => {
  const reader = await subscriber()
  const { id, reference } = await suspended()
  const { contract: subscription } = reader
  const booked = await book(id, { to: 'contract', subscription: subscription.id })
  const invoices = await shop.invoices(reader)
  expect(invoices.map(({ gross, state }) => [gross, state])).toEqual([
    [1999, 'paid'],
    [1999, 'paid'],
  ])
  expect(booked).toMatchObject({ contract: `V-${String(subscription.id).padStart(6, '0')}`, invoice: invoices[1]!.number })
  const after = (await shop.contracts(reader))[0]!
  expect(after.ends_at!.getTime() - subscription.ends_at!.getTime()).toBe(30 * DAY_MS)
  expect(after.next_charge_at).toEqual(after.ends_at)
  expect(await rowOf(id)).toMatchObject({ state: 'booked', subscription_id: subscription.id, resolution: decision.why })
  expect(await actionsOf(id)).toEqual([{ act: 'booked', actor: 'Vera', details: booked }])
  await expectBooks()
  // A refund of the attempt is sent to the provider with the charge's own reference.
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .select(['id', 'provider', 'provider_reference'])
    .where('provider_reference', '=', reference)
    .executeTakeFirstOrThrow()
  expect(attempt.provider).toBe('sandbox')
  await expect(book(id, { to: 'contract', subscription: subscription.id })).rejects.toMatchObject({ reason: 'not-open' })
})

test('a charge of any amount pays the unpaid period of an overdue subscription and replaces its draft', async () => {
  const reader = await subscriber()
  shop.psp.behave(
    (
      await shop.db
        .selectFrom('payment_methods')
        .select('reference')
        .where('account_id', '=', reader.id)
        .executeTakeFirstOrThrow()
    ).reference,
    'declined',
  )
  shop.later(30)
  await runBilling(shop.api.ctx)
  expect((await shop.contracts(reader))[0]).toMatchObject({ state: 'past-due' })
  const { id } = await suspended({ amount: 1899 })
  await book(id, { to: 'contract', subscription: reader.contract.id })
  const after = (await shop.contracts(reader))[0]!
  expect(after).toMatchObject({ state: 'active' })
  expect(after.ends_at!.getTime() - reader.contract.ends_at!.getTime()).toBe(30 * DAY_MS)
  expect((await shop.invoices(reader)).map(({ gross, state }) => [gross, state])).toEqual([
    [1999, 'paid'],
    [1999, 'failed'],
    [1899, 'paid'],
  ])
  await expectBooks()
})

test('a charge five days after the last period pays the following days, or the days from the charge if the grace period is over', async () => {
  const reader = await subscriber()
  shop.later(35)
  const { id } = await suspended()
  const target: Target = { to: 'contract', subscription: reader.contract.id }
  const { operator } = shop.api.ctx
  const startWith = (graceDays: number) => {
    const ctx = { ...shop.api.ctx, operator: { ...operator, dunning: { ...operator.dunning, graceDays } } }
    return rolledBack(ctx, async (trx) => {
      await bookSuspenseIn(trx, ctx, id, target, decision)
      const { rows } = await sql<{ starts_at: Date }>`select starts_at from periods
        where subscription_id = ${reader.contract.id} order by sequence desc limit 1`.execute(trx)
      return rows[0]!.starts_at
    })
  }
  expect(await startWith(3)).toEqual(shop.now())
  expect(await startWith(11)).toEqual(reader.contract.ends_at)
  await book(id, target)
  await expectBooks()
})

test('money without an owner is posted to an account of its own: income, loss, fee, payout', async () => {
  const booked: [OtherBooked, number, string][] = [
    ['income', 500, 'other-income'],
    ['loss', -300, 'losses'],
    ['fee', -35, 'fees:sandbox'],
    ['payout', -10_000, 'bank'],
  ]
  for (const [to, amount, account] of booked) {
    const before = await ledgerOf(account)
    const { id } = await suspended({ amount, kind: to === 'income' ? 'charge' : 'other' })
    expect(await book(id, { to })).toEqual({ account })
    expect((await ledgerOf(account)) - before).toBe(-amount)
  }
  await expectBooks()
})
type OtherBooked = 'income' | 'loss' | 'fee' | 'payout'

test('records a refund, a dispute and the dispute’s end with their payment', async () => {
  const [refunded, disputed] = [await subscriber(), await subscriber()]
  const back = await suspended({ kind: 'refund', amount: -700 })
  await book(back.id, { to: 'payment', attemptId: refunded.attemptId })
  expect((await shop.invoices(refunded)).map(({ gross }) => gross)).toEqual([1999, -700])
  const taken = await suspended({ kind: 'dispute', amount: -1999 })
  await book(taken.id, { to: 'payment', attemptId: disputed.attemptId })
  expect((await shop.contracts(disputed))[0]).toMatchObject({ state: 'ended' })
  const again = await suspended({ kind: 'dispute', amount: 1999 })
  await book(again.id, { to: 'payment', attemptId: disputed.attemptId })
  const disputes = await shop.db.selectFrom('disputes').select(['reference', 'state', 'amount']).execute()
  expect(disputes).toEqual([{ reference: taken.reference, state: 'won', amount: 1999 }])
  expect((await shop.contracts(disputed))[0]).toMatchObject({ state: 'active', auto_renew: false })
  expect((await shop.invoices(disputed)).map(({ gross }) => gross)).toEqual([1999, -1999, 1999])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
  expect(await ledgerOf('suspense')).toBe(0)
})

test('a charge settles the payment attempt that waits for it', async () => {
  const reader = await subscriber('debit-processing')
  const { id, reference } = await suspended()
  await book(id, { to: 'payment', attemptId: reader.attemptId })
  expect(await shop.invoices(reader)).toMatchObject([{ state: 'paid' }])
  const attempt = await shop.db
    .selectFrom('payment_attempts')
    .select(['state', 'provider_reference'])
    .where('id', '=', reader.attemptId)
    .executeTakeFirstOrThrow()
  expect(attempt).toEqual({ state: 'succeeded', provider_reference: reference })
  await expectBooks()
})

test('assigning records the subscription; the money stays in suspense until it is applied', async () => {
  const reader = await subscriber()
  const { id } = await suspended()
  await assignSuspense(shop.api.ctx, id, reader.contract.id, decision)
  expect(await rowOf(id)).toMatchObject({ state: 'open', subscription_id: reader.contract.id })
  expect(await ledgerOf('suspense')).toBe(-1999)
  await expect(assignSuspense(shop.api.ctx, id, 999_999, decision)).rejects.toMatchObject({ reason: 'no-contract' })
  await book(id, { to: 'contract', subscription: reader.contract.id })
  expect((await actionsOf(id)).map(({ act }) => act)).toEqual(['assigned', 'booked'])
  await expectBooks()
})

test('a return is sent once, and its history records who decided it and that it was sent', async () => {
  const { id, reference } = await suspended()
  // The fake provider only refunds attempts; this replacement refunds a charge that has only a reference.
  const options: string[] = []
  const { refund: before } = shop.psp.provider
  shop.psp.provider.refund = async ({ refundId, attemptReference, money }) => {
    if (!options.includes(refundId)) {
      options.push(refundId)
      const back = { reference: `re ${refundId}`, amount: -money.minor, currency: money.currency, at: shop.now() }
      shop.psp.moved.push({ attemptId: null, refundId, kind: 'refund', charge: attemptReference, ...back })
    }
    return { state: 'succeeded', reference: `re ${refundId}` }
  }
  const [first, second] = await Promise.allSettled([
    returnSuspense(shop.api.ctx, id, decision),
    returnSuspense(shop.api.ctx, id, decision),
  ])
  shop.psp.provider.refund = before
  expect([first, second].filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(options).toHaveLength(1)
  expect(await rowOf(id)).toMatchObject({ state: 'returned', reference })
  const acts = await actionsOf(id)
  expect(acts.at(0)).toMatchObject({ act: 'return-requested', actor: 'Vera' })
  expect(acts.filter(({ act }) => act === 'returned')).toEqual([{ act: 'returned', actor: 'kiosk', details: {} }])
  await expect(returnSuspense(shop.api.ctx, id, decision)).rejects.toMatchObject({ reason: 'not-open' })
  expect(await ledgerOf('suspense')).toBe(0)
})

test('what cannot be applied stays unchanged, with a reason', async () => {
  const [reader, swiss, waiting] = [
    await subscriber(),
    await suspended({ currency: 'CHF' }),
    await subscriber('debit-processing'),
  ]
  const [charge, dispute, out] = [
    await suspended(),
    await suspended({ kind: 'dispute', amount: 1999 }),
    await suspended({ kind: 'refund', amount: -100 }),
  ]
  const ended = await subscriber()
  await shop.db.updateTable('subscriptions').set({ state: 'ended' }).where('id', '=', ended.contract.id).execute()
  const to = (subscription: number): Target => ({ to: 'contract', subscription })
  const cases: [number, Target, SuspenseRejection][] = [
    [999_999, { to: 'income' }, 'not-open'],
    [999_999, to(reader.contract.id), 'not-open'],
    [charge.id, to(999_999), 'no-contract'],
    [charge.id, to(ended.contract.id), 'not-running'],
    [charge.id, to(waiting.contract.id), 'charge-under-way'],
    [swiss.id, to(reader.contract.id), 'other-currency'],
    [out.id, to(reader.contract.id), 'other-direction'],
    [out.id, { to: 'income' }, 'other-direction'],
    [charge.id, { to: 'loss' }, 'other-direction'],
    [charge.id, { to: 'payment', attemptId: '00000000-0000-4000-8000-000000000000' }, 'no-payment'],
    [charge.id, { to: 'payment', attemptId: reader.attemptId }, 'other-payment'],
    [dispute.id, { to: 'payment', attemptId: reader.attemptId }, 'no-dispute'],
    [swiss.id, { to: 'payment', attemptId: reader.attemptId }, 'other-currency'],
  ]
  const before = await ledgerOf('suspense')
  for (const [id, target, reason] of cases) await expect(book(id, target), reason).rejects.toMatchObject({ reason })
  await expect(returnSuspense(shop.api.ctx, out.id, decision)).rejects.toMatchObject({ reason: 'not-returnable' })
  expect(await ledgerOf('suspense')).toBe(before)
  for (const { id } of [swiss, charge, dispute]) await book(id, { to: 'income' })
  await book(out.id, { to: 'loss' })
})

test('a dry run changes nothing', async () => {
  const reader = await subscriber()
  const { id } = await suspended()
  const target: Target = { to: 'contract', subscription: reader.contract.id }
  const tried = await rolledBack(shop.api.ctx, (trx) => bookSuspenseIn(trx, shop.api.ctx, id, target, decision))
  expect(tried).toMatchObject({ invoice: expect.stringMatching(/^\d{4}-\d{6}$/) })
  expect(await rowOf(id)).toMatchObject({ state: 'open', subscription_id: null })
  expect(await actionsOf(id)).toEqual([])
  // Ten concurrent calls apply it once, and failed calls leave no gap in the invoice numbers.
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => book(id, target)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toEqual([
    { status: 'fulfilled', value: { ...tried, attempt: expect.any(String) } },
  ])
  expect(await shop.invoices(reader)).toHaveLength(2)
  await expectBooks()
})

test('money applied to a subscription is refunded like any other payment', async () => {
  const reader = await subscriber()
  const { id, reference } = await suspended()
  const { attempt } = await book(id, { to: 'contract', subscription: reader.contract.id })
  const requested: string[] = []
  const { refund: before } = shop.psp.provider
  shop.psp.provider.refund = async ({ attemptReference: charge, refundId }) => {
    requested.push(charge)
    const moved = { reference: 're booked', amount: -1999, currency: 'EUR', at: shop.now() }
    shop.psp.moved.push({ attemptId: null, refundId, kind: 'refund', charge, ...moved })
    return { state: 'succeeded', reference: 're booked' }
  }
  const options = { attemptId: String(attempt), amount: 1999, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  await sendRefunds(shop.api.ctx)
  shop.psp.provider.refund = before
  expect(requested).toEqual([reference])
  await expectBooks()
})

describe('an upgrade of a subscription whose next period was paid by a charge in suspense', () => {
  /** Creates a MAGZ subscriber ten days into the period, with the next one prepaid and another method for the upgrade. */
  async function paidAhead(method: string, kind?: 'DD') {
    const reader = await subscriber('card-succeeded', 10)
    const { id, reference } = await suspended({ amount: 899 })
    await book(id, { to: 'contract', subscription: reader.contract.id })
    shop.later(10)
    await shop.leave(reader, method, kind)
    await shop.accept(reader)
    await shop.begin(reader)
    expect((await shop.purchase(reader)).status).toBe(200)
    return { ...reader, ahead: reference }
  }
  const refundsOf = async ({ id }: { id: number }) =>
    (
      await sql<{ charge: string; amount: number; reason: string }>`
        select a.provider_reference as charge, r.amount, r.reason from refunds r
        join payment_attempts a on a.id = r.attempt_id join invoices i on i.id = a.invoice_id
        where i.account_id = ${id}`.execute(shop.db)
    ).rows
  const periodsOf = ({ contract: subscription }: { contract: { id: number } }) =>
    shop.db.selectFrom('periods').select('state').where('subscription_id', '=', subscription.id).orderBy('sequence').execute()

  test('refunds that charge in addition to the credit for the current period', async () => {
    const reader = await paidAhead('card-succeeded')
    expect(await refundsOf(reader)).toEqual([{ charge: reader.ahead, amount: 899, reason: 'upgrade' }])
    expect(await periodsOf(reader)).toEqual([{ state: 'paid' }, { state: 'refunded' }])
    expect((await shop.invoices(reader)).map(({ gross }) => gross)).toEqual([999, 899, -666, 1999, -899])
    await expectBooks()
  })

  test('refunds it once when the upgrade is paid by a debit that is pending first', async () => {
    const reader = await paidAhead('debit-processing', 'DD')
    const options = [{ charge: reader.ahead, amount: 899, reason: 'upgrade' }]
    expect(await refundsOf(reader)).toEqual(options)
    const upgrade = await shop.db
      .selectFrom('payment_attempts')
      .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
      .select('payment_attempts.id')
      .where('invoices.account_id', '=', reader.id)
      .where('payment_attempts.state', '=', 'processing')
      .executeTakeFirstOrThrow()
    await settleAttempts(shop.api.ctx, [{ attemptId: upgrade.id, outcome: shop.psp.becomes(upgrade.id, 'succeeded') }])
    expect(await refundsOf(reader)).toEqual(options)
    await expectBooks()
  })

  test('keeps it when the bank declines the upgrade', async () => {
    const reader = await subscriber('card-succeeded', 10)
    const { id } = await suspended({ amount: 899 })
    await book(id, { to: 'contract', subscription: reader.contract.id })
    await shop.leave(reader, 'card-declined')
    await shop.accept(reader)
    await shop.begin(reader)
    await shop.purchase(reader)
    expect(await refundsOf(reader)).toEqual([])
    expect(await periodsOf(reader)).toEqual([{ state: 'paid' }, { state: 'paid' }])
    await expectBooks()
  })
})
