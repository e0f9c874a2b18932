import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [299, 'EUR', '2,99 €'],
  [1999, 'EUR', '19,99 €'],
  [5, 'EUR', '0,05 €'],
  [-1499, 'EUR', '-14,99 €'],
  [590, 'CHF', 'CHF 5.90'],
  [2990, 'CHF', 'CHF 29.90'],
  [0, 'CHF', 'CHF 0.00'],
] as const)('%i minor units of %s are written %s: euros as in de_DE, francs as in de_CH', (minor, currency, written) => {
  expect(formatMoney({ minor, currency })).toBe(written)
})
