import { dayInUtc } from '@kiosk/domain/day'
import { requireRegion } from '@kiosk/domain/regions'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { refund } from '../refunds/refunds.ts'
import { runRenewals } from '../renewals/run.ts'
import { clearBooks } from '../testing/books.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { crashPoints, runWorker, someSteps } from '../testing/crash.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor } from '../testing/invoices.ts'
import { correctTax, findTaxCorrections, type TaxCorrection } from './correct-tax.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())
afterEach(async () => {
  await clearBooks(shop.db)
  await shop.db.deleteFrom('tax_rates').execute()
})

const PLANS = { AT: [1, 2], DE: [2, 5], CH: [3, 8], LU: [4, 9] } as const
type Country = keyof typeof PLANS

async function sell(country: Country): Promise<Reader> {
  const [region_id, plan] = PLANS[country]
  const reader = await shop.reader({ region_id })
  await shop.leave(reader)
  const requested = { headers: reader.headers, country: requireRegion(region_id).country }
  await shop.api.ask(`payment/shoppingcart2/new/${plan}`, requested)
  await shop.accept(reader, plan)
  const bought = await shop.api.ask('psp/purchaseCart', { form: { subscription: String(plan) }, ...requested })
  if (bought.status !== 200) throw new Error(`${country}: ${bought.status}`)
  return reader
}
async function setRate(country: Country, valid_from: string, rate: number): Promise<void> {
  await shop.db
    .insertInto('tax_rates')
    .values({ country, valid_from, rate })
    .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate }))
    .execute()
}
async function found(): Promise<TaxCorrection[]> {
  const all: TaxCorrection[] = []
  for await (const each of findTaxCorrections(shop.db)) all.push(each)
  return all
}
async function correctAll(): Promise<number> {
  let count = 0
  for (const { id } of await found()) if (await correctTax(shop.api.ctx, id)) count++
  return count
}
/** Lists the lines of all documents of a reader, in the order in which they were created. */
async function linesOf({ id }: Reader): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`select concat_ws(' ', i.number, l.tax_rate, l.net, l.tax, l.gross) as line
    from invoices i join invoice_lines l on l.invoice_id = i.id where i.account_id = ${id} order by i.id, l.position`.execute(
    shop.db,
  )
  return rows.map(({ line }) => line.replace(/^G?\d{4}-\d+/, (number) => (number.startsWith('G') ? 'correction' : 'invoice')))
}
const giveBack = async ({ id }: Reader, amount: number) => {
  const attempt = await shop.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select('a.id')
    .where('i.account_id', '=', id)
    .where('a.state', '=', 'succeeded')
    .orderBy('i.id')
    .executeTakeFirstOrThrow()
  const options = { attemptId: attempt.id, amount, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
}
const booksHold = () => expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)

// Purchases are made on 10 March 2026, so their thirty days end on 8 April.

describe('a rate change entered in advance', () => {
  test.each([
    ['AT', ['invoice 1300 1769 230 1999']],
    ['DE', ['invoice 1300 1327 172 1499']],
    ['LU', ['invoice 300 970 29 999']],
    // 22 days in March, 8 in April: 29.90 × 22 / 30 = 21.93.
    ['CH', ['invoice 260 2137 56 2193', 'invoice 1300 705 92 797']],
  ] as const)('taxes the first invoice by the tax point of %s', async (country, lines) => {
    await setRate(country, '2026-04-01', 1300)
    const reader = await sell(country)
    expect(await linesOf(reader)).toEqual(lines)
    expect(await found()).toEqual([])
    await booksHold()
  })

  test('splits the Swiss invoice by the days of each rate', async () => {
    await setRate('CH', '2026-04-01', 1300)
    const reader = await sell('CH')
    const [invoice] = await shop.invoices(reader)
    expect(invoice).toMatchObject({ net: 2842, tax: 148, gross: 2990, tax_rate: 1300 })
    const lines = await shop.db
      .selectFrom('invoice_lines')
      .select('text')
      .where('invoice_id', '=', invoice!.id)
      .orderBy('position')
      .execute()
    const texts = lines.map(({ text }) => text.replaceAll('\u00a0', ' '))
    expect(texts).toEqual(['read-it PREMIUM, 10.03.2026 bis 31.03.2026', 'read-it PREMIUM, 01.04.2026 bis 08.04.2026'])
    // The unused days are the last ones, so the new rate applies to them.
    await giveBack(reader, 500)
    await giveBack(reader, 500)
    expect((await linesOf(reader)).slice(2)).toEqual([
      'correction 1300 -442 -58 -500',
      'correction 260 -198 -5 -203',
      'correction 1300 -263 -34 -297',
    ])
    await giveBack(reader, 1990)
    const { rows } =
      await sql`select sum(net)::int as net, sum(tax)::int as tax from invoices where account_id = ${reader.id}`.execute(shop.db)
    expect(rows).toEqual([{ net: 0, tax: 0 }])
    await booksHold()
  })
})

