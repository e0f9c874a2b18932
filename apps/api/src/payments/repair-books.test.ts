import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlarms } from './alarms.ts'
import { reconcile } from './reconcile.ts'
import { reconcileNightly } from './reconcile-nightly.ts'
import { refund, sendRefunds } from './refunds.ts'
import { listSuspense } from './suspense.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'
import { expectBooksToHold } from './test-invariants.ts'

const DAY_MS = 86_400_000
/** Of each kind of thing that no message told. */
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
  return (await reconcile(shop.api.house, shop.psp.provider, from, to)).differences
}
const nightly = () => reconcileNightly({}, shop.api.house)

test('what no message told is found in the provider’s own list by night, booked, or put into suspense with an alarm', async () => {
  for (let each = 0; each < PLANTED; each++) {
    const [disputed, won, byHand, failing] = [await subscriber(), await subscriber(), await subscriber(), await subscriber()]
    shop.psp.becomes(disputed, 'returned')
    shop.psp.becomes(won, 'returned')
    shop.psp.becomes(won, 'reinstated')
    shop.psp.refundByHand(byHand, 700)
    shop.psp.refundsBehave('processing')
    const given = { attemptId: failing, amount: 500, reason: 'goodwill', text: 'Kulanz' }
    const id = await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
    await sendRefunds(shop.api.house)
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
  // Again, and by two servers, it changes nothing.
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
  await expectBooksToHold(shop.db, shop.psp.moved, shop.now(), false)
}, 60_000)
