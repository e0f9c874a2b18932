import { expect, test } from 'vitest'
import { columnsOfNumbers, columnsOfText } from './columns-of-numbers.ts'

test('columns of numbers are found, with signs, units and gaps', () => {
  const rows = [
    ['Wien', '1.982.097', '+0,7 %', '€ 12,50', '–'],
    ['Graz', '302.660', '−1,2 %', '9 €', 'k'],
    ['Linz', '', '(0,1)*', 'CHF 10.–', '…'],
  ]
  expect([...columnsOfNumbers(rows)]).toEqual([1, 2, 3])
})

test('words, dates in words and empty columns are not columns of numbers', () => {
  expect([
    ...columnsOfNumbers([
      ['3. Mai 1990', '12', ''],
      ['4. Juni', 'zwölf'],
    ]),
  ]).toEqual([])
  expect([...columnsOfNumbers([])]).toEqual([])
})

test('columns with long texts, and with names of files that may be divided, are found', () => {
  const rows = [
    ['Datei', 'Wort', 'Inhalt'],
    ['01_erste_wanderung_am_see.txt', 'Donaudampfschifffahrt.', 'Die erste Wanderung, die an den See geht'],
    ['kurz.txt', 'www.example.org/wege/zum/see', 'leer'],
  ]
  const { texts, names } = columnsOfText(rows.slice(0, 2))
  expect([[...texts], [...names]]).toEqual([[2], [0]])
  expect([...columnsOfText(rows).names]).toEqual([0, 1])
})
