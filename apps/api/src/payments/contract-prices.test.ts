// A subscription keeps the price that it was sold at; the page, the e-mails and the notices of debits say what is taken.
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs } from '../jobs/test-jobs.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { announceDebits } from './announce-debits.ts'
import { lastLetter, lettersFor } from './build-papers.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'

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

async function buyer(given: { kind?: 'CC' | 'DD'; method?: string; voucher?: string; tariff?: number } = {}) {
  const { kind = 'CC', method = 'card-succeeded', voucher, tariff = 2 } = given
  const reader = await shop.reader()
  const reference = await shop.leave(reader, method, kind)
  await shop.begin(reader, tariff)
  await shop.accept(reader, tariff)
  if (voucher) {
    const form = { subscription: String(tariff), voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader, tariff)).status).toBe(200)
  return { ...reader, reference }
}

const today = () => shop.now().toISOString().slice(0, 10)
const listPrice = (price: number, tariff = 2) =>
  shop.db.insertInto('prices').values({ subscription_id: tariff, valid_from: today(), price }).execute()

describe('a new list price', () => {
  test('is for who buys from then on; a running subscription keeps its own, and is told so everywhere', async () => {
    const before = await buyer({ kind: 'DD' })
    await listPrice(2499)
    const after = await buyer()
    shop.later(17)
    await announceDebits(shop.api.house)
    const notice = (await writeLetter(await lastLetter(shop.db, 'debit-announced'), shop.api.house))!
    expect(notice.subject).toContain('19,99')
    expect((await billingOf(before)).nextPrice).toBe(1999)
    expect((await billingOf(after)).nextPrice).toBe(2499)
    shop.later(13)
    await runBilling(shop.api.house)
    expect(await amountsOf(before)).toEqual([1999, 1999])
    expect(await amountsOf(after)).toEqual([2499, 2499])
  })

  test('while an offer runs leaves the price that was told to follow it', async () => {
    const reader = await buyer({ voucher: await shop.voucher({ days: 30 }) })
    await listPrice(2999)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    shop.later(30)
    await runBilling(shop.api.house)
    expect(await amountsOf(reader)).toEqual([399, 1999])
  })

  test('is what an upgrade costs', async () => {
    const reader = await buyer({ tariff: 10 })
    await listPrice(2999)
    await shop.begin(reader, 2)
    await shop.accept(reader, 2)
    expect((await shop.purchase(reader, 2)).status).toBe(200)
    expect((await billingOf(reader)).nextPrice).toBe(2999)
  })
})

describe('a price that changes between the page and the button', () => {
  test('is bought at as it was shown, and stays; a page of the day before shows the new one first', async () => {
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
  test.each(['card-unknown', 'debit-processing'])('the next one is told with its own day and price (%s)', async (method) => {
    const reader = await buyer({ voucher: await shop.voucher({ days: 60 }) })
    shop.psp.behave(reader.reference, method === 'card-unknown' ? 'unknown' : 'processing')
    shop.later(30)
    await runBilling(shop.api.house)
    // The second reduced charge is being made; the one after it is the first regular one.
    const contract = (await shop.contracts(reader))[0]!
    const second = await shop.db
      .selectFrom('periods')
      .selectAll()
      .where('subscription', '=', contract.id)
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow()
    const told = await billingOf(reader)
    expect(told).toMatchObject({ nextPrice: 1999, nextDebitDate: second.ends_at.toISOString() })
    const [attempt] = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', 'in', ['unknown', 'processing'])
      .execute()
    await settleAttempts(shop.api.house, [
      { attemptId: attempt!.id, outcome: { state: 'succeeded', reference: `charge ${attempt!.id}` } },
    ])
    expect(await billingOf(reader)).toMatchObject({ nextPrice: 1999, nextDebitDate: second.ends_at.toISOString() })
    shop.psp.behave(reader.reference, 'succeeded')
    shop.later(30)
    await runBilling(shop.api.house)
    expect(await amountsOf(reader)).toEqual([399, 399, 1999])
  })
})

describe('a debit that was announced', () => {
  test('is never more than was announced; from the next one on the price holds', async () => {
    const reader = await buyer({ kind: 'DD' })
    shop.later(17)
    await announceDebits(shop.api.house)
    await shop.db.updateTable('subscriptions').set({ regular_price: 2499 }).where('account_id', '=', reader.id).execute()
    await announceDebits(shop.api.house)
    expect((await lettersFor(shop.db, reader.id)).filter((each) => each === 'debit-announced')).toHaveLength(1)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    shop.later(13)
    await runBilling(shop.api.house)
    expect(await amountsOf(reader)).toEqual([1999, 1999])
    expect((await billingOf(reader)).nextPrice).toBe(2499)
  })

  test('is announced again where it becomes less, and the older notice is not sent any more', async () => {
    const reader = await buyer({ kind: 'DD' })
    shop.later(17)
    await announceDebits(shop.api.house)
    const older = await lastLetter(shop.db, 'debit-announced')
    await shop.db.updateTable('subscriptions').set({ regular_price: 1499 }).where('account_id', '=', reader.id).execute()
    await Promise.all([announceDebits(shop.api.house), announceDebits(shop.api.house)])
    expect((await lettersFor(shop.db, reader.id)).filter((each) => each === 'debit-announced')).toHaveLength(2)
    expect(await writeLetter(older, shop.api.house)).toBeNull()
    const notice = (await writeLetter(await lastLetter(shop.db, 'debit-announced'), shop.api.house))!
    expect(notice.subject).toContain('14,99')
    shop.later(13)
    await runBilling(shop.api.house)
    expect(await amountsOf(reader)).toEqual([1999, 1499])
  })

  test('of nothing is not announced', async () => {
    await forgetJobs(shop.db)
    const reader = await buyer({ kind: 'DD', voucher: await shop.voucher({ days: 90, price: 0 }) })
    shop.later(17)
    await announceDebits(shop.api.house)
    expect(await lettersFor(shop.db, reader.id)).not.toContain('debit-announced')
  })
})
