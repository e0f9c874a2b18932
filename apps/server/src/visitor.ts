import type { IncomingMessage } from 'node:http'
import type { Visitor } from '@kiosk/api/app'
import ipaddr from 'ipaddr.js'

export type VisitorRules = {
  /** CIDRs of the proxies whose headers are believed (decision 6). */
  trustedProxies: string[]
  countryHeader: string | undefined
  /** Country of an address where no header tells: ISO 3166-1 alpha-2, or null. */
  countryOf(address: string): string | null
}

const MOST_KNOWN = 10_000

/** Who is at the other end: the first address that no trusted proxy vouches for, and its country. */
export function createVisitorOf(rules: VisitorRules): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Visitor {
  const trusted = rules.trustedProxies.map((cidr) =>
    ipaddr.parseCIDR(cidr.includes('/') ? cidr : `${cidr}/${cidr.includes(':') ? 128 : 32}`),
  )
  const known = new Map<string, boolean>()
  /** Proxies and neighbours come again and again: what is known of an address is not worked out anew. */
  const isTrusted = (address: string) => {
    const before = known.get(address)
    if (before !== undefined) return before
    if (known.size >= MOST_KNOWN) known.clear()
    const now = isInTrustedNetwork(address)
    known.set(address, now)
    return now
  }
  const countries = new Map<string, string | null>()
  const countryOf = (address: string) => {
    const before = countries.get(address)
    if (before !== undefined) return before
    if (countries.size >= MOST_KNOWN) countries.clear()
    const country = rules.countryOf(address)
    countries.set(address, country)
    return country
  }
  const isInTrustedNetwork = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
  return ({ headers, socket }) => {
    const direct = plainAddress(socket.remoteAddress ?? '')
    if (!isTrusted(direct)) return { address: direct, country: countryOf(direct) }
    const hops = (headers['x-forwarded-for'] ? String(headers['x-forwarded-for']).split(',') : [])
      .map((hop) => plainAddress(hop.trim()))
      .filter((hop) => ipaddr.isValid(hop))
    const address = hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? direct
    const told = rules.countryHeader ? headers[rules.countryHeader] : undefined
    const country = typeof told === 'string' && /^[a-z]{2}$/i.test(told) ? told.toUpperCase() : countryOf(address)
    return { address, country }
  }
}

/** `::ffff:10.0.0.1` and `10.0.0.1` are one address. */
function plainAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
