import type { IncomingMessage } from 'node:http'
import { pageAt } from '@kiosk/domain/page-at'
import { GateError } from './gate-error.ts'
import { createHostCheck, type HostRules } from './hosts.ts'

/** Who answers a path; `service`: health and figures. */
export type ProgramName = 'api' | 'service' | 'mailbox' | 'reader' | 'website'

/** Characters of path and query. */
const LONGEST_TARGET = 8_192
const MOST_HEADERS = 100

const READING = ['GET', 'HEAD']
const METHODS: Record<ProgramName, readonly string[]> = {
  api: [...READING, 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  service: READING,
  mailbox: READING,
  reader: [...READING, 'POST'],
  website: [...READING, 'POST'],
}

export type CheckedRequest = { program: ProgramName; path: string }

/**
 * The outer gate: what every request has to pass before any program sees it. Sets `request.url` to path and query
 * (also where the target came in absolute form, RFC 9112 3.2.2) and `request.headers.host` to the name that was checked.
 * @throws GateError
 */
export function createRequestGate(rules: HostRules): (request: IncomingMessage) => CheckedRequest {
  const hostOf = createHostCheck(rules)
  return (request) => {
    const { method = '', headers, socket } = request
    const target = request.url ?? ''
    if (target.length > LONGEST_TARGET) throw new GateError('address_too_long')
    if (request.rawHeaders.length > 2 * MOST_HEADERS) throw new GateError('headers_too_large')
    const { authority, local } = partsOf(target)
    const path = pathOf(local)
    const program = programOf(path)
    if (!METHODS[program].includes(method)) throw new GateError('wrong_method', { allow: METHODS[program].join(', ') })
    // Probes of a load balancer know only the address of this server; what they get names nobody.
    if (program === 'service') headers.host = 'localhost'
    else {
      const [named = '', ...more] = authority === null ? (request.headersDistinct.host ?? []) : [authority]
      if (more.length > 0) throw new GateError('wrong_request')
      headers.host = hostOf(named, socket.remoteAddress ?? '')
    }
    request.url = local
    return { program, path }
  }
}

/** A request target by RFC 9112 3.2: origin form, or absolute form whose authority counts instead of `Host`. */
function partsOf(target: string): { authority: string | null; local: string } {
  if (target.startsWith('/')) {
    // A fragment never belongs into a target.
    if (target.includes('#')) throw new GateError('wrong_request')
    return { authority: null, local: target }
  }
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#@]*)(\/[^#]*|\?[^#]*|)$/i.exec(target) ?? []
  if (authority === '') throw new GateError('wrong_request')
  return { authority, local: rest.startsWith('/') ? rest : `/${rest}` }
}

export function pathOf(local: string): string {
  const query = local.indexOf('?')
  return query === -1 ? local : local.slice(0, query)
}

/** Who answers a path. Below `/reader` are pages of the website (the library); the rest is the reader's. */
export function programOf(path: string): ProgramName {
  if (path.startsWith('/api/')) return 'api'
  if (path === '/health' || path === '/metrics') return 'service'
  if (path === '/dev/mail' || path.startsWith('/dev/mail/')) return 'mailbox'
  const isBelowReader = path === '/reader' || path.startsWith('/reader/')
  return isBelowReader && pageAt(path) === null ? 'reader' : 'website'
}
