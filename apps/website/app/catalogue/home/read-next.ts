import { readerAddress } from '@kiosk/domain/addresses'
import type { Shelf, ShelfIssue } from '@kiosk/domain/reading/shelf-endpoints'
import { pays } from '../../shell/viewer.ts'
import type { ReaderState } from '../../shell/visitor-lookups.ts'

/** What the first button of a reader's home page opens; `issue` is null if that is the shelf. */
export type ReadNext = { href: string; opens: 'begun' | 'new' | 'shelf'; issue: ShelfIssue | null }

/**
 * Returns where a reader left off. For a reader who has not begun to read, the first newspaper of the shelf if a subscription
 * opens it, else the first magazine; the shelf itself if there is neither.
 */
export function readNext(shelf: Shelf, state: ReaderState, webapp: string): ReadNext {
  const [begun] = shelf.continueReading
  if (begun) {
    const { page, article } = begun.place
    const href = readerAddress(webapp, begun.issue.uid, { page, article: article ?? undefined })
    return { href, opens: 'begun', issue: begun.issue }
  }
  const first = (pays(state) ? shelf.newspapers[0] : undefined) ?? shelf.magazines[0]
  return first
    ? { href: readerAddress(webapp, first.uid), opens: 'new', issue: first }
    : { href: webapp, opens: 'shelf', issue: null }
}
