import { expect, test } from 'vitest'
import { languages } from './locale.ts'
import { formatMoney, formatMoneyText, plainMoney } from './money.ts'
import { regions } from './regions.ts'

test.each([
  [299, 'EUR', '2,99 €'],
  [1999, 'EUR', '19,99 €'],
  [5, 'EUR', '0,05 €'],
  [-1499, 'EUR', '-14,99 €'],
  [590, 'CHF', 'CHF 5.90'],
  [2990, 'CHF', 'CHF 29.90'],
  [0, 'CHF', 'CHF 0.00'],
] as const)('formats %i minor units of %s as %s: euros as in de_DE, francs as in de_CH', (minor, currency, written) => {
  expect(plainMoney({ minor, currency })).toBe(written)
  expect(formatMoney({ minor, currency })).toBe(written.replace(' ', '\u00a0'))
})

test.each([
  [1817, 'EUR', 'de', '18,17 €'],
  [-1817, 'EUR', 'de', '-18,17 €'],
  [1817, 'EUR', 'en', '€18.17'],
  [-1817, 'EUR', 'en', '-€18.17'],
  [1817, 'EUR', 'fr', '18,17 €'],
  [123_450, 'EUR', 'fr', '1 234,50 €'],
  [590, 'CHF', 'de', 'CHF 5.90'],
  [-590, 'CHF', 'de', 'CHF -5.90'],
  [590, 'CHF', 'en', 'CHF 5.90'],
  [590, 'CHF', 'fr', '5.90 CHF'],
  [5, 'EUR', 'en', '€0.05'],
  [1817, 'USD' as 'EUR', 'de', '18,17 $'],
] as const)('formats %i minor units of %s in %s: %s', (minor, currency, language, written) => {
  expect(formatMoneyText({ minor, currency }, language).replaceAll('\u00a0', ' ')).toBe(written)
})

test('an amount on a page, in an email or invoice never breaks across lines', () => {
  for (const { currency } of regions)
    for (const minor of [-123_456_789, -123_450, -5, 0, 5, 1999, 123_450, 123_456_789]) {
      const written = [
        formatMoney({ minor, currency }),
        ...languages.map((language) => formatMoneyText({ minor, currency }, language)),
      ]
      for (const each of written) expect(each).toMatch(/^(?:[\d.,’'-]|€|CHF|\u00a0)+$/)
    }
})
