import { relatedIssues as declared } from '@kiosk/domain/catalogue/endpoints'
import { defineHandler } from '../http/handler.ts'
import { relatedByHand } from './queries.ts'
import { catalogueOf, findIssue, presentIssues } from './viewer-catalogue.ts'

export const relatedIssues = defineHandler(declared, 'catalogue', async (call) => {
  const { row } = await findIssue(call.input.uid, call)
  const related = await relatedByHand(call.ctx.db, row.id)
  return { issues: presentIssues(related, await catalogueOf(call), call) }
})
