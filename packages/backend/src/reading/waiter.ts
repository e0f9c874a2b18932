import { SECOND_MS } from '@kiosk/domain/time'
import type { RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/networks.ts'
import type { Waiter } from './render-queue.ts'

/**
 * Maximum time for which a request waits for an image. Then it is answered with 503, and one of the next requests finds the
 * image. A proxy in front waits for a minute; then it considers the server broken and sends it no requests for a while
 * (ADR-0380).
 */
export const MOST_WAITING_MS = 30 * SECOND_MS

/**
 * After this, a request that needs many images begins no further one before its answer has begun, for the same reason, and is 503. The next
 * request goes on, because what was made is stored.
 */
export const MOST_MAKING_MS = 20 * SECOND_MS

type Call = Pick<RequestContext, 'visitor' | 'session' | 'request'>

/** Returns the caller's place in the queue: all 64-bit networks of a line share its turn. `mostMs`: for tests. */
export function waiterOf({ visitor, session, request }: Call, mostMs = MOST_WAITING_MS): Waiter {
  const networks = networksOf(visitor.address)
  const reader = session.account ? `account ${session.account.id}` : networks[0]
  return { network: networks.at(-1)!, reader, signal: AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)]) }
}
