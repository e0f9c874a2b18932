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

/** Who is at the other end: the first address that no trusted proxy vouches for, and its country. */
export function createVisitorOf(rules: VisitorRules): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Visitor {
  const trusted = rules.trustedProxies.map((cidr) =>
    ipaddr.parseCIDR(cidr.includes('/') ? cidr : `${cidr}/${cidr.includes(':') ? 128 : 32}`),
  )
  const isTrusted = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
  return ({ headers, socket }) => {
    const direct = plainAddress(socket.remoteAddress ?? '')
    if (!isTrusted(direct)) return { address: direct, country: rules.countryOf(direct) }
    const hops = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => plainAddress(hop.trim()))
      .filter((hop) => ipaddr.isValid(hop))
    const address = hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? direct
    const told = rules.countryHeader ? headers[rules.countryHeader] : undefined
    const country = typeof told === 'string' && /^[a-z]{2}$/i.test(told) ? told.toUpperCase() : rules.countryOf(address)
    return { address, country }
  }
}

/** `::ffff:10.0.0.1` and `10.0.0.1` are one address. */
function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
