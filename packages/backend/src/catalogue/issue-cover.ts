import { issueCover as declared } from '@kiosk/domain/catalogue/endpoints'
import type { CoverHeight } from '@kiosk/domain/catalogue/limits'
import { defineHandler } from '../http/handler.ts'
import { answerCover, hiddenCover, missingCover } from './cover.ts'
import { issueByUid } from './queries.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const issueCover = defineHandler(declared, 'personal', async (call) => {
  const { uid, coverheight, v, format } = call.input
  const issue = await issueByUid(call.ctx.db, uid)
  if (!issue) return missingCover()
  const title = (await catalogueOf(call)).title(issue.title_id)
  if (!title) return hiddenCover(call)
  return answerCover(issue, title, { height: coverheight as CoverHeight, revision: v, format }, call)
})
