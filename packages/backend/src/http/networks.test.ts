import { expect, test } from 'vitest'
import { networkOf, networksOf } from './networks.ts'

test('treats an IPv4 address or an IPv6 /64 as one household', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('lists the networks around an address, narrowest first', () => {
  expect(networksOf('203.0.113.9')).toEqual(['203.0.113.9'])
  expect(networksOf('2001:db8:1:2345:3:4:5:6')).toEqual(['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48'])
  expect(networksOf('2001:db8::9')).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'])
  expect(networksOf('::ffff:203.0.113.9')).toEqual(['203.0.113.9'])
  expect(networksOf('nonsense')).toEqual(['nonsense'])
})
