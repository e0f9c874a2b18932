import type { Asking } from '../endpoint.ts'
import { networkOf } from '../rate-limits.ts'
import { recordSecurityEvent } from './security-events.ts'

const SAMPLE_MS = 60_000
const MOST_NETWORKS = 10_000

/**
 * Records that a limit was reached, once a minute for each network and route: a flood of rejected calls writes no flood of
 * rows. Nobody waits for it.
 */
export function sampledLimitEvents({ log }: Pick<Asking['house'], 'log'>) {
  const noted = new Map<string, number>()
  return {
    note(call: Pick<Asking, 'request' | 'visitor' | 'house'>, route: string): void {
      const now = Date.now()
      const key = `${route} ${networkOf(call.visitor.address)}`
      if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < SAMPLE_MS) return
      if (noted.size >= MOST_NETWORKS) noted.clear()
      noted.set(key, now)
      recordSecurityEvent(call.house.db, call, { kind: 'limit.reached', details: { route } }).catch((error: unknown) =>
        log.warn({ err: error }, 'security event not recorded'),
      )
    },
  }
}
