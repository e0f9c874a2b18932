import type { RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/request-limits.ts'
import type { Waiter } from './render-queue.ts'

/** Returns the caller's place in the queue: all 64-bit networks of a line share its turn. */
export function waiterOf({ visitor, session, request }: Pick<RequestContext, 'visitor' | 'session' | 'request'>): Waiter {
  const networks = networksOf(visitor.address)
  const reader = session.account ? `account ${session.account.id}` : networks[0]
  return { network: networks.at(-1)!, reader, signal: request.signal }
}
