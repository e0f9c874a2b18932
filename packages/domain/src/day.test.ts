import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayInVienna, endOfDayInVienna, lastDayOf } from './day.ts'
import { periodFrom } from './payments/rules.ts'

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  // Two hours ahead in summer: the clocks change on the last Sundays of March and October.
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2026-03-28T23:00:00Z', '2026-03-29'],
  ['2026-10-24T22:00:00Z', '2026-10-25'],
  ['2026-10-25T22:30:00Z', '2026-10-25'],
])('at %s it is %s in Vienna', (at, day) => expect(dayInVienna(new Date(at))).toBe(day))

test.each([
  ['2026-11-22T13:00:00Z', '2026-12-22T13:00:00Z', '2026-12-21'],
  // Over a change of the clocks.
  ['2026-03-22T22:30:00Z', '2026-04-21T22:30:00Z', '2026-04-21'],
  ['2026-10-09T22:30:00Z', '2026-11-08T22:30:00Z', '2026-11-07'],
  // A period within one day ends on that day.
  ['2026-12-22T08:00:00Z', '2026-12-22T13:00:00Z', '2026-12-22'],
])('a period from %s to %s has %s as its last day', (startsAt, endsAt, day) => {
  expect(dayInVienna(lastDayOf({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }))).toBe(day)
})

test('consecutive periods share no day and skip none', () => {
  const DAY_MS = 86_400_000
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }), (begins) => {
      let period = periodFrom(begins)
      for (let each = 0; each < 14; each++) {
        const last = lastDayOf(period)
        period = periodFrom(period.endsAt)
        expect(dayInVienna(new Date(last.getTime() + DAY_MS))).toBe(dayInVienna(period.startsAt))
      }
    }),
  )
})

test('a day ends with its last second, also when clocks change', () => {
  expect(endOfDayInVienna('2026-12-31')).toEqual(new Date('2026-12-31T22:59:59Z'))
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (at) => {
      const day = at.toISOString().slice(0, 10)
      const end = endOfDayInVienna(day)
      expect(dayInVienna(end)).toBe(day)
      expect(dayInVienna(new Date(end.getTime() + 1000))).not.toBe(day)
    }),
  )
})
