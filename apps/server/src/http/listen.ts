import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { inTrace } from '@kiosk/backend/trace'
import { wholeOf } from '@kiosk/domain/whole-response'
import type { PageDictionaries } from '../dictionary/page-dictionaries.ts'
import { boundConnections } from '../gate/connection-bounds.ts'
import { answerError } from '../gate/error-response.ts'
import { type GateCode, GateError } from '../gate/gate-error.ts'
import { createLargeBodies } from '../gate/large-bodies.ts'
import { createRejectionLog } from '../gate/rejection-log.ts'
import { bringsBody, checkFieldCount, checkForm, longestBodyOf, readBody } from '../gate/request-body.ts'
import { type CheckedRequest, type createRequestGate, pathOf } from '../gate/request-gate.ts'
import { type Sent, sendOnce } from '../pages/rendered-page.ts'
import { createWebsitePages, type Visit, type WebsitePrograms } from '../pages/website-pages.ts'
import type { Program } from '../program.ts'
import type { AccessLog } from './access-log.ts'
import { boundHead } from './bound-head.ts'
import { type CdnHeaders, createCdnHeaders } from './cdn-headers.ts'
import { compressed } from './compression.ts'
import { drain, openPort, type Place, untilAllAccepted } from './port.ts'
import type { StaticFiles } from './static-files.ts'
import { STRICT_TRANSPORT } from './strict-transport.ts'
import { requestOf, signalOf } from './web-request.ts'

