import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countAt } from './count-up-script.ts'
import { isWarmSeason } from './season.ts'

it('the warm season is April to October', () => {
  const warm = Array.from({ length: 12 }, (_, month) => isWarmSeason(new Date(2026, month, 15)))
  expect(warm).toEqual([false, false, false, true, true, true, true, true, true, true, false, false])
})

it('the counter increases monotonically and ends on its number', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (to, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        expect(countAt(to, early)).toBeLessThanOrEqual(countAt(to, late))
        expect(countAt(to, late)).toBeLessThanOrEqual(to)
        expect(countAt(to, 1)).toBe(to)
      },
    ),
  )
})
