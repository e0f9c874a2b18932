import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { GateError } from './gate-error.ts'

/** Maximum number of `Host` headers whose result is remembered. */
const MOST_REMEMBERED = 100

/** A well-formed name; `checked`: in lower case, with its port. */
type Host = { checked: string; isOurs: boolean; isLocal: boolean }

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export type HostRules = {
  publicUrl: string
  /** Other names that this server answers to; ports are not compared. */
  allowedHosts: readonly string[]
  /** In development every IP address is accepted, so that a phone in the same network can be used. */
  development: boolean
}

/**
 * Checks the name of a `Host` header or of an absolute request target; returns it in lower case, with its port.
 * @throws GateError wrong_request if it is malformed, wrong_host if it is not one of our names
 */
export function createHostCheck({ publicUrl, allowedHosts, development }: HostRules) {
  const names = new Set([new URL(publicUrl).hostname, ...allowedHosts.map((name) => name.toLowerCase())])
  const read = (host: string): Host => {
    // The host of a URL: letters, digits, hyphens and dots, or an IPv6 address in brackets.
    const [, rawName, port = ''] = /^([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.exec(host) ?? []
    if (rawName === undefined || !URL.canParse(`http://${host}`)) throw new GateError('wrong_request')
    const name = rawName.toLowerCase().replace(/\.$/, '')
    const isOurs = names.has(name) || (development && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
    return { checked: name + port, isOurs, isLocal: LOOPBACK.test(name) }
  }
  // Nearly all requests have one of a few.
  const remembered = new LRUCache<string, Host>({ max: MOST_REMEMBERED, memoMethod: read })
  return (host: string, peerAddress: string): string => {
    const known = remembered.memo(host)
    // A proxy or a health check on this machine may use any local name.
    if (!known.isOurs && !(known.isLocal && (development || isLoopback(peerAddress)))) throw new GateError('wrong_host')
    return known.checked
  }
}

/** Whether the other end of a socket is on this machine. */
export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address) || address === '::1'
}
