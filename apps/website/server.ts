import { transcode } from 'node:buffer'
import { hash, randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { clearSiteData } from '@kiosk/domain/accounts/shared-device'
import { linksWithTrace, withTrace } from '@kiosk/domain/campaigns/trace'
import { isLanguage } from '@kiosk/domain/locale'
import { WholeAnswer } from '@kiosk/domain/whole-answer'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { ApiFetch } from './app/api-client.ts'
import { finishPage, pageContext } from './app/shell/content-security.ts'
import { rememberedFor365Days } from './app/shell/cookies.ts'
import { beginVisit, type Handed, type Visit } from './app/shell/visit.ts'

export type { ApiFetch, Handed }

const answer = createRequestHandler(build, import.meta.env.MODE)

/**
 * Answers every request of the website: pages, their data and forms. `given.api` is bound to the visitor; `given.publicUrl`
 * is the origin that visitors see, whatever address a proxy uses.
 */
export async function handle(request: Request, given: Handed): Promise<Response> {
  const asked = new URL(request.url)
  const seen = readsOnly(request) ? given.publicUrl : originSeen(asked, given.publicUrl)
  const address = new URL(asked.pathname.replace(/^\/{2,}/, '/') + asked.search, seen)
  if (!readsOnly(request) && !comesFromHere(request, address.origin)) {
    return new Response('Forbidden\n', { status: 403, headers: { 'content-type': 'text/plain' } })
  }
  const requestId = request.headers.get('x-request-id')?.match(/^[\w-]{1,64}$/)?.[0] ?? randomUUID()
  const context = new RouterContextProvider()
  // A HEAD answer has the headers of the page, and the page's policy is known only when it is made.
  const publicRequest =
    request.method === 'HEAD'
      ? new Request(address, { headers: request.headers })
      : address.href === request.url
        ? request
        : new Request(address, request)
  const visit = beginVisit(context, publicRequest, requestId, given)
  const page = { nonce: randomUUID(), html: null }
  context.set(pageContext, page)

  const answered = await answer(publicRequest, context)
  const response = await sealed(answered, request, page, visit)
  response.headers.set('x-request-id', requestId)
  response.headers.append('vary', 'cookie, accept-language')
  // What is shown to somebody signed in stays on no disk: not for the next person at this device. Feeds, which say how long
  // they are fresh, show nobody's.
  const mayBePersonal = !/no-store|public|max-age/.test(response.headers.get('cache-control') ?? '')
  if (mayBePersonal && bringsSession(request.headers.get('cookie')) && (await visit.who()).state !== 'anonymous')
    response.headers.set('cache-control', 'private, no-store')
  // Whoever made it: what lacks something is for nobody else.
  if (visit.lacking && response.headers.get('cache-control')?.includes('public'))
    response.headers.set('cache-control', 'private, no-cache')
  for (const cookie of visit.cookies) response.headers.append('set-cookie', cookie)
  const cleared = clearSiteData(visit.cookies)
  if (cleared) response.headers.set('clear-site-data', cleared)
  const lang = address.searchParams.get('lang')
  if (isLanguage(lang) && !visit.languageChosen) {
    response.headers.append('set-cookie', rememberedFor365Days('language', visit.language, given.publicUrl))
  }
  return response
}

/** Pages get their content security policy from the very bytes that are sent, and an ETag. */
async function sealed(
  response: Response,
  request: Request,
  { html: marked, nonce }: { html: string | null; nonce: string },
  visit: Visit,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('x-content-type-options', 'nosniff')
  const to = headers.get('location')
  if (to) headers.set('location', withTrace(to, visit.trace))
  if (response.status === 503 && visit.retryAfter) headers.set('retry-after', visit.retryAfter)
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (marked === null) return new Response(response.body, { status: response.status, headers })
  const { html, policy } = finishPage(linksWithTrace(marked, visit.trace), nonce, visit, import.meta.env.DEV)
  const bytes = bytesOf(html)
  headers.set('content-security-policy', policy)
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  headers.set('cross-origin-opener-policy', visit.opened.popups ? 'same-origin-allow-popups' : 'same-origin')
  if (response.status === 200) {
    const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 24)}"`
    headers.set('etag', etag)
    const forEverybody = !visit.lacking && (await visit.who()).state === 'anonymous'
    if (!headers.has('cache-control')) headers.set('cache-control', forEverybody ? 'public, no-cache' : 'private, no-cache')
    if (readsOnly(request) && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  }
  if (request.method === 'HEAD') return new Response(null, { status: response.status, headers })
  return new WholeAnswer(bytes, { status: response.status, headers })
}

/** UTF-8 by way of UTF-16: a quarter of the time that `Buffer.from` takes for a page with „quotation marks“. */
function bytesOf(html: string): Uint8Array<ArrayBuffer> {
  return transcode(Buffer.from(html, 'utf16le'), 'utf16le', 'utf8') as Buffer<ArrayBuffer>
}

function readsOnly(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** On one's own machine a form may be sent from 127.0.0.1 to a kiosk that calls itself localhost: it is the same place. */
function originSeen({ hostname, port, origin }: URL, publicUrl: string): string {
  const own = new URL(publicUrl)
  const samePlace = LOOPBACK.includes(hostname) && LOOPBACK.includes(own.hostname) && port === own.port
  return samePlace ? origin : own.origin
}

/** Browsers name the origin of every form post; whatever sends neither header is no browser and carries no cookies by itself. */
function comesFromHere(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  return origin === null || origin === ownOrigin
}