describe('a rate change entered too late', () => {
  test('moves issued invoices to the right rate once, at the same gross price', async () => {
    const readers = [await sell('AT'), await sell('DE'), await sell('LU'), await sell('CH')]
    for (const country of ['AT', 'DE', 'LU', 'CH'] as const) await setRate(country, '2026-04-01', 1300)
    expect((await found()).map(({ country, net }) => [country, net])).toEqual([
      ['AT', 1769 - 1817],
      ['DE', 1327 - 1401],
      ['CH', 2137 + 705 - 2914],
    ])
    expect(await correctAll()).toBe(3)
    expect(await Promise.all(readers.map(linesOf))).toEqual([
      ['invoice 1000 1817 182 1999', 'correction 1000 -1817 -182 -1999', 'correction 1300 1769 230 1999'],
      ['invoice 700 1401 98 1499', 'correction 700 -1401 -98 -1499', 'correction 1300 1327 172 1499'],
      ['invoice 300 970 29 999'],
      ['invoice 260 2914 76 2990', 'correction 260 -777 -20 -797', 'correction 1300 705 92 797'],
    ])
    expect([await found(), await correctAll()]).toEqual([[], 0])
    await booksHold()
    // The owner can open the document.
    const [, correction] = await shop.invoices(readers[0]!)
    expect(correction).toMatchObject({ kind: 'credit-note', gross: 0, due: 0, is_tax_correction: true, state: 'paid' })
    const pdf = await shop.api.ask(`invoice/${correction!.number}`, { headers: readers[0]!.headers })
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    // The corrections cause no charge and no refund.
    expect(await shop.db.selectFrom('refunds').select('id').execute()).toEqual([])
  })

  test('corrects invoices issued earlier the same day, in Luxembourg too', async () => {
    await sell('LU')
    await setRate('LU', '2026-03-10', 600)
    expect((await found()).map(({ moves }) => moves)).toEqual([
      [
        { rate: 300, gross: -999, net: -970 },
        { rate: 600, gross: 999, net: 942 },
      ],
    ])
  })

  test('reverses a correction with another correction', async () => {
    const reader = await sell('AT')
    await setRate('AT', '2026-04-01', 1300)
    await correctAll()
    await setRate('AT', '2026-04-01', 1000)
    expect(await correctAll()).toBe(1)
    expect((await linesOf(reader)).slice(3)).toEqual(['correction 1300 -1769 -230 -1999', 'correction 1000 1817 182 1999'])
    await booksHold()
  })

  test('leaves earlier credits unchanged and credits later refunds at the right rate', async () => {
    const reader = await sell('AT')
    await giveBack(reader, 500)
    await setRate('AT', '2026-04-01', 1300)
    await correctAll()
    await giveBack(reader, 400)
    await giveBack(reader, 1099)
    expect((await linesOf(reader)).slice(1)).toEqual([
      'correction 1000 -455 -45 -500',
      'correction 1000 -1362 -137 -1499',
      'correction 1300 1327 172 1499',
      'correction 1300 -354 -46 -400',
      'correction 1300 -973 -126 -1099',
    ])
    expect(await found()).toEqual([])
    await booksHold()
  })

  test('corrects an invoice once when several correctors run concurrently', async () => {
    const reader = await sell('DE')
    await setRate('DE', '2026-04-01', 1300)
    const [{ id }] = (await found()) as [TaxCorrection]
    const made = await Promise.all(Array.from({ length: 6 }, () => correctTax(shop.api.ctx, id)))
    expect(made.filter((each) => each !== null)).toHaveLength(1)
    expect(await linesOf(reader)).toHaveLength(3)
    expect((await emailsFor(shop.db, reader.id)).filter((template) => template === 'tax-corrected')).toHaveLength(1)
  })

  test('issues the correction for an erased account without sending an e-mail', async () => {
    const reader = await sell('DE')
    await setRate('DE', '2026-04-01', 1300)
    await shop.db.deleteFrom('accounts').where('id', '=', reader.id).execute()
    await forgetJobs(shop.db)
    expect(await correctAll()).toBe(1)
    expect(await waitingEmails(shop.db)).toEqual([])
  })
})

