import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inTrace } from '@kiosk/backend/trace'
import { boundConnections } from '../gate/connection-bounds.ts'
import { answerError } from '../gate/error-response.ts'
import { type GateCode, GateError } from '../gate/gate-error.ts'
import { createRejectionLog } from '../gate/rejection-log.ts'
import { type createRequestGate, pathOf } from '../gate/request-gate.ts'
import type { AccessLog } from './access-log.ts'
import { type AnsweringPrograms, createAnswers } from './answers.ts'
import { type Closing, createDeparture } from './departure.ts'
import { drain, openPort, type Place, untilAllAccepted } from './port.ts'
import { requireHttps } from './strict-transport.ts'

export type Programs = AnsweringPrograms & {
  /** The first check of every request. */
  gate: ReturnType<typeof createRequestGate>
  /** Called for every request that the gate rejects; its errors do not change the response. */
  onRejected?: ((code: GateCode, request: IncomingMessage) => void) | undefined
  /** Begins the trace of a request; none = traces are not recorded. */
  beginTrace?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Writes a line for each request; none = they are not logged. */
  accessLog?: AccessLog | undefined
  /** Maximum time for which a client may read nothing of its response. Default: a minute. */
  unreadMs?: number | undefined
  log: { error(options: object, message: string): void; info(options: object, message: string): void }
}

/**
 * Maximum time for the headers of a request, and for the whole request; a slower one gets 408. An idle connection stays open for
 * longer than the minute after which reverse proxies close theirs: a request on a connection that the server is just closing
 * would get no response.
 */
const TIMES = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
} as const

type Listening = {
  port: number
  /**
   * Stops listening after the pause, once proxies that do not check readiness have stopped using the server, and waits up to ten
   * seconds for pending requests.
   */
  close(closing?: Closing): Promise<void>
}

/** Serves all programs on one port; the gate decides which one answers a path. */
export async function listen(programs: Programs, at: Place): Promise<Listening> {
  const departure = createDeparture()
  const { answer, website } = createAnswers(programs)
  const fail = createFailures(programs)
  /** Otherwise only requests that may log or call something have a trace. */
  const areAllTraced = programs.beginTrace !== undefined || programs.accessLog !== undefined

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (departure.turnsAway(request)) return
    if (!areAllTraced) return receive(request, response, inTraceOf)
    inTraceOf(request, () => {
      programs.beginTrace?.(request, response)
      programs.accessLog?.(request, response)
      receive(request, response, (_, work) => work())
    })
  }
  const receive = (request: IncomingMessage, response: ServerResponse, within: typeof inTraceOf) => {
    if (!admits(request, response)) return
    departure.announceOn(response)
    try {
      const checked = programs.gate(request)
      const visit = checked.program === 'website' ? website.visitOf(request) : null
      if (visit && website.answerKept(visit, request, response)) return
      within(request, () => answer(checked, visit, request, response).catch((error: unknown) => fail(error, request, response)))
    } catch (error) {
      within(request, () => fail(error, request, response))
    }
  }

  const server = createServer(TIMES, onRequest)
  const { admits, pending, sockets } = boundConnections(server, { unreadMs: programs.unreadMs })
  // A client that sends `Expect: 100-continue` gets the response of the gate before it sends a large body.
  server.on('checkContinue', onRequest)
  await openPort(server, at)
  return {
    port: (server.address() as AddressInfo).port,
    async close(closing = {}) {
      await departure.begin(pending(), closing)
      await untilAllAccepted(server)
      await drain(server, sockets)
    },
  }
}

/** Answers requests that the gate rejects or for which a program fails. */
function createFailures({ log, onRejected, hsts }: Programs) {
  const logRejected = createRejectionLog(log)

  function noteRejected(code: GateCode, request: IncomingMessage): void {
    try {
      onRejected?.(code, request)
    } catch (error) {
      log.error({ event: 'request.rejection-not-recorded', err: error }, 'rejected request could not be recorded')
    }
  }

  return (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '/')
    requireHttps(response, hsts)
    if (error instanceof GateError) {
      logRejected(error.code, { method: request.method ?? '', path })
      noteRejected(error.code, request)
      answerError(error, request, response, path)
      return
    }
    log.error({ event: 'request.failed', err: error, path }, 'request failed')
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('500')
  }
}

/** Runs `work` in the trace of a request. */
function inTraceOf({ headers }: IncomingMessage, work: () => void): void {
  const { traceparent } = headers
  inTrace(typeof traceparent === 'string' ? traceparent : undefined, work)
}
