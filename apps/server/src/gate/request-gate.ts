import type { IncomingMessage } from 'node:http'
import { pageAt } from '@kiosk/domain/page-at'
import { DRAW_PATH } from '../drawing.ts'
import { GateError } from './gate-error.ts'
import { createHostCheck, type HostRules } from './hosts.ts'

/** The program that answers a path; `service`: health checks, metrics, and pages that are rendered for other servers. */
export type ProgramName = 'api' | 'service' | 'mailbox' | 'reader' | 'desk' | 'website'

/** Characters of path and query. */
const LONGEST_TARGET_CHARACTERS = 8_192
const MOST_HEADERS = 100

const HOST_CHARACTERS = 'host'.length

const SERVICE_PATHS = new Set(['/health', '/livez', '/readyz', '/metrics', DRAW_PATH])

const READING = ['GET', 'HEAD']
const METHODS: Record<ProgramName, readonly string[]> = {
  api: [...READING, 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  service: READING,
  mailbox: READING,
  reader: [...READING, 'POST'],
  desk: [...READING, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  website: [...READING, 'POST'],
}

export type CheckedRequest = { program: ProgramName; path: string }

/**
 * Creates the first check of every request. It sets `request.url` to path and query (also for a target in absolute form, RFC
 * 9112 3.2.2) and `request.headers.host` to the checked name.
 * @param hasPages the server has the role `web`; others answer only as a service
 * @throws GateError
 */
export function createRequestGate(rules: HostRules, hasPages = true): (request: IncomingMessage) => CheckedRequest {
  const hostOf = createHostCheck(rules)
  return (request) => {
    const { method = '', headers, socket } = request
    const target = request.url ?? ''
    if (target.length > LONGEST_TARGET_CHARACTERS) throw new GateError('address_too_long')
    if (request.rawHeaders.length > 2 * MOST_HEADERS) throw new GateError('headers_too_large')
    const { authority, local } = partsOf(target)
    const path = pathOf(local)
    const program = programOf(path)
    if (!hasPages && program !== 'service') throw new GateError('wrong_host')
    if (!METHODS[program].includes(method)) throw new GateError('wrong_method', { allow: METHODS[program].join(', ') })
    // Health checks of a load balancer know only the address of this server; the response does not depend on the name.
    if (program === 'service') headers.host = 'localhost'
    else {
      if (authority === null && hasSeveralHosts(request)) throw new GateError('wrong_request')
      headers.host = hostOf(authority ?? headers.host ?? '', socket.remoteAddress ?? '')
    }
    request.url = local
    return { program, path }
  }
}

/** Of several `Host` fields, Node keeps the first one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === HOST_CHARACTERS && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

/** Splits a request target (RFC 9112 3.2): origin form, or absolute form, whose authority replaces `Host`. */
function partsOf(target: string): { authority: string | null; local: string } {
  if (target.startsWith('/')) {
    // A request target has no fragment.
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

/**
 * Returns the program that answers a path. Below `/reader` the pages of the library belong to the website, the rest to the
 * reader.
 */
export function programOf(path: string): ProgramName {
  if (path.startsWith('/api/')) return 'api'
  if (SERVICE_PATHS.has(path)) return 'service'
  if (path === '/dev/mail' || path.startsWith('/dev/mail/')) return 'mailbox'
  if (path === '/desk' || path.startsWith('/desk/')) return 'desk'
  const isBelowReader = path === '/reader' || path.startsWith('/reader/')
  return isBelowReader && pageAt(path) === null ? 'reader' : 'website'
}
