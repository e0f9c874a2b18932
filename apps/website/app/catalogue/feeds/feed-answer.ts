import { createHash } from 'node:crypto'
import { refusalIn } from '../../refusal.ts'
import type { Visit } from '../../shell/visit.ts'
import { type Channel, type Item, rss } from './rss.ts'

/** How long a reader may use a feed again without asking. Seconds. */
const FRESH = 300

/**
 * A document for machines: with an ETag, and 304 where the asker has it already. What is in it depends on the country
 * and language of the asker, so no shared cache may hand it to another.
 * @param passing it may be another a moment later: it is not kept at all
 */
export function feedAnswer(
  request: Request,
  body: string,
  type: string,
  { passing = false }: { passing?: boolean | undefined } = {},
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`
  const headers = { etag, 'cache-control': passing ? 'no-store' : `private, max-age=${FRESH}` }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
  })
}

/** An RSS feed in the language of the asker. */
export function rssAnswer(
  { language, publicUrl }: Visit,
  request: Request,
  about: Omit<Channel, 'language' | 'publicUrl'>,
  items: readonly Item[],
): Response {
  return feedAnswer(request, rss({ ...about, language, publicUrl }, items), 'application/rss+xml')
}

/** An answer for a machine; 404 where the API knows nothing of what is asked for. */
export async function orNotFound(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (thrown) {
    const status = refusalIn(thrown)?.status
    if (status === 400 || status === 404) return notFound()
    throw thrown
  }
}

/** What a machine gets for an address that names nothing. */
export function notFound(): Response {
  return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
