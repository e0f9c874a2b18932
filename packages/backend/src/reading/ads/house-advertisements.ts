import { apiAddress } from '@kiosk/contract/route'
import { FALLBACK_LANGUAGE } from '@kiosk/domain/locale'
import { advertisementImage, houseAdvertisements as declared } from '@kiosk/domain/reading/endpoints'
import { rights } from '@kiosk/domain/reading/rights'
import { findIssue } from '../../catalogue/viewer-catalogue.ts'
import { type Call, defineHandler } from '../../http/handler.ts'
import { advertisementsOfToday } from '../queries.ts'
import { rightTo } from '../reading-rights.ts'

export const houseAdvertisements = defineHandler(declared, 'personal', async (call) => {
  const place = await placeOf(call)
  if (!place) return { advertisements: [] }
  const now = call.ctx.now()
  const active = await advertisementsOfToday(call.ctx.db, { now, region: call.region.id, categories: place.categories })
  const own = active.filter((each) => each.language === call.language)
  const shown = own.length > 0 ? own : active.filter((each) => each.language === FALLBACK_LANGUAGE)
  return {
    advertisements: shown.map(({ id, headline, body, target_url, image_path, image_alt, image_width, image_height }) => ({
      id,
      headline,
      body,
      targetUrl: target_url,
      ...(image_path &&
        image_width &&
        image_height && {
          picture: { url: apiAddress(advertisementImage, { id }), alt: image_alt, width: image_width, height: image_height },
        }),
    })),
  }
})

/** Returns the categories of the issue being read, empty if none is given; null = this reader is shown no advertisements. */
async function placeOf(call: Call<typeof declared>): Promise<{ categories: string[] } | null> {
  const { issue } = call.input
  if (issue === undefined) return rights.magazine[call.session.reader].ads ? { categories: [] } : null
  const { row, title } = await findIssue(issue, call)
  if (!rightTo(row, title, call).ads) return null
  const catalogue = await call.ctx.db
    .selectFrom('title_categories')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('uid')
    .where('title_id', '=', title.id)
    .execute()
  return { categories: catalogue.map(({ uid }) => uid) }
}
