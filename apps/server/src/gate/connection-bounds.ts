import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of pending requests of one connection. Browsers and proxies wait for a response before the next request;
 * some clients pipeline a few. A client that pipelined thousands would occupy the server for many seconds with a few kilobytes.
 */
const MOST_AT_ONCE = 16
/** Maximum time for which a client may read nothing of its response: unread data stays in memory. */
const UNREAD_MS = 60_000

/**
 * Limits the resources of one connection.
 * @param unreadMs for tests
 * @returns `admits`: false if a connection has too many pending requests: it is closed, and the request must not be answered;
 *   `pending`: responses that have not been sent in full; `sockets`: open connections
 */
export function boundConnections(
  server: Server,
  { unreadMs = UNREAD_MS }: { unreadMs?: number | undefined } = {},
): {
  admits(request: IncomingMessage, response: ServerResponse): boolean
  pending(): Iterable<ServerResponse>
  sockets(): Iterable<Socket>
} {
  const underWay = new Map<Socket, Set<ServerResponse>>()
  server.on('connection', (socket) => {
    underWay.set(socket, new Set())
    socket.once('close', () => underWay.delete(socket))
  })
  // Everything read or written restarts the timeout.
  server.setTimeout(unreadMs, (socket) => {
    const [first] = underWay.get(socket) ?? []
    // There is no limit for a response that is still being made.
    if (first && !first.headersSent) socket.setTimeout(unreadMs)
    else socket.destroy()
  })
  function forget(this: ServerResponse): void {
    underWay.get(this.req.socket)?.delete(this)
  }
  return {
    admits({ socket }, response) {
      const answers = underWay.get(socket)
      // The rest of the data that arrived with the rejected request.
      if (!answers || socket.destroyed) return false
      if (answers.size >= MOST_AT_ONCE) {
        socket.destroy()
        return false
      }
      answers.add(response)
      response.on('close', forget)
      return true
    },
    *pending() {
      for (const answers of underWay.values()) yield* answers
    },
    sockets: () => underWay.keys(),
  }
}
