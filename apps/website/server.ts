import { transcode } from 'node:buffer'
import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import type { ApiFetch } from '@kiosk/api-client/api-client'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { clearSiteData } from '@kiosk/domain/accounts/shared-device'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { linksWithAttribution, withAttribution } from '@kiosk/domain/campaigns/attribution'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { isLanguage } from '@kiosk/domain/locale'
import { concatenated, type PageTemplate, type Values } from '@kiosk/domain/page-template'
import { variantKey } from '@kiosk/domain/page-variant'
import { requestIdIn } from '@kiosk/domain/request-id'
import { SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { PageAnswer } from '@kiosk/domain/whole-response'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { finishPage, pageContext } from './app/shell/content-security.ts'
import { rememberedFor365Days } from './app/shell/cookies.ts'
import { templateOf } from './app/shell/page-marks.ts'
import { type UsedRules, usedRulesOf } from './app/shell/page-style.ts'
import {
  createRequestContext,
  type Handed,
  type ReaderPage,
  type RenderedPage,
  type RequestContext,
  type WantedPage,
} from './app/shell/request-context.ts'
import { isStaticPage } from './app/shell/static-pages.ts'

export type { ApiFetch, Handed }

const answer = createRequestHandler(build, import.meta.env.MODE)

/** Size of a kept page in memory, as a multiple of its template: it is filled for a few looks and compressed. */
const SIZE_WITH_LOOKS = 4

/**
 * Answers every request of the website: pages, their data and forms. `options.api` is bound to the visitor;
 * `options.publicUrl` is the origin that visitors see, whatever address a proxy uses.
 */
export async function handle(request: Request, options: Handed): Promise<Response> {
  const requested = new URL(request.url)
  const seen = readsOnly(request) ? options.publicUrl : originSeen(requested, options.publicUrl)
  const address = new URL(decodable(requested.pathname.replace(/^\/{2,}/, '/')) + requested.search, seen)
  if (!readsOnly(request) && !comesFromHere(request, address.origin)) {
    return new Response('Forbidden\n', { status: 403, headers: { 'content-type': 'text/plain' } })
  }
  const requestId = requestIdIn(request.headers)
  // A HEAD response has the headers of the page, whose policy is known only after rendering.
  const publicRequest =
    request.method === 'HEAD'
      ? new Request(address, { headers: request.headers })
      : address.href === request.url
        ? request
        : new Request(address, request)
  const rendering = beginRendering(publicRequest, requestId, options)
  const { ctx } = rendering
  const kept = await keptPage(rendering, options)
  const made = kept ? fromKept(kept) : await render(rendering)
  const values = await valuesOf(kept?.asks ?? ctx.asks, ctx)
  // A slot is where it cannot be filled, or the reader cannot be asked: the page is rendered for this reader alone.
  if (made === null || values === null) return handle(request, { ...options, readerPages: undefined })
  // A browser drops it, and asks again when the page is opened.
  if (ctx.incomplete && isFetchedAhead(request.headers)) return new Response(null, { status: 503 })
  const response = respond(made, request, ctx, values, kept !== null)
  response.headers.set('x-request-id', requestId)
  response.headers.append('vary', 'cookie, accept-language')
  // Responses to signed-in users must not be stored on disk, where the next user of the device could find them. Feeds,
  // which set max-age, contain no personal data.
  const mayBePersonal = !/no-store|public|max-age/.test(response.headers.get('cache-control') ?? '')
  if (mayBePersonal && bringsSession(request.headers.get('cookie')) && (await ctx.who()).state !== 'anonymous')
    response.headers.set('cache-control', cacheControl('personal'))
  if (response.status >= 300 && !response.headers.has('cache-control'))
    response.headers.set('cache-control', cacheControl('nothing'))
  for (const cookie of ctx.cookies) response.headers.append('set-cookie', cookie)
  const lang = address.searchParams.get('lang')
  if (isLanguage(lang) && !ctx.languageChosen) {
    response.headers.append('set-cookie', rememberedFor365Days('language', ctx.language, options.publicUrl))
  }
  // An incomplete response, or one with a cookie, must not be cached for others.
  if ((ctx.incomplete || response.headers.has('set-cookie')) && response.headers.get('cache-control')?.includes('public'))
    response.headers.set('cache-control', cacheControl('incompletePage'))
  if (made.body === null && response.headers.get('cache-control')?.includes('public'))
    response.headers.set(SURROGATE_KEY_HEADER, ctx.shown.keys.join(' '))
  // What was loaded ahead shows neither a change nor that somebody has signed in or out.
  const isChange = !readsOnly(request) || ctx.cookies.length > 0
  const ahead = isChange ? '"prefetchCache", "prerenderCache"' : null
  const cleared = [clearSiteData(ctx.cookies), ahead].filter(Boolean).join(', ')
  if (cleared) response.headers.set('clear-site-data', cleared)
  return response
}

/** Returns a path that the router can decode: it finds no page at any other one, but prints two warnings for each request. */
function decodable(path: string): string {
  try {
    // The result is used, because the bundler removes a call that it takes for one without effects.
    return decodeURIComponent(path) && path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

type MadePage = { status: number; headers: Headers; template: PageTemplate; body: null }
type Made = MadePage | { status: number; headers: Headers; body: Response }
/** A page that is being rendered, and the one that results: null if a slot of it cannot be filled. */
type Rendering = { request: Request; context: RouterContextProvider; ctx: RequestContext; made: Promise<Made | null> | undefined }

function beginRendering(request: Request, requestId: string, options: Handed): Rendering {
  const context = new RouterContextProvider()
  return { request, context, ctx: createRequestContext(context, request, requestId, options), made: undefined }
}

/** Renders a page, once. */
function render(rendering: Rendering): Promise<Made | null> {
  rendering.made ??= renderOnce(rendering)
  return rendering.made
}

async function renderOnce({ request, context, ctx }: Rendering): Promise<Made | null> {
  const page = { nonce: randomUUID(), html: null }
  context.set(pageContext, page)
  return finalizeHtml(await answer(request, context), page, ctx)
}

/** Adds the content security policy, computed from the exact bytes sent. Null if a slot of the page cannot be filled. */
async function finalizeHtml(
  response: Response,
  { html: marked, nonce }: { html: readonly string[] | null; nonce: string },
  ctx: RequestContext,
): Promise<Made | null> {
  const { status } = response
  const headers = new Headers(response.headers)
  headers.set('x-content-type-options', 'nosniff')
  const to = headers.get('location')
  if (to) headers.set('location', withAttribution(to, ctx.attribution))
  if ((status === 503 || status === 429) && ctx.retryAfter) headers.set('retry-after', ctx.retryAfter)
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (marked === null) return { status, headers, body: response }
  const attributed = marked.map((piece) => linksWithAttribution(piece, ctx.attribution))
  const isDevelopment = import.meta.env.DEV
  const rulesOf = isStaticPage(ctx.page) && !isDevelopment ? rulesOfSheet : undefined
  const { html, policy } = finishPage(attributed, nonce, ctx, { isDevelopment, rulesOf })
  const template = templateOf(html, ctx.mark ?? randomUUID(), bytesOf)
  if (template === null) return null
  headers.set('content-security-policy', policy)
  // Read by the service worker, which keeps its document in the language that was used last.
  headers.set('content-language', ctx.language)
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  headers.set('cross-origin-opener-policy', ctx.opened.popups ? 'same-origin-allow-popups' : 'same-origin')
  if (status === 200 && !headers.has('cache-control')) {
    const forEverybody = !ctx.incomplete && (await ctx.who()).state === 'anonymous'
    headers.set('cache-control', cacheControl(forEverybody ? 'visitorPage' : 'incompletePage'))
  }
  return { status, headers, template, body: null }
}

/**
 * Returns the response with the finished page, filled for this visitor, with its ETag. `often`: other visitors get the same
 * pieces.
 */
function respond(made: Made, request: Request, { look, varies }: RequestContext, values: Values, often: boolean): Response {
  const { status, headers } = made
  if (made.body) return new Response(made.body.body, { status, headers })
  const { template } = made
  const pieces = often ? template.fillForMany(look).fill(values) : template.fill({ ...look, ...values })
  const bytes = concatenated(pieces.map((piece) => piece.bytes))
  if (status === 200) {
    const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 24)}"`
    headers.set('etag', etag)
    if (readsOnly(request) && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const page = { whole: bytes, template, varies: [...varies], pieces: often ? pieces : null }
  return new PageAnswer(page, { status, headers })
}

/** Returns what the page of a signed-in reader depends on; null if it cannot be kept (ADR-0275). */
async function wantedPage(ctx: RequestContext): Promise<WantedPage | null> {
  if (!ctx.slots) return null
  const { state } = await ctx.who()
  const { slots } = ctx
  // The staff may look at the account: every page says so.
  if (!slots.user || slots.user.support) return null
  const variant = variantKey({ country: null, language: ctx.language })
  const key = JSON.stringify([ctx.path, variant, state, await ctx.launchOffered(), slots.base])
  return { key, factOf: (name) => slots.factOf(name) }
}

/** Returns a page that is kept for readers like this one, or is now; null if there is none. */
async function keptPage(rendering: Rendering, options: Handed): Promise<ReaderPage | null> {
  const { readerPages } = options
  const wanted = readerPages ? await wantedPage(rendering.ctx) : null
  if (!readerPages || !wanted) return null
  const renew = async () => {
    const again = beginRendering(rendering.request, randomUUID(), { ...options, api: readerPages.api })
    const found = await wantedPage(again.ctx)
    const rendered = await renderForMany(again)
    // What is known of the reader may have changed meanwhile.
    const varies = 'page' in rendered ? rendered.page.varies : []
    const isSame = found?.key === wanted.key && varies.every((name) => found.factOf(name) === wanted.factOf(name))
    return isSame ? rendered : { own: null }
  }
  const kept = readerPages.pages.get(wanted, renew)
  if (kept) return kept
  const rendered = await readerPages.pages.render(wanted, { render: () => renderForMany(rendering), renew })
  return 'page' in rendered ? rendered.page : null
}

/** Renders a page, and returns it for all readers with its key and facts, if it is complete and the same for them. */
async function renderForMany(rendering: Rendering): Promise<RenderedPage<ReaderPage>> {
  const made = await render(rendering)
  const { slots, asks, shown, varies, incomplete, cookies, opened } = rendering.ctx
  if (!slots || slots.personal || varies.size > 0) return { own: made, isAlways: true }
  if (made?.status !== 200 || made.body !== null || incomplete || cookies.length > 0 || Object.keys(opened).length > 0)
    return { own: made }
  const { headers, template } = made
  if (headers.has('set-cookie') || headers.get('cache-control')?.includes('no-store')) return { own: made }
  const { reads } = slots
  return {
    page: {
      template,
      headers: [...headers],
      asks,
      varies: [...reads],
      shows: shown.keys,
      bytes: SIZE_WITH_LOOKS * template.bytes,
    },
    isKept: true,
  }
}

/** Returns what this reader gets a page filled with; null if the reader cannot be asked. */
async function valuesOf(asks: ReaderPage['asks'], ctx: RequestContext): Promise<Values | null> {
  if (!ctx.slots?.user) return {}
  const { user, texts } = ctx.slots
  try {
    const answers = await Promise.all(asks.map(({ ask, argument }) => ask(ctx, user, argument)))
    return Object.assign(texts, ...answers)
  } catch {
    return null
  }
}

function fromKept({ template, headers }: ReaderPage): MadePage {
  return { status: 200, headers: new Headers(headers.map(([name, value]) => [name, value])), template, body: null }
}

const sheets = new Map<string, UsedRules>()

/**
 * Returns the rules of a style sheet of the build, by its address: `/assets/style-….css`. Null if another build has taken its place
 * under a server that runs: pages then load the sheet as they did before.
 */
function rulesOfSheet(address: string): UsedRules | null {
  const known = sheets.get(address)
  if (known) return known
  try {
    const rules = usedRulesOf(readFileSync(join(import.meta.dirname, '../client', address), 'utf8'))
    sheets.set(address, rules)
    return rules
  } catch {
    return null
  }
}

/** Encodes UTF-8 through UTF-16, in a quarter of the time of `Buffer.from` for pages with non-Latin-1 characters. */
function bytesOf(html: string): Uint8Array<ArrayBuffer> {
  return transcode(Buffer.from(html, 'utf16le'), 'utf16le', 'utf8') as Buffer<ArrayBuffer>
}

function readsOnly(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the origin that forms must come from. On a development machine it may be 127.0.0.1 if the site is called
 * localhost, and vice versa. A proxy may have ended TLS in front of it.
 */
function originSeen({ hostname, port, host }: URL, publicUrl: string): string {
  const own = new URL(publicUrl)
  const samePlace = LOOPBACK.includes(hostname) && LOOPBACK.includes(own.hostname) && port === own.port
  return samePlace ? `${own.protocol}//${host}` : own.origin
}

/**
 * Returns whether a form comes from our own origin. Browsers send the origin with every form post; a client that sends
 * neither header is not a browser and attaches no cookies automatically.
 */
function comesFromHere(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  return origin === null || origin === ownOrigin
}
