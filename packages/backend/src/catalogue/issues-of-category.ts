import { apiAddress } from '@kiosk/contract/route'
import { issuesOfCategory as declared } from '@kiosk/domain/catalogue/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { cutPage, markAfter, PAGE_SIZE, readMark } from './paging.ts'
import { presentIssue } from './present-issue.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const issuesOfCategory = defineHandler(declared, 'catalogue', async (call) => {
  const { id, limit = PAGE_SIZE } = call.input
  const after = readMark(call.input.after)
  const catalogue = await catalogueOf(call)
  const category = catalogue.categories.find(({ uid }) => uid === id)
  if (!category) throw new ApiError('not_found', 'id')
  const rest = category.titles.filter(
    ({ current }) => !after || current.issue_date < after.date || (current.issue_date === after.date && current.id < after.id),
  )
  const { page, last } = cutPage(rest, limit)
  return {
    issues: page.map((title) => presentIssue(title.current, title, call)),
    ...(last && { nextUrl: apiAddress(declared, { id }, { limit: call.input.limit, after: markAfter(last.current) }) }),
  }
})
