import { expect, test } from 'vitest'
import { randomNumbers } from './random-numbers.ts'

test('a seed always gives the same numbers', () => {
  const next = randomNumbers(47)
  expect([next(), next(), next()]).toEqual([0.62949686544016, 0.09637522185221314, 0.4719408228993416])
})
