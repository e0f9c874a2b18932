import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CannotStart } from '@kiosk/backend/startup-error'

export type Place = { port: number; host: string }

/** @throws CannotStart if this process cannot listen there */
export function openPort(server: Server, at: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(whyNotListening(error, at)))
    server.listen(at.port, at.host, resolve)
  })
}

/**
 * Listens for a moment, to check the port before anything else is started.
 * @throws CannotStart if this process cannot listen there
 */
export async function requireFreePort(at: Place): Promise<void> {
  const server = createServer()
  await openPort(server, at)
  await drain(server)
}

function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Place): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} of ${host} is in use by another program: stop that one, or set PORT.`)
  if (error.code === 'EACCES') return new CannotStart(`Port ${port} may not be opened by this user: set PORT to one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CannotStart(`This machine has no address ${host}: set HOST to one that it has, or to 0.0.0.0.`)
  return error
}

/** Maximum time in which connections that have arrived are accepted. */
const ACCEPTING_MS = 1_000
/** In a longer turn of the event loop, another connection may have arrived after the last one was accepted. */
const SHORT_TURN_MS = 1

/**
 * Waits until all connections that have arrived are accepted: those not accepted would be reset when listening ends, and a
 * balancer does not repeat a POST that it has sent on one of them. Each turn of the event loop accepts one connection, and then
 * answers requests.
 */
export async function untilAllAccepted(server: Server): Promise<void> {
  let accepted = false
  const note = () => {
    accepted = true
  }
  server.on('connection', note)
  const end = performance.now() + ACCEPTING_MS
  for (let turnMs = Number.POSITIVE_INFINITY; (accepted || turnMs > SHORT_TURN_MS) && performance.now() < end; ) {
    accepted = false
    const began = performance.now()
    await nextTurn()
    turnMs = performance.now() - began
  }
  server.off('connection', note)
}

/** Time for the pending requests, after which their connections are closed. */
const PENDING_MS = 10_000
/** Time for a client to send something on a new connection: browsers open some ahead and send nothing. */
const SILENT_MS = 1_000
const LOOK_FOR_IDLE_MS = 100

/** Accepts no new connections and waits for the pending requests. */
export function drain(server: Server, sockets: () => Iterable<Socket> = () => []): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PENDING_MS)
    const silent = setTimeout(() => {
      for (const socket of sockets()) if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_MS)
    // A response that had begun before keeps its connection open.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS)
    server.close(() => {
      for (const timer of [impatient, silent, idle]) clearTimeout(timer)
      resolve()
    })
  })
}
