import { apiAddress } from '@kiosk/contract/route'
import { ApiError } from '@kiosk/domain/errors'
import { archive as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { defineHandler } from '../http/handler.ts'
import { presentShelfIssue } from '../reading/present-shelf-issue.ts'
import { cutPage, markAfter, readMark } from './paging.ts'
import { newestIssues } from './queries.ts'
import { readOnReplica } from './read-on-replica.ts'
import { catalogueOf } from './viewer-catalogue.ts'

const ISSUES = 24

/** Back issues of a title, newest first. */
export const archive = defineHandler(declared, 'catalogue', async (call) => {
  const { magazinekey } = call.input
  const catalogue = await catalogueOf(call)
  const title = catalogue.titleByKey(magazinekey)
  if (!title) throw new ApiError('not_found', 'magazinekey')
  const after = readMark(call.input.after)
  const found = await readOnReplica(call, ({ ctx }) =>
    newestIssues(ctx.db, { only: [title.id], hidden: [], after, limit: ISSUES + 1 }),
  )
  const { page, last } = cutPage(found, ISSUES)
  return {
    name: title.name,
    issues: page.map((row) => presentShelfIssue(row, title, call)),
    ...(last && { nextUrl: apiAddress(declared, { magazinekey }, { after: markAfter(last) }) }),
  }
})
