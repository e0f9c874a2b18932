import { expect, test } from 'vitest'
import { chargedKey } from './rule-key.ts'

test('a price that is first charged on one day is not announced as "between" this day and itself', () => {
  expect(chargedKey({ firstDay: '2027-02-28', lastDay: '2027-02-28' })).toBe('DESK.PRICE.CHARGED_ON')
  expect(chargedKey({ firstDay: '2027-02-28', lastDay: '2027-03-04' })).toBe('DESK.PRICE.CHARGED')
})
