import { afterOf } from '@kiosk/domain/addresses'
import { search } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT } from '@kiosk/domain/catalogue/terms'
import type { ApiClient } from '../api-client.ts'
import { refusalIn } from '../refusal.ts'
import type { Narrowing } from './search-address.ts'
import { type CardIssue, cardIssue } from './shelf.ts'
import { loadShelf } from './shelf-loading.ts'
import { type SnippetPart, snippetParts } from './snippet.ts'

export type PageHit = { issue: CardIssue; magazineKey: string; page: number; snippet: SnippetPart[] }
/**
 * `reduced` = titles only, the search can't be asked; `closedLeftOut` = without closed pages, of which this visitor asked too
 * much; `cut` = the time was up before everything was looked at; `corrected` = nothing has the term, this was searched for instead; `after` = where the hits go on.
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
/** A search as its address says it. */
export type Search = { term: string; narrowing: Narrowing; after: string | null }

/** How many of the newest issues the title match looks through while the search can't be asked. */
const LOOKED_THROUGH = 100

/** How long an answer is used again, and how many are kept. Milliseconds. */
const KEPT = { for: 60_000, atMost: 500 }
const kept = new Map<string, { until: number; found: Found }>()

/**
 * What the shelf has for a term: GET search, an answer used again for a minute by the same `reader` (who may see what
 * differs by region, language and person). Where the call fails, titles of the newest issues are matched instead.
 */
export async function findIssues(api: Pick<ApiClient, 'call'>, asked: Search, reader: string, now: number): Promise<Found> {
  const key = `${reader}\n${JSON.stringify(asked)}`
  const known = kept.get(key)
  if (known && known.until > now) return known.found
  const found = await ask(api, asked)
  kept.delete(key)
  if (!found.reduced && !found.closedLeftOut && !found.cut) kept.set(key, { until: now + KEPT.for, found })
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT.atMost) break
    kept.delete(oldest)
  }
  return found
}

async function ask(api: Pick<ApiClient, 'call'>, { term, narrowing, after }: Search): Promise<Found> {
  try {
    const query = { q: term, coverheight: COVER_HEIGHT.search, ...narrowing, ...(after && { after }) }
    const answer = await api.call(search, { query })
    const pages = answer.pages.map(({ issue, page, snippet }) => ({
      issue: cardIssue(issue),
      magazineKey: issue.magazineKey,
      page,
      snippet: snippetParts(snippet),
    }))
    const { corrected = null, closedLeftOut = false, cut = false, nextUrl } = answer
    return { issues: answer.issues.map(cardIssue), pages, reduced: false, closedLeftOut, cut, corrected, after: afterOf(nextUrl) }
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    // A mark of a page of hits that no longer is one: the search begins anew.
    if (refusal.status === 400 && after) return ask(api, { term, narrowing, after: null })
    const { issues } = await loadShelf(api, {}, null, LOOKED_THROUGH)
    const alike = issues.filter((issue) => titleMatches(issue.titleLine, term)).map(cardIssue)
    return { issues: alike, pages: [], reduced: true, closedLeftOut: false, cut: false, corrected: null, after: null }
  }
}

/** Section 5: the search matches titles without regard to case. */
export function titleMatches(title: string, term: string): boolean {
  return title.toLocaleLowerCase('de').includes(term.toLocaleLowerCase('de'))
}
