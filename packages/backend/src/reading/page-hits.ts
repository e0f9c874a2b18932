import type { Database } from '../db/connect.ts'
import type { OpenArticle, OpenPage, ReadableIssue } from './page-right.ts'
import { snippetsOf, snippetsOfArticles, teasersOfArticles } from './page-text.ts'
import { headlinesOfPages } from './queries.ts'

/** A page that matches a search; `open` is the caller's right to it, null if the page is closed. */
export type FoundPage = { issue: Pick<ReadableIssue, 'id'>; number: number; open: OpenPage | null }

/**
 * Returns the displayable results of a search, in order: for an open page a snippet around the hits (between HIT_STARTS and
 * HIT_ENDS), for a closed one the headline from the public table of contents. The headline is the same for every query, so that
 * searches reveal no more of the text.
 * @param longest maximum words of a snippet
 */
export async function shownOfPages(
  db: Database,
  found: readonly FoundPage[],
  options: { query: string; longest: number },
): Promise<string[]> {
  const open = found.flatMap(({ open }) => open ?? [])
  const closed = found.filter(({ open }) => open === null)
  const [snippets, headlines] = await Promise.all([snippetsOf(db, open, options), headlinesOfPages(db, closed)])
  const ofOpen = snippets.values()
  const ofClosed = headlines.values()
  return found.map(({ open }) => (open ? ofOpen : ofClosed).next().value ?? '')
}

/** An article whose headline matches a search; `open` is the caller's right to it, null if it is closed. */
export type FoundArticle = { id: string; open: OpenArticle | null }

/**
 * Returns what a search displays below the headlines of articles, by id. For an open article, this is a snippet of its text
 * around the hits; without hits there, and for a closed article, it is the teaser, which is public and the same for every query.
 * The rest of the page, of which `shownOfPages` returns snippets, may be another article.
 */
export async function shownOfArticles(
  db: Database,
  found: readonly FoundArticle[],
  options: { query: string; longest: number },
): Promise<Map<string, string>> {
  const [snippets, teasers] = await Promise.all([
    snippetsOfArticles(
      db,
      found.flatMap(({ open }) => open ?? []),
      options,
    ),
    teasersOfArticles(
      db,
      found.map(({ id }) => id),
    ),
  ])
  return new Map([...teasers, ...snippets])
}
