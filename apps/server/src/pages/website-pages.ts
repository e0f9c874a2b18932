import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientInfo } from '@kiosk/backend/http/api'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { isFetchedAhead, isSameAhead } from '@kiosk/domain/fetched-ahead'
import { pageAt } from '@kiosk/domain/page-at'
import type { PageVariant } from '@kiosk/domain/page-variant'
import type { PageDictionaries } from '../dictionary/page-dictionaries.ts'
import type { RenderBudget } from '../gate/render-budget.ts'
import { bringsBody } from '../gate/request-body.ts'
import { pathOf } from '../gate/request-gate.ts'
import { STRICT_TRANSPORT } from '../http/strict-transport.ts'
import { requestOf, sharedRequest, signalOf } from '../http/web-request.ts'
import type { Program } from '../program.ts'
import { isForEverybody, type PageCache, type Render, type Renderer } from './page-cache.ts'
import type { ReaderAnswers } from './reader-answers.ts'
import type { Sent } from './rendered-page.ts'
import { NOBODY } from './renewal-header.ts'

export type WebsitePrograms = {
  website: Program
  pages: PageCache
  /** Pages as signed-in readers got them; undefined = each is made again. */
  answers?: ReaderAnswers | undefined
  /** For pages of the website. */
  dictionaries?: PageDictionaries | undefined
  /** Limits the cost of rendering; none = no limits. */
  budget?: RenderBudget | undefined
  /** Tells browsers to use https only (RFC 6797). */
  hsts?: boolean | undefined
  visitorOf(request: IncomingMessage): ClientInfo
  /** Development only: Vite's own files. True = answered. */
  development?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
  log: { error(options: object, message: string): void }
}

/** How pages and all other responses are sent. */
type Sending = {
  send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    dictionaries?: PageDictionaries,
    keep?: (sent: Sent) => void,
  ): Promise<void>
  requireHttps(response: ServerResponse): void
}

export type Visit = ReturnType<ReturnType<typeof createWebsitePages>['visitOf']>

/** Answers requests for pages of the website: kept for everybody, kept for one reader, or rendered. */
export function createWebsitePages(programs: WebsitePrograms, { send, requireHttps }: Sending) {
  /**
   * Sends the page that is kept for everybody, if there is one. It has no trace, because starting one takes as long as finding
   * the page.
   */
  function answerKept({ visitor, shared }: Visit, request: IncomingMessage, response: ServerResponse): boolean {
    return shared !== null && programs.pages.answer(shared, request, response, beginFor(visitor))
  }

  const beginFor =
    ({ address }: ClientInfo) =>
    () =>
      programs.budget?.begin(address)

  /** Returns who asks for a page, and the page for everybody that is asked for; null: the page may be for this visitor only. */
  function visitOf(request: IncomingMessage) {
    const visitor = { ...programs.visitorOf(request), ahead: isFetchedAhead(request.headers) }
    const mayBeShared = !programs.development && !bringsBody(request)
    const shared = mayBeShared ? programs.pages.sharedPageOf(request, visitor.country) : null
    // The page decides whether it matters that nobody has opened it yet.
    const isSame = !visitor.ahead || isSameAhead(pageAt(pathOf(request.url ?? '/')))
    return { visitor, shared: isSame ? shared : null }
  }

  async function answer(
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
    // A page that was loaded ahead lacks something.
    if (visitor.ahead && rendered.status === 200) return refuseAhead(response)
    return send(rendered, request, response)
  }

  /** A browser drops this answer, and asks again when the page is opened. */
  function refuseAhead(response: ServerResponse): void {
    response.writeHead(503, { 'cache-control': cacheControl('nothing') }).end()
  }

  /** Returns how a shared page is rendered. The function is kept with the page, so it holds nothing of the visitor. */
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
    if (programs.hsts && isForEverybody(rendered)) rendered.headers.set(...STRICT_TRANSPORT)
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
      const page = await programs.website(asked, client)
      const keep =
        answerKey === null
          ? undefined
          : (sent: Sent) =>
              programs.answers!.keep(answerKey, page, {
                ...sent,
                headers: programs.hsts ? [...sent.headers, ...STRICT_TRANSPORT] : sent.headers,
              })
      await send(page, request, response, programs.dictionaries, keep)
    } finally {
      done?.()
    }
  }

  return { visitOf, answerKept, answer }
}
