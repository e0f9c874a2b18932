import { expect, test } from 'vitest'
import { terminationNumber } from './number.ts'

test.each([
  ['2026-12-03T22:59:59Z', 'K-20261203-2'],
  ['2026-12-03T23:00:00Z', 'K-20261204-2'],
  ['2026-12-03T23:30:00Z', 'K-20261204-2'],
  ['2026-12-04T00:30:00Z', 'K-20261204-2'],
  // Vienna is two hours ahead of UTC in summer.
  ['2026-07-03T21:59:59Z', 'K-20260703-2'],
  ['2026-07-03T22:00:00Z', 'K-20260704-2'],
])('a declaration received at %s has the number %s with its date in Vienna', (at, number) => {
  expect(terminationNumber({ id: 2, kind: 'cancel', received_at: new Date(at) })).toBe(number)
})

test('a withdrawal number has its own letter', () => {
  expect(terminationNumber({ id: 42, kind: 'withdraw', received_at: new Date('2026-11-21T12:00:00Z') })).toBe('W-20261121-42')
})
