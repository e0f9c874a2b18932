import fc from 'fast-check'
import { expect, test } from 'vitest'
import { regionsOf } from './regions.ts'

const line = (page: number, x: number, y: number, width = 0.25, height = 0.012) => ({ page, box: { x, y, width, height } })
const column = (page: number, x: number, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => line(page, x, from + index * 0.015))

test('headline and columns are separate regions; full columns side by side are one', () => {
  const regions = regionsOf([
    line(3, 0.1, 0.1, 0.8, 0.05),
    ...column(3, 0.1, 0.2, 30),
    ...column(3, 0.38, 0.2, 30),
    ...column(3, 0.66, 0.2, 10),
    ...column(4, 0.1, 0.1, 5),
  ])
  expect(regions.map(({ page, x, width }) => [page, x, width])).toEqual([
    [3, 0.1, 0.8],
    [3, 0.1, 0.53],
    [3, 0.66, 0.25],
    [4, 0.1, 0.25],
  ])
  expect(regions[2]!.height).toBeLessThan(0.2)
})

test('does not cover another article next to a short column', () => {
  const regions = regionsOf([...column(1, 0.1, 0.1, 40), ...column(1, 0.38, 0.1, 5)])
  const covers = (x: number, y: number) =>
    regions.some((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height)
  expect(covers(0.45, 0.12)).toBe(true)
  expect(covers(0.45, 0.5)).toBe(false)
})

test('running heads and page numbers are not part of a region, unless there is nothing else', () => {
  expect(regionsOf([line(2, 0.1, 0.02), ...column(2, 0.1, 0.1, 5), line(3, 0.1, 0.97)]).map(({ page }) => page)).toEqual([2])
  expect(regionsOf([line(2, 0.1, 0.02)])).toHaveLength(1)
})

test('every line of the text lies within a region of its page', () => {
  const fraction = fc.double({ min: 0, max: 0.9, noNaN: true })
  const size = fc.double({ min: 0.005, max: 0.1, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fraction, fraction, size, size), { maxLength: 60 }),
      (rendered) => {
        const lines = rendered.map(([page, x, y, width, height]) => line(page, x, y, width, height))
        const regions = regionsOf(lines)
        for (const { page, box } of lines.filter(({ box }) => box.y > 0.05 && box.y < 0.95)) {
          const within = regions.some(
            (each) =>
              each.page === page &&
              each.x <= box.x + 1e-4 &&
              each.y <= box.y + 1e-4 &&
              each.x + each.width >= box.x + box.width - 2e-4 &&
              each.y + each.height >= box.y + box.height - 2e-4,
          )
          expect(within).toBe(true)
        }
      },
    ),
  )
})
