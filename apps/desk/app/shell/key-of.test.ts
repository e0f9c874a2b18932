import { expect, test } from 'vitest'
import { keyOf } from './key-of.ts'

test.each([
  ['Über Berg & Tal', 'ueber-berg-tal'],
  ['L’Écho du Léman', 'l-echo-du-leman'],
  ['  ', ''],
  ['24 Stunden!', '24-stunden'],
])('makes a key from "%s"', (text, key) => {
  expect(keyOf(text)).toBe(key)
})
