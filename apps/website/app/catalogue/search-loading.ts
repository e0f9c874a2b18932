import { search } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT } from '@kiosk/domain/catalogue/terms'
import type { ApiClient } from '../api-client.ts'
import { refusalIn } from '../refusal.ts'
import { type CardIssue, cardIssue } from './shelf.ts'
import { loadShelf } from './shelf-loading.ts'
import { type SnippetPart, snippetParts } from './snippet.ts'

export type PageHit = { issue: CardIssue; page: number; snippet: SnippetPart[] }
export type Found = { issues: CardIssue[]; pages: PageHit[]; reduced: boolean }

/** How many of the newest issues the title match looks through while the search can't be asked. */
const LOOKED_THROUGH = 100

/** How long an answer is used again, and how many are kept. Milliseconds. */
const KEPT = { for: 60_000, atMost: 500 }
const kept = new Map<string, { until: number; found: Found }>()

/**
 * What the shelf has for a term: GET search, an answer used again for a minute by the same `reader` (who may see what
 * differs by region, language and person). Where the call fails, titles of the newest issues are matched instead.
 */
export async function findIssues(api: Pick<ApiClient, 'call'>, term: string, reader: string, now: number): Promise<Found> {
  const key = `${reader}\n${term}`
  const known = kept.get(key)
  if (known && known.until > now) return known.found
  const found = await ask(api, term)
  kept.delete(key)
  if (!found.reduced) kept.set(key, { until: now + KEPT.for, found })
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT.atMost) break
    kept.delete(oldest)
  }
  return found
}

async function ask(api: Pick<ApiClient, 'call'>, term: string): Promise<Found> {
  try {
    const answer = await api.call(search, { query: { q: term, coverheight: COVER_HEIGHT.search } })
    const pages = answer.pages.map(({ issue, page, snippet }) => ({
      issue: cardIssue(issue),
      page,
      snippet: snippetParts(snippet),
    }))
    return { issues: answer.issues.map(cardIssue), pages, reduced: false }
  } catch (thrown) {
    if (!refusalIn(thrown)) throw thrown
    const { issues } = await loadShelf(api, {}, null, LOOKED_THROUGH)
    return { issues: issues.filter((issue) => titleMatches(issue.titleLine, term)).map(cardIssue), pages: [], reduced: true }
  }
}

/** Section 5: the search matches titles without regard to case. */
export function titleMatches(title: string, term: string): boolean {
  return title.toLocaleLowerCase('de').includes(term.toLocaleLowerCase('de'))
}
