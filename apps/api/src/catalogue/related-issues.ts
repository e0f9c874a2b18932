import { relatedIssues as declared } from '@kiosk/domain/catalogue/endpoints'
import { serve } from '../endpoint.ts'
import { relatedByHand } from './queries.ts'
import { findIssue, presentIssues, shelfOf } from './seen-shelf.ts'

export const relatedIssues = serve(declared, 'catalogue', async (call) => {
  const { row } = await findIssue(call.input.uid, call)
  const related = await relatedByHand(call.house.db, row.id)
  return { issues: presentIssues(related, await shelfOf(call), call) }
})
