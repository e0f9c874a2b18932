import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ClientInfo } from '@kiosk/backend/http/api'
import { inTrace } from '@kiosk/backend/trace'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { isFetchedAhead, isSameAhead } from '@kiosk/domain/fetched-ahead'
import { pageAt } from '@kiosk/domain/page-at'
import type { PageVariant } from '@kiosk/domain/page-variant'
import { wholeOf } from '@kiosk/domain/whole-response'
import type { AccessLog } from './access-log.ts'
import { type CdnHeaders, createCdnHeaders } from './cdn-headers.ts'
import { compressed } from './compression.ts'
import type { PageDictionaries } from './dictionary/page-dictionaries.ts'
import { boundConnections } from './gate/connection-bounds.ts'
import { answerError } from './gate/error-response.ts'
import { type GateCode, GateError } from './gate/gate-error.ts'
import { createLargeBodies } from './gate/large-bodies.ts'
import { createRejectionLog } from './gate/rejection-log.ts'
import type { RenderBudget } from './gate/render-budget.ts'
import { bringsBody, checkFieldCount, checkForm, longestBodyOf, readBody } from './gate/request-body.ts'
import { type CheckedRequest, type createRequestGate, pathOf } from './gate/request-gate.ts'
import { isForEverybody, type PageCache, type Render, type Renderer } from './page-cache.ts'
import { drain, openPort, type Place, untilAllAccepted } from './port.ts'
import type { ReaderAnswers } from './reader-answers.ts'
import { type Sent, sendOnce } from './rendered-page.ts'
import { NOBODY } from './renewal-header.ts'
import type { StaticFiles } from './static-files.ts'
import { requestOf, sharedRequest, signalOf } from './web-request.ts'

export type Program = (request: Request, visitor: ClientInfo) => Promise<Response>

export type Programs = {
  api: Program
  reader: Program
  website: Program
  /** Pages and API of the operator's desk. */
  desk: Program
  /** Health and metrics. */
  service: Program
  /** Development only: the sent e-mails, under `/dev/mail`. */
  mailbox?: Program | undefined
  files: StaticFiles[]
  /** The first check of every request. */
  gate: ReturnType<typeof createRequestGate>
  /** Tells browsers to use https only (RFC 6797). */
  hsts?: boolean | undefined
  pages: PageCache
  /** Pages as signed-in readers got them; undefined = each is made again. */
  answers?: ReaderAnswers | undefined
  /** Headers for the CDN; undefined = there is none. */
  cdn?: CdnHeaders | undefined
  /** For pages of the website. */
  dictionaries?: PageDictionaries | undefined
  /** Limits the cost of rendering; none = no limits. */
  budget?: RenderBudget | undefined
  visitorOf(request: IncomingMessage): ClientInfo
  /** Called for every request that the gate rejects; its errors do not change the response. */
  onRejected?: ((code: GateCode, request: IncomingMessage) => void) | undefined
  /** Begins the trace of a request; none = traces are not recorded. */
  beginTrace?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Writes a line for each request; none = they are not logged. */
  accessLog?: AccessLog | undefined
  /** Maximum time for receiving a body. Default: 30 s. */
  bodyMs?: number | undefined
  /** Maximum time in which a client reads nothing of its response. Default: a minute. */
  unreadMs?: number | undefined
  log: { error(options: object, message: string): void; info(options: object, message: string): void }
  /** Development only: Vite's own files. True = answered. */
  development?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
}

/** A year. Without subdomains, which may belong to others. */
const HSTS = 'max-age=31536000'
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
 * Header of a proxy that sends a GET or HEAD to the next server when a connection is closed without an answer, and then leaves the
 * server out for a second: nginx, which asks nobody for /readyz.
 */
const REPEATS_HEADER = 'x-proxy-repeats'
/** Without a request for this time, such proxies have left the server out. */
const LEFT_OUT_MS = 300
/** Maximum time for them to do so. */
const LEAVING_MS = 3_000

