import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../db/schema.ts'
import { refund } from '../refunds/refunds.ts'
import { MARKETS, type Market, testMarket } from '../testing/market.ts'
import { correctTax } from './correct-tax.ts'
import { vatReturn } from './vat-return.ts'

// Readers buy in every market across the end of a year, with rate changes, refunds and corrections; the tests recompute the
// return, document by document, from printed data only.

let shop: Market
beforeAll(async () => {
  shop = await testMarket()
})
afterAll(() => shop.close())

const QUARTERS = [
  ['2026-Q1', '2026-01-01', '2026-04-01'],
  ['2026-Q2', '2026-04-01', '2026-07-01'],
  ['2026-Q3', '2026-07-01', '2026-10-01'],
] as const
const declared = async (db: Kysely<DB>) =>
  (
    await Promise.all(
      QUARTERS.map(async ([quarter, from, before]) =>
        (await vatReturn(db, { from, before, quarter, home: 'AT' })).map((line) => ({ quarter, ...line })),
      ),
    )
  ).flat()
const total = (lines: { gross: number; tax: number }[]) => [
  lines.reduce((sum, { gross }) => sum + Number(gross), 0),
  lines.reduce((sum, { tax }) => sum + Number(tax), 0),
]

test('a quarter contains the services rendered in it, with domestic and CHF sales listed separately; later documents correct the quarter of origin', async () => {
  const { db, api } = shop
  // All buy on 10 March, so their thirty days end on 8 April, in the second quarter.
  const buyers = await Promise.all((['AT', 'DE', 'CH', 'LU'] as const).map((country) => shop.buyer(country)))
  for (const buyer of buyers) await shop.buys(buyer, 'CC')
  const german = buyers[1]!
  const attempts = await shop.attempts(german)
  const back = (amount: number) =>
    db
      .transaction()
      .execute((trx) => refund(trx, api.ctx, { attemptId: attempts[0]!.id, amount, reason: 'goodwill', text: 'Gutschrift' }))
  // Credited before the service ends, so it counts in the second quarter, although the document is from the first.
  await back(200)
  // Renewals in April, May, June and July; the refund in July corrects the second quarter.
  for (const _ of [30, 30, 30, 30]) await shop.later(30)
  await back(300)

  const lines = await declared(db)
  const briefly = lines.map(({ quarter, section, country, rate, origin, documents, net, tax, gross }) =>
    [quarter, section, country, rate, origin, documents, Number(net), Number(tax), Number(gross)].join(' '),
  )
  // 14.99 at 7 % = 14.01 + 0.98. In the second quarter, periods end on 8 April, 8 May and 7 June; the fourth ends on 7 July.
  // The first is credited 2.00 (1.87 + 0.13): 12.99 = 12.14 + 0.85. LU 9.99 at 3 % = 9.70 + 0.29.
  expect(briefly).toEqual([
    '2026-Q1 domestic AT 1000 2026-Q1 1 1817 182 1999',
    '2026-Q1 third-country CH 260 2026-Q1 1 2914 76 2990',
    '2026-Q2 oss DE 700 2026-Q2 4 4016 281 4297',
    '2026-Q2 oss LU 300 2026-Q2 3 2910 87 2997',
    '2026-Q2 domestic AT 1000 2026-Q2 3 5451 546 5997',
    '2026-Q2 third-country CH 260 2026-Q2 3 8742 228 8970',
    '2026-Q3 oss DE 700 2026-Q3 2 2802 196 2998',
    '2026-Q3 oss LU 300 2026-Q3 2 1940 58 1998',
    // 3.00 of 14.99: credited 5.00 = 4.67 + 0.33, less 1.87 + 0.13.
    '2026-Q3 oss-correction DE  2026-Q2 1 -280 -20 -300',
    '2026-Q3 domestic AT 1000 2026-Q3 1 1817 182 1999',
    '2026-Q3 third-country CH 260 2026-Q3 1 2914 76 2990',
  ])
})

test('a rate change is declared as a correction of its quarter; every issued document is declared once', async () => {
  const { db, api } = shop
  await db.insertInto('tax_rates').values({ country: 'DE', valid_from: '2026-05-01', rate: 500 }).execute()
  const { rows: germans } = await sql<{ id: number }>`select i.id from invoices i where i.country = 'DE' and i.kind = 'invoice'
    and i.issued_at is not null order by i.id`.execute(db)
  let corrected = 0
  for (const { id } of germans) if (await correctTax(api.ctx, id)) corrected++
  // The first subscription ended in April.
  expect(corrected).toBe(germans.length - 1)
  const lines = await declared(db)
  const corrections = lines.filter(({ section, quarter }) => section === 'oss-correction' && quarter === '2026-Q3')
  // Two periods of the second quarter: 14.99 at 5 % = 14.28 + 0.71, each 0.27 less; with the refund of 3.00.
  expect(
    corrections.map(({ origin, country, documents, net, tax, gross }) => [
      origin,
      country,
      documents,
      Number(net),
      Number(tax),
      Number(gross),
    ]),
  ).toEqual([['2026-Q2', 'DE', 3, -280 + 2 * 27, -20 - 2 * 27, -300]])
  // Nothing is lost or counted twice: the total of all documents equals the ledger.
  const { rows } = await sql<{ gross: number; tax: number }>`select sum(gross)::int as gross, sum(tax)::int as tax from invoices
    where issued_at is not null`.execute(db)
  const { rows: ahead } = await sql<{ gross: number; tax: number }>`select coalesce(sum(i.gross), 0)::int as gross,
      coalesce(sum(i.tax), 0)::int as tax from invoices i join periods p on p.id = i.period_id
    where i.issued_at is not null and i.country in ('DE', 'LU') and p.ends_at > '2026-10-01'`.execute(db)
  expect(total(lines)).toEqual([rows[0]!.gross - ahead[0]!.gross, rows[0]!.tax - ahead[0]!.tax])
  expect(MARKETS.DE.price).toBe(1499)
})
