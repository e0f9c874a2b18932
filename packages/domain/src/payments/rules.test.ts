import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import { lastDayOfWithdrawal, periodFrom, reducedCharges, stopsRenewal, taxIn, unusedPart } from './rules.ts'

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test.each([
  [null, 3],
  [89, 2],
  [90, 3],
  [180, 6],
  [14, 1],
])('an offer of %s days reduces %i charges', (days, charges) => expect(reducedCharges(days)).toBe(charges))

test('a period is exactly 30 × 24 hours, also when clocks change', () => {
  fc.assert(fc.property(moment, (starts) => periodFrom(starts).endsAt.getTime() - starts.getTime() === 30 * DAY_MS))
})

test('net and tax add up to the gross amount, with net within half a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.integer({ min: 0, max: 5000 }), (gross, rate) => {
      const { net, tax } = taxIn(gross, rate)
      return net + tax === gross && Math.abs(net * (10_000 + rate) - gross * 10_000) * 2 <= 10_000 + rate
    }),
  )
  expect(taxIn(1999, 1000)).toEqual({ net: 1817, tax: 182, gross: 1999 })
  expect(taxIn(-1999, 1000)).toEqual({ net: -1817, tax: -182, gross: -1999 })
})

test('the unused balance is between zero and the price paid', () => {
  fc.assert(
    fc.property(fc.nat(100_000), moment, moment, (paid, starts, now) => {
      const left = unusedPart(paid, periodFrom(starts), now)
      return left >= 0 && left <= paid
    }),
  )
})

test('a cancellation stops the renewal until seven days before the end, and no later', () => {
  const ends = new Date('2026-12-24T12:00:00Z')
  expect(stopsRenewal(ends, new Date('2026-12-17T12:00:00Z'))).toBe(true)
  expect(stopsRenewal(ends, new Date('2026-12-17T12:00:00.001Z'))).toBe(false)
})

test.each([
  // A Tuesday: until the end of the Tuesday two weeks later, whatever the hour.
  ['2026-03-10T00:30:00Z', '2026-03-24'],
  ['2026-03-10T22:30:00Z', '2026-03-24'],
  // Wednesday in Vienna already.
  ['2026-03-10T23:30:00Z', '2026-03-25'],
  // Across the spring clock change, and a year's end.
  ['2026-03-23T22:59:00Z', '2026-04-06'],
  ['2026-12-22T09:00:00Z', '2027-01-05'],
  // The period does not end on a Saturday or Sunday.
  ['2026-03-14T09:00:00Z', '2026-03-30'],
  ['2026-03-15T09:00:00Z', '2026-03-30'],
])('a contract made at %s can be withdrawn from until the end of %s', (made, last) =>
  expect(lastDayOfWithdrawal(new Date(made))).toBe(last),
)