test('a corrector killed at any step leaves no partial correction, and the next run continues', {
  timeout: HOUR_MS,
}, async () => {
  const run = (diesAt: number | null) =>
    runWorker(new URL('../testing/tax-corrector.ts', import.meta.url), {
      databaseUrl: shop.databaseUrl,
      at: shop.now().toISOString(),
      diesAt,
    })
  const readers = [await sell('AT'), await sell('CH')]
  for (const country of ['AT', 'CH'] as const) await setRate(country, '2026-04-01', 1300)
  const steps = (await run(null))!
  expect(steps).toBeGreaterThan(20)
  const whole = await Promise.all(readers.map(linesOf))
  const killed: boolean[] = []
  for (const point of someSteps(steps, crashPoints(8))) {
    await clearBooks(shop.db)
    await shop.db.deleteFrom('tax_rates').execute()
    const again = [await sell('AT'), await sell('CH')]
    for (const country of ['AT', 'CH'] as const) await setRate(country, '2026-04-01', 1300)
    killed.push((await run(point)) === null)
    await booksHold()
    await correctAll()
    expect(await Promise.all(again.map(linesOf)), `after ${point}`).toEqual(whole)
    for (const { id } of again)
      expect((await emailsFor(shop.db, id)).filter((template) => template === 'tax-corrected')).toHaveLength(1)
    await booksHold()
  }
  expect(killed).toContain(true)
})

test('taxes every document at the rates of its days after any sequence of rate changes, payments and refunds', {
  timeout: 300_000,
}, async () => {
  const country = fc.constantFrom('AT', 'DE', 'CH', 'LU') as fc.Arbitrary<Country>
  const rate = fc.constantFrom(0, 260, 500, 810, 1000, 2000)
  const step = fc.oneof(
    fc.record({ does: fc.constant('set' as const), country, rate, day: fc.integer({ min: -20, max: 40 }) }),
    fc.record({ does: fc.constant('sell' as const), country }),
    fc.record({ does: fc.constant('give back' as const), amount: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ does: fc.constant('correct' as const) }),
    fc.record({ does: fc.constant('bill' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      await clearBooks(shop.db)
      await shop.db.deleteFrom('tax_rates').execute()
      const readers: Reader[] = [await sell('CH')]
      for (const each of steps) {
        const day = (after: number) => dayInUtc(new Date(shop.now().getTime() + after * DAY_MS))
        if (each.does === 'set') await setRate(each.country, day(each.day), each.rate)
        if (each.does === 'sell') readers.push(await sell(each.country))
        if (each.does === 'give back') await giveBack(readers[0]!, each.amount).catch(() => {})
        if (each.does === 'correct') await correctAll()
        if (each.does === 'bill') {
          shop.later(30)
          await runRenewals(shop.api.ctx)
        }
      }
      await correctAll()
      expect(await found()).toEqual([])
      await booksHold()
      await everyPaperIsRight()
    }),
    { numRuns: 15 },
  )
})

/** Compares, in SQL, the remaining amount of each invoice at each rate with the days of its period. */
async function everyPaperIsRight(): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    with shipped (country, valid_from, rate) as (values ('AT', date '2000-01-01', 1000), ('DE', date '2000-01-01', 700),
      ('LU', date '2000-01-01', 300), ('CH', date '2000-01-01', 260) union all select country, valid_from, rate from tax_rates),
    sold as (
      select i.id, i.country, i.gross, (p.starts_at ${IN_VIENNA})::date as first,
        (p.ends_at ${IN_VIENNA})::date - 1 as last, (i.issued_at ${IN_VIENNA})::date as paid
      from invoices i join periods p on p.id = i.period_id where i.issued_at is not null),
    days as (
      select s.id, s.country, s.gross, d::date as day, (select rate from shipped r where r.country = s.country
        and r.valid_from <= case s.country when 'CH' then d::date when 'LU' then s.paid else s.last end
        order by r.valid_from desc limit 1) as rate, count(*) over (partition by s.id) as count
      from sold s cross join generate_series(s.first, s.last, interval '1 day') d),
    expected as (select id, rate, count(*)::numeric * gross / count as gross from days group by id, rate, gross, count),
    family as (
      select coalesce(c.id, i.id) as id, l.tax_rate as rate, i.is_tax_correction or i.period_id is not null as is_sale, l.net, l.gross
      from invoices i left join invoices c on c.id = i.corrects join invoice_lines l on l.invoice_id = i.id),
    sums as (select id, rate, sum(net) as net, sum(gross) as gross, sum(net) filter (where is_sale) as sold_net,
      sum(gross) filter (where is_sale) as sold from family group by id, rate)
    select 'net of ' || id || ' at ' || rate as what from sums where abs(gross / (1 + rate / 10000.0) - net) > 1.01
    union all select 'rate ' || s.rate || ' of ' || s.id from sums s where s.gross <> 0
      and not exists (select from expected w where w.id = s.id and w.rate = s.rate)
    union all select 'share ' || s.rate || ' of ' || s.id || ': ' || s.gross || ' of ' || w.gross from sums s join expected w using (id, rate)
      where s.gross > w.gross + 1.01
    union all select 'total of ' || id from sums group by id having sum(gross) < 0`.execute(shop.db)
  expect(rows).toEqual([])
}
