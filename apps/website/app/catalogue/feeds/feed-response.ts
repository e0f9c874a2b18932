import { hash } from 'node:crypto'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { apiErrorIn } from '../../api-error.ts'
import type { RequestContext } from '../../shell/request-context.ts'
import { type Channel, type Item, rss } from './rss.ts'

/**
 * Returns a machine-readable document with an ETag, or 304 to clients with the current version. Its content depends on the
 * client's country and language, so shared caches must not store it.
 * @param passing the content is temporary and must not be cached at all
 */
export function feedAnswer(
  request: Request,
  body: string,
  type: string,
  { passing = false }: { passing?: boolean | undefined } = {},
): Response {
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 24)}"`
  const headers = { etag, 'cache-control': cacheControl(passing ? 'nothing' : 'feed') }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
  })
}

/** Returns an RSS feed in the client's language. */
export function rssAnswer(
  { language, publicUrl }: RequestContext,
  request: Request,
  about: Omit<Channel, 'language' | 'publicUrl'>,
  items: readonly Item[],
): Response {
  return feedAnswer(request, rss({ ...about, language, publicUrl }, items), 'application/rss+xml')
}

/** Returns the response of `answer` to a machine client, or 404 if the API does not know the resource. */
export async function orNotFound(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (thrown) {
    const status = apiErrorIn(thrown)?.status
    if (status === 400 || status === 404) return notFound()
    throw thrown
  }
}

/** Returns a 404 for machine clients. */
export function notFound(): Response {
  return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
