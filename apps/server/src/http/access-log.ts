import type { IncomingMessage, ServerResponse } from 'node:http'
import { traceId } from '@kiosk/backend/trace'
import * as deskRoutes from '@kiosk/contract/desk-routes'
import { API_BASE, DESK_API_BASE, type Route } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { pageAt } from '@kiosk/domain/page-at'
import { requestIdIn } from '@kiosk/domain/request-id'
import type { Logger } from 'pino'
import { type ProgramName, pathOf, programOf } from '../gate/request-gate.ts'

/** Notes a request when it arrives, and writes its line when it has been answered or the client has gone. */
export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void

/** One line for each request. It says neither who asked, nor what was asked for beyond the route. */
export function createAccessLog(log: Logger, countryOf: (request: IncomingMessage) => string | null): AccessLog {
  // Written whatever LOG_LEVEL says: it has a setting of its own.
  const lines = log.child({}, { level: 'info' })
  return (request, response) => {
    const began = performance.now()
    const bytesBefore = request.socket.bytesWritten
    const { method = '', headers } = request
    const requestId = requestIdIn(new Headers({ 'x-request-id': String(headers['x-request-id'] ?? '') }))
    // The API answers with it, and writes it to its own lines.
    headers['x-request-id'] = requestId
    const of = {
      requestId,
      trace: traceId(),
      method,
      ...routeOf(method, pathOf(request.url ?? '/')),
      country: countryOf(request),
      session: bringsSession(headers.cookie) || headers.authorization !== undefined,
    }
    response.once('close', () => {
      lines.info(
        {
          event: 'request.answered',
          ...of,
          status: response.statusCode,
          ...(!response.writableFinished && { aborted: true }),
          ms: Math.round(performance.now() - began),
          bytes: request.socket.bytesWritten - bytesBefore,
        },
        'request answered',
      )
    })
  }
}

type Call = { method: string; name: string; pattern: RegExp }
const FEWEST_PARAMETERS_FIRST = (one: Route, other: Route) => one.path.split('{').length - other.path.split('{').length
const callsOf = (base: string, declared: readonly Route[]): Call[] =>
  [...declared].sort(FEWEST_PARAMETERS_FIRST).map(({ method, path }) => ({
    method,
    name: path,
    pattern: new RegExp(`^${base}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
const calls: Partial<Record<ProgramName, Call[]>> = {
  api: callsOf(API_BASE, Object.values(routes)),
  desk: callsOf(DESK_API_BASE, Object.values(deskRoutes)),
}

/**
 * Returns program and route of a path: the declared path of a call, with names in place of its parameters, or the name of a page.
 * `other`: a file or an address that does not exist.
 */
export function routeOf(method: string, path: string): { program: ProgramName; route: string } {
  const program = programOf(path)
  const reads = method === 'HEAD' ? 'GET' : method
  const call = calls[program]?.find((each) => each.method === reads && each.pattern.test(path))
  const isPage = program === 'website' || program === 'reader'
  const route = program === 'service' ? path.slice(1) : (call?.name ?? (isPage ? pageAt(path) : null))
  return { program, route: route ?? 'other' }
}
