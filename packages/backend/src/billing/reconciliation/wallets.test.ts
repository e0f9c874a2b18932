import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { listSuspense } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { mirrorSubscription } from '../wallets/mirror.ts'
import { noteForeignReturn } from '../wallets/returns.ts'
import { listsOfProviders } from './find-differences.ts'
import { reconcile } from './reconcile.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(100)
})
afterAll(() => shop.close())

let count = 0
/** Creates a subscription that the wallet charges, with mirrored charges for a number of months. */
async function subscription(months = 1) {
  const { id: accountId } = await shop.reader()
  const at = shop.wallet
  const { name } = at.provider
  const reference = at.approve({ customId: String(accountId), planId: 'plan-2' })
  const { id: methodId } = await shop.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: name, kind: 'PP', reference: `${reference}-${++count}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const startedAt = new Date(shop.now().getTime() - (months - 1) * 30 * DAY_MS)
  const { id } = await shop.db
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      plan_id: 2,
      state: 'active',
      order_type: 3,
      provider_reference: reference,
      payment_method_id: methodId,
      regular_price: 1999,
      starts_at: startedAt,
      ends_at: startedAt,
      created_at: startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const charges: string[] = []
  for (let month = 0; month < months; month++) {
    charges.push(at.charge(reference, 1999, new Date(startedAt.getTime() + month * 30 * DAY_MS)))
    await mirrorSubscription(shop.api.ctx, id)
  }
  const attempts = await shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider_reference', 'in', charges)
    .orderBy('created_at')
    .execute()
  const chargeOf = (transaction: string) =>
    at.subscriptions.get(reference)!.charges.find(({ transactionId }) => transactionId === transaction)!
  return { id, accountId, reference, charges, attempts: attempts.map(({ id }) => id), chargeOf }
}

/** Reconciles the time since the day before. */
async function compared() {
  const books = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find((each) => each.name === 'paypal')!
  const [from, to] = [new Date(shop.now().getTime() - DAY_MS), new Date(shop.now().getTime() + DAY_MS)]
  const { compared, differences } = await reconcile(shop.api.ctx, books, from, to)
  return {
    compared,
    differences: differences.map(({ is, what, id, ledgerAmount, providerAmount }) => ({
      is,
      what,
      id,
      ledgerAmount,
      providerAmount,
    })),
  }
}
async function giveBack(attemptId: string, amount: number): Promise<void> {
  const options = { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
  await sendRefunds(shop.api.ctx)
}

test('reports no difference when both sides agree; the app store is not compared here', async () => {
  await subscription()
  expect(await compared()).toEqual({ compared: 1, differences: [] })
  expect(listsOfProviders(shop.api.ctx, shop.api.ctx.payments).map(({ name }) => name)).toEqual(['sandbox', 'paypal'])
})

test('reports an unmirrored charge as missing here and one unknown to the wallet as missing there', async () => {
  const [late, gone] = [await subscription(), await subscription()]
  const unreported = shop.wallet.charge(late.reference, 1999, shop.now())
  shop.wallet.subscriptions.get(gone.reference)!.charges.length = 0
  const { differences } = await compared()
  expect(differences).toHaveLength(2)
  expect(differences).toContainEqual({
    is: 'missing here',
    what: 'movement',
    id: unreported,
    ledgerAmount: null,
    providerAmount: 1999,
  })
  expect(differences).toContainEqual({
    is: 'missing there',
    what: 'attempt',
    id: gone.attempts[0],
    ledgerAmount: 1999,
    providerAmount: null,
  })
})

test('reports a different amount', async () => {
  const { charges, chargeOf, attempts } = await subscription()
  chargeOf(charges[0]!).amount = 1899
  expect((await compared()).differences).toEqual([
    { is: 'different amount', what: 'attempt', id: attempts[0], ledgerAmount: 1999, providerAmount: 1899 },
  ])
})

test('matches our full and partial refunds one by one and reports one unknown to the wallet as missing there', async () => {
  const [whole, part] = [await subscription(), await subscription()]
  await giveBack(whole.attempts[0]!, 1999)
  await giveBack(part.attempts[0]!, 700)
  await giveBack(part.attempts[0]!, 300)
  expect((await compared()).differences).toEqual([])
  shop.wallet.returns.splice(-1)
  expect((await compared()).differences).toMatchObject([
    { is: 'missing there', what: 'refund', ledgerAmount: -300, providerAmount: null },
  ])
  shop.wallet.returns.at(-1)!.amount = -701
  expect((await compared()).differences).toMatchObject([
    { is: 'different amount', what: 'refund', ledgerAmount: -700, providerAmount: -701 },
    { is: 'missing there', what: 'refund', ledgerAmount: -300 },
  ])
})

test('reports full and partial refunds made at the wallet as missing here; full ones until they are mirrored', async () => {
  const { id, charges, attempts } = await subscription()
  shop.wallet.back(charges[0]!, 1999)
  expect((await compared()).differences).toEqual([
    { is: 'missing here', what: 'attempt', id: attempts[0], ledgerAmount: null, providerAmount: -1999 },
  ])
  await mirrorSubscription(shop.api.ctx, id)
  expect((await compared()).differences).toEqual([])
  const other = await subscription()
  await giveBack(other.attempts[0]!, 500)
  shop.wallet.back(other.charges[0]!, 200)
  const part = { is: 'missing here', what: 'attempt', id: other.attempts[0], ledgerAmount: null, providerAmount: -200 }
  expect((await compared()).differences).toEqual([part])
  shop.wallet.back(other.charges[0]!, 1299)
  expect((await compared()).differences).toEqual([part, { ...part, providerAmount: -1299 }])
})

test('does not report refunds of other businesses once the wallet has identified their owner', async () => {
  await subscription()
  const foreignReturn = {
    chargeId: 'charge-of-another-shop',
    reference: 'r',
    amount: -500,
    currency: 'EUR',
    at: shop.now(),
    kind: 'refund' as const,
  }
  shop.wallet.returns.push(foreignReturn)
  expect((await compared()).differences).toEqual([
    { is: 'missing here', what: 'movement', id: 'r', ledgerAmount: null, providerAmount: -500 },
  ])
  await noteForeignReturn(shop.api.ctx, shop.wallet.provider, foreignReturn)
  expect((await compared()).differences).toEqual([])
})

test('puts a charge in an unexpected currency into suspense, and both sides agree', async () => {
  const late = await subscription()
  const charge = shop.wallet.charge(late.reference, 1999, shop.now(), { currency: 'CHF' })
  await mirrorSubscription(shop.api.ctx, late.id)
  await mirrorSubscription(shop.api.ctx, late.id)
  expect(await listSuspense(shop.db, { state: 'open' })).toMatchObject([
    { provider: 'paypal', reference: charge, amount: 1999, currency: 'CHF', reason: 'other-currency' },
  ])
  expect((await compared()).differences).toEqual([])
})

test('finds a payment that was approved and charged but never bound', async () => {
  const reference = shop.wallet.approve({ customId: null, planId: 'plan-2' })
  const charge = shop.wallet.charge(reference, 1999, shop.now())
  const row = { provider: 'paypal', reference, found_at: shop.now() }
  await shop.db.insertInto('wallet_subscriptions').values(row).execute()
  expect((await compared()).differences).toEqual([
    { is: 'missing here', what: 'movement', id: charge, ledgerAmount: null, providerAmount: 1999 },
  ])
})
