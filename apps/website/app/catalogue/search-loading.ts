import type { ApiClient } from '@kiosk/api-client/api-client'
import { search } from '@kiosk/contract/routes'
import { afterOf } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { apiErrorIn } from '../api-error.ts'
import { type CardIssue, cardIssue } from './issue-cards.ts'
import { loadShelf } from './issue-cards-loading.ts'
import type { Narrowing } from './search-address.ts'
import { type SnippetPart, snippetParts } from './snippet.ts'

/** `open`: the visitor may read the page; `article` begins on it and has the words in its headline. */
export type PageHit = {
  issue: CardIssue
  magazineKey: string
  page: number
  snippet: SnippetPart[]
  open: boolean
  article: { id: string; headline: string } | null
}
/**
 * Results of a search. `reduced` = titles only, because the search is unavailable; `closedLeftOut` = without closed pages,
 * because the visitor exceeded the limit; `cut` = the time limit ended the search early; `corrected` = the term that was
 * searched for, because the original one found nothing; `after` = continuation.
 */
export type Found = {
  issues: CardIssue[]
  pages: PageHit[]
  reduced: boolean
  closedLeftOut: boolean
  cut: boolean
  corrected: string | null
  after: string | null
}
/** A search as parsed from its address. */
export type Search = { term: string; narrowing: Narrowing; after: string | null }

/** Number of newest issues whose titles are matched if the search is unavailable. */
const FALLBACK_ISSUES = 100

/** Searches the catalogue. If the call fails, matches titles of the newest issues instead. */
export async function findIssues(api: Pick<ApiClient, 'call'>, { term, narrowing, after }: Search): Promise<Found> {
  try {
    const query = { q: term, coverheight: COVER_HEIGHT_PIXELS.search, ...narrowing, ...(after && { after }) }
    const answer = await api.call(search, { query })
    const pages = answer.pages.map(({ issue, page, snippet, open, article }) => ({
      issue: cardIssue(issue),
      magazineKey: issue.magazineKey,
      page,
      snippet: snippetParts(snippet),
      open,
      article,
    }))
    const { corrected = null, closedLeftOut = false, cut = false, nextUrl } = answer
    return { issues: answer.issues.map(cardIssue), pages, reduced: false, closedLeftOut, cut, corrected, after: afterOf(nextUrl) }
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    // The continuation has become invalid: start the search from the beginning.
    if (apiError.status === 400 && after) return findIssues(api, { term, narrowing, after: null })
    const { issues } = await loadShelf(api, {}, null, FALLBACK_ISSUES)
    const alike = issues.filter((issue) => titleMatches(issue.titleLine, term)).map(cardIssue)
    return { issues: alike, pages: [], reduced: true, closedLeftOut: false, cut: false, corrected: null, after: null }
  }
}

/** Returns whether a title contains the term, ignoring case. */
export function titleMatches(title: string, term: string): boolean {
  return title.toLocaleLowerCase('de').includes(term.toLocaleLowerCase('de'))
}
