import { dayInUtc } from '@kiosk/domain/day'
import type { CsvFault, PromoCodeInput, VoucherInput } from '@kiosk/domain/staff/offer-endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  csvOf,
  PROMO_COLUMNS,
  promoLine,
  readPromoCodes,
  readVouchers,
  termOf,
  VOUCHER_COLUMNS,
  voucherLine,
} from './offer-csv.ts'

const now = new Date('2026-11-21T12:00:00Z')
const code = fc.stringMatching(/^[A-Z0-9-]{3,40}$/)
const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true }).map(dayInUtc)
const term = fc.tuple(day, day).map(([a, b]) => (a < b ? [a, b] : [b, a]) as [string, string])
const most = fc.option(fc.integer({ min: 1, max: 999_999 }))
const colour = fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/))
/** Titles include what spreadsheets treat specially: quotation marks, separators, line breaks, beginnings of formulas. */
const title = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('=1+1', "'=x", '-5', '@a', 'a"b', 'a;b,c', 'a\nb', "'", 'ä€', '";;'),
  )
  .map((words) => words.trim())
  .filter((words) => words !== '')
const titles = fc.record({ de: title, en: title, fr: title })

const voucher: fc.Arbitrary<VoucherInput> = fc
  .record({ code, plans: fc.uniqueArray(fc.constantFrom(2, 3, 5, 10), { minLength: 1 }), term, most, background: colour, colour })
  .chain(({ term: [from, until], ...rest }) =>
    fc.record({
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, fc.constant(value)])),
      kind: fc.constantFrom('voucher', 'special-offer'),
      price: fc.oneof(fc.constant(0), fc.integer({ min: 50, max: 99_999_999 })),
      days: fc.option(fc.integer({ min: 1, max: 999_999 })),
      from: fc.constant(from),
      until: fc.option(fc.constant(until)),
      titles: fc.option(titles),
    }),
  ) as unknown as fc.Arbitrary<VoucherInput>

const rowOf = ({ plans, most, titles, from, until, ...rest }: VoucherInput) => ({
  ...rest,
  plan_ids: plans,
  max_redemptions: most,
  titles: titles ?? {},
  redeemed: 7,
  demonstration: false,
  ...termOf({ from, until }),
})

test('vouchers that are exported and imported again are the same', () => {
  fc.assert(
    fc.property(fc.array(voucher, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '\ufeff'), (all, mark) => {
      const csv = csvOf([VOUCHER_COLUMNS, ...all.map((each) => voucherLine(rowOf(each)))])
      const read = readVouchers(mark + csv, now)
      expect(read.faults).toEqual([])
      expect(read.rows).toEqual(all)
      expect(read.lines).toEqual(all.map((_, index) => index + 2))
    }),
    { numRuns: 1_000 },
  )
})

const promo: fc.Arbitrary<PromoCodeInput> = fc
  .record({ code, term, most, titles, days: fc.integer({ min: 1, max: 999 }) })
  .chain(({ term: [from, until], ...rest }) =>
    fc
      .option(fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { minLength: 1 }))
      .map((markets): PromoCodeInput => ({ ...rest, from, until, markets })),
  )

test('promo codes that are exported and imported again are the same', () => {
  fc.assert(
    fc.property(fc.array(promo, { minLength: 1, maxLength: 5 }), (all) => {
      const lines = all.map(({ most, markets, from, until, ...rest }) =>
        promoLine({
          ...rest,
          max_redemptions: most,
          region_ids: markets,
          redeemed: 0,
          demonstration: false,
          ...termOf({ from, until }),
        }),
      )
      expect(readPromoCodes(csvOf([PROMO_COLUMNS, ...lines]), now)).toMatchObject({ rows: all, faults: [] })
    }),
    { numRuns: 1_000 },
  )
})

test('no text makes the reader throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void readVouchers(text, now)))
  fc.assert(fc.property(fc.string(), (text) => void readVouchers(`code,plans,price\n${text}`, now)))
})

const faultsOf = (csv: string) =>
  readVouchers(csv, now).faults.map(({ line, column, problem }: CsvFault) => [line, column, problem])

test.each([
  ['', [[1, 'code', 'column-missing']]],
  ['code,plans,price\n', [[1, '', 'empty']]],
  ['code,plans\nA-1,2', [[1, 'price', 'column-missing']]],
  ['code,plans,price,prize\nAAA,2,1.00,x', [[1, 'prize', 'column-unknown']]],
  [
    'code,plans,price\nAAA,2,3.99\n\nBBB,2,3.999\nC,x,0.20',
    [
      [4, 'price', 'value'],
      [5, 'code', 'value'],
      [5, 'plans', 'value'],
      [5, 'price', 'smallest-charge'],
    ],
  ],
  ['code,plans,price,from,until\nAAA,2,1.00,2027-02-01,2027-01-31', [[2, 'until', 'ends-before-begin']]],
  ['code,plans,price\nAAA,2,1.00,more', [[2, '', 'unreadable']]],
  ['code,plans,price\n"AAA,2,1.00', [[2, '', 'unreadable']]],
  ['code,plans,price,kind\nAAA,2,1.00,campaign', [[2, 'kind', 'value']]],
])('reports what is wrong in which line: %j', (csv, expected) => {
  const found = faultsOf(csv)
  expect(found.slice(0, expected.length)).toEqual(expected)
})

test('accepts prices and days as spreadsheets in German and French save them', () => {
  const rows = ['4,90', '4,9', '4.9'].map((price) => `AAA;2;${price};01.12.2026;24/12/2026`)
  for (const row of rows)
    expect(readVouchers(`code;plans;price;from;until\n${row}`, now)).toMatchObject({
      faults: [],
      rows: [{ price: 490, from: '2026-12-01', until: '2026-12-24' }],
    })
  expect(faultsOf('code;plans;price;until\nAAA;2;4,90;12.24.2026')).toEqual([[2, 'until', 'value']])
  expect(readPromoCodes('code;until\nAAA;1.2.2027', now).rows).toMatchObject([{ until: '2027-02-01' }])
})

test('accepts semicolons, decimal commas and columns in any order, and fills in what is missing', () => {
  expect(readVouchers('Price;Code;Plans\n3,99;abc;2 5\n', now).rows).toEqual([
    {
      code: 'ABC',
      kind: 'voucher',
      plans: [2, 5],
      price: 399,
      days: null,
      from: '2026-11-21',
      until: null,
      most: null,
      titles: null,
      background: null,
      colour: null,
    },
  ])
})
