import { randomUUID } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import type { ApiFetch } from '@kiosk/api-client/api-client'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { createDeskContext } from './app/shell/desk-context.ts'
import { nonceContext } from './app/shell/nonce.ts'

/** `api` calls the API of the desk for this client; `publicUrl` is the origin that browsers see, whatever address a proxy uses. */
type DeskOptions = { api: ApiFetch; publicUrl: string; siteName: string }

const answer = createRequestHandler(build, import.meta.env.MODE)

/** Answers every page of the desk and its data. Forms are not sent to pages: changes are calls of the API. */
export async function handle(request: Request, options: DeskOptions): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('405\n', { status: 405, headers: { allow: 'GET, HEAD' } })
  // Addresses below are relative to this one.
  if (pathname === '/desk') return new Response(null, { status: 308, headers: { location: '/desk/' } })
  const seen = new Request(new URL(pathname + search, options.publicUrl), { headers: request.headers, method: request.method })
  const context = new RouterContextProvider()
  const nonce = randomUUID()
  context.set(nonceContext, nonce)
  const ctx = createDeskContext(context, seen, options)
  const response = await answer(seen, context)
  const headers = new Headers(response.headers)
  headers.set('cache-control', cacheControl('personal'))
  if ((response.status === 503 || response.status === 429) && ctx.retryAfter) headers.set('retry-after', ctx.retryAfter)
  headers.set('content-security-policy', policyWith(nonce))
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-robots-tag', 'noindex')
  return new Response(response.body, { status: response.status, headers })
}

/** In development, Vite injects styles and connects for live updates. */
function policyWith(nonce: string): string {
  const development = import.meta.env.DEV
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
