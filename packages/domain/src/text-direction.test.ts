import { expect, test } from 'vitest'
import { languageTag, textDirection } from './text-direction.ts'

test.each([
  ['de', 'ltr'],
  ['zh-CN', 'ltr'],
  ['ar', 'rtl'],
  ['AR-eg', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['', 'ltr'],
  ['no language', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(textDirection(language)).toBe(direction)
})

test.each([
  ['de', 'de'],
  ['ZH-cn', 'zh-CN'],
  ['', 'und'],
  ['"><script>', 'und'],
])('the tag of %j is %s', (language, tag) => {
  expect(languageTag(language)).toBe(tag)
})
