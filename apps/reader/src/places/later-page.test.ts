import { expect, test } from 'vitest'
import { laterPage } from './later-page.ts'

const at = (time: string) => Date.parse(time)

test('an issue opens where it was last read, on any device', () => {
  const here = { page: 3, at: at('2026-11-20T10:00:00Z') }
  expect(laterPage(here, { page: 9, at: '2026-11-20T11:00:00Z' })).toBe(9)
  expect(laterPage(here, { page: 9, at: '2026-11-20T09:00:00Z' })).toBe(3)
  expect(laterPage(undefined, { page: 9, at: '2026-11-20T09:00:00Z' })).toBe(9)
  expect(laterPage(here, null)).toBe(3)
  expect(laterPage(undefined, null)).toBeNull()
})
