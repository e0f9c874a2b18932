import type { ApiClient } from '@kiosk/api-client/api-client'
import { issueLinks } from '@kiosk/contract/routes'
import { addressOf, afterOf, type Page } from '@kiosk/domain/addresses'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { afterIn } from '../issue-cards.ts'
import { feedAnswer } from './feed-response.ts'
import { ADDRESSES_A_PART, type Entry, sitemapIndex, urlset } from './sitemap-documents.ts'

/** Pages of the website that search engines may index, apart from issues. */
const ownPages = (
  [
    'home',
    'catalogue',
    'issueLinks',
    'features',
    'subscriptions',
    'faq',
    'about',
    'feedback',
    'promoCode',
    'marketing',
    'press',
    'terms',
    'privacy',
    'thirdParty',
    'imprint',
    'accessibility',
  ] satisfies Page[]
).map((page) => ({ path: addressOf(page) }))

/**
 * Serves `/sitemap.xml`: one document if all addresses fit into a part, otherwise an index of the parts `?part=pages` and
 * `?part=issues&after=`. The index reads the whole list to find the start of each part.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, publicUrl } = requestContext(context)
  const query = new URL(request.url).searchParams
  const answer = (document: string) => feedAnswer(request, document, 'application/xml')
  if (query.get('part') === 'pages') return answer(urlset(ownPages, publicUrl))
  if (query.get('part') === 'issues') return answer(urlset((await partFrom(asAnyone, afterIn(query))).entries, publicUrl))

  const first = await partFrom(asAnyone, null)
  if (first.after === null) return answer(urlset([...ownPages, ...first.entries], publicUrl))
  const parts = ['/sitemap.xml?part=pages', '/sitemap.xml?part=issues']
  for (let after: string | null = first.after; after !== null; after = (await partFrom(asAnyone, after)).after) {
    parts.push(`/sitemap.xml?part=issues&after=${encodeURIComponent(after)}`)
  }
  return answer(sitemapIndex(parts, publicUrl))
}

/** Returns the issues of a part, and the start of the next one. */
async function partFrom(api: ApiClient, from: string | null): Promise<{ entries: Entry[]; after: string | null }> {
  const entries: Entry[] = []
  let after = from
  do {
    const { links, nextUrl } = await api.call(issueLinks, { query: { ...(after && { after }) } })
    for (const { uid, releaseDate } of links) entries.push({ path: addressOf('issue', { id: uid }), changed: releaseDate })
    after = afterOf(nextUrl)
  } while (after !== null && entries.length < ADDRESSES_A_PART)
  return { entries, after }
}
