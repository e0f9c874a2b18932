import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketRejection, marketRejectionBeforeMethod } from './market.ts'

test.each([
  // market, network, method, answer
  ['AT', 'AT', 'AT', null],
  ['AT', 'AT', null, null],
  ['AT', null, 'AT', null],
  // While travelling, and with a foreign bank.
  ['AT', 'IT', 'AT', null],
  ['AT', 'AT', 'LT', null],
  ['AT', 'DE', 'AT', null],
  // The market was assumed.
  [null, 'AT', 'AT', null],
  [null, 'IT', 'AT', 'market_closed'],
  [null, 'AT', null, 'market_unproved'],
  // Only the account supports it.
  ['AT', null, null, 'market_unproved'],
  ['AT', 'IT', null, 'market_closed'],
  ['AT', 'IT', 'US', 'market_closed'],
  ['AT', 'DE', 'US', 'market_mismatch'],
  ['AT', 'IT', 'DE', 'market_mismatch'],
  ['AT', null, 'US', 'market_closed'],
] as const)('market %s, network %s, method %s: %s', (market, network, method, answer) => {
  expect(marketRejection('AT', { market, network, method }, null)).toBe(answer)
})

test.each([
  ['AT', 'AT', null],
  ['AT', null, null],
  // An Austrian card would prove it.
  ['AT', 'IT', null],
  [null, 'AT', null],
  [null, 'IT', 'market_closed'],
  [null, 'DE', 'market_mismatch'],
  [null, null, 'market_unproved'],
] as const)('before a payment method is known, market %s and network %s: %s', (market, network, answer) => {
  expect(marketRejectionBeforeMethod('AT', { market, network }, null)).toBe(answer)
})

test('a buyer rejected before the payment data would be rejected with any; two pieces of evidence always suffice', () => {
  const country = fc.constantFrom('AT', 'DE', 'CH', 'LU', 'IT', 'US')
  const piece = fc.option(country)
  fc.assert(
    fc.property(country, piece, piece, piece, (sold, market, network, method) => {
      const naming = [market, network, method].filter((each) => each === sold).length
      expect(marketRejection(sold, { market, network, method }, null) === null).toBe(naming >= 2)
      const before = marketRejectionBeforeMethod(sold, { market, network }, null)
      if (before !== null) expect(marketRejection(sold, { market, network, method }, null)).not.toBeNull()
    }),
  )
})

test.each(['AT', 'IT', null])('the operator’s decision overrides the evidence: network %s', (network) => {
  for (const market of ['AT', null]) {
    expect(marketRejection('AT', { market, network, method: null }, 'allow')).toBeNull()
    expect(marketRejectionBeforeMethod('AT', { market, network }, 'allow')).toBeNull()
    expect(marketRejection('AT', { market, network, method: 'AT' }, 'refuse')).toBe('market_unproved')
    expect(marketRejectionBeforeMethod('AT', { market, network }, 'refuse')).toBe('market_unproved')
  }
})
