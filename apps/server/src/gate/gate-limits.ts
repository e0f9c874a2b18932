import type { IncomingMessage } from 'node:http'
import { sampledLimitEvents } from '@kiosk/backend/auth/limit-events'
import type { AppContext } from '@kiosk/backend/context'
import type { ClientInfo } from '@kiosk/backend/http/handler'
import type { GateCode } from './gate-error.ts'

/** A single rejection may be a mistake, a long link or a large file. */
const REPEATED = 10
/** Codes of limits of the gate; the other codes are malformed requests. */
const LIMITS: readonly GateCode[] = ['busy', 'body_too_large', 'address_too_long', 'headers_too_large', 'too_slow']

/**
 * Records networks that repeatedly exceed limits of the gate as security events: at most one row per minute and network.
 * `kiosk security` and the detection of spikes see them together with those of the API.
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
