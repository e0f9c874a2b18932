import { invoices as declared } from '@kiosk/domain/payments/invoice-endpoints'
import { taxIn } from '@kiosk/domain/payments/rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs } from '../jobs/test-jobs.ts'
import { sumsOfLines } from './build-papers.ts'
import { invoicePaper } from './invoice-paper.ts'
import { type IssuedInvoice, issuedInvoice } from './issued-invoices.ts'
import { refund } from './refunds.ts'
import { runBilling } from './renew.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let house: Checkout
beforeAll(async () => {
  house = await testCheckout()
})
beforeEach(() => forgetJobs(house.db))
afterAll(() => house.close())

async function subscriber(account: Parameters<Checkout['reader']>[0] = {}, tariff = 2) {
  const reader = await house.reader(account)
  await house.leave(reader)
  await house.accept(reader, tariff)
  await house.begin(reader, tariff)
  expect((await house.purchase(reader, tariff)).status).toBe(200)
  return reader
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>
const listOf = ({ headers }: Subscriber, language = 'de') => house.api.answer(declared, 'invoice/all', { headers, language })
const paperOf = (number: string, headers: Record<string, string>) => house.api.ask(`invoice/${number}`, { headers })
async function giveBack(reader: Subscriber, amount: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id} and a.state = 'succeeded' order by i.id desc limit 1`.execute(house.db)
  const given = { attemptId: rows[0]!.id, amount, reason: 'goodwill', text: 'Erstattung' }
  await house.db.transaction().execute((trx) => refund(trx, house.api.house, given))
}

describe('the list', () => {
  test('holds one’s own papers, the newest first, with number, dates, amount and period', async () => {
    const reader = await subscriber()
    await subscriber()
    house.later(30)
    await runBilling(house.api.house)
    await giveBack(reader, 500)
    const list = await listOf(reader)
    expect(list.map(({ amount, amountFormat }) => [amount, amountFormat])).toEqual([
      [-500, '-5,00 €'],
      [1999, '19,99 €'],
      [1999, '19,99 €'],
    ])
    expect(list[1]).toMatchObject({
      number: expect.stringMatching(/^\d{4}-\d{6}$/),
      creationTime: house.now().toISOString(),
      date: house.now().toISOString().slice(0, 10),
      period: expect.stringContaining('2026'),
    })
    expect(list[0]!.number).toMatch(/^G\d{4}-\d{6}$/)
  })

  test('of somebody who never bought is empty, and nobody else is asked for one', async () => {
    expect(await listOf(await house.reader())).toEqual([])
    expect(await house.api.refusal('invoice/all')).toMatchObject({ status: 401 })
  })

  test('leaves out what was never issued', async () => {
    const reader = await house.reader()
    await house.leave(reader, 'card-declined')
    await house.accept(reader)
    await house.begin(reader)
    await house.purchase(reader)
    expect(await house.invoices(reader)).toHaveLength(1)
    expect(await listOf(reader)).toEqual([])
  })
})

describe('a paper', () => {
  test('is a PDF for its owner’s cookie alone, and never kept on the way', async () => {
    const [reader, other] = [await subscriber(), await subscriber()]
    const { number } = (await listOf(reader))[0]!
    const response = await paperOf(number, reader.headers)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Rechnung-${number}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 8)
        .toString(),
    ).toBe('%PDF-1.7')
    expect((await paperOf(number, other.headers)).status).toBe(404)
    expect((await paperOf(number, {})).status).toBe(401)
    for (const wrong of ['2026-999999', '%27%20or%201=1', '0', 'x'.repeat(40)])
      expect((await paperOf(wrong, reader.headers)).status).toBe(404)
  })

  // What the database forbids: database/append-only.test.ts; what is kept: invoice-papers.test.ts.
  test('is the same, byte for byte, whatever becomes of its reader and its contract', async () => {
    const reader = await subscriber({ firstname: 'Mira', lastname: 'Holm', language: 'de' })
    const { number } = (await listOf(reader))[0]!
    const bytes = async () => Buffer.from(await (await paperOf(number, reader.headers)).arrayBuffer())
    const before = await bytes()
    await house.db.updateTable('accounts').set({ lastname: 'Berg', language: 'fr' }).where('id', '=', reader.id).execute()
    await giveBack(reader, 100)
    house.later(400)
    expect((await bytes()).equals(before)).toBe(true)
  })
})

test('the lines of every paper add up to it, net and tax to gross', async () => {
  const readers = [await subscriber(), await subscriber({ region_id: 3 }, 6), await subscriber({ region_id: 4 }, 9)].map(
    (reader, place) => ({ reader, back: [1, 333, 998][place]! }),
  )
  for (const { reader, back } of readers) await giveBack(reader, back)
  const issued = await house.db.selectFrom('invoices').selectAll().where('issued_at', 'is not', null).execute()
  expect(issued.length).toBeGreaterThan(6)
  for (const { number, net, tax, gross } of issued) {
    expect(await sumsOfLines(house.db, number!)).toEqual({ net, tax, gross })
    expect(net + tax).toBe(gross)
    const read = await issuedInvoice(house.db, number!, null)
    expect(read).toMatchObject({ net, tax, gross })
  }
})

test('whoever is named on it, in whatever letters, a paper is made, and twice the same', async () => {
  const reader = await subscriber()
  const { number } = (await listOf(reader))[0]!
  const issued = (await issuedInvoice(house.db, number, null))!
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom(0, 260, 300, 700, 1000, 2000),
      fc.constantFrom('de', 'en', 'fr'),
      async (name, gross, rate, language) => {
        const sums = taxIn(gross, rate)
        const buyer = { ...issued.snapshot.buyer, name }
        const paper: IssuedInvoice = {
          ...issued,
          ...sums,
          due: gross,
          rate,
          snapshot: { ...issued.snapshot, buyer, language },
          lines: [{ text: name, ...sums, rate }],
        }
        const [one, two] = [await invoicePaper(paper, 'read-it'), await invoicePaper(paper, 'read-it')]
        expect(one.equals(two)).toBe(true)
      },
    ),
    { numRuns: 10 },
  )
})
