// A subscription keeps the price it was sold at; the page, the e-mails and the debit announcements state the amount that is
// charged.
import { dayInUtc } from '@kiosk/domain/day'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { prenotifyDebits } from '../renewals/prenotify.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('prices').execute()
})

const billingOf = ({ headers }: Reader) => shop.api.answer(billing, 'billing', { headers })
const amountsOf = async (reader: Reader) => {
  const taken = await shop.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select(['a.amount', 'i.gross'])
    .where('i.account_id', '=', reader.id)
    .where('i.kind', '=', 'invoice')
    .orderBy('i.id')
    .execute()
  return taken.map(({ amount }) => amount)
}

async function buyer(options: { kind?: 'CC' | 'DD'; method?: string; voucher?: string; plan?: number } = {}) {
  const { kind = 'CC', method = 'card-succeeded', voucher, plan = 2 } = options
  const reader = await shop.reader()
  const reference = await shop.leave(reader, method, kind)
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  if (voucher) {
    const form = { subscription: String(plan), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  return { ...reader, reference }
}

const today = () => dayInUtc(shop.now())
const listPrice = (price: number, plan = 2) =>
  shop.db.insertInto('prices').values({ plan_id: plan, valid_from: today(), price }).execute()

describe('a new list price', () => {
  test('applies to new purchases; a running subscription keeps its price and shows it everywhere', async () => {
    const before = await buyer({ kind: 'DD' })
    await listPrice(2499)
    const after = await buyer()
    shop.later(17)
    await prenotifyDebits(shop.api.ctx)
    const notice = (await writeEmail(await lastEmail(shop.db, 'debit-announced'), shop.api.ctx))!
    expect(notice.subject).toContain('19,99')
    expect((await billingOf(before)).nextPrice).toBe(1999)
    expect((await billingOf(after)).nextPrice).toBe(2499)
    shop.later(13)
    await runBilling(shop.api.ctx)
    expect(await amountsOf(before)).toEqual([1999, 1999])
    expect(await amountsOf(after)).toEqual([2499, 2499])
  })

  test('during an offer does not change the regular price announced for afterwards', async () => {
    const reader = await buyer({ voucher: await shop.voucher({ days: 30 }) })
    await listPrice(2999)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    shop.later(30)
    await runBilling(shop.api.ctx)
    expect(await amountsOf(reader)).toEqual([399, 1999])
  })

  test('is what an upgrade costs', async () => {
    const reader = await buyer({ plan: 10 })
    await listPrice(2999)
    await shop.begin(reader, 2)
    await shop.accept(reader, 2)
    expect((await shop.purchase(reader, 2)).status).toBe(200)
    expect((await billingOf(reader)).nextPrice).toBe(2999)
  })
})

describe('a price that changes between the page and the button', () => {
  test('is sold as shown and kept; a page from the day before shows the new price first', async () => {
    const reader = await shop.reader()
    await shop.leave(reader)
    await shop.begin(reader)
    await shop.accept(reader)
    await listPrice(2799)
    expect((await shop.purchase(reader)).status).toBe(200)
    expect(await amountsOf(reader)).toEqual([1999])
    expect((await billingOf(reader)).nextPrice).toBe(1999)

    const late = await shop.reader()
    await shop.leave(late)
    await shop.begin(late)
    shop.later(1.1)
    await shop.db.updateTable('prices').set({ price: 2899 }).execute()
    await shop.accept(late)
    expect((await shop.purchase(late)).status).toBe(404)
    expect(await amountsOf(late)).toEqual([])
    await shop.begin(late)
    expect((await shop.purchase(late)).status).toBe(200)
    expect(await amountsOf(late)).toEqual([2899])
  })
})

describe('while a charge is under way,', () => {
  test.each(['card-unknown', 'debit-processing'])('the next charge is shown with its own date and price (%s)', async (method) => {
    const reader = await buyer({ voucher: await shop.voucher({ days: 60 }) })
    shop.psp.behave(reader.reference, method === 'card-unknown' ? 'unknown' : 'processing')
    shop.later(30)
    await runBilling(shop.api.ctx)
    // The second reduced charge is pending; the one after it is the first regular one.
    const subscription = (await shop.contracts(reader))[0]!
    const second = await shop.db
      .selectFrom('periods')
      .selectAll()
      .where('subscription_id', '=', subscription.id)
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow()
    const shown = await billingOf(reader)
    expect(shown).toMatchObject({ nextPrice: 1999, nextDebitDate: second.ends_at.toISOString() })
    const [attempt] = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', 'in', ['unknown', 'processing'])
      .execute()
    await settleAttempts(shop.api.ctx, [
      { attemptId: attempt!.id, outcome: { state: 'succeeded', reference: `charge ${attempt!.id}` } },
    ])
    expect(await billingOf(reader)).toMatchObject({ nextPrice: 1999, nextDebitDate: second.ends_at.toISOString() })
    shop.psp.behave(reader.reference, 'succeeded')
    shop.later(30)
    await runBilling(shop.api.ctx)
    expect(await amountsOf(reader)).toEqual([399, 399, 1999])
  })
})

describe('an announced debit', () => {
  test('never exceeds the announced amount; the new price applies from the next debit', async () => {
    const reader = await buyer({ kind: 'DD' })
    shop.later(17)
    await prenotifyDebits(shop.api.ctx)
    await shop.db.updateTable('subscriptions').set({ regular_price: 2499 }).where('account_id', '=', reader.id).execute()
    await prenotifyDebits(shop.api.ctx)
    expect((await emailsFor(shop.db, reader.id)).filter((each) => each === 'debit-announced')).toHaveLength(1)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    shop.later(13)
    await runBilling(shop.api.ctx)
    expect(await amountsOf(reader)).toEqual([1999, 1999])
    expect((await billingOf(reader)).nextPrice).toBe(2499)
  })

  test('is announced again if it becomes lower, and the outdated announcement is not sent', async () => {
    const reader = await buyer({ kind: 'DD' })
    shop.later(17)
    await prenotifyDebits(shop.api.ctx)
    const older = await lastEmail(shop.db, 'debit-announced')
    await shop.db.updateTable('subscriptions').set({ regular_price: 1499 }).where('account_id', '=', reader.id).execute()
    await Promise.all([prenotifyDebits(shop.api.ctx), prenotifyDebits(shop.api.ctx)])
    expect((await emailsFor(shop.db, reader.id)).filter((each) => each === 'debit-announced')).toHaveLength(2)
    expect(await writeEmail(older, shop.api.ctx)).toBeNull()
    const notice = (await writeEmail(await lastEmail(shop.db, 'debit-announced'), shop.api.ctx))!
    expect(notice.subject).toContain('14,99')
    shop.later(13)
    await runBilling(shop.api.ctx)
    expect(await amountsOf(reader)).toEqual([1999, 1499])
  })

  test('of zero is not announced', async () => {
    await forgetJobs(shop.db)
    const reader = await buyer({ kind: 'DD', voucher: await shop.voucher({ days: 90, price: 0 }) })
    shop.later(17)
    await prenotifyDebits(shop.api.ctx)
    expect(await emailsFor(shop.db, reader.id)).not.toContain('debit-announced')
  })
})
