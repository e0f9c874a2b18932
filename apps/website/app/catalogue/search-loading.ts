import type { ApiClient } from '@kiosk/api-client/api-client'
import { search } from '@kiosk/contract/routes'
import { afterOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { apiErrorIn } from '../api-error.ts'
import { type CardIssue, cardIssue } from './issue-cards.ts'
import { loadShelf } from './issue-cards-loading.ts'
import type { Narrowing } from './search-address.ts'
import { type SnippetPart, snippetParts } from './snippet.ts'

/** A title that was found, with its newest matching issue and the others, newest first. */
export type FoundTitle = { magazineKey: string; issue: CardIssue; others: Pick<CardIssue, 'uid' | 'detailLine'>[] }
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
 * because the visitor exceeded the limit; `corrected` = the term that was searched for, because the original one found nothing;
 * `after` = continuation.
 */
export type Found = {
  titles: FoundTitle[]
  pages: PageHit[]
  reduced: boolean
  closedLeftOut: boolean
  corrected: string | null
  after: string | null
}
/** A search as parsed from its address. */
export type Search = { term: string; narrowing: Narrowing; after: string | null }

/** Number of newest issues whose titles are matched if the search is unavailable. */
const FALLBACK_ISSUES = 100
/** Number of older issues shown with a title; the page of the title has all. */
const OTHER_ISSUES = 3

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
    const { corrected = null, closedLeftOut = false, nextUrl } = answer
    return { titles: byTitle(answer.issues), pages, reduced: false, closedLeftOut, corrected, after: afterOf(nextUrl) }
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    // The continuation has become invalid: start the search from the beginning.
    if (apiError.status === 400 && after) return findIssues(api, { term, narrowing, after: null })
    const { issues } = await loadShelf(api, {}, null, FALLBACK_ISSUES)
    const titles = byTitle(issues.filter((issue) => titleMatches(issue.titleLine, term)))
    return { titles, pages: [], reduced: true, closedLeftOut: false, corrected: null, after: null }
  }
}

/** Groups issues, the newest of a title before its others, by title; the title whose issue comes first stays first. */
function byTitle(issues: readonly Issue[]): FoundTitle[] {
  return [...Map.groupBy(issues, ({ magazineKey }) => magazineKey)].flatMap(([magazineKey, [newest, ...others]]) =>
    newest
      ? [
          {
            magazineKey,
            issue: cardIssue(newest),
            others: others.slice(0, OTHER_ISSUES).map(({ uid, detailLine }) => ({ uid, detailLine })),
          },
        ]
      : [],
  )
}

/** Returns whether a title contains the term, ignoring case. */
function titleMatches(title: string, term: string): boolean {
  return title.toLocaleLowerCase('de').includes(term.toLocaleLowerCase('de'))
}
