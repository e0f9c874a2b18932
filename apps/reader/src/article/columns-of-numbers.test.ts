import { expect, test } from 'vitest'
import { columnsOfNumbers } from './columns-of-numbers.ts'

test('columns of numbers are found, with signs, units and gaps', () => {
  const rows = [
    ['Wien', '1.982.097', '+0,7 %', '€ 12,50', '–'],
    ['Graz', '302.660', '−1,2 %', '9 €', 'k'],
    ['Linz', '', '(0,1)*', 'CHF 10.–', '…'],
  ]
  expect([...columnsOfNumbers(rows)]).toEqual([1, 2, 3])
})

test('words, dates in words and empty columns are none', () => {
  expect([
    ...columnsOfNumbers([
      ['3. Mai 1990', '12', ''],
      ['4. Juni', 'zwölf'],
    ]),
  ]).toEqual([])
  expect([...columnsOfNumbers([])]).toEqual([])
})
