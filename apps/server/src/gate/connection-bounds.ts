import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that are under way at once. Browsers and proxies wait for an answer before they ask again; some
 * programs send a few ahead. Who sends thousands ahead would keep the server busy for many seconds with a few kilobytes.
 */
const MOST_AT_ONCE = 16
/** So long a client may take nothing of its answer: what it does not take lies in memory. Milliseconds. */
const UNREAD_MS = 60_000

/**
 * Bounds what one connection may hold of this server.
 * @param unreadMs of tests
 * @returns false where a connection asks too much at once: it is closed, and the request is not to be answered
 */
export function boundConnections(
  server: Server,
  { unreadMs = UNREAD_MS }: { unreadMs?: number | undefined } = {},
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>()
  // Anything that is read or written begins the time anew.
  server.setTimeout(unreadMs, (socket) => {
    const [first] = underWay.get(socket) ?? []
    // An answer that is still worked on takes as long as it takes.
    if (first && !first.headersSent) socket.setTimeout(unreadMs)
    else socket.destroy()
  })
  return ({ socket }, response) => {
    // The rest of what arrived with the request that was one too many.
    if (socket.destroyed) return false
    const answers = underWay.get(socket) ?? new Set()
    if (answers.size >= MOST_AT_ONCE) {
      socket.destroy()
      return false
    }
    underWay.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
    return true
  }
}
