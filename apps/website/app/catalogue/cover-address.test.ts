import { expect, test } from 'vitest'
import { coverAt, coverWidthAt } from './cover-address.ts'

test('a cover is asked for at the height it is shown, whatever its address says', () => {
  expect(coverAt('/api/v8/issuecontent/u/cover?coverheight=280&v=2', 416)).toBe(
    '/api/v8/issuecontent/u/cover?coverheight=416&v=2',
  )
  expect(coverAt('/api/v8/issuecontent/u/cover?v=2', 220)).toBe('/api/v8/issuecontent/u/cover?v=2&coverheight=220')
  expect(coverAt('/api/v8/issuecontent/u/cover', 560)).toBe('/api/v8/issuecontent/u/cover?coverheight=560')
})

test('covers keep their own proportions', () => {
  expect(coverWidthAt({ coverWidth: 800, coverHeight: 1120 }, 280)).toBe(200)
  expect(coverWidthAt({ coverWidth: 0, coverHeight: 0 }, 280)).toBe(210)
})
