import { magazineCover as declared } from '@kiosk/domain/catalogue/endpoints'
import type { CoverHeight } from '@kiosk/domain/catalogue/terms'
import { serve } from '../endpoint.ts'
import { answerCover, missingCover } from './cover.ts'
import { shelfOf } from './seen-shelf.ts'

export const magazineCover = serve(declared, 'personal', async (call) => {
  const { magazineId, coverheight } = call.input
  const shelf = await shelfOf(call)
  const title = (/^\d{1,15}$/.test(magazineId) && shelf.title(Number(magazineId))) || shelf.titleByKey(magazineId)
  if (!title) return missingCover()
  return answerCover(title.current, title, { height: coverheight as CoverHeight, revision: undefined }, call)
})
