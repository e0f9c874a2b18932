import { expect, test } from 'vitest'
import { minorUnits } from './minor-units.ts'

test.each([
  ['19.99', 1999],
  ['19,99', 1999],
  [' 5 ', 500],
  ['0,5', 50],
  ['0.01', 1],
  ['', null],
  ['-1', null],
  ['1.999', null],
  ['1.000,00', null],
  ['zehn', null],
])('%j is %j', (typed, minor) => {
  expect(minorUnits(typed)).toBe(minor)
})
