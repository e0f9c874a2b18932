import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  BUSINESS_TIME_ZONE,
  beginOfDayInVienna,
  dayInUtc,
  dayInVienna,
  endOfDayInVienna,
  lastDayBefore,
  lastDayOf,
  timeInVienna,
  weekdayOf,
} from './day.ts'
import { periodFrom } from './payments/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  // Vienna is two hours ahead in summer: clocks change on the last Sundays of March and October.
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2026-03-28T23:00:00Z', '2026-03-29'],
  ['2026-10-24T22:00:00Z', '2026-10-25'],
  ['2026-10-25T22:30:00Z', '2026-10-25'],
])('at %s it is %s in Vienna', (at, day) => expect(dayInVienna(new Date(at))).toBe(day))

test.each([
  ['2026-11-22T13:00:00Z', '2026-12-22T13:00:00Z', '2026-12-21'],
  // Across a clock change.
  ['2026-03-22T22:30:00Z', '2026-04-21T22:30:00Z', '2026-04-21'],
  ['2026-10-09T22:30:00Z', '2026-11-08T22:30:00Z', '2026-11-07'],
  // A period within one day ends on that day.
  ['2026-12-22T08:00:00Z', '2026-12-22T13:00:00Z', '2026-12-22'],
])('a period from %s to %s has %s as its last day', (startsAt, endsAt, day) => {
  expect(lastDayOf({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })).toBe(day)
})

test('consecutive periods share no day and skip none', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }), (begins) => {
      let period = periodFrom(begins)
      for (let each = 0; each < 14; each++) {
        const last = lastDayOf(period)
        period = periodFrom(period.endsAt)
        expect(addDays(last, 1)).toBe(dayInVienna(period.startsAt))
      }
    }),
  )
})

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => dayInUtc(at))

test('a day ends with its last second, also when clocks change', () => {
  expect(endOfDayInVienna('2026-12-31')).toEqual(new Date('2026-12-31T22:59:59Z'))
  fc.assert(
    fc.property(day, (day) => {
      const end = endOfDayInVienna(day)
      expect(dayInVienna(end)).toBe(day)
      const next = new Date(end.getTime() + SECOND_MS)
      expect(dayInVienna(next)).toBe(addDays(day, 1))
      expect(beginOfDayInVienna(addDays(day, 1))).toEqual(next)
      expect(lastDayBefore(next)).toBe(day)
    }),
  )
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  // Across a clock change.
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-24', 2, '2026-10-26'],
])('the day %s and %i days later is %s', (day, days, later) => expect(addDays(day, days)).toBe(later))

test.each([
  ['2026-11-30', 1, '2026-12-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-12-31', -1, '2026-11-30'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-08-31', 6, '2027-02-28'],
])('the day %s and %i months later is %s', (day, months, later) => expect(addMonths(day, months)).toBe(later))

test('days and months later are in order, and months keep the day that they have', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -40, max: 40 }), (day, count) => {
      expect(addDays(addDays(day, count), -count)).toBe(day)
      expect(weekdayOf(addDays(day, 7 * count))).toBe(weekdayOf(day))
      const later = addMonths(day, count)
      const months = (each: string) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7))
      expect(months(later) - months(day)).toBe(count)
      // The day was clamped to the end of a shorter month.
      if (later.slice(8) !== day.slice(8)) expect(addDays(later, 1).slice(8)).toBe('01')
      expect(later.slice(8) <= day.slice(8)).toBe(true)
    }),
  )
})

const minute = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => new Date(at.setUTCSeconds(0, 0)))
const timeZone = BUSINESS_TIME_ZONE
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const clockAt = (at: Date) => clock.format(at).replace(' ', 'T')

test('the time that a clock in Vienna shows at a moment is that moment, or an hour before it when the clock shows it again', () => {
  // Half of the moments are in the nights in which clocks change, on the last Sundays of March and October.
  const changing = fc
    .tuple(fc.integer({ min: 2000, max: 2099 }), fc.constantFrom(2, 9), fc.nat(6 * 60))
    .map(([year, month, of]) => {
      const last = new Date(Date.UTC(year, month + 1, 0))
      return new Date(last.getTime() - last.getUTCDay() * DAY_MS - 2 * HOUR_MS + of * MINUTE_MS)
    })
  fc.assert(
    fc.property(fc.oneof(minute, changing), (at) => {
      const found = timeInVienna(clockAt(at))
      expect(clockAt(found)).toBe(clockAt(at))
      const anHourEarlier = new Date(at.getTime() - HOUR_MS)
      expect(found).toEqual(clockAt(anHourEarlier) === clockAt(at) ? anHourEarlier : at)
    }),
    { numRuns: 2_000 },
  )
})

test('a time that the clock never shows is an hour later, and no other time is', () => {
  fc.assert(
    fc.property(minute, (at) => {
      const time = at.toISOString().slice(0, 16)
      const shown = clockAt(timeInVienna(time))
      if (shown !== time) expect(Date.parse(`${shown}Z`) - Date.parse(`${time}Z`)).toBe(HOUR_MS)
    }),
    { numRuns: 2_000, examples: [[new Date('2027-03-28T02:30Z')]] },
  )
})

test.each([
  ['2026-01-10T06:00', '2026-01-10T05:00:00.000Z'],
  ['2026-07-10T06:00', '2026-07-10T04:00:00.000Z'],
  // Clocks go from 2 to 3 on 29 March, and from 3 to 2 on 25 October.
  ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('%s in Vienna is %s', (time, moment) => {
  expect(timeInVienna(time).toISOString()).toBe(moment)
})
