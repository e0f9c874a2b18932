import { expect, test } from 'vitest'
import { createVisitorOf } from './visitor.ts'

const countryOf = (address: string) => (address === '203.0.113.9' ? 'CH' : null)
const rules = { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8', '::1/128'], countryHeader: 'x-country', countryOf }
const visitorOf = createVisitorOf(rules)
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  visitorOf({ headers, socket: { remoteAddress } as never })

test('the headers of an untrusted client are ignored', () => {
  expect(from('198.51.100.4', { 'x-forwarded-for': '203.0.113.9', 'x-country': 'DE' })).toEqual({
    address: '198.51.100.4',
    country: null,
  })
})

test('behind trusted proxies the last untrusted hop is the visitor', () => {
  expect(from('127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.0.0.7' })).toEqual({
    address: '203.0.113.9',
    country: 'CH',
  })
})

test('a trusted proxy sets the country; an invalid one is looked up instead', () => {
  expect(from('::ffff:127.0.0.1', { 'x-country': 'lu' })).toEqual({
    address: '127.0.0.1',
    country: 'LU',
    countryInHeader: 'LU',
  })
  expect(from('127.0.0.1', { 'x-country': 'T1x', 'x-forwarded-for': '203.0.113.9' }).country).toBe('CH')
})

test('only a country that a trusted proxy has named is said to be one: a CDN has no other in its key', () => {
  const client = { 'x-forwarded-for': '203.0.113.9' }
  // Missing, Tor, empty, named by both the visitor and the CDN, and malformed.
  for (const header of [undefined, 'T1', '', 'DE, AT', 'DE,AT', 'ÄT'])
    expect(from('127.0.0.1', { ...client, ...(header !== undefined && { 'x-country': header }) })).toEqual({
      address: '203.0.113.9',
      country: 'CH',
    })
  expect(from('203.0.113.9', { 'x-country': 'AT' })).toEqual({ address: '203.0.113.9', country: 'CH' })
  expect(from('127.0.0.1', { ...client, 'x-country': 'XX' }).countryInHeader).toBe('XX')
})

test('a hop may carry a port, brackets or a zone', () => {
  const client = (chain: string) => from('127.0.0.1', { 'x-forwarded-for': chain }).address
  expect(client('203.0.113.9:51234')).toBe('203.0.113.9')
  expect(client('1.2.3.4, 203.0.113.9:51234, 10.0.0.7:80')).toBe('203.0.113.9')
  expect(client('[2001:db8::9]:443')).toBe('2001:db8::9')
  expect(client('[2001:DB8:0::9]')).toBe('2001:db8::9')
  expect(client('[::ffff:203.0.113.9]:443')).toBe('203.0.113.9')
  expect(client('fe80::1%eth0')).toBe('fe80::1')
})

test('an invalid hop ends the chain: nothing before it is trusted', () => {
  const client = (chain: string) => from('127.0.0.1', { 'x-forwarded-for': chain }).address
  expect(client('203.0.113.9, unknown, 10.0.0.7')).toBe('10.0.0.7')
  expect(client('203.0.113.9, unknown')).toBe('127.0.0.1')
  for (const odd of [
    '',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4:',
    '1.2.3.4:123456',
    '[1.2.3.4]',
    '[::1',
    '_hidden',
    '2001:db8::1:2:3:4:5:6:7',
  ])
    expect(client(`203.0.113.9, ${odd}`), odd).toBe('127.0.0.1')
})
