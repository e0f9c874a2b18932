import { regionById } from '@kiosk/domain/regions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import { correctTax, findTaxCorrections, type TaxCorrection } from './correct-tax.ts'
import { refund } from './refunds.ts'
import { clearBooks } from './test-books.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'
import { runWorker } from './test-crash.ts'
import { expectBooksToHold } from './test-invariants.ts'

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
  const [region_id, tariff] = PLANS[country]
  const reader = await shop.reader({ region_id })
  await shop.leave(reader)
  const asked = { headers: reader.headers, country: regionById(region_id)!.country }
  await shop.api.ask(`payment/shoppingcart2/new/${tariff}`, asked)
  await shop.accept(reader, tariff)
  const bought = await shop.api.ask('psp/purchaseCart', { form: { subscription: String(tariff) }, ...asked })
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
  for (const { id } of await found()) if (await correctTax(shop.api.house, id)) count++
  return count
}
/** Lines of all papers of a reader, in the order in which they were written. */
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
  const given = { attemptId: attempt.id, amount, reason: 'goodwill', text: 'Kulanz' }
  await shop.db.transaction().execute((trx) => refund(trx, shop.api.house, given))
}
const booksHold = () => expectBooksToHold(shop.db, shop.psp.moved, shop.now(), false)

// It is 10 March 2026 there: thirty days end on 8 April.

