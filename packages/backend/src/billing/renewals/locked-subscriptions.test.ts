// A run of renewals skips what another transaction has locked at that moment: nothing waits, and nothing is lost.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { runRenewals } from './run.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

type Reader = Awaited<ReturnType<typeof subscriber>>
async function subscriber(kind: 'CC' | 'DD' = 'CC') {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', kind)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  return reader
}
const chargesOf = async ({ id }: Reader) => {
  const rows = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.state')
    .where('invoices.account_id', '=', id)
    .execute()
  return rows.map(({ state }) => state)
}

/** Runs the renewals while another connection holds what `lock` selects. */
async function runWhile(lock: string, id: number): Promise<void> {
  const other = new pg.Client(shop.databaseUrl)
  await other.connect()
  await other.query('begin')
  await other.query(lock, [id])
  await runRenewals(shop.api.ctx)
  await other.query('rollback')
  await other.end()
}

test.each([
  ['whose subscription is locked', 'select from subscriptions where account_id = $1 for no key update'],
  ['whose account is locked, as by its erasure', 'select from accounts where id = $1 for update'],
])('a reader %s is charged by the next run, once, and the others at once', async (_, lock) => {
  const [locked, other] = [await subscriber(), await subscriber()]
  await forgetJobs(shop.db)
  shop.later(30)
  await runWhile(lock, locked.id)
  expect([await chargesOf(locked), await chargesOf(other)]).toEqual([['succeeded'], ['succeeded', 'succeeded']])
  await Promise.all([runRenewals(shop.api.ctx), runRenewals(shop.api.ctx)])
  await runRenewals(shop.api.ctx)
  expect([await chargesOf(locked), await chargesOf(other)]).toEqual([
    ['succeeded', 'succeeded'],
    ['succeeded', 'succeeded'],
  ])
  for (const reader of [locked, other]) expect(await emailsFor(shop.db, reader.id)).toEqual(['invoice'])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
})

test('what else a run does with a locked subscription is done by the next one, once: its end, and the announcement of its debit', async () => {
  const [cancelled, debited] = [await subscriber(), await subscriber('DD')]
  await shop.db
    .updateTable('subscriptions')
    .set({ auto_renew: false, next_charge_at: null })
    .where('account_id', '=', cancelled.id)
    .execute()
  await forgetJobs(shop.db)
  shop.later(29)
  await runWhile('select from subscriptions where account_id = $1 for no key update', debited.id)
  expect(await emailsFor(shop.db, debited.id)).toEqual([])
  for (let round = 0; round < 2; round++) await runRenewals(shop.api.ctx)
  expect(await emailsFor(shop.db, debited.id)).toEqual(['debit-announced'])
  shop.later(2)
  await runWhile('select from subscriptions where account_id = $1 for no key update', cancelled.id)
  expect((await shop.lastSubscription(cancelled)).state).toBe('active')
  for (let round = 0; round < 2; round++) await runRenewals(shop.api.ctx)
  expect((await shop.lastSubscription(cancelled)).state).toBe('ended')
  expect(await emailsFor(shop.db, cancelled.id)).toEqual(['contract-ended'])
})
