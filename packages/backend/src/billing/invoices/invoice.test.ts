import { dayInUtc } from '@kiosk/domain/day'
import { invoices as declared } from '@kiosk/domain/payments/invoice-endpoints'
import { taxIn } from '@kiosk/domain/payments/rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { refund } from '../refunds/refunds.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { sumsOfLines } from '../testing/invoices.ts'
import { type IssuedInvoice, issuedInvoice } from './issued-invoices.ts'
import { invoicePdf } from './pdf.ts'

let ctx: Checkout
beforeAll(async () => {
  ctx = await testCheckout()
})
beforeEach(() => forgetJobs(ctx.db))
afterAll(() => ctx.close())

async function subscriber(account: Parameters<Checkout['reader']>[0] = {}, plan = 2) {
  const reader = await ctx.reader(account)
  await ctx.leave(reader)
  await ctx.accept(reader, plan)
  await ctx.begin(reader, plan)
  expect((await ctx.purchase(reader, plan)).status).toBe(200)
  return reader
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>
const listOf = ({ headers }: Subscriber, language = 'de') => ctx.api.answer(declared, 'invoice/all', { headers, language })
const paperOf = (number: string, headers: Record<string, string>) => ctx.api.ask(`invoice/${number}`, { headers })
async function giveBack(reader: Subscriber, amount: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id} and a.state = 'succeeded' order by i.id desc limit 1`.execute(ctx.db)
  const options = { attemptId: rows[0]!.id, amount, reason: 'goodwill', text: 'Erstattung' }
  await ctx.db.transaction().execute((trx) => refund(trx, ctx.api.ctx, options))
}

describe('the invoice list', () => {
  test('lists the account’s own documents, newest first, with number, dates, amount and period', async () => {
    const reader = await subscriber()
    await subscriber()
    ctx.later(30)
    await runBilling(ctx.api.ctx)
    await giveBack(reader, 500)
    const list = await listOf(reader)
    expect(list.map(({ amount, amountFormat }) => [amount, amountFormat])).toEqual([
      [-500, '-5,00 €'],
      [1999, '19,99 €'],
      [1999, '19,99 €'],
    ])
    expect(list[1]).toMatchObject({
      number: expect.stringMatching(/^\d{4}-\d{6}$/),
      creationTime: ctx.now().toISOString(),
      date: dayInUtc(ctx.now()),
      period: expect.stringContaining('2026'),
    })
    expect(list[0]!.number).toMatch(/^G\d{4}-\d{6}$/)
  })

  test('is empty for an account without purchases and never shows another account’s documents', async () => {
    expect(await listOf(await ctx.reader())).toEqual([])
    expect(await ctx.api.errorOf('invoice/all')).toMatchObject({ status: 401 })
  })

  test('omits drafts', async () => {
    const reader = await ctx.reader()
    await ctx.leave(reader, 'card-declined')
    await ctx.accept(reader)
    await ctx.begin(reader)
    await ctx.purchase(reader)
    expect(await ctx.invoices(reader)).toHaveLength(1)
    expect(await listOf(reader)).toEqual([])
  })
})

describe('an invoice or credit note', () => {
  test('is served as a PDF only to its owner’s session and is never cached', async () => {
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

  // Database constraints: db/append-only.test.ts; storage: stored-pdfs.test.ts.
  test('stays the same, byte for byte, when its account or subscription changes', async () => {
    const reader = await subscriber({ firstname: 'Mira', lastname: 'Holm', language: 'de' })
    const { number } = (await listOf(reader))[0]!
    const bytes = async () => Buffer.from(await (await paperOf(number, reader.headers)).arrayBuffer())
    const before = await bytes()
    await ctx.db.updateTable('accounts').set({ lastname: 'Berg', language: 'fr' }).where('id', '=', reader.id).execute()
    await giveBack(reader, 100)
    ctx.later(400)
    expect((await bytes()).equals(before)).toBe(true)
  })
})

test('the lines of every document add up to its net, tax and gross amounts', async () => {
  const readers = [await subscriber(), await subscriber({ region_id: 3 }, 6), await subscriber({ region_id: 4 }, 9)].map(
    (reader, place) => ({ reader, back: [1, 333, 998][place]! }),
  )
  for (const { reader, back } of readers) await giveBack(reader, back)
  const issued = await ctx.db.selectFrom('invoices').selectAll().where('issued_at', 'is not', null).execute()
  expect(issued.length).toBeGreaterThan(6)
  for (const { number, net, tax, gross } of issued) {
    expect(await sumsOfLines(ctx.db, number!)).toEqual({ net, tax, gross })
    expect(net + tax).toBe(gross)
    const read = await issuedInvoice(ctx.db, number!, null)
    expect(read).toMatchObject({ net, tax, gross })
  }
})

test('renders buyer names in any script, with the same bytes each time', async () => {
  const reader = await subscriber()
  const { number } = (await listOf(reader))[0]!
  const issued = (await issuedInvoice(ctx.db, number, null))!
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.constantFrom(0, 260, 300, 700, 1000, 2000),
      fc.constantFrom('de', 'en', 'fr'),
      async (name, gross, rate, language) => {
        const sums = taxIn(gross, rate)
        const buyer = { ...issued.snapshot.buyer, name }
        const invoice: IssuedInvoice = {
          ...issued,
          ...sums,
          due: gross,
          rate,
          snapshot: { ...issued.snapshot, buyer, language },
          lines: [{ text: name, ...sums, rate }],
        }
        const [one, two] = [await invoicePdf(invoice, 'read-it'), await invoicePdf(invoice, 'read-it')]
        expect(one.equals(two)).toBe(true)
      },
    ),
    { numRuns: 10 },
  )
})
