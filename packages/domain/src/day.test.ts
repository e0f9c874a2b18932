import { expect, test } from 'vitest'
import { dayInVienna } from './day.ts'

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  // In summer two hours ahead: the clocks change on the last Sundays of March and October.
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2026-03-28T23:00:00Z', '2026-03-29'],
  ['2026-10-24T22:00:00Z', '2026-10-25'],
  ['2026-10-25T22:30:00Z', '2026-10-25'],
])('at %s it is %s in Vienna', (at, day) => expect(dayInVienna(new Date(at))).toBe(day))
