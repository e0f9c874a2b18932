import { MINUTE_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { furtherElsewhere } from './elsewhere.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const stored = (page: number, minutes: number) => ({ page, at: new Date(NOON + minutes * MINUTE_MS).toISOString() })
const here = { page: 5, at: NOON }

test('another device that has read on since is further', () => {
  expect(furtherElsewhere(stored(23, 10), here, 5)).toBe(23)
  expect(furtherElsewhere(stored(23, 10), undefined, 5)).toBe(23)
})

test('one that is behind, at the same page, or read before this one is not', () => {
  expect(furtherElsewhere(stored(4, 10), here, 5)).toBeNull()
  expect(furtherElsewhere(stored(6, 10), here, 6)).toBeNull()
  expect(furtherElsewhere(stored(23, -10), here, 5)).toBeNull()
  expect(furtherElsewhere(null, here, 5)).toBeNull()
})

test('the place that this browser has sent itself is not that of another device', () => {
  expect(furtherElsewhere(stored(23, 1), { page: 23, at: NOON }, 5)).toBeNull()
})
