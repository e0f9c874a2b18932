import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markFrom, marksOf, padded, steppedMark } from './hits.ts'

const hits = [
  { page: 9, snippet: '', boxes: [] },
  { page: 3, snippet: '', boxes: [[0.1, 0.1, 0.1, 0.01] as const, [0.1, 0.3, 0.1, 0.01] as const] },
]

test('orders hits by page; a closed page is one hit without a box', () => {
  expect(marksOf(hits)).toEqual([
    { page: 3, box: [0.1, 0.1, 0.1, 0.01] },
    { page: 3, box: [0.1, 0.3, 0.1, 0.01] },
    { page: 9, box: null },
  ])
})

test('the first hit is the one on the page being read, or the next after it', () => {
  expect(markFrom(marksOf(hits), 1)).toBe(0)
  expect(markFrom(marksOf(hits), 4)).toBe(2)
  expect(markFrom(marksOf(hits), 10)).toBe(0)
  expect(markFrom([], 1)).toBe(null)
})

test('stepping goes through all hits and wraps around', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1 as const, -1 as const), (count, direction) => {
      let at: number | null = null
      const met = new Set<number>()
      for (let step = 0; step < count; step++) {
        at = steppedMark(count, at, direction)
        met.add(at!)
      }
      expect([...met].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index))
    }),
  )
  expect(steppedMark(0, null, 1)).toBe(null)
})

test('a padded box contains its word and stays on the page', () => {
  const side = fc.double({ min: 0, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(side, side, side, side, (x, y, width, height) => {
      const [left, top, w, h] = padded([x, y, width, height])
      expect(left).toBeLessThanOrEqual(x)
      expect(top).toBeLessThanOrEqual(y)
      expect(left + w).toBeGreaterThanOrEqual(x + width - 1e-9)
      expect(top + h).toBeGreaterThanOrEqual(y + height - 1e-9)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + w).toBeLessThanOrEqual(1 + 1e-9)
      expect(top + h).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})
