import { allIssues as declared } from '@kiosk/domain/catalogue/endpoints'
import { apiAddress } from '../api-address.ts'
import { serve } from '../endpoint.ts'
import { cutPage, markAfter, PAGE_SIZE, readMark } from './paging.ts'
import { newestIssues } from './queries.ts'
import { presentIssues, shelfOf } from './seen-shelf.ts'
import type { ShelfView } from './shelf-view.ts'

export const allIssues = serve(declared, 'catalogue', async (call) => {
  const { limit = PAGE_SIZE, subscription, magazine } = call.input
  const after = readMark(call.input.after)
  const shelf = await shelfOf(call)
  const only = titlesAsked(shelf, subscription, magazine)
  if (only?.length === 0) return { issues: [] }
  const found = await newestIssues(call.house.db, { ...(only && { only }), hidden: shelf.hidden, after, limit: limit + 1 })
  const { page, last } = cutPage(found, limit)
  const query = { subscription, magazine, limit: call.input.limit }
  return {
    issues: presentIssues(page, shelf, call),
    ...(last && { nextUrl: apiAddress(declared, {}, { ...query, after: markAfter(last) }) }),
  }
})

/** Ids of the titles that a filter leaves; undefined without a filter. */
function titlesAsked(shelf: ShelfView, subscription: number | undefined, magazine: string | undefined): number[] | undefined {
  if (subscription === undefined && magazine === undefined) return undefined
  const title = magazine === undefined ? undefined : shelf.titleByKey(magazine)
  const titles = magazine === undefined ? shelf.titles : title ? [title] : []
  return titles
    .filter(({ subscriptions }) => subscription === undefined || subscriptions.includes(subscription))
    .map(({ id }) => id)
}
