import { expect, test } from 'vitest'
import { languageName } from './publication-facts.tsx'

test('a language is named in that of the page, an unknown one not at all', () => {
  expect(languageName('fr', 'de')).toBe('Französisch')
  expect(languageName('fr', 'en')).toBe('French')
  expect(languageName('und', 'de')).toBe('')
})
