import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlarms } from '../alarms.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runRenewals } from '../renewals/run.ts'
import { returnSuspense } from '../suspense/decide.ts'
import { listSuspense } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { reconcileNightly } from './nightly.ts'
import { reconcile } from './reconcile.ts'

/** Planted movements of each kind that no webhook reported. */
const PLANTED = 4

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function subscriber() {
  const reader = await shop.reader()
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id}`.execute(shop.db)
  return rows[0]!.id
}
const differences = async () => {
  const [from, to] = [new Date(shop.now().getTime() - 30 * DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  return (await reconcile(shop.api.ctx, shop.psp.provider, from, to)).differences
}
const nightly = () => reconcileNightly({}, shop.api.ctx)

test('the nightly run finds unreported movements in the provider’s list and records them, or puts them into suspense with an alarm', async () => {
  for (let each = 0; each < PLANTED; each++) {
    const [disputed, won, byHand, failing] = [await subscriber(), await subscriber(), await subscriber(), await subscriber()]
    shop.psp.becomes(disputed, 'returned')
    shop.psp.becomes(won, 'returned')
    shop.psp.becomes(won, 'reinstated')
    shop.psp.refundByHand(byHand, 700)
    shop.psp.refundsBehave('processing')
    const options = { attemptId: failing, amount: 500, reason: 'goodwill', text: 'Kulanz' }
    const id = await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
    await sendRefunds(shop.api.ctx)
    shop.psp.refundBecomes(id, 'succeeded')
    const stranger = {
      attemptId: null,
      refundId: null,
      reference: `stranger-${each}`,
      amount: 1234,
      currency: 'EUR',
      at: shop.now(),
    }
    shop.psp.moved.push({ ...stranger, kind: 'charge', charge: `stranger-${each}` })
    shop.later(0.1)
  }
  const disputes = async () => (await shop.db.selectFrom('disputes').select('state').execute()).map(({ state }) => state)
  expect(await disputes()).toEqual([])
  await nightly()
  // A second run on two servers changes nothing.
  await Promise.all([nightly(), nightly()])
  expect((await disputes()).sort()).toEqual([...Array(PLANTED).fill('taken'), ...Array(PLANTED).fill('won')])
  const suspended = await listSuspense(shop.db, { state: 'open' })
  expect(suspended.map(({ reference, amount }) => [reference, amount])).toEqual(
    Array.from({ length: PLANTED }, (_, each) => [`stranger-${each}`, 1234]),
  )
  expect(await openAlarms(shop.db, 'suspense')).toHaveLength(PLANTED)
  const credited = await shop.db.selectFrom('refunds').select(['reason', 'state']).orderBy('reason').execute()
  expect(credited.map(({ reason, state }) => `${reason} ${state}`)).toEqual([
    ...Array(PLANTED).fill('goodwill succeeded'),
    ...Array(PLANTED).fill('provider succeeded'),
  ])
  expect(await differences()).toEqual([])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
})

test('a refund with an unknown reference is matched by the provider’s own refund id', async () => {
  const before = (await listSuspense(shop.db, { state: 'open' })).length
  const attemptId = await subscriber()
  const reference = shop.psp.refundByHand(attemptId, 1000)!
  shop.psp.moved.at(-1)!.refundId = 'support-4711'
  // A refund by another system that uses the same account.
  const stranger = { attemptId: null, refundId: randomUUID(), charge: 'of others', amount: -350, currency: 'EUR', at: shop.now() }
  shop.psp.moved.push({ ...stranger, kind: 'refund', reference: 're of others' })
  await nightly()
  shop.later(2)
  await Promise.all([nightly(), nightly()])
  await nightly()
  expect(await differences()).toEqual([])
  const { rows } = await sql<{ sum: number }>`select sum(amount)::int from ledger where account = 'cash:sandbox'
    and (attempt_id = ${attemptId} or refund_id in (select id from refunds where attempt_id = ${attemptId}))`.execute(shop.db)
  expect(rows[0]!.sum).toBe(999)
  const refunds = await shop.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).execute()
  expect(refunds).toMatchObject([{ provider_reference: reference, amount: 1000, state: 'succeeded' }])
  const open = await listSuspense(shop.db, { state: 'open' })
  expect(open).toHaveLength(before + 1)
  expect(open).toContainEqual(expect.objectContaining({ reference: 're of others', amount: -350 }))
  expect(await openAlarms(shop.db, 'books-differ')).toEqual([])
})

test('missed nights are covered by the next run, even after an aborted one', async () => {
  const payOut = (name: string, amount: number) =>
    shop.psp.moved.push({
      attemptId: null,
      refundId: null,
      reference: name,
      amount: -amount,
      currency: 'EUR',
      at: shop.now(),
      kind: 'payout',
      entry: name,
    })
  payOut('po_seen', 100)
  shop.later(0.1)
  await nightly()
  shop.later(2)
  const attemptId = await subscriber()
  shop.psp.refundByHand(attemptId, 400)
  payOut('po_missed', 5000)
  shop.later(20)
  const { movements } = shop.psp.provider
  shop.psp.provider.movements = () => {
    throw new Error('unreachable')
  }
  await nightly()
  shop.psp.provider.movements = movements
  await Promise.all([nightly(), nightly()])
  const refunds = await shop.db.selectFrom('refunds').select(['amount', 'state']).where('attempt_id', '=', attemptId).execute()
  expect(refunds).toEqual([{ amount: 400, state: 'succeeded' }])
  const { rows } = await sql<{ sum: number }>`select sum(amount)::int from ledger where account = 'bank'`.execute(shop.db)
  expect(rows[0]!.sum).toBe(5100)
})

test('a renewal charged with another amount is in suspense at once, and the night finds nothing more', async () => {
  const reader = await shop.reader()
  const method = await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  shop.later(30)
  const { charge } = shop.psp.provider
  shop.psp.provider.charge = (asked) => charge({ ...asked, money: { ...asked.money, minor: asked.money.minor - 100 } })
  await runRenewals(shop.api.ctx)
  shop.psp.provider.charge = charge
  const [first, renewal] = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('payment_methods', 'payment_methods.id', 'payment_method_id')
    .select(['payment_attempts.id', 'state', 'amount', 'retryable'])
    .where('payment_methods.reference', '=', method)
    .orderBy('payment_attempts.created_at')
    .execute()
  expect(first).toMatchObject({ state: 'succeeded' })
  expect(renewal).toMatchObject({ state: 'declined', amount: 1999, retryable: false })
  expect((await shop.contracts(reader))[0]).toMatchObject({ state: 'past-due' })
  const ofRenewal = async () => (await listSuspense(shop.db)).filter(({ reference }) => reference === `charge ${renewal!.id}`)
  expect(await ofRenewal()).toMatchObject([{ amount: 1899, currency: 'EUR', reason: 'unexpected', state: 'open' }])
  shop.later(2)
  await nightly()
  expect(await differences()).toEqual([])
  const [suspended] = await ofRenewal()
  expect(suspended).toMatchObject({ amount: 1899, state: 'open' })
  shop.psp.refundsBehave('succeeded')
  await returnSuspense(shop.api.ctx, suspended!.id, { actor: 'ops', why: 'wrong amount' })
  await nightly()
  expect(await ofRenewal()).toMatchObject([{ state: 'returned' }])
  expect(await differences()).toEqual([])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
})
