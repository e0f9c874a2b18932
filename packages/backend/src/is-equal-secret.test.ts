import { expect, test } from 'vitest'
import { isEqualSecret } from './is-equal-secret.ts'

test('compares text and bytes', () => {
  expect(isEqualSecret('geheim', 'geheim')).toBe(true)
  expect(isEqualSecret('größe', Buffer.from('größe'))).toBe(true)
  expect(isEqualSecret(new Uint8Array([1, 2]), Buffer.from([1, 2]))).toBe(true)
})

test.each([
  ['geheim', 'gehein'],
  ['geheim', 'geheim '],
  ['', 'geheim'],
  // As many characters, but not as many bytes.
  ['grösse', 'grosse'],
])('tells %j from %j', (a, b) => {
  expect(isEqualSecret(a, b)).toBe(false)
  expect(isEqualSecret(b, a)).toBe(false)
})
