import { expect, test } from 'vitest'
import { countryOf } from './country-of-address.ts'

test('finds the country of an IPv4 and an IPv6 address in the registry tables', () => {
  expect(countryOf('8.8.8.8')).toBe('US')
  expect(countryOf('131.130.1.1')).toBe('AT')
  expect(countryOf('2001:628::1')).toBe('AT')
  expect(countryOf('::ffff:131.130.1.1')).toBe('AT')
})

test('returns null for a private, loopback or malformed address', () => {
  for (const address of ['10.0.0.1', '192.168.1.7', '127.0.0.1', '::1', 'fe80::1', '', 'kiosk', '300.1.1.1']) {
    expect(countryOf(address), address).toBeNull()
  }
})