/** How a server stops: by default at once, without a pause. */
export type Closing = {
  /** Time in which requests are answered as before, so that a load balancer notices that it must not send more. */
  pauseMs?: number
  /** Ends the pause. */
  skipPause?: AbortSignal
}
type Listening = {
  port: number
  /**
   * Stops listening after the pause, once proxies that ask nobody for readiness have left the server out, and waits up to ten seconds
   * for pending requests.
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
  /** Otherwise only those have a trace that may log or call something. */
  const areAllTraced = programs.beginTrace !== undefined || programs.accessLog !== undefined
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
      const visit = checked.program === 'website' ? visitOf(request) : null
      if (visit && answerKept(visit, request, response)) return
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
    if (programs.hsts && !response.headersSent) response.setHeader('strict-transport-security', HSTS)
  }

  /** Sends a page that is kept for everybody, if there is one: without a trace, because entering one takes as long as finding the page. */
  function answerKept({ visitor, shared }: Visit, request: IncomingMessage, response: ServerResponse): boolean {
    return shared !== null && programs.pages.answer(shared, request, response, beginFor(visitor))
  }

  const beginFor =
    ({ address }: ClientInfo) =>
    () =>
      programs.budget?.begin(address)

  type Visit = ReturnType<typeof visitOf>

  /** Returns who asks for a page, and the page for everybody that is asked for; null: the page may be for this visitor only. */
  function visitOf(request: IncomingMessage) {
    const visitor = { ...programs.visitorOf(request), ahead: isFetchedAhead(request.headers) }
    const mayBeShared = !programs.development && !bringsBody(request)
    const shared = mayBeShared ? programs.pages.sharedPageOf(request, visitor.country) : null
    // Whether it matters that nobody has opened the page yet is decided by the page.
    const isSame = !visitor.ahead || isSameAhead(pageAt(pathOf(request.url ?? '/')))
    return { visitor, shared: isSame ? shared : null }
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
    await website(visit ?? visitOf(request), request, response, body)
  }

  async function website(
    { visitor, shared }: Visit,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer> | null,
  ): Promise<void> {
    const answerKey = shared ? null : (programs.answers?.keyOf(request, visitor) ?? null)
    if (answerKey !== null && (await programs.answers!.answer(answerKey, request, response))) return
    if (visitor.ahead && programs.budget?.admitsAhead(visitor.address) === false) return refuseAhead(response)
    requireHttps(response)
    if (!shared) return ownPage(request, response, body, visitor, answerKey)
    const rendered = await programs.pages.render(shared, rendererOf(request.url ?? '/', shared.variant, visitor))
    if (!(rendered instanceof Response)) return programs.pages.send(rendered, shared, request, response, beginFor(visitor))
    // The page of somebody who has not opened it yet lacks something.
    if (visitor.ahead && rendered.status === 200) return refuseAhead(response)
    return send(rendered, request, response)
  }

  /** A browser drops this answer, and asks again when the page is opened. */
  function refuseAhead(response: ServerResponse): void {
    response.writeHead(503, { 'cache-control': cacheControl('nothing') }).end()
  }

  /** Returns how a shared page is rendered. It is kept with the page, and so refers to nothing of the visitor. */
  function rendererOf(url: string, variant: PageVariant, { address, country }: ClientInfo): Renderer {
    const { budget } = programs
    return {
      render: () => {
        const done = budget?.begin(address)
        return renderShared(url, variant, { address, country }).finally(done)
      },
      renew: renewerOf(url, variant),
    }
  }

  function renewerOf(url: string, variant: PageVariant): Render {
    return () => reportFailure(renderShared(url, variant, { ...NOBODY, country: variant.country }), url)
  }

  async function renderShared(url: string, variant: PageVariant, visitor: ClientInfo): Promise<Response> {
    const rendered = await programs.website(sharedRequest(url, variant), { ...visitor, counted: false })
    if (programs.hsts && isForEverybody(rendered)) rendered.headers.set('strict-transport-security', HSTS)
    return rendered
  }

  /** Reports the failure of a page that nobody waits for. */
  function reportFailure(rendering: Promise<Response>, url: string): Promise<Response> {
    rendering.catch((error: unknown) => {
      const path = pathOf(url)
      programs.log.error({ event: 'page.not-renewed', err: error, path }, 'an old page could not be rendered again')
    })
    return rendering
  }

  async function ownPage(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer> | null,
    visitor: ClientInfo,
    answerKey: string | null,
  ): Promise<void> {
    const done = programs.budget?.begin(visitor.address)
    try {
      const client = body ? { ...visitor, gone: signalOf(response) } : visitor
      const asked = requestOf(request, body)
      // The whole page is needed to keep it; whether the browser has it is decided when it is sent.
      if (answerKey !== null) asked.headers.delete('if-none-match')
      const answer = await programs.website(asked, client)
      const keep =
        answerKey === null
          ? undefined
          : (sent: Sent) =>
              programs.answers!.keep(answerKey, answer, {
                ...sent,
                headers: programs.hsts ? [...sent.headers, 'strict-transport-security', HSTS] : sent.headers,
              })
      await send(answer, request, response, programs.dictionaries, keep)
    } finally {
      done?.()
    }
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

  /** Sends a response; most are complete and need no streams. */
  async function send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    dictionaries?: PageDictionaries,
    keep?: (sent: Sent) => void,
  ): Promise<void> {
    cdn.finish(answer.headers)
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
