import { API_BASE } from '@kiosk/contract/route'
import { expect, test } from 'vitest'
import { coverAt, coverWidthAt } from './cover-address.ts'

test('requests a cover at its displayed height and replaces an existing height parameter', () => {
  expect(coverAt(`${API_BASE}issuecontent/u/cover?coverheight=280&v=2`, 416)).toBe(
    `${API_BASE}issuecontent/u/cover?coverheight=416&v=2`,
  )
  expect(coverAt(`${API_BASE}issuecontent/u/cover?v=2`, 220)).toBe(`${API_BASE}issuecontent/u/cover?v=2&coverheight=220`)
  expect(coverAt(`${API_BASE}issuecontent/u/cover`, 560)).toBe(`${API_BASE}issuecontent/u/cover?coverheight=560`)
})

test('keeps the proportions of covers', () => {
  expect(coverWidthAt({ coverWidth: 800, coverHeight: 1120 }, 280)).toBe(200)
  expect(coverWidthAt({ coverWidth: 0, coverHeight: 0 }, 280)).toBe(210)
})
