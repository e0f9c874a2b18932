import { transcode } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { linksWithAttribution, withAttribution } from '@kiosk/domain/campaigns/attribution'
import type { PageTemplate } from '@kiosk/domain/page-template'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { finishPage, pageContext } from '../app/shell/content-security.ts'
import { templateOf } from '../app/shell/page-marks.ts'
import { type UsedRules, usedRulesOf } from '../app/shell/page-style.ts'
import { createRequestContext, type RequestContext, type WebsiteOptions } from '../app/shell/request-context.ts'
import { isStaticPage } from '../app/shell/static-pages.ts'

const answer = createRequestHandler(build, import.meta.env.MODE)

export type MadePage = { status: number; headers: Headers; template: PageTemplate; body: null }
export type Made = MadePage | { status: number; headers: Headers; body: Response }
/** A page that is being rendered, and the one that results: null if a slot of it cannot be filled. */
export type Rendering = {
  request: Request
  context: RouterContextProvider
  ctx: RequestContext
  made: Promise<Made | null> | undefined
}

export function beginRendering(request: Request, requestId: string, options: WebsiteOptions): Rendering {
  const context = new RouterContextProvider()
  return { request, context, ctx: createRequestContext(context, request, requestId, options), made: undefined }
}

/** Renders a page, once. */
export function render(rendering: Rendering): Promise<Made | null> {
  rendering.made ??= renderOnce(rendering)
  return rendering.made
}

async function renderOnce({ request, context, ctx }: Rendering): Promise<Made | null> {
  const page = { nonce: randomUUID(), html: null }
  context.set(pageContext, page)
  return finalizeHtml(await answer(request, context), page, ctx)
}

/**
 * Adds the content security policy, computed from exactly the bytes that are sent. Null if a slot of the page cannot be filled.
 */
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
  // Read by the service worker, which keeps its document in the language used last.
  headers.set('content-language', ctx.language)
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  headers.set('cross-origin-opener-policy', ctx.opened.popups ? 'same-origin-allow-popups' : 'same-origin')
  if (status === 200 && !headers.has('cache-control')) {
    const forEverybody = !ctx.incomplete && (await ctx.who()).state === 'anonymous'
    headers.set('cache-control', cacheControl(forEverybody ? 'visitorPage' : 'incompletePage'))
  }
  return { status, headers, template, body: null }
}

const sheets = new Map<string, UsedRules>()

/**
 * Returns the rules of a style sheet of the build, by its address: `/assets/style-….css`. Null if another build has replaced it
 * while the server runs: pages then load the sheet before they are painted.
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
