import { MINUTE_MS } from '@kiosk/domain/time'
import type { GateCode } from './gate-error.ts'

const MOST_LINES_PER_MINUTE = 10

type RejectionLog = (code: GateCode, details: { method: string; path: string }) => void

/** Logs rejected requests, at most ten lines a minute; the next line has the number of those not logged. */
export function createRejectionLog(log: { info(options: object, message: string): void }): RejectionLog {
  let windowEndsAt = 0
  let lines = 0
  let suppressed = 0
  return (code, { method, path }) => {
    const now = performance.now()
    if (now >= windowEndsAt) {
      windowEndsAt = now + MINUTE_MS
      lines = 0
    }
    if (++lines > MOST_LINES_PER_MINUTE) {
      suppressed++
      return
    }
    log.info({ event: 'request.rejected', code, method, path: path.slice(0, 100), suppressed }, 'request rejected')
    suppressed = 0
  }
}
