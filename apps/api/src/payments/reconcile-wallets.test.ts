import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listsOfProviders } from './find-differences.ts'
import { mirrorContract } from './mirror-wallet.ts'
import { reconcile } from './reconcile.ts'
import { refund, sendRefunds } from './refunds.ts'
import { listSuspense } from './suspense.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'
import { noteForeignReturn } from './wallet-returns.ts'

const DAY = 86_400_000
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(100)
})
afterAll(() => shop.close())

let count = 0
/** A contract that the wallet charges, with charges of so many months, mirrored. */
async function contract(months = 1) {
  const { id: accountId } = await shop.reader()
  const at = shop.wallet
  const { name } = at.provider
  const reference = at.approve({ customId: String(accountId), planId: 'plan-2' })
  const { id: methodId } = await shop.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: name, kind: 'PP', reference: `${reference}-${++count}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const begun = new Date(shop.now().getTime() - (months - 1) * 30 * DAY)
  const { id } = await shop.db
    .insertInto('subscriptions')
    .values({
      ...{ account_id: accountId, subscription_id: 2, state: 'active', order_type: 3 },
      ...{
        provider_reference: reference,
        payment_method_id: methodId,
        regular_price: 1999,
        starts_at: begun,
        ends_at: begun,
        created_at: begun,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const charges: string[] = []
  for (let month = 0; month < months; month++) {
    charges.push(at.charge(reference, 1999, new Date(begun.getTime() + month * 30 * DAY)))
    await mirrorContract(shop.api.house, id)
  }
  const attempts = await shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider_reference', 'in', charges)
    .orderBy('created_at')
    .execute()
  const told = (transaction: string) =>
    at.subscriptions.get(reference)!.charges.find(({ transactionId }) => transactionId === transaction)!
  return { id, accountId, reference, charges, attempts: attempts.map(({ id }) => id), told }
}

/** Since the day before. */
async function compared() {
  const books = listsOfProviders(shop.api.house, shop.api.house.payments).find((each) => each.name === 'paypal')!
  const [from, to] = [new Date(shop.now().getTime() - DAY), new Date(shop.now().getTime() + DAY)]
  const { compared, differences } = await reconcile(shop.api.house, books, from, to)
  return { compared, differences: differences.map(({ is, what, id, ours, theirs }) => ({ is, what, id, ours, theirs })) }
}
async function giveBack(attemptId: string, amount: number): Promise<void> {
  const given = { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
  await sendRefunds(shop.api.house)
}

test('books that agree have no difference; the store sells by itself and has none here', async () => {
  await contract()
  expect(await compared()).toEqual({ compared: 1, differences: [] })
  expect(listsOfProviders(shop.api.house, shop.api.house.payments).map(({ name }) => name)).toEqual(['sandbox', 'paypal'])
})

test('a charge that was not mirrored is missing here; one that the wallet does not know, there', async () => {
  const [late, gone] = [await contract(), await contract()]
  const unheard = shop.wallet.charge(late.reference, 1999, shop.now())
  shop.wallet.subscriptions.get(gone.reference)!.charges.length = 0
  const { differences } = await compared()
  expect(differences).toHaveLength(2)
  expect(differences).toContainEqual({ is: 'missing here', what: 'movement', id: unheard, ours: null, theirs: 1999 })
  expect(differences).toContainEqual({ is: 'missing there', what: 'attempt', id: gone.attempts[0], ours: 1999, theirs: null })
})

test('another amount is told', async () => {
  const { charges, told, attempts } = await contract()
  told(charges[0]!).amount = 1899
  expect((await compared()).differences).toEqual([
    { is: 'different amount', what: 'attempt', id: attempts[0], ours: 1999, theirs: 1899 },
  ])
})

test('what we gave back, in full or in part, agrees refund by refund; one that the wallet does not know is missing there', async () => {
  const [whole, part] = [await contract(), await contract()]
  await giveBack(whole.attempts[0]!, 1999)
  await giveBack(part.attempts[0]!, 700)
  await giveBack(part.attempts[0]!, 300)
  expect((await compared()).differences).toEqual([])
  shop.wallet.returns.splice(-1)
  expect((await compared()).differences).toMatchObject([{ is: 'missing there', what: 'refund', ours: -300, theirs: null }])
  shop.wallet.returns.at(-1)!.amount = -701
  expect((await compared()).differences).toMatchObject([
    { is: 'different amount', what: 'refund', ours: -700, theirs: -701 },
    { is: 'missing there', what: 'refund', ours: -300 },
  ])
})

test('what somebody gave back at the wallet, in full or in part, is missing here; in full until it is mirrored', async () => {
  const { id, charges, attempts } = await contract()
  shop.wallet.back(charges[0]!, 1999)
  expect((await compared()).differences).toEqual([
    { is: 'missing here', what: 'attempt', id: attempts[0], ours: null, theirs: -1999 },
  ])
  await mirrorContract(shop.api.house, id)
  expect((await compared()).differences).toEqual([])
  const other = await contract()
  await giveBack(other.attempts[0]!, 500)
  shop.wallet.back(other.charges[0]!, 200)
  const part = { is: 'missing here', what: 'attempt', id: other.attempts[0], ours: null, theirs: -200 }
  expect((await compared()).differences).toEqual([part])
  shop.wallet.back(other.charges[0]!, 1299)
  expect((await compared()).differences).toEqual([part, { ...part, theirs: -1299 }])
})

test('what others got back at the wallet is no difference of ours once the wallet was asked whose it is', async () => {
  await contract()
  const theirs = {
    chargeId: 'charge-of-another-shop',
    reference: 'r',
    amount: -500,
    currency: 'EUR',
    at: shop.now(),
    kind: 'refund' as const,
  }
  shop.wallet.returns.push(theirs)
  expect((await compared()).differences).toEqual([{ is: 'missing here', what: 'movement', id: 'r', ours: null, theirs: -500 }])
  await noteForeignReturn(shop.api.house, shop.wallet.provider, theirs)
  expect((await compared()).differences).toEqual([])
})

test('a charge in another currency than was agreed is in suspense, and both books agree on it', async () => {
  const late = await contract()
  const charge = shop.wallet.charge(late.reference, 1999, shop.now(), { currency: 'CHF' })
  await mirrorContract(shop.api.house, late.id)
  await mirrorContract(shop.api.house, late.id)
  expect(await listSuspense(shop.db, { state: 'open' })).toMatchObject([
    { provider: 'paypal', reference: charge, amount: 1999, currency: 'CHF', reason: 'other-currency' },
  ])
  expect((await compared()).differences).toEqual([])
})

test('a payment that was approved, charged and never bound is found', async () => {
  const reference = shop.wallet.approve({ customId: null, planId: 'plan-2' })
  const charge = shop.wallet.charge(reference, 1999, shop.now())
  const row = { provider: 'paypal', reference, found_at: shop.now() }
  await shop.db.insertInto('wallet_subscriptions').values(row).execute()
  expect((await compared()).differences).toEqual([{ is: 'missing here', what: 'movement', id: charge, ours: null, theirs: 1999 }])
})
