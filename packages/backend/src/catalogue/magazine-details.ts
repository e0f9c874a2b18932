import { magazineDetails as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { presentIssue } from './present-issue.ts'
import { yearsOfTitle } from './queries.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const magazineDetails = defineHandler(declared, 'catalogue', async (call) => {
  const catalogue = await catalogueOf(call)
  const title = catalogue.titleByKey(call.input.magazinekey)
  if (!title) throw new ApiError('not_found', 'magazinekey')
  const { id, name, description, language, publisher, current } = title
  return {
    currentIssueUid: current.uid,
    name,
    description,
    language,
    publisher,
    releaseDate: current.issue_date,
    currentIssue: presentIssue(current, title, call, COVER_HEIGHT_PIXELS.top),
    years: await yearsOfTitle(call.ctx.db, id),
  }
})
