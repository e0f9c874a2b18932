import { pagesOpen, type Right, rightsTo } from '@kiosk/domain/reading/rights'
import { FREE_SUBSCRIPTION_ID, plansOf } from '@kiosk/domain/subscriptions/plans'
import { planIdOf } from '../auth/session.ts'
import type { CatalogueView, Title } from '../catalogue/catalogue-view.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import type { RequestContext } from '../http/handler.ts'

type Caller = Pick<RequestContext, 'session'>
/** What decides about the rights to a title. */
type RightsOf = Pick<Title, 'kind' | 'plans'>

/** Returns the caller's rights to the issues of a visible title: by its own list of plans, else by its kind. */
export function rightOf(title: RightsOf, { session }: Caller): Right {
  return rightsTo(title, { reader: session.reader, planId: planIdOf(session) })
}

/** Returns the caller's rights to a visible issue. `pages`: open pages from the first one on. */
export function rightTo(
  issue: Pick<IssueRow, 'page_count'>,
  title: RightsOf,
  { session, ctx }: RequestContext,
): Right & { pages: number } {
  const right = rightOf(title, { session })
  return { ...right, pages: pagesOpen(right, issue.page_count, ctx.operator.reading.anonymousPages) }
}

/** Whether the caller's plan opens all pages of a title. */
export function opensWhole(title: RightsOf, caller: Caller): boolean {
  return rightOf(title, caller).online === 'all'
}

/** Whether the caller's plan opens all pages of every title that the caller may see. */
export function readsEverything(catalogue: Pick<CatalogueView, 'titles'>, caller: Caller): boolean {
  return catalogue.titles.every((title) => opensWhole(title, caller))
}

/** Returns the next step that opens more pages; null if all are open. */
export function stepThatOpensMore(
  issue: IssueRow,
  title: Title,
  pages: number,
  { session, ctx }: RequestContext,
): 'register' | 'subscribe' | null {
  if (pages >= issue.page_count) return null
  const free = rightsTo(title, { reader: 'FREE', planId: FREE_SUBSCRIPTION_ID })
  const registered = pagesOpen(free, issue.page_count, ctx.operator.reading.anonymousPages)
  return session.reader === 'anonymous' && registered > pages ? 'register' : 'subscribe'
}

/** Returns the paid plans in the caller's market that open all pages of a title. */
export function plansThatOpen({ subscriptions }: Pick<Title, 'subscriptions'>, { region }: Pick<RequestContext, 'region'>) {
  return plansOf(region.id)
    .filter(({ subscriptionId }) => subscriptions.includes(subscriptionId))
    .map(({ subscriptionId, tier }) => ({ subscriptionId, tier }))
}
