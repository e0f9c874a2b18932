import { expect, test } from 'vitest'
import { unusedName } from './draft.ts'

test('the second newsletter of a day has another name than the first', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  expect(unusedName('Newsletter', [])).toBe('Newsletter')
  expect(unusedName('Newsletter', named('Other', 'Newsletter'))).toBe('Newsletter (2)')
  expect(unusedName('Newsletter', named('Newsletter (2)', 'Newsletter'))).toBe('Newsletter (3)')
})
