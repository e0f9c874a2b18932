import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketRefusal, marketRefusalBeforeMethod } from './market.ts'

test.each([
  // market, network, method, answer
  ['AT', 'AT', 'AT', null],
  ['AT', 'AT', null, null],
  ['AT', null, 'AT', null],
  // On a journey, and with a bank abroad.
  ['AT', 'IT', 'AT', null],
  ['AT', 'AT', 'LT', null],
  ['AT', 'DE', 'AT', null],
  // The market was assumed.
  [null, 'AT', 'AT', null],
  [null, 'IT', 'AT', 'market_closed'],
  [null, 'AT', null, 'market_unproved'],
  // Nothing but the account says so.
  ['AT', null, null, 'market_unproved'],
  ['AT', 'IT', null, 'market_closed'],
  ['AT', 'IT', 'US', 'market_closed'],
  ['AT', 'DE', 'US', 'market_mismatch'],
  ['AT', 'IT', 'DE', 'market_mismatch'],
  ['AT', null, 'US', 'market_closed'],
] as const)('market %s, network %s, method %s: %s', (market, network, method, answer) => {
  expect(marketRefusal('AT', { market, network, method })).toBe(answer)
})

test.each([
  ['AT', 'AT', null],
  ['AT', null, null],
  // An Austrian card would settle it.
  ['AT', 'IT', null],
  [null, 'AT', null],
  [null, 'IT', 'market_closed'],
  [null, 'DE', 'market_mismatch'],
  [null, null, 'market_unproved'],
] as const)('before a method is left, market %s and network %s: %s', (market, network, answer) => {
  expect(marketRefusalBeforeMethod('AT', { market, network })).toBe(answer)
})

test('whoever is turned away before the payment data would be turned away with any of them; two pieces are never missing', () => {
  const country = fc.constantFrom('AT', 'DE', 'CH', 'LU', 'IT', 'US')
  const piece = fc.option(country)
  fc.assert(
    fc.property(country, piece, piece, piece, (sold, market, network, method) => {
      const naming = [market, network, method].filter((each) => each === sold).length
      expect(marketRefusal(sold, { market, network, method }) === null).toBe(naming >= 2)
      const before = marketRefusalBeforeMethod(sold, { market, network })
      if (before !== null) expect(marketRefusal(sold, { market, network, method })).not.toBeNull()
    }),
  )
})
