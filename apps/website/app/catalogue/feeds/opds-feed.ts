import type { Output } from '@kiosk/api-client/call-types'
import { search } from '@kiosk/contract/routes'
import { afterOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { t as translate } from '@kiosk/i18n/translate'
import type { LoaderFunctionArgs } from 'react-router'
import { type RequestContext, requestContext } from '../../shell/request-context.ts'
import { afterIn, selectionOf } from '../issue-cards.ts'
import { loadShelf } from '../issue-cards-loading.ts'
import { searchTerm } from '../search-address.ts'
import { feedAnswer, notFound, orNotFound } from './feed-response.ts'
import { type Feed, OPDS_TYPE, opdsAddress, opdsFeed } from './opds.ts'

/** Serves `/opds/newest`, `/opds/category?category=` and `/opds/search?query=`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return orNotFound(async () => {
    const feed = await feedOf(params.feed, new URL(request.url).searchParams, ctx)
    if (!feed) return notFound()
    const { language, operator, publicUrl, webapp } = ctx
    const document = opdsFeed(feed, { publicUrl, webapp, language, siteName: operator.siteName })
    return feedAnswer(request, JSON.stringify(document), OPDS_TYPE, { passing: feed.passing })
  })
}

async function feedOf(
  name: string | undefined,
  query: URLSearchParams,
  { asAnyone, words }: RequestContext,
): Promise<Feed | null> {
  const t = words(catalogueMessages)
  const after = afterIn(query)
  if (name === 'newest') {
    const page = await loadShelf(asAnyone, {}, after)
    const next = page.after && opdsAddress.newest(page.after)
    return orRedirectBack({ title: t['CATALOGUE.NEWEST'] ?? '', self: opdsAddress.newest(after), issues: page.issues, next })
  }
  const { category } = selectionOf(query)
  if (name === 'category' && category) {
    const page = await loadShelf(asAnyone, { category }, after)
    const next = page.after && opdsAddress.category(category, page.after)
    return orRedirectBack({ title: category, self: opdsAddress.category(category, after), issues: page.issues, next })
  }
  if (name === 'search') {
    const term = searchTerm(undefined, new URLSearchParams({ search: query.get('query') ?? '' }))
    if (!term)
      return orRedirectBack({ title: translate(t, 'CATALOGUE.SEARCH_TITLE', { term: '' }), self: opdsAddress.search('') })
    const found = await asAnyone.call(search, { query: { q: term, ...(after && { after }) } })
    const next = afterOf(found.nextUrl)
    return orRedirectBack({
      title: translate(t, 'CATALOGUE.SEARCH_TITLE', { term: found.corrected ?? term }),
      self: opdsAddress.search(term, after),
      issues: issuesFound(found),
      passing: found.closedLeftOut ?? false,
      next: next && opdsAddress.search(found.corrected ?? term, next),
    })
  }
  return null

  /** Adds a link back to the start to an empty feed, because OPDS requires feeds to have content. */
  function orRedirectBack(feed: Feed): Feed {
    if (feed.issues?.length) return feed
    return { ...feed, navigation: [{ title: t['CATALOGUE.BACK'] ?? '', href: opdsAddress.start }] }
  }
}

/** Returns the issues whose title matches, then those whose pages contain the words; each once. */
function issuesFound({ issues, pages }: Output<typeof search>): Issue[] {
  const all = [...issues, ...pages.map(({ issue }) => issue)]
  return [...new Map(all.map((issue) => [issue.uid, issue])).values()]
}
