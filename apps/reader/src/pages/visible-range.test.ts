import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleRange } from './visible-range.ts'

test('renders every visible item, and no more than the window and a margin', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 20, max: 200 }),
      fc.nat(1_000_000),
      fc.integer({ min: 100, max: 3000 }),
      (count, size, scrolled, window) => {
        const { from, to } = visibleRange({ count, size, scrolled, window, more: 3 })
        expect(to - from).toBeLessThanOrEqual(Math.ceil(window / size) + 1 + 6)
        for (let item = 0; item < Math.min(count, 400); item++) {
          const seen = item * size < scrolled + window && (item + 1) * size > scrolled
          if (seen) expect(item >= from && item < to).toBe(true)
        }
      },
    ),
  )
})
