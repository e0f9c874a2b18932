import { expect, test } from 'vitest'
import { createVisitorOf } from './visitor.ts'

const countryOf = (address: string) => (address === '203.0.113.9' ? 'CH' : null)
const rules = { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8', '::1/128'], countryHeader: 'x-country', countryOf }
const visitorOf = createVisitorOf(rules)
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  visitorOf({ headers, socket: { remoteAddress } as never })

test('a stranger is who the socket says, whatever the headers claim', () => {
  expect(from('198.51.100.4', { 'x-forwarded-for': '203.0.113.9', 'x-country': 'DE' })).toEqual({
    address: '198.51.100.4',
    country: null,
  })
})

test('behind trusted proxies the last hop that nobody vouches for is the visitor', () => {
  expect(from('127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.0.0.7' })).toEqual({
    address: '203.0.113.9',
    country: 'CH',
  })
})

test('a trusted proxy tells the country; nonsense is looked up instead', () => {
  expect(from('::ffff:127.0.0.1', { 'x-country': 'lu' })).toEqual({ address: '127.0.0.1', country: 'LU' })
  expect(from('127.0.0.1', { 'x-country': 'T1x', 'x-forwarded-for': '203.0.113.9' }).country).toBe('CH')
})
