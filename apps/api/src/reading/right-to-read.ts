import { pagesOpen, type Right, rights } from '@kiosk/domain/reading/rights'
import type { IssueRow } from '../catalogue/queries.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import type { Asking } from '../endpoint.ts'

/** What the caller may do with an issue that may be shown to them. `pages` from the first one on are open. */
export function rightTo(
  issue: Pick<IssueRow, 'page_count'>,
  title: Title,
  { session, house }: Asking,
): Right & { pages: number } {
  const right: Right = rights[title.kind][session.reader]
  return { ...right, pages: pagesOpen(right, issue.page_count, house.operator.reading.anonymousPages) }
}

/** Whether the caller's tier opens all pages of a title. */
export function opensWhole({ kind }: Pick<Title, 'kind'>, { session }: Pick<Asking, 'session'>): boolean {
  return rights[kind][session.reader].online === 'all'
}

/** Whether the caller's tier opens all pages of every title that may be shown to them. */
export function readsEverything(call: Pick<Asking, 'session'>): boolean {
  return (Object.keys(rights) as Title['kind'][]).every((kind) => opensWhole({ kind }, call))
}

/** The next step that opens more pages; null where all are open. */
export function stepThatOpensMore(
  issue: IssueRow,
  title: Title,
  pages: number,
  { session, house }: Asking,
): 'register' | 'subscribe' | null {
  if (pages >= issue.page_count) return null
  const registered = pagesOpen(rights[title.kind].FREE, issue.page_count, house.operator.reading.anonymousPages)
  return session.reader === 'anonymous' && registered > pages ? 'register' : 'subscribe'
}
