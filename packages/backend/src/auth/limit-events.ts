import type { SecurityEventDetail } from '@kiosk/domain/accounts/security-event-kinds'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/networks.ts'
import { recordSecurityEvent } from './security-events.ts'

/** Maximum rows per minute, so that nobody can fill the table. */
const MOST_ROWS = 60
const MOST_NETWORKS = 10_000

/**
 * Records a reached limit once a minute per network and limit, so that a flood of rejected calls does not flood the table. An
 * IPv6 line counts as one network, whichever /64 it uses. Callers do not wait for it.
 * @param repeated number of times in a minute after which it is recorded
 */
export function sampledLimitEvents({ log }: Pick<RequestContext['ctx'], 'log'>, { repeated = 1 }: { repeated?: number } = {}) {
  let minute = { endsAt: 0, rows: 0, times: new Map<string, number>() }
  return {
    note(
      call: Pick<RequestContext, 'request' | 'visitor' | 'ctx'>,
      details: Partial<Record<SecurityEventDetail, string>>,
      counted = JSON.stringify(details),
    ): void {
      const now = performance.now()
      if (now >= minute.endsAt) minute = { endsAt: now + MINUTE_MS, rows: 0, times: new Map() }
      const { times } = minute
      const key = `${counted} ${networksOf(call.visitor.address).at(-1)}`
      if (times.size >= MOST_NETWORKS && !times.has(key)) return
      const count = (times.get(key) ?? 0) + 1
      times.set(key, count)
      if (count !== repeated || minute.rows >= MOST_ROWS) return
      minute.rows++
      recordSecurityEvent(call.ctx.db, call, { kind: 'limit.reached', details }).catch((error: unknown) =>
        log.warn({ event: 'security.event-not-recorded', err: error }, 'security event could not be recorded'),
      )
    },
  }
}
