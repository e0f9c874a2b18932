import type { GateCode } from './gate-error.ts'

const MOST_LINES_A_MINUTE = 10
const MINUTE_MS = 60_000

export type RejectionLog = (code: GateCode, details: { method: string; path: string }) => void

/** A line for a rejected request, at most ten a minute, so that a flood of requests is no flood of lines; the next one counts the rest. */
export function createRejectionLog(log: { info(options: object, message: string): void }): RejectionLog {
  let windowEndsAt = 0
  let lines = 0
  let suppressed = 0
  return (code, { method, path }) => {
    const now = Date.now()
    if (now >= windowEndsAt) {
      windowEndsAt = now + MINUTE_MS
      lines = 0
    }
    if (++lines > MOST_LINES_A_MINUTE) {
      suppressed++
      return
    }
    log.info({ event: 'request.rejected', code, method, path: path.slice(0, 100), suppressed }, 'request rejected')
    suppressed = 0
  }
}
