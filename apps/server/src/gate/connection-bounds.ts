import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of pending requests of one connection. Browsers and proxies wait for a response before the next request;
 * some clients pipeline a few. A client that pipelined thousands would occupy the server for many seconds with a few kilobytes.
 */
const MOST_AT_ONCE = 16
/** Maximum time in which a client reads nothing of its response, because unread data stay in memory. */
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
  pending: ReadonlySet<ServerResponse>
  sockets: ReadonlySet<Socket>
} {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>()
  const pending = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Everything read or written restarts the timeout.
  server.setTimeout(unreadMs, (socket) => {
    const [first] = underWay.get(socket) ?? []
    // There is no limit for a response that is still being made.
    if (first && !first.headersSent) socket.setTimeout(unreadMs)
    else socket.destroy()
  })
  function admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // The rest of the data that arrived with the rejected request.
    if (socket.destroyed) return false
    const answers = underWay.get(socket) ?? new Set()
    if (answers.size >= MOST_AT_ONCE) {
      socket.destroy()
      return false
    }
    underWay.set(socket, answers.add(response))
    pending.add(response)
    response.once('close', () => {
      answers.delete(response)
      pending.delete(response)
    })
    return true
  }
  return { admits, pending, sockets }
}
