import { expect, test } from 'vitest'
import { coverWidthAt } from './cover-width.ts'

test('keeps the proportions of covers', () => {
  expect(coverWidthAt({ coverWidth: 800, coverHeight: 1120 }, 280)).toBe(200)
  expect(coverWidthAt({ coverWidth: 0, coverHeight: 0 }, 280)).toBe(210)
})
