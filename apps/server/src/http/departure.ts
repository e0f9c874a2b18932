import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** How a server stops: by default at once, without a pause. */
export type Closing = {
  /** Time for which requests are answered as before, so that a load balancer notices that it must not send more. */
  pauseMs?: number
  /** Ends the pause. */
  skipPause?: AbortSignal
}

/**
 * Header of a proxy that sends a GET or HEAD to the next server when a connection is closed without an answer, and then does not
 * use the first one for a second. This is nginx, which does not ask for /readyz.
 */
const REPEATS_HEADER = 'x-proxy-repeats'
/** After this time without a request, such proxies have stopped using the server. */
const LEFT_OUT_MS = 300
/** Maximum time to wait for that. */
const LEAVING_MS = 3_000

/** Has clients and proxies stop using this server before it stops listening (ADR-0288). */
export function createDeparture() {
  let isDraining = false
  /** Closes connections of proxies that repeat requests; the time of the last request, as `performance.now()`. */
  let leaving: { lastRequestAt: number } | undefined

  return {
    /** Returns whether the connection was closed instead, because its proxy then sends the request to the next server. */
    turnsAway(request: IncomingMessage): boolean {
      if (!leaving) return false
      leaving.lastRequestAt = performance.now()
      if (!isRepeated(request)) return false
      request.socket.destroy()
      return true
    },

    /** Announces the end of the connection if the server stops. */
    announceOn(response: ServerResponse): void {
      if (isDraining) announceClosing(response)
    },

    /** Waits for the pause, and until proxies that do not check readiness have stopped using the server. */
    async begin(pending: Iterable<ServerResponse>, { pauseMs = 0, skipPause }: Closing): Promise<void> {
      isDraining = true
      for (const response of pending) announceClosing(response)
      if (pauseMs === 0) return
      await pause(pauseMs, undefined, skipPause && { signal: skipPause }).catch(() => {})
      leaving = { lastRequestAt: performance.now() }
      const end = performance.now() + LEAVING_MS
      while (!skipPause?.aborted && performance.now() < Math.min(end, leaving.lastRequestAt + LEFT_OUT_MS))
        await pause(LEFT_OUT_MS / 10)
    },
  }
}

/** Whether a proxy sends this request to the next server if it gets no answer. */
function isRepeated({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers[REPEATS_HEADER] !== undefined
}

/** Announces the end of the connection, so that the client sends its next request on a new one, which may lead to another server. */
function announceClosing(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
