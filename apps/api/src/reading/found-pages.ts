import type { Database } from '../database/connect.ts'
import type { OpenPage, ReadableIssue } from './page-right.ts'
import { snippetsOf } from './page-text.ts'
import { headlinesOfPages } from './queries.ts'

/** A page that a search found; `open` is the caller's right to it, null where it is closed to them. */
export type FoundPage = { issue: Pick<ReadableIssue, 'id'>; number: number; open: OpenPage | null }

/**
 * What may be shown of pages that a search found, in their order: of an open page a snippet around the hits (between
 * HIT_STARTS and HIT_ENDS), of a closed one the headline that everybody reads in the table of contents, the same whatever
 * was asked, so that no number of searches tells more of its text.
 * @param longest words of a snippet
 */
export async function shownOfPages(
  db: Database,
  found: readonly FoundPage[],
  given: { query: string; longest: number },
): Promise<string[]> {
  const open = found.flatMap(({ open }) => open ?? [])
  const closed = found.filter(({ open }) => open === null)
  const [snippets, headlines] = await Promise.all([snippetsOf(db, open, given), headlinesOfPages(db, closed)])
  const ofOpen = snippets.values()
  const ofClosed = headlines.values()
  return found.map(({ open }) => (open ? ofOpen : ofClosed).next().value ?? '')
}
