import { expect, test } from 'vitest'
import { Email } from './accounts/input.ts'
import { composed } from './composed.ts'

/** A letter with accents in an order that no normal form has. */
const accents = (count: number) => `e${'\u0301\u0323'.repeat(count / 2)}`

test('composes letters and accents', () => {
  expect(composed('cafe\u0301')).toBe('caf\u00e9')
  expect(composed('ﬁn', 'NFKC')).toBe('fin')
})

test('a million accents on one letter take no time', () => {
  const before = performance.now()
  expect(composed(accents(1_000_000))).toHaveLength(1_000_001)
  for (let time = 0; time < 100; time++) composed(accents(998))
  expect(performance.now() - before).toBeLessThan(1_000)
})

test('an e-mail address is rejected for its length before its accents are sorted', () => {
  const before = performance.now()
  const { error } = Email.safeParse(`${accents(100_000)}@example.org`)
  expect(error?.issues).toMatchObject([{ message: 'VALIDATION.maxlength' }])
  expect(performance.now() - before).toBeLessThan(1_000)
})
