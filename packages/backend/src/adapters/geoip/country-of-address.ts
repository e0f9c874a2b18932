import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** Finds the country of an IP address: ISO 3166-1 alpha-2; null if unknown, private or malformed. */
type CountryOf = (address: string) => string | null

/** The registry tables for IPv4 and IPv6, loaded at the first lookup. */
export const countryOf: CountryOf = (address) => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 0 || nowhere.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
  reader ??= new Reader<{ country_code?: string } & CountryResponse>(readFileSync(databaseFile))
  const code = reader.get(plain)?.country_code
  return code && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null
}

let reader: Reader<{ country_code?: string } & CountryResponse> | undefined
const databaseFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

/** Networks without a country, even if a registry lists its own address for them. */
const nowhere = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  nowhere.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  nowhere.addSubnet(network, bits, 'ipv6')
}
