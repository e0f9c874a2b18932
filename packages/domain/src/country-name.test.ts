import { expect, test } from 'vitest'
import { countryName } from './country-name.ts'

test('names a country in each language, and nothing else', () => {
  expect(['de', 'en', 'fr'].map((language) => countryName(language, 'AT'))).toEqual(['Österreich', 'Austria', 'Autriche'])
  expect(['', 'T1', 'at', 'AUT', 'QX', null].filter((code) => countryName('de', code) !== null)).toEqual([])
})
