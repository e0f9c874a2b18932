import { magazineCover as declared } from '@kiosk/domain/catalogue/endpoints'
import type { CoverHeight } from '@kiosk/domain/catalogue/limits'
import { defineHandler } from '../http/handler.ts'
import { answerCover, hiddenCover } from './cover.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const magazineCover = defineHandler(declared, 'personal', async (call) => {
  const { magazineId, coverheight, format } = call.input
  const catalogue = await catalogueOf(call)
  const title = (/^\d{1,15}$/.test(magazineId) && catalogue.title(Number(magazineId))) || catalogue.titleByKey(magazineId)
  if (!title) return hiddenCover(call)
  return answerCover(title.current, title, { height: coverheight as CoverHeight, format }, call)
})
