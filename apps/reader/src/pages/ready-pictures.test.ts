import { expect, test } from 'vitest'
import { keepReady, MOST_READY, readyPicture } from './ready-pictures.ts'

const keep = (page: number, width: 1240 | 1860 | 2480, uid = 'a') =>
  keepReady({ uid, page, width, address: `${uid}/${page}/${width}`, image: null })

test('a picture made ready is shown at once where it is wide enough, the smallest of them', () => {
  keep(3, 2480)
  keep(3, 1860)
  expect(readyPicture('a', 3, 1860)).toEqual({ width: 1860, address: 'a/3/1860' })
  expect(readyPicture('a', 3, 1240)?.width).toBe(1860)
  expect(readyPicture('a', 3, 2480)?.width).toBe(2480)
  expect(readyPicture('a', 4, 1240)).toBeNull()
  expect(readyPicture('b', 3, 1240)).toBeNull()
  keep(5, 1240)
  expect(readyPicture('a', 5, 1860)).toBeNull()
})

test('only the latest few are kept, and what is asked for again stays', () => {
  keep(1, 1860)
  for (let page = 10; page < 9 + MOST_READY; page++) keep(page, 1860)
  keep(1, 1860)
  keep(20, 1860)
  expect(readyPicture('a', 10, 1860)).toBeNull()
  expect(readyPicture('a', 1, 1860)).not.toBeNull()
  expect(readyPicture('a', 20, 1860)).not.toBeNull()
})
