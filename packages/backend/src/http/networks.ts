import { isIPv6 } from 'node:net'

/** Returns an IPv4 address, or the /64 of an IPv6 address, which belongs to one household or server. */
export function networkOf(address: string): string {
  return networksOf(address)[0]
}

/**
 * Returns the networks an address belongs to, narrowest first: the address itself for IPv4; /64, /56 and /48 for IPv6, because
 * one customer line commonly gets a whole /56 or /48 and may send from any /64 in it. Limits count every level, with a higher
 * bound for a wider one.
 */
export function networksOf(address: string): [string, ...string[]] {
  if (!isIPv6(address)) return [address]
  const [plain = ''] = address.split('%')
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const groups = tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  const mapped = ipv4In(groups)
  if (mapped) return [mapped]
  const [a, b, c, d] = groups as [string, string, string, string]
  const half = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${half}::/56`, `${a}:${b}:${c}::/48`]
}

/** Returns the IPv4 address in `::ffff:a.b.c.d`, else null: everybody behind such a socket would otherwise share one /64. */
function ipv4In(groups: string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return null
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}
