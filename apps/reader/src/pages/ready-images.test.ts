import { expect, test } from 'vitest'
import { keepReady, MOST_READY, readyImage } from './ready-images.ts'

const keep = (page: number, width: 1240 | 1860 | 2480, uid = 'a') =>
  keepReady({ uid, page, width, address: `${uid}/${page}/${width}`, image: null })

test('shows the smallest preloaded image that is wide enough', () => {
  keep(3, 2480)
  keep(3, 1860)
  expect(readyImage('a', 3, 1860)).toEqual({ width: 1860, address: 'a/3/1860' })
  expect(readyImage('a', 3, 1240)?.width).toBe(1860)
  expect(readyImage('a', 3, 2480)?.width).toBe(2480)
  expect(readyImage('a', 4, 1240)).toBeNull()
  expect(readyImage('b', 3, 1240)).toBeNull()
  keep(5, 1240)
  expect(readyImage('a', 5, 1860)).toBeNull()
})

test('keeps only the most recently used images', () => {
  keep(1, 1860)
  for (let page = 10; page < 9 + MOST_READY; page++) keep(page, 1860)
  keep(1, 1860)
  keep(20, 1860)
  expect(readyImage('a', 10, 1860)).toBeNull()
  expect(readyImage('a', 1, 1860)).not.toBeNull()
  expect(readyImage('a', 20, 1860)).not.toBeNull()
})
