import { expect, test } from 'vitest'
import { gateLinks, priceWords } from './gate-links.ts'

const BACK = '/reader/issues/u1?p=2'
const redirect = encodeURIComponent(BACK)

test.each([
  ['subscribe', '/user/subscription/pub'],
  ['register', '/user/register'],
] as const)('leads through %s or a login back to the page of the gate', (because, path) => {
  expect(gateLinks(because, false, BACK).map(({ href }) => href)).toEqual([
    `${path}?redirect=${redirect}`,
    `/user/login?redirect=${redirect}`,
  ])
})

test('does not ask those who are signed in to sign in', () => {
  expect(gateLinks('subscribe', true, BACK).map(({ words }) => words)).toEqual(['READER.GATE_SUBSCRIBE_GO'])
})

test('says what the cheapest subscription costs, and what it costs after an offer', () => {
  expect(priceWords({ regular: '9,90 €', charges: null, reduced: null })).toEqual(['READER.GATE_PRICE', { price: '9,90 €' }])
  expect(priceWords({ regular: 'CHF 9.90', charges: 3, reduced: 'CHF 2.90' })).toEqual([
    'READER.GATE_PRICE_OFFER',
    { count: 3, price: 'CHF 2.90', regular: 'CHF 9.90' },
  ])
})
