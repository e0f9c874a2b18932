import { afterOf } from '@kiosk/domain/addresses'
import { type Issue, search } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import { type Visit, visitOf } from '../../shell/visit.ts'
import { searchTerm } from '../search-address.ts'
import { afterIn, selectionOf } from '../shelf.ts'
import { loadShelf } from '../shelf-loading.ts'
import { feedAnswer, notFound, orNotFound } from './feed-answer.ts'
import { type Feed, OPDS_TYPE, opdsAddress, opdsFeed } from './opds.ts'

/** `/opds/newest`, `/opds/category?category=` and `/opds/search?query=`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return orNotFound(async () => {
    const feed = await feedOf(params.feed, new URL(request.url).searchParams, visit)
    if (!feed) return notFound()
    const { language, operator, publicUrl, webapp } = visit
    const document = opdsFeed(feed, { publicUrl, webapp, language, siteName: operator.siteName })
    return feedAnswer(request, JSON.stringify(document), OPDS_TYPE, { passing: feed.passing })
  })
}

async function feedOf(name: string | undefined, query: URLSearchParams, { asAnyone, words }: Visit): Promise<Feed | null> {
  const t = words(catalogueWords)
  const after = afterIn(query)
  if (name === 'newest') {
    const page = await loadShelf(asAnyone, {}, after)
    const next = page.after && opdsAddress.newest(page.after)
    return orAWayBack({ title: t['CATALOGUE.NEWEST'] ?? '', self: opdsAddress.newest(after), issues: page.issues, next })
  }
  const { category } = selectionOf(query)
  if (name === 'category' && category) {
    const page = await loadShelf(asAnyone, { category }, after)
    const next = page.after && opdsAddress.category(category, page.after)
    return orAWayBack({ title: category, self: opdsAddress.category(category, after), issues: page.issues, next })
  }
  if (name === 'search') {
    const term = searchTerm(undefined, new URLSearchParams({ search: query.get('query') ?? '' }))
    if (!term) return orAWayBack({ title: text(t, 'CATALOGUE.SEARCH_TITLE', { term: '' }), self: opdsAddress.search('') })
    const found = await asAnyone.call(search, { query: { q: term, ...(after && { after }) } })
    const next = afterOf(found.nextUrl)
    return orAWayBack({
      title: text(t, 'CATALOGUE.SEARCH_TITLE', { term: found.corrected ?? term }),
      self: opdsAddress.search(term, after),
      issues: issuesFound(found),
      passing: found.cut || found.closedLeftOut || false,
      next: next && opdsAddress.search(found.corrected ?? term, next),
    })
  }
  return null

  /** A feed must hold something: an empty one holds the way back to everything. */
  function orAWayBack(feed: Feed): Feed {
    if (feed.issues?.length) return feed
    return { ...feed, navigation: [{ title: t['CATALOGUE.BACK'] ?? '', href: opdsAddress.start }] }
  }
}

/** Issues whose title matches, then those whose pages hold the words; each once. */
function issuesFound({ issues, pages }: z.output<typeof search.output>): Issue[] {
  const all = [...issues, ...pages.map(({ issue }) => issue)]
  return [...new Map(all.map((issue) => [issue.uid, issue])).values()]
}
