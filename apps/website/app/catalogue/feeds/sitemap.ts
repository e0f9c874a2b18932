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
 * `?part=titles&after=` and `?part=issues&after=`. The index reads the whole lists to find the start of each part and its last
 * change, so that a crawler requests again only the parts that have changed.
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
  const parts: Entry[] = [{ path: '/sitemap.xml?part=pages' }]
  for (const [place, each] of names.entries()) {
    let part = first[place]!
    parts.push({ path: `/sitemap.xml?part=${each}`, changed: lastChange(part.entries) })
    while (part.after !== null) {
      const path = `/sitemap.xml?part=${each}&after=${encodeURIComponent(part.after)}`
      part = await partFrom(asAnyone, each, part.after)
      parts.push({ path, changed: lastChange(part.entries) })
    }
  }
  return answer(sitemapIndex(parts, publicUrl))
}

/** Times are compared by their days: those of titles have no hour. */
function lastChange(entries: readonly Entry[]): string | undefined {
  return entries
    .flatMap(({ changed }) => changed?.slice(0, 10) ?? [])
    .sort()
    .at(-1)
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
