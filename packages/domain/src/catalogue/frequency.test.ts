import { expect, test } from 'vitest'
import { expectedAfter } from './frequency.ts'

test.each([
  ['2026-11-21', 'daily', '2026-11-22'],
  ['2026-12-28', 'weekly', '2027-01-04'],
  ['2026-11-21', 'fortnightly', '2026-12-05'],
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
  ['2026-12-31', 'bimonthly', '2027-02-28'],
  ['2026-11-30', 'quarterly', '2027-02-28'],
  ['2026-08-31', 'half-yearly', '2027-02-28'],
  ['2028-02-29', 'yearly', '2029-02-28'],
  ['2026-11-21', 'irregular', null],
  ['2026-11-21', 'toString', null],
])('after %s, appearing %s, comes %s', (day, frequency, next) => {
  expect(expectedAfter(day, frequency)).toBe(next)
})
