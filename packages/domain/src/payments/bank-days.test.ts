import { expect, test } from 'vitest'
import { expectedDebitDay, isBankDay } from './bank-days.ts'

test.each([
  // Sunday, and late on a Monday in Vienna.
  ['2026-11-22T10:00:00Z', '2026-11-24'],
  ['2026-11-23T23:30:00Z', '2026-11-26'],
  ['2026-11-26T10:00:00Z', '2026-11-30'],
  // Across Christmas, New Year, Easter and the first of May.
  ['2026-12-24T10:00:00Z', '2026-12-29'],
  ['2026-12-31T10:00:00Z', '2027-01-05'],
  ['2027-03-25T10:00:00Z', '2027-03-31'],
  ['2026-04-30T10:00:00Z', '2026-05-05'],
])('a debit ordered at %s is expected on %s', (at, day) => {
  expect(expectedDebitDay(new Date(at))).toBe(day)
})

// Published by the European Central Bank.
test.each([
  '2026-01-01',
  '2026-04-03',
  '2026-04-06',
  '2026-05-01',
  '2026-12-25',
  '2027-03-26',
  '2027-03-29',
  '2028-04-14',
  '2028-04-17',
  '2029-03-30',
  '2029-04-02',
  '2026-11-21',
  '2026-11-22',
])('no bank settles on %s', (day) => expect(isBankDay(day)).toBe(false))

test.each(['2026-04-02', '2026-04-07', '2026-12-24', '2026-05-14', '2026-10-26'])('banks settle on %s', (day) =>
  expect(isBankDay(day)).toBe(true),
)
