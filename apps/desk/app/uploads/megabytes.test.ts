import { expect, test } from 'vitest'
import { megabytes } from './megabytes.ts'

test('sizes are megabytes, and no file has none', () => {
  expect(megabytes('de', 13_000_000)).toBe('12,4 MB')
  expect(megabytes('en', 30_000)).toBe('0.03 MB')
})
