/** Names reserved for local networks (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|invalid|onion)$/

/**
 * Returns whether an address can be a push service: https on the default port, a full host name, no IP address, no
 * credentials. The resolved address is checked on connection.
 */
export function isPushEndpoint(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/\.$/, '')
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host) && !LOCAL.test(host)
}
