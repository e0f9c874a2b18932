import { issueCover as declared } from '@kiosk/domain/catalogue/endpoints'
import type { CoverHeight } from '@kiosk/domain/catalogue/terms'
import { serve } from '../endpoint.ts'
import { answerCover, missingCover } from './cover.ts'
import { issueByUid } from './queries.ts'
import { shelfOf } from './seen-shelf.ts'

export const issueCover = serve(declared, 'personal', async (call) => {
  const { uid, coverheight, v } = call.input
  const issue = await issueByUid(call.house.db, uid)
  if (!issue) return missingCover()
  const title = (await shelfOf(call)).title(issue.title_id)
  if (!title) return missingCover()
  return answerCover(issue, title, { height: coverheight as CoverHeight, revision: v }, call)
})
