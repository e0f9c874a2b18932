import { contentSet as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, FEATURED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { rights } from '@kiosk/domain/reading/rights'
import { defineHandler } from '../http/handler.ts'
import { detailLine, presentCover } from './present-issue.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const contentSet = defineHandler(declared, 'catalogue', async (call) => {
  const catalogue = await catalogueOf(call)
  const titles = catalogue.contentSet(call.input.key)
  if (!titles) throw new ApiError('not_found', 'key')
  const entries = titles.slice(0, FEATURED_ITEMS).map(({ id, name, key, kind, current }) => ({
    magazineId: id,
    title: name,
    magazineKey: key,
    issueUid: current.uid,
    opens: rights[kind][call.session.reader].online,
    detailLine: detailLine(current, call),
    ...presentCover(current, COVER_HEIGHT.carousel),
  }))
  return { entries }
})
