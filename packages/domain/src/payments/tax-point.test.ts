import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import { partsLeft, taxPartsOf } from './tax-point.ts'

/** Rates that change with the year. */
const newYear = (before: number, after: number) => (day: string) => (day < '2027-01-01' ? before : after)
const at = (text: string) => new Date(text)
/** 15 December to 13 January: 17 days in the old year, 13 in the new one. */
const overNewYear = {
  startsAt: at('2026-12-15T10:00:00Z'),
  endsAt: at('2027-01-14T10:00:00Z'),
  paidAt: at('2026-12-15T10:00:00Z'),
}
const briefly = (parts: { rate: number; gross: number }[]) => parts.map(({ rate, gross }) => [rate, gross])

describe('a period over a change of the rate', () => {
  test.each([
    ['AT', 1999, [[1100, 1999]]],
    ['DE', 1499, [[1100, 1499]]],
    // Luxembourg applies the rate of the payment date.
    ['LU', 999, [[1000, 999]]],
    // 29.90 × 17 / 30 = 16.9433…
    [
      'CH',
      2990,
      [
        [1000, 1694],
        [1100, 1296],
      ],
    ],
  ] as const)('in %s', (country, gross, expected) => {
    expect(briefly(taxPartsOf({ country, gross, ...overNewYear }, newYear(1000, 1100)))).toEqual(expected)
  })

  test('names the days of each part', () => {
    const [old, young] = taxPartsOf({ country: 'CH', gross: 2990, ...overNewYear }, newYear(1000, 1100))
    expect([old!.startsAt, young!.endsAt]).toEqual([overNewYear.startsAt, overNewYear.endsAt])
    expect([old!.endsAt, young!.startsAt]).toEqual([at('2027-01-01T12:00:00Z'), at('2027-01-01T12:00:00Z')])
  })
})

test.each([
  // The last day of a period is the day before the one on which it ends.
  ['2026-12-02T10:00:00Z', '2027-01-01T10:00:00Z', 1000],
  ['2026-12-03T10:00:00Z', '2027-01-02T10:00:00Z', 1100],
  // Half past midnight in Vienna, still the previous day in London.
  ['2026-12-02T23:30:00Z', '2027-01-01T23:30:00Z', 1100],
])('taxes a period from %s to %s by its last day', (startsAt, endsAt, rate) => {
  const period = { startsAt: at(startsAt), endsAt: at(endsAt), paidAt: at(startsAt) }
  expect(briefly(taxPartsOf({ country: 'AT', gross: 1999, ...period }, newYear(1000, 1100)))).toEqual([[rate, 1999]])
})

test('deducts a refund from the end', () => {
  const parts = [{ gross: 1694 }, { gross: 1296 }]
  expect(partsLeft(parts, 300)).toEqual([{ gross: 1694 }, { gross: 996 }])
  expect(partsLeft(parts, 1500)).toEqual([{ gross: 1490 }, { gross: 0 }])
  expect(partsLeft(parts, 2990)).toEqual([{ gross: 0 }, { gross: 0 }])
})

test('parts add up to the price, are consecutive, and use the rate of their days', () => {
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2500 })), { maxLength: 4 })
  const moment = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.constantFrom('AT', 'DE', 'LU', 'CH'),
      fc.integer({ min: 1, max: 10_000 }),
      moment,
      changes,
      (country, gross, startsAt, options) => {
        const endsAt = new Date(startsAt.getTime() + 30 * DAY_MS)
        const rateOn = (day: string) => {
          const age = (Date.parse(day) - startsAt.getTime()) / DAY_MS + 15
          return options.filter(([from]) => from <= age).at(-1)?.[1] ?? 1000
        }
        const parts = taxPartsOf({ country, gross, startsAt, endsAt, paidAt: startsAt }, rateOn)
        expect(parts.reduce((sum, part) => sum + part.gross, 0)).toBe(gross)
        expect(parts.every((part) => part.gross >= 0)).toBe(true)
        if (country !== 'CH') expect(parts).toHaveLength(1)
        expect([parts[0]!.startsAt, parts.at(-1)!.endsAt]).toEqual([startsAt, endsAt])
        for (const [place, part] of parts.entries()) if (place > 0) expect(part.startsAt).toEqual(parts[place - 1]!.endsAt)
        const credited = Math.floor(gross / 3)
        expect(partsLeft(parts, credited).reduce((sum, part) => sum + part.gross, 0)).toBe(gross - credited)
      },
    ),
  )
})
