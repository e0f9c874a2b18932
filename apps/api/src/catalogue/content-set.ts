import { contentSet as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, FEATURED_ITEMS } from '@kiosk/domain/catalogue/terms'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { detailLine, presentCover } from './present-issue.ts'
import { shelfOf } from './seen-shelf.ts'

export const contentSet = serve(declared, 'catalogue', async (call) => {
  const shelf = await shelfOf(call)
  const titles = shelf.contentSet(call.input.key)
  if (!titles) throw new Refusal('not_found', 'key')
  const entries = titles.slice(0, FEATURED_ITEMS).map(({ id, name, key, current }) => ({
    magazineId: id,
    title: name,
    magazineKey: key,
    issueUid: current.uid,
    detailLine: detailLine(current, call),
    ...presentCover(current, COVER_HEIGHT.carousel),
  }))
  return { entries }
})
