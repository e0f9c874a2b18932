import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test('sizes have a unit in which they can be read, in the words of the language', () => {
  expect(fileSize('de', 13_000_000)).toBe('12,4 MB')
  expect(fileSize('fr', 13_000_000)).toBe('12,4\u202fMo')
  expect(fileSize('en', 30_000)).toBe('30 kB')
  expect(fileSize('de', 9)).toBe('1 kB')
})
