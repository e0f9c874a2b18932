import { FALLBACK_LANGUAGE } from '@kiosk/domain/locale'
import { houseAdvertisements as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'
import { activeAdvertisements } from './queries.ts'

export const houseAdvertisements = serve(declared, 'catalogue', async ({ house, language }) => {
  const active = await activeAdvertisements(house.db)
  const own = active.filter((each) => each.language === language)
  const shown = own.length > 0 ? own : active.filter((each) => each.language === FALLBACK_LANGUAGE)
  return { advertisements: shown.map(({ headline, body, target_url }) => ({ headline, body, targetUrl: target_url })) }
})
