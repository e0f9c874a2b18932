import { expect, test } from 'vitest'
import { framesOf } from './frames.ts'

const across = (x: number, y: number, width: number) => ({ left: x, right: x + width, top: y, bottom: y + 1 })
const down = (x: number, y: number, height: number) => ({ left: x, right: x + 1, top: y, bottom: y + height })
const frame = (x: number, y: number, width: number, height: number) => [
  across(x, y, width),
  across(x, y + height, width),
  down(x, y, height),
  down(x + width, y, height),
]
const AREA = 600 * 800

test('four rules that meet are a frame; smaller frames come first', () => {
  const found = framesOf([...frame(50, 50, 400, 500), ...frame(100, 100, 100, 60)], AREA)
  expect(found.map(({ left }) => left)).toEqual([100, 50])
})

test('rules that do not meet, the border of the page, and two boxes above one another are no frames', () => {
  const [top, bottom, left] = frame(50, 50, 400, 300) as [never, never, never]
  expect(framesOf([top, bottom, left], AREA)).toEqual([])
  expect(framesOf(frame(5, 5, 590, 790), AREA)).toEqual([])
  expect(framesOf([...frame(50, 50, 400, 100), ...frame(50, 150, 400, 100)], AREA)).toHaveLength(2)
})