export type Programs = WebsitePrograms & {
  api: Program
  reader: Program
  /** Pages and API of the operator's desk. */
  desk: Program
  /** Health and metrics. */
  service: Program
  /** Development only: the sent e-mails, under `/dev/mail`. */
  mailbox?: Program | undefined
  files: StaticFiles[]
  /** The first check of every request. */
  gate: ReturnType<typeof createRequestGate>
  /** Headers for the CDN; undefined = there is none. */
  cdn?: CdnHeaders | undefined
  /** Called for every request that the gate rejects; its errors do not change the response. */
  onRejected?: ((code: GateCode, request: IncomingMessage) => void) | undefined
  /** Begins the trace of a request; none = traces are not recorded. */
  beginTrace?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Writes a line for each request; none = they are not logged. */
  accessLog?: AccessLog | undefined
  /** Maximum time for receiving a body. Default: 30 s. */
  bodyMs?: number | undefined
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

/** Paths of images, which are rendered on demand: rendering stops if the reader has turned the page. */
const IMAGE = /\/(picture|cover)(\/|$)/

/**
 * Header of a proxy that sends a GET or HEAD to the next server when a connection is closed without an answer, and then does not
 * use the first one for a second. This is nginx, which does not ask for /readyz.
 */
const REPEATS_HEADER = 'x-proxy-repeats'
/** After this time without a request, such proxies have stopped using the server. */
const LEFT_OUT_MS = 300
/** Maximum time to wait for that. */
const LEAVING_MS = 3_000

/** How a server stops: by default at once, without a pause. */
export type Closing = {
  /** Time for which requests are answered as before, so that a load balancer notices that it must not send more. */
  pauseMs?: number
  /** Ends the pause. */
  skipPause?: AbortSignal
}
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
  let isDraining = false
  /** Closes connections of proxies that repeat requests; the time of the last request, as `performance.now()`. */
  let leaving: { lastRequestAt: number } | undefined
  const { cdn = createCdnHeaders(null) } = programs
  const rejected = createRejectionLog(programs.log)
  const largeBody = createLargeBodies()
  /** Otherwise only requests that may log or call something have a trace. */
  const areAllTraced = programs.beginTrace !== undefined || programs.accessLog !== undefined
  const website = createWebsitePages(programs, { send, requireHttps })
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (leaving) leaving.lastRequestAt = performance.now()
    if (leaving && isRepeated(request)) return void request.socket.destroy()
    if (!areAllTraced) return receive(request, response, inTraceOf)
    inTraceOf(request, () => {
      programs.beginTrace?.(request, response)
      programs.accessLog?.(request, response)
      receive(request, response, (_, work) => work())
    })
  }
  const receive = (request: IncomingMessage, response: ServerResponse, within: typeof inTraceOf) => {
    if (!admits(request, response)) return
    if (isDraining) announceClosing(response)
    try {
      const checked = programs.gate(request)
      const visit = checked.program === 'website' ? website.visitOf(request) : null
      if (visit && website.answerKept(visit, request, response)) return
      within(request, () => answer(checked, visit, request, response).catch((error: unknown) => fail(error, request, response)))
    } catch (error) {
      within(request, () => fail(error, request, response))
    }
  }
  function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const path = pathOf(request.url ?? '/')
    requireHttps(response)
    if (error instanceof GateError) {
      rejected(error.code, { method: request.method ?? '', path })
      noteRejected(error.code, request)
      answerError(error, request, response, path)
      return
    }
    programs.log.error({ event: 'request.failed', err: error, path }, 'request failed')
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('500')
  }
  function noteRejected(code: GateCode, request: IncomingMessage): void {
    try {
      programs.onRejected?.(code, request)
    } catch (error) {
      programs.log.error({ event: 'request.rejection-not-recorded', err: error }, 'rejected request could not be recorded')
    }
  }
  const server = createServer(TIMES, onRequest)
  const { admits, pending, sockets } = boundConnections(server, { unreadMs: programs.unreadMs })
  // A client that sends `Expect: 100-continue` gets the response of the gate before it sends a large body.
  server.on('checkContinue', onRequest)

  /**
   * Sets HSTS. Not called before a cached page is looked up: it has the header already, and setting it again costs a quarter of
   * its time.
   */
  function requireHttps(response: ServerResponse): void {
    if (programs.hsts && !response.headersSent) response.setHeader(...STRICT_TRANSPORT)
  }

  async function answer(
    { program, path }: CheckedRequest,
    visit: Visit | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const files = programs.files.find((each) => each.has(path))
    if (program !== 'website' || files) requireHttps(response)
    const body = bringsBody(request)
      ? await readBody(request, response, {
          longestBytes: longestBodyOf(path),
          timeoutMs: programs.bodyMs,
          large: largeBody(programs.visitorOf(request).address),
        })
      : null
    if (program === 'website' || program === 'reader') checkForm(request, body)
    if (body && program === 'api') checkFieldCount(request, body)
    if (program === 'api')
      return through(programs.api, request, response, body, IMAGE.test(path) ? signalOf(response) : undefined)
    if (program === 'service') return through(programs.service, request, response, body)
    if (program === 'mailbox' && programs.mailbox) return through(programs.mailbox, request, response, body)
    if (files && (await files.answer(path, request, response))) return
    if (programs.development && (await programs.development(request, response))) return
    if (program === 'reader' || program === 'desk') return through(programs[program], request, response, body)
    await website.answer(visit ?? website.visitOf(request), request, response, body)
  }

  async function through(
    program: Program,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer> | null,
    signal?: AbortSignal,
  ): Promise<void> {
    const visitor = programs.visitorOf(request)
    const client = body ? { ...visitor, gone: signalOf(response) } : visitor
    return send(await program(requestOf(request, body, signal), client), request, response)
  }

  /** Sends a response. Most are complete and need no stream. */
  async function send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    dictionaries?: PageDictionaries,
    keep?: (sent: Sent) => void,
  ): Promise<void> {
    cdn.finish(answer.headers)
    boundHead(answer.headers)
    if (wholeOf(answer) !== undefined) return sendOnce(answer, request, response, dictionaries, keep)
    const stream = getRequestListener(async (requested) => compressed(answer, requested), { overrideGlobalObjects: false })
    await stream(request, response)
  }

  await openPort(server, at)
  return {
    port: (server.address() as AddressInfo).port,
    async close({ pauseMs = 0, skipPause } = {}) {
      isDraining = true
      for (const response of pending()) announceClosing(response)
      if (pauseMs > 0) {
        await pause(pauseMs, undefined, skipPause && { signal: skipPause }).catch(() => {})
        leaving = { lastRequestAt: performance.now() }
        const end = performance.now() + LEAVING_MS
        while (!skipPause?.aborted && performance.now() < Math.min(end, leaving.lastRequestAt + LEFT_OUT_MS))
          await pause(LEFT_OUT_MS / 10)
      }
      await untilAllAccepted(server)
      await drain(server, sockets)
    },
  }
}

/** Runs `work` in the trace of a request. */
function inTraceOf({ headers }: IncomingMessage, work: () => void): void {
  const { traceparent } = headers
  inTrace(typeof traceparent === 'string' ? traceparent : undefined, work)
}

/** Whether a proxy sends this request to the next server if it gets no answer. */
function isRepeated({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers[REPEATS_HEADER] !== undefined
}

/** Announces the end of the connection, so that the client sends its next request on a new one, which may lead to another server. */
function announceClosing(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
