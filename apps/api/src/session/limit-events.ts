import type { SecurityEventDetail } from '@kiosk/domain/accounts/security-event-kinds'
import type { Asking } from '../endpoint.ts'
import { networksOf } from '../rate-limits.ts'
import { recordSecurityEvent } from './security-events.ts'

const MINUTE_MS = 60_000
/** Rows a minute, however many networks reach however many limits: nobody can fill the table. */
const MOST_ROWS = 60
const MOST_NETWORKS = 10_000

/**
 * Records that a limit was reached, once in a minute for each network and each limit: a flood of rejected calls writes no
 * flood of rows. A line of IPv6 is one network, whichever of its /64 it sends from. Nobody waits for it.
 * @param repeated so many times in a minute before it is recorded
 */
export function sampledLimitEvents({ log }: Pick<Asking['house'], 'log'>, { repeated = 1 }: { repeated?: number } = {}) {
  let minute = { endsAt: 0, rows: 0, times: new Map<string, number>() }
  return {
    note(
      call: Pick<Asking, 'request' | 'visitor' | 'house'>,
      details: Partial<Record<SecurityEventDetail, string>>,
      counted = JSON.stringify(details),
    ): void {
      const now = Date.now()
      if (now >= minute.endsAt) minute = { endsAt: now + MINUTE_MS, rows: 0, times: new Map() }
      const { times } = minute
      const key = `${counted} ${networksOf(call.visitor.address).at(-1)}`
      if (times.size >= MOST_NETWORKS && !times.has(key)) return
      const count = (times.get(key) ?? 0) + 1
      times.set(key, count)
      if (count !== repeated || minute.rows >= MOST_ROWS) return
      minute.rows++
      recordSecurityEvent(call.house.db, call, { kind: 'limit.reached', details }).catch((error: unknown) =>
        log.warn({ err: error }, 'security event not recorded'),
      )
    },
  }
}
