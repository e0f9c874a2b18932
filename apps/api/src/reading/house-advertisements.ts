import { FALLBACK_LANGUAGE } from '@kiosk/domain/locale'
import { advertisementPicture, houseAdvertisements as declared } from '@kiosk/domain/reading/endpoints'
import { rights } from '@kiosk/domain/reading/rights'
import { apiAddress } from '../api-address.ts'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { type Call, serve } from '../endpoint.ts'
import { advertisementsOfToday } from './queries.ts'
import { rightTo } from './right-to-read.ts'

export const houseAdvertisements = serve(declared, 'personal', async (call) => {
  const place = await placeOf(call)
  if (!place) return { advertisements: [] }
  const now = call.house.now()
  const active = await advertisementsOfToday(call.house.db, { now, region: call.region.id, categories: place.categories })
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
          picture: { url: apiAddress(advertisementPicture, { id }), alt: image_alt, width: image_width, height: image_height },
        }),
    })),
  }
})

/** Categories of the issue that is read, none where none is said; null = this reader is shown no advertisements. */
async function placeOf(call: Call<typeof declared>): Promise<{ categories: string[] } | null> {
  const { issue } = call.input
  if (issue === undefined) return rights.magazine[call.session.reader].ads ? { categories: [] } : null
  const { row, title } = await findIssue(issue, call)
  if (!rightTo(row, title, call).ads) return null
  const shelf = await call.house.db
    .selectFrom('title_categories')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select('uid')
    .where('title_id', '=', title.id)
    .execute()
  return { categories: shelf.map(({ uid }) => uid) }
}
