import type { IncomingMessage } from 'node:http'
import { sampledLimitEvents } from '@kiosk/backend/auth/limit-events'
import type { AppContext } from '@kiosk/backend/context'
import type { ClientInfo } from '@kiosk/backend/http/handler'
import type { GateCode } from './gate-error.ts'

/** Once it may be a slip, a long link or a large file. */
const REPEATED = 10
/** What the gate limits; the others are mistakes of a request. */
const LIMITS: readonly GateCode[] = ['busy', 'body_too_large', 'address_too_long', 'headers_too_large', 'too_slow']

/**
 * Limits of the gate that one network reaches again and again, as security events: one row a minute for a network, whatever
 * it does. `kiosk security` and storms see them beside those of the API.
 */
export function createGateLimits(ctx: AppContext, visitorOf: (request: IncomingMessage) => ClientInfo) {
  const events = sampledLimitEvents(ctx, { repeated: REPEATED })
  return (code: GateCode, request: IncomingMessage): void => {
    if (!LIMITS.includes(code)) return
    const visitor = visitorOf(request)
    const agent = request.headers['user-agent']?.replace(/[^ -~]/g, '') ?? ''
    const described = new Request('http://gate.invalid', { headers: { 'user-agent': agent } })
    events.note({ request: described, visitor, ctx }, { limit: code }, 'gate')
  }
}
