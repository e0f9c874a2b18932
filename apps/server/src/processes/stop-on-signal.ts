import { SECOND_MS } from '@kiosk/domain/time'
import type { Closing } from '../http/departure.ts'

/**
 * Time to stop after the pause; supervisors are told to wait as long (ADR-0288). Without it, a job that waits for a database lock
 * could delay the end for five minutes, or longer if the clock with which PostgreSQL measures the wait goes back.
 */
const STOP_MS = 20 * SECOND_MS

/**
 * Calls `stop` once, at the first SIGTERM or SIGINT, and ends the process after it. SIGTERM comes from a supervisor that replaces
 * the server, perhaps twice (from npm and from systemd), so there is a pause. SIGINT comes from a keyboard: there is no pause, or
 * it ends. If `stop` takes too long, the process ends with status 1; the jobs that still run are repeated elsewhere, as after a
 * crash.
 * @param stopMs time for `stop` after the pause
 */
export function stopOnSignal(stop: (closing: Closing) => Promise<void>, pauseMs: number, stopMs = STOP_MS): void {
  const skipping = new AbortController()
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      console.error(
        `The server has not stopped within ${(pauseMs + stopMs) / SECOND_MS} seconds; it exits without waiting for its jobs.`,
      )
      process.exit(1)
    }, pauseMs + stopMs).unref()
    await stop({ pauseMs, skipPause: skipping.signal })
    process.exit(0)
  }
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', () => {
    skipping.abort()
    return stopOnce()
  })
}
