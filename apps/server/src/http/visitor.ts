import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { ClientInfo } from '@kiosk/backend/http/api'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type VisitorRules = {
  /** CIDRs of the trusted proxies (ADR-0170). */
  trustedProxies: string[]
  countryHeader: string | undefined
  /** Country of an address, if no header has one: ISO 3166-1 alpha-2, or null. */
  countryOf(address: string): string | null
}

/** Maximum number of addresses whose result is cached. */
const MOST_KNOWN = 10_000
/** An IPv6 address of 39 characters in brackets, with its zone and port. */
const LONGEST_ADDRESS_CHARACTERS = 64

/** `address`: normalised; empty = it is not an IP address. `country`: ISO 3166-1 alpha-2, or null. */
type Peer = { address: string; country: string | null; isTrusted: boolean }

/** Determines the client's address, which is the last one that is not a trusted proxy, and its country. */
export function createVisitorOf(rules: VisitorRules): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => ClientInfo {
  const trusted = rules.trustedProxies.map((cidr) =>
    ipaddr.parseCIDR(cidr.includes('/') ? cidr : `${cidr}/${cidr.includes(':') ? 128 : 32}`),
  )
  const isInTrustedNetwork = (address: string) => {
    if (address === '') return false
    const parsed = ipaddr.process(address)
    return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
  // The same addresses occur again and again.
  const peers = new LRUCache<string, Peer>({
    max: MOST_KNOWN,
    memoMethod: (written) => {
      const address = addressIn(written) ?? ''
      return { address, country: rules.countryOf(address), isTrusted: isInTrustedNetwork(address) }
    },
  })
  // A longer text is not an address, and is not remembered.
  const peerOf = (written: string) => peers.memo(written.length > LONGEST_ADDRESS_CHARACTERS ? '' : written)
  return ({ headers, socket }) => {
    const direct = peerOf(socket.remoteAddress ?? '')
    const { address, country: ofAddress } = (direct.isTrusted && clientIn(headers['x-forwarded-for'], peerOf)) || direct
    if (!direct.isTrusted) return { address, country: ofAddress }
    const countryHeader = rules.countryHeader ? headers[rules.countryHeader] : undefined
    if (typeof countryHeader !== 'string' || !/^[a-z]{2}$/i.test(countryHeader)) return { address, country: ofAddress }
    const country = countryHeader.toUpperCase()
    return { address, country, countryInHeader: country }
  }
}

/**
 * Returns the client in an `X-Forwarded-For` header: the first hop, from its end, that is not a trusted proxy. The chain ends at
 * an invalid hop, because no trusted proxy has written the entries before it; then the last valid hop counts. Null if there is
 * none.
 */
function clientIn(header: string | string[] | undefined, peerOf: (written: string) => Peer): Peer | null {
  let client: Peer | null = null
  for (const hop of header ? String(header).split(',').reverse() : []) {
    const peer = peerOf(hop.trim())
    if (peer.address === '') return client
    client = peer
    if (!peer.isTrusted) return client
  }
  return client
}

/**
 * Normalises an IP address, also in `192.0.2.1:443`, `[2001:db8::1]:443`, with a zone (`%eth0`) and IPv4 within IPv6
 * (`::ffff:192.0.2.1`); null if it is not an IP address.
 */
function addressIn(text: string): string | null {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  const [plain = ''] = (bracketed ?? withPort ?? text).split('%')
  if (isIPv4(plain)) return bracketed === undefined ? plain : null
  return isIPv6(plain) ? ipaddr.process(plain).toString() : null
}
