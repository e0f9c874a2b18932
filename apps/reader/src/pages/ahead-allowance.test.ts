import { expect, test } from 'vitest'
import { MOST_UNUSED, mayLoadAhead, noteZoom } from './ahead-allowance.ts'

test('a reader who does not zoom in gets sharper images for a few pages, and again after a zoom', () => {
  const pages = Array.from({ length: 100 }, (_, index) => `page ${index}`)
  expect(pages.filter(mayLoadAhead)).toEqual(pages.slice(0, MOST_UNUSED))
  expect([mayLoadAhead('page 0'), mayLoadAhead('page 99')]).toEqual([true, false])
  noteZoom()
  expect(mayLoadAhead('page 99')).toBe(true)
})
