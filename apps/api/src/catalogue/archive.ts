import { Refusal } from '@kiosk/domain/errors'
import { archive as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { apiAddress } from '../api-address.ts'
import { serve } from '../endpoint.ts'
import { presentShelfIssue } from '../reading/present-shelf-issue.ts'
import { cutPage, markAfter, readMark } from './paging.ts'
import { newestIssues } from './queries.ts'
import { shelfOf } from './seen-shelf.ts'

const ISSUES = 24

/** Back issues of a title, the newest first. */
export const archive = serve(declared, 'catalogue', async (call) => {
  const { magazinekey } = call.input
  const shelf = await shelfOf(call)
  const title = shelf.titleByKey(magazinekey)
  if (!title) throw new Refusal('not_found', 'magazinekey')
  const after = readMark(call.input.after)
  const found = await newestIssues(call.house.db, { only: [title.id], hidden: [], after, limit: ISSUES + 1 })
  const { page, last } = cutPage(found, ISSUES)
  return {
    name: title.name,
    issues: page.map((row) => presentShelfIssue(row, title, call)),
    ...(last && { nextUrl: apiAddress(declared, { magazinekey }, { after: markAfter(last) }) }),
  }
})
