import { pagesOpen, type Right, rights } from '@kiosk/domain/reading/rights'
import type { Title } from '../catalogue/catalogue-view.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import type { RequestContext } from '../http/handler.ts'

/** Returns the caller's rights to a visible issue. `pages`: open pages from the first one on. */
export function rightTo(
  issue: Pick<IssueRow, 'page_count'>,
  title: Title,
  { session, ctx }: RequestContext,
): Right & { pages: number } {
  const right: Right = rights[title.kind][session.reader]
  return { ...right, pages: pagesOpen(right, issue.page_count, ctx.operator.reading.anonymousPages) }
}

/** Whether the caller's tier opens all pages of a title. */
export function opensWhole({ kind }: Pick<Title, 'kind'>, { session }: Pick<RequestContext, 'session'>): boolean {
  return rights[kind][session.reader].online === 'all'
}

/** Whether the caller's tier opens all pages of every title that the caller may see. */
export function readsEverything(call: Pick<RequestContext, 'session'>): boolean {
  return (Object.keys(rights) as Title['kind'][]).every((kind) => opensWhole({ kind }, call))
}

/** Returns the next step that opens more pages; null if all are open. */
export function stepThatOpensMore(
  issue: IssueRow,
  title: Title,
  pages: number,
  { session, ctx }: RequestContext,
): 'register' | 'subscribe' | null {
  if (pages >= issue.page_count) return null
  const registered = pagesOpen(rights[title.kind].FREE, issue.page_count, ctx.operator.reading.anonymousPages)
  return session.reader === 'anonymous' && registered > pages ? 'register' : 'subscribe'
}
