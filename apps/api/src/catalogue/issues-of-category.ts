import { issuesOfCategory as declared } from '@kiosk/domain/catalogue/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { apiAddress } from '../api-address.ts'
import { serve } from '../endpoint.ts'
import { cutPage, markAfter, PAGE_SIZE, readMark } from './paging.ts'
import { presentIssue } from './present-issue.ts'
import { shelfOf } from './seen-shelf.ts'

export const issuesOfCategory = serve(declared, 'catalogue', async (call) => {
  const { id, limit = PAGE_SIZE } = call.input
  const after = readMark(call.input.after)
  const shelf = await shelfOf(call)
  const category = shelf.categories.find(({ uid }) => uid === id)
  if (!category) throw new Refusal('not_found', 'id')
  const rest = category.titles.filter(
    ({ current }) => !after || current.issue_date < after.date || (current.issue_date === after.date && current.id < after.id),
  )
  const { page, last } = cutPage(rest, limit)
  return {
    issues: page.map((title) => presentIssue(title.current, title, call)),
    ...(last && { nextUrl: apiAddress(declared, { id }, { limit: call.input.limit, after: markAfter(last.current) }) }),
  }
})
