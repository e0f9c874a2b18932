import type { ApiClient } from '@kiosk/api-client/api-client'
import { issueLinks, titles } from '@kiosk/contract/routes'
import { addressOf, afterOf, type Page } from '@kiosk/domain/addresses'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { afterIn } from '../issue-cards.ts'
import { feedAnswer } from './feed-response.ts'
import { ADDRESSES_PER_PART, type Entry, sitemapIndex, urlset } from './sitemap-documents.ts'

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

/** Entries of a list from `after` on, and the start of the next ones. */
type List = (api: ApiClient, after: string | null) => Promise<{ entries: Entry[]; after: string | null }>

const lists: Record<'titles' | 'issues', List> = {
  titles: async (api, from) => {
    const { issues, nextUrl } = await api.call(titles, { query: { order: 'name', limit: 100, ...(from && { after: from }) } })
    const entries = issues.map(({ magazineKey, releaseDate }) => ({
      path: addressOf('title', { magazinekey: magazineKey }),
      changed: releaseDate,
    }))
    return { entries, after: afterOf(nextUrl) }
  },
  issues: async (api, from) => {
    const { links, nextUrl } = await api.call(issueLinks, { query: { ...(from && { after: from }) } })
    const entries = links.map(({ uid, changedAt }) => ({ path: addressOf('issue', { id: uid }), changed: changedAt }))
    return { entries, after: afterOf(nextUrl) }
  },
}
const names = ['titles', 'issues'] as const

/**
 * Serves `/sitemap.xml`: one document if all addresses fit into a part, otherwise an index of the parts `?part=pages`,
 * `?part=titles&after=` and `?part=issues&after=`. The index reads the whole lists to find the start of each part.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, publicUrl } = requestContext(context)
  const query = new URL(request.url).searchParams
  const answer = (document: string) => feedAnswer(request, document, 'application/xml')
  if (query.get('part') === 'pages') return answer(urlset(ownPages, publicUrl))
  const name = names.find((each) => each === query.get('part'))
  if (name) return answer(urlset((await partFrom(asAnyone, name, afterIn(query))).entries, publicUrl))

  const first = await Promise.all(names.map((each) => partFrom(asAnyone, each, null)))
  const listed = first.flatMap(({ entries }) => entries)
  if (first.every(({ after }) => after === null) && listed.length <= ADDRESSES_PER_PART)
    return answer(urlset([...ownPages, ...listed], publicUrl))
  const parts = ['/sitemap.xml?part=pages']
  for (const [place, each] of names.entries()) {
    parts.push(`/sitemap.xml?part=${each}`)
    for (let { after } = first[place]!; after !== null; after = (await partFrom(asAnyone, each, after)).after) {
      parts.push(`/sitemap.xml?part=${each}&after=${encodeURIComponent(after)}`)
    }
  }
  return answer(sitemapIndex(parts, publicUrl))
}

/** Returns a part of a list, and the start of the next part. */
async function partFrom(api: ApiClient, name: keyof typeof lists, from: string | null) {
  const entries: Entry[] = []
  let after = from
  do {
    const found = await lists[name](api, after)
    entries.push(...found.entries)
    after = found.after
  } while (after !== null && entries.length < ADDRESSES_PER_PART)
  return { entries, after }
}