describe('a change that is known in advance', () => {
  test.each([
    ['AT', ['invoice 1300 1769 230 1999']],
    ['DE', ['invoice 1300 1327 172 1499']],
    ['LU', ['invoice 300 970 29 999']],
    // 22 days in March, 8 in April: 29.90 × 22 / 30 = 21.93.
    ['CH', ['invoice 260 2137 56 2193', 'invoice 1300 705 92 797']],
  ] as const)('is in the first invoice, by the tax point of %s', async (country, lines) => {
    await setRate(country, '2026-04-01', 1300)
    const reader = await sell(country)
    expect(await linesOf(reader)).toEqual(lines)
    expect(await found()).toEqual([])
    await booksHold()
  })

  test('is in the Swiss paper with the days of each rate', async () => {
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
    const said = lines.map(({ text }) => text.replaceAll('\u00a0', ' '))
    expect(said).toEqual(['read-it PREMIUM, 10.03.2026 bis 31.03.2026', 'read-it PREMIUM, 01.04.2026 bis 08.04.2026'])
    // The unused days are the last ones: they are of the new rate.
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

describe('a change that is entered too late', () => {
  test('moves what was issued to the right rate, once, at the same price', async () => {
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
    // The paper can be opened by its owner.
    const [, correction] = await shop.invoices(readers[0]!)
    expect(correction).toMatchObject({ kind: 'credit-note', gross: 0, due: 0, is_tax_correction: true, state: 'paid' })
    const paper = await shop.api.ask(`invoice/${correction!.number}`, { headers: readers[0]!.headers })
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    // Nothing was charged or given back for it.
    expect(await shop.db.selectFrom('refunds').select('id').execute()).toEqual([])
  })

  test('of this morning takes the invoices of this morning along, in Luxembourg too', async () => {
    await sell('LU')
    await setRate('LU', '2026-03-10', 600)
    expect((await found()).map(({ moves }) => moves)).toEqual([
      [
        { rate: 300, gross: -999, net: -970 },
        { rate: 600, gross: 999, net: 942 },
      ],
    ])
  })

  test('is taken back by another correction', async () => {
    const reader = await sell('AT')
    await setRate('AT', '2026-04-01', 1300)
    await correctAll()
    await setRate('AT', '2026-04-01', 1000)
    expect(await correctAll()).toBe(1)
    expect((await linesOf(reader)).slice(3)).toEqual(['correction 1300 -1769 -230 -1999', 'correction 1000 1817 182 1999'])
    await booksHold()
  })

  test('leaves what was given back as it is; what is given back later is of the right rate', async () => {
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

  test('is corrected once, however many run at once', async () => {
    const reader = await sell('DE')
    await setRate('DE', '2026-04-01', 1300)
    const [{ id }] = (await found()) as [TaxCorrection]
    const made = await Promise.all(Array.from({ length: 6 }, () => correctTax(shop.api.house, id)))
    expect(made.filter((each) => each !== null)).toHaveLength(1)
    expect(await linesOf(reader)).toHaveLength(3)
  })
})

test('a corrector that is killed anywhere leaves nothing by halves, and the next one goes on', { timeout: 300_000 }, async () => {
  const run = (diesAt: number | null) =>
    runWorker(new URL('./test-tax-corrector.ts', import.meta.url), {
      ...{ databaseUrl: shop.databaseUrl, at: shop.now().toISOString(), diesAt },
    })
  const readers = [await sell('AT'), await sell('CH')]
  for (const country of ['AT', 'CH'] as const) await setRate(country, '2026-04-01', 1300)
  const steps = (await run(null))!
  expect(steps).toBeGreaterThan(20)
  const whole = await Promise.all(readers.map(linesOf))
  for (const point of [0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97].map((share) => Math.round(steps * share))) {
    await clearBooks(shop.db)
    await shop.db.deleteFrom('tax_rates').execute()
    const again = [await sell('AT'), await sell('CH')]
    for (const country of ['AT', 'CH'] as const) await setRate(country, '2026-04-01', 1300)
    expect(await run(point), `dies at ${point}`).toBeNull()
    await booksHold()
    await run(null)
    expect(await Promise.all(again.map(linesOf)), `after ${point}`).toEqual(whole)
    await booksHold()
  }
})

test('whatever rates change, whoever pays and gets money back: in the end every paper is of the rate of its days', {
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
        const day = (after: number) => new Date(shop.now().getTime() + after * 86_400_000).toISOString().slice(0, 10)
        if (each.does === 'set') await setRate(each.country, day(each.day), each.rate)
        if (each.does === 'sell') readers.push(await sell(each.country))
        if (each.does === 'give back') await giveBack(readers[0]!, each.amount).catch(() => {})
        if (each.does === 'correct') await correctAll()
        if (each.does === 'bill') {
          shop.later(30)
          await bill(shop.api.house)
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

/** Reckoned by the database alone: what is left of each invoice, by rate, against the days of its period. */
async function everyPaperIsRight(): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    with shipped (country, valid_from, rate) as (values ('AT', date '2000-01-01', 1000), ('DE', date '2000-01-01', 700),
      ('LU', date '2000-01-01', 300), ('CH', date '2000-01-01', 260) union all select country, valid_from, rate from tax_rates),
    sold as (
      select i.id, i.country, i.gross, (p.starts_at at time zone 'Europe/Vienna')::date as first,
        (p.ends_at at time zone 'Europe/Vienna')::date - 1 as last, (i.issued_at at time zone 'Europe/Vienna')::date as paid
      from invoices i join periods p on p.id = i.period_id where i.issued_at is not null),
    days as (
      select s.id, s.country, s.gross, d::date as day, (select rate from shipped r where r.country = s.country
        and r.valid_from <= case s.country when 'CH' then d::date when 'LU' then s.paid else s.last end
        order by r.valid_from desc limit 1) as rate, count(*) over (partition by s.id) as count
      from sold s cross join generate_series(s.first, s.last, interval '1 day') d),
    wanted as (select id, rate, count(*)::numeric * gross / count as gross from days group by id, rate, gross, count),
    family as (
      select coalesce(c.id, i.id) as id, l.tax_rate as rate, i.is_tax_correction or i.period_id is not null as is_sale, l.net, l.gross
      from invoices i left join invoices c on c.id = i.corrects join invoice_lines l on l.invoice_id = i.id),
    sums as (select id, rate, sum(net) as net, sum(gross) as gross, sum(net) filter (where is_sale) as sold_net,
      sum(gross) filter (where is_sale) as sold from family group by id, rate)
    select 'net of ' || id || ' at ' || rate as what from sums where abs(gross / (1 + rate / 10000.0) - net) > 1.01
    union all select 'rate ' || s.rate || ' of ' || s.id from sums s where s.gross <> 0
      and not exists (select from wanted w where w.id = s.id and w.rate = s.rate)
    union all select 'share ' || s.rate || ' of ' || s.id || ': ' || s.gross || ' of ' || w.gross from sums s join wanted w using (id, rate)
      where s.gross > w.gross + 1.01
    union all select 'total of ' || id from sums group by id having sum(gross) < 0`.execute(shop.db)
  expect(rows).toEqual([])
}
