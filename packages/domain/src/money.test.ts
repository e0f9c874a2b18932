import { expect, test } from 'vitest'
import { formatMoney, formatMoneyText } from './money.ts'

test.each([
  [299, 'EUR', '2,99 €'],
  [1999, 'EUR', '19,99 €'],
  [5, 'EUR', '0,05 €'],
  [-1499, 'EUR', '-14,99 €'],
  [590, 'CHF', 'CHF 5.90'],
  [2990, 'CHF', 'CHF 29.90'],
  [0, 'CHF', 'CHF 0.00'],
] as const)('formats %i minor units of %s as %s: euros as in de_DE, francs as in de_CH', (minor, currency, written) => {
  expect(formatMoney({ minor, currency })).toBe(written)
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
] as const)('formats %i minor units of %s in %s: %s', (minor, currency, language, written) => {
  expect(formatMoneyText({ minor, currency }, language).replaceAll('\u00a0', ' ')).toBe(written)
})

test('an amount in an email or invoice never breaks across lines', () => {
  for (const language of ['de', 'en', 'fr'] as const)
    for (const currency of ['EUR', 'CHF'] as const)
      expect(formatMoneyText({ minor: -123_450, currency }, language)).not.toMatch(/[ \u202f]/)
})
