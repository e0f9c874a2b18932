import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** Finds the country of an address: ISO 3166-1 alpha-2, null where nobody knows (private and malformed addresses too). */
export type CountryOf = (address: string) => string | null

/** The tables of the registries that give out addresses, IPv4 and IPv6; read at the first question. */
export const countryOf: CountryOf = (address) => {
  const family = isIP(address)
  if (family === 0) return null
  reader ??= new Reader<{ country_code?: string } & CountryResponse>(readFileSync(databaseFile))
  const code = reader.get(address)?.country_code
  return code && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null
}

let reader: Reader<{ country_code?: string } & CountryResponse> | undefined
const databaseFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)
