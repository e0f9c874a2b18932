import { expect, test } from 'vitest'
import { LINK_TARGET } from './link-target.ts'

test.each(['https://shop.example/a?b=1', '/faq', '/'])('%s is a target', (target) => {
  expect(target).toMatch(LINK_TARGET)
})
test.each(['http://shop.example/', '//shop.example', 'https://', '/two words', 'javascript:alert(1)', 'faq', ''])(
  '"%s" is none',
  (target) => {
    expect(target).not.toMatch(LINK_TARGET)
  },
)
