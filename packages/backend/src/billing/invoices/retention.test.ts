import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { anonymiseOldInvoices } from './retention.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const until = (moment: string) => shop.later((Date.parse(moment) - shop.now().getTime()) / DAY_MS)

/** Creates an account that buys now and, by default, whose subscription then ends. */
async function bought(region: 1 | 2, plan: 2 | 5, ends = true) {
  const reader = await shop.reader({ region_id: region, firstname: 'Mira', lastname: 'Holm' })
  await shop.leave(reader, 'card-succeeded', 'DD')
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  const [invoice] = await shop.invoices(reader)
  const [subscription] = await shop.contracts(reader)
  if (ends)
    await sql`update subscriptions set state = 'ended', next_charge_at = null where id = ${subscription!.id}`.execute(shop.db)
  return { ...reader, invoice: invoice!, contract: subscription!.id, number: invoice!.number! }
}
const paperOf = (number: string) =>
  shop.db.selectFrom('invoices').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const ownerOf = async (subscription: number) =>
  (await shop.db.selectFrom('subscriptions').select('account_id').where('id', '=', subscription).executeTakeFirstOrThrow())
    .account_id

describe('documents past their retention period', () => {
  test('lose name, address and payment data seven years after the end of their year in Austria, ten in Germany', async () => {
    until('2026-03-10T09:00:00Z')
    const [anna, ben] = [await bought(1, 2), await bought(2, 5)]
    // The last second of the seventh year in Vienna.
    until('2033-12-31T22:59:59Z')
    await anonymiseOldInvoices(shop.api.ctx)
    expect((await paperOf(anna.number)).snapshot).toEqual(anna.invoice.snapshot)

    until('2033-12-31T23:00:00Z')
    expect(await anonymiseOldInvoices(shop.api.ctx)).toMatchObject({ documents: 1, subscriptions: 1 })
    const kept = await paperOf(anna.number)
    for (const word of ['Mira', 'Holm', anna.account.email, '4242']) expect(JSON.stringify(kept)).not.toContain(word)
    expect(kept.account_id).toBeNull()
    expect(await ownerOf(anna.contract)).toBeNull()
    // Everything needed for an audit is still there.
    const { number, net, tax, gross, tax_rate, issued_at, country, currency } = anna.invoice
    expect(kept).toMatchObject({ number, net, tax, gross, tax_rate, issued_at, country, currency })
    expect(kept.snapshot).toMatchObject({ buyer: { country: 'AT' }, tariff: 2, method: { kind: 'DD' } })
    expect((await paperOf(ben.number)).snapshot).toEqual(ben.invoice.snapshot)

    until('2036-12-31T22:59:59Z')
    expect(await anonymiseOldInvoices(shop.api.ctx)).toMatchObject({ documents: 0 })
    until('2036-12-31T23:00:00Z')
    expect(await anonymiseOldInvoices(shop.api.ctx)).toMatchObject({ documents: 1 })
    expect(JSON.stringify(await paperOf(ben.number))).not.toContain('Holm')
    // A second run changes nothing.
    expect(await anonymiseOldInvoices(shop.api.ctx)).toEqual({ documents: 0, subscriptions: 0, methods: 0 })
  })

  test('of an active subscription lose only their buyer; the subscription keeps its account', async () => {
    until('2026-04-10T09:00:00Z')
    const cleo = await bought(1, 2, false)
    until('2034-01-02T09:00:00Z')
    expect(await anonymiseOldInvoices(shop.api.ctx)).toMatchObject({ documents: 1, subscriptions: 0 })
    expect((await paperOf(cleo.number)).account_id).toBeNull()
    expect(await ownerOf(cleo.contract)).toBe(cleo.id)
  })

  test('delete payment methods that no newer document refers to and keep those in use', async () => {
    until('2026-05-10T09:00:00Z')
    const [dora, emil] = [await bought(1, 2), await bought(1, 2)]
    await sql`update payment_methods set active = false where account_id = ${dora.id}`.execute(shop.db)
    await forgetJobs(shop.db)
    until('2034-02-02T09:00:00Z')
    expect(await anonymiseOldInvoices(shop.api.ctx)).toMatchObject({ documents: 2, subscriptions: 2, methods: 1 })
    const methods = await sql<{ account_id: number | null }>`select account_id from payment_methods
      where account_id in (${dora.id}, ${emil.id})`.execute(shop.db)
    expect(methods.rows).toEqual([{ account_id: emil.id }])
    const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs
      where task_identifier = 'forget-method'`.execute(shop.db)
    expect(rows).toHaveLength(1)
  })
})
