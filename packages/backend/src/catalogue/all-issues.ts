import { apiAddress } from '@kiosk/contract/route'
import { allIssues as declared } from '@kiosk/domain/catalogue/endpoints'
import { defineHandler } from '../http/handler.ts'
import type { CatalogueView } from './catalogue-view.ts'
import { cutPage, markAfter, PAGE_SIZE, readMark } from './paging.ts'
import { newestIssues } from './queries.ts'
import { readOnReplica } from './read-on-replica.ts'
import { catalogueOf, presentIssues } from './viewer-catalogue.ts'

export const allIssues = defineHandler(declared, 'catalogue', async (call) => {
  const { limit = PAGE_SIZE, subscription, magazine, year } = call.input
  const after = readMark(call.input.after)
  const catalogue = await catalogueOf(call)
  const only = titlesRequested(catalogue, subscription, magazine)
  if (only?.length === 0) return { issues: [] }
  const found = await readOnReplica(call, ({ ctx }) =>
    newestIssues(ctx.db, {
      ...(only && { only }),
      ...(year !== undefined && { from: `${year}-01-01`, to: `${year}-12-31` }),
      hidden: catalogue.hidden,
      after,
      limit: limit + 1,
    }),
  )
  const { page, last } = cutPage(found, limit)
  const query = { subscription, magazine, year, limit: call.input.limit }
  return {
    issues: presentIssues(page, catalogue, call),
    ...(last && { nextUrl: apiAddress(declared, {}, { ...query, after: markAfter(last) }) }),
  }
})

/** Returns the ids of the titles that match the filter; undefined without a filter. */
function titlesRequested(
  catalogue: CatalogueView,
  subscription: number | undefined,
  magazine: string | undefined,
): number[] | undefined {
  if (subscription === undefined && magazine === undefined) return undefined
  const title = magazine === undefined ? undefined : catalogue.titleByKey(magazine)
  const titles = magazine === undefined ? catalogue.titles : title ? [title] : []
  return titles
    .filter(({ subscriptions }) => subscription === undefined || subscriptions.includes(subscription))
    .map(({ id }) => id)
}
