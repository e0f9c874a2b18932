import { lookup } from 'node:dns'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'

/** The host name resolves to an internal or reserved network. */
export class NotPublic extends Error {}

const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, prefix, 'ipv4')
// Networks that lead to IPv4 (Teredo, 6to4), and networks for documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, prefix, 'ipv6')
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is public: not in a private, local, shared or reserved network (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inside.check(address, 'ipv4')
  return isIPv6(address) && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/**
 * Resolves host names for a connection and rejects those with any internal address. The resolved address is the one
 * connected to, which prevents DNS rebinding.
 */
export function publicLookup(isPublic = isPublicAddress, resolve: typeof lookup = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return callback(error ?? new Error('no address'), '', 0)
      if (!found.every(({ address }) => isPublic(address))) return callback(new NotPublic('leads inside'), '', 0)
      if (options.all) return (callback as unknown as (error: null, found: object) => void)(null, found)
      callback(null, first.address, first.family)
    })
  }
}
