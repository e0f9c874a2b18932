import type { Closing } from '../http/listen.ts'

/**
 * Calls `stop` once, at the first SIGTERM or SIGINT, and ends the process after it. SIGTERM comes from a supervisor that replaces the
 * server, perhaps twice (from npm and from systemd), so it has a pause. SIGINT comes from a keyboard and has none, or ends it.
 */
export function stopOnSignal(stop: (closing: Closing) => Promise<void>, pauseMs: number): void {
  const skipping = new AbortController()
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    await stop({ pauseMs, skipPause: skipping.signal })
    process.exit(0)
  }
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', () => {
    skipping.abort()
    return stopOnce()
  })
}
