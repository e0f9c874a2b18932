import { expect, test } from 'vitest'
import { countryOf } from './country-of-address.ts'

test('an address of a registry lies in its country, in both families', () => {
  expect(countryOf('8.8.8.8')).toBe('US')
  expect(countryOf('131.130.1.1')).toBe('AT')
  expect(countryOf('2001:628::1')).toBe('AT')
  expect(countryOf('::ffff:131.130.1.1')).toBe('AT')
})

test('nobody knows where a private, a loopback or a malformed address lies', () => {
  for (const address of ['10.0.0.1', '192.168.1.7', '127.0.0.1', '::1', 'fe80::1', '', 'kiosk', '300.1.1.1']) {
    expect(countryOf(address), address).toBeNull()
  }
})
