import { hash } from 'node:crypto'
import type { ApiFetch } from '@kiosk/api-client/api-client'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { clearSiteData } from '@kiosk/domain/accounts/shared-device'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { isLanguage } from '@kiosk/domain/locale'
import { concatenated, type Values } from '@kiosk/domain/page-template'
import { requestIdIn } from '@kiosk/domain/request-id'
import { SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { PageAnswer } from '@kiosk/domain/whole-response'
import { rememberedFor365Days } from './app/shell/cookies.ts'
import type { RequestContext, WebsiteOptions } from './app/shell/request-context.ts'
import { comesFromHere, originSeen, readsOnly } from './server/own-origin.ts'
import { fromKept, keptPage, valuesOf } from './server/reader-pages.ts'
import { beginRendering, type Made, render } from './server/render-page.ts'

export type { ApiFetch, WebsiteOptions }

/**
 * Answers every request of the website: pages, their data and forms. `options.api` is bound to the visitor;
 * `options.publicUrl` is the origin that visitors see, whatever address a proxy uses.
 */
export async function handle(request: Request, options: WebsiteOptions): Promise<Response> {
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
  const values = await valuesOf(kept?.lookups ?? ctx.lookups, ctx)
  // A slot cannot be filled, or the reader's data cannot be read: the page is rendered for this reader alone.
  if (made === null || values === null) return handle(request, { ...options, readerPages: undefined })
  // The browser drops it, and asks again when the page is opened.
  if (ctx.incomplete && isFetchedAhead(request.headers))
    return new Response(null, { status: 503, headers: { 'cache-control': cacheControl('nothing') } })
  const response = respond(made, request, ctx, values, kept !== null)
  response.headers.set('x-request-id', requestId)
  const lang = address.searchParams.get('lang')
  if (isLanguage(lang) && !ctx.languageChosen)
    response.headers.append('set-cookie', rememberedFor365Days('language', ctx.language, options.publicUrl))
  await setCaching(response, request, ctx, made)
  return response
}

/** Sets who may keep a response, and what a browser must no longer use of what it has kept. */
async function setCaching({ headers }: Response, request: Request, ctx: RequestContext, made: Made): Promise<void> {
  headers.append('vary', 'cookie, accept-language')
  const isPublic = () => headers.get('cache-control')?.includes('public') === true
  // Responses to signed-in users must not be stored on disk, where the next user of the device could find them. Feeds,
  // which set max-age, contain no personal data.
  const mayBePersonal = !/no-store|public|max-age/.test(headers.get('cache-control') ?? '')
  if (mayBePersonal && bringsSession(request.headers.get('cookie')) && (await ctx.who()).state !== 'anonymous')
    headers.set('cache-control', cacheControl('personal'))
  // Errors, redirects, and the data of pages, which caches with a lifetime of their own would keep for every country.
  if (!headers.has('cache-control')) headers.set('cache-control', cacheControl('nothing'))
  for (const cookie of ctx.cookies) headers.append('set-cookie', cookie)
  // An incomplete response, or one with a cookie, must not be cached for others.
  if ((ctx.incomplete || headers.has('set-cookie')) && isPublic()) headers.set('cache-control', cacheControl('incompletePage'))
  if (made.body === null && isPublic()) headers.set(SURROGATE_KEY_HEADER, ctx.shown.keys.join(' '))
  // Pages that were loaded ahead show neither a change nor that somebody has signed in or out.
  const isChange = !readsOnly(request) || ctx.cookies.length > 0
  const ahead = isChange ? '"prefetchCache", "prerenderCache"' : null
  const cleared = [clearSiteData(ctx.cookies), ahead].filter(Boolean).join(', ')
  if (cleared) headers.set('clear-site-data', cleared)
}

/** Returns a path that the router can decode: it finds no page at any other one, but prints two warnings for each request. */
function decodable(path: string): string {
  try {
    // The result is used, because the bundler removes calls that it considers free of side effects.
    return decodeURIComponent(path) && path
  } catch {
    return path.replaceAll('%', '%25')
  }
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
