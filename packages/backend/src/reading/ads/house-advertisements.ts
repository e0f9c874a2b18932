import { apiAddress } from '@kiosk/contract/route'
import { dayInUtc } from '@kiosk/domain/day'
import { FALLBACK_LANGUAGE, type Language } from '@kiosk/domain/locale'
import { advertisementImage, houseAdvertisements as declared } from '@kiosk/domain/reading/endpoints'
import { rights } from '@kiosk/domain/reading/rights'
import { sql } from 'kysely'
import { findIssue } from '../../catalogue/viewer-catalogue.ts'
import type { Database } from '../../db/connect.ts'
import { type Call, defineHandler } from '../../http/handler.ts'
import { rightTo } from '../reading-rights.ts'

export const houseAdvertisements = defineHandler(declared, 'personal', async (call) => {
  const place = await placeOf(call)
  if (!place) return { advertisements: [] }
  const now = call.ctx.now()
  const active = await advertisementsOfToday(call.ctx.db, { now, region: call.region.id, categories: place.categories })
  const inLanguage = [call.language, FALLBACK_LANGUAGE].map((language) => active.filter((each) => each.language === language))
  const shown = inLanguage.find((found) => found.length > 0) ?? active
  return {
    advertisements: shown.map(
      ({ id, language, headline, body, target_url, image_path, image_alt, image_width, image_height }) => ({
        id,
        language: language as Language,
        headline,
        body,
        targetUrl: target_url,
        ...(image_path &&
          image_width &&
          image_height && {
            picture: { url: apiAddress(advertisementImage, { id }), alt: image_alt, width: image_width, height: image_height },
          }),
      }),
    ),
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

/**
 * Returns the advertisements to show now in a market and an issue of these categories, below their daily cap. Heaviest first; at
 * equal weight those shown least today.
 */
function advertisementsOfToday(db: Database, options: { now: Date; region: number; categories: readonly string[] }) {
  const { now, region, categories } = options
  const today = dayInUtc(now)
  return db
    .selectFrom('advertisements as a')
    .leftJoin('advertisement_counts as c', (join) =>
      join.onRef('c.advertisement_id', '=', 'a.id').on('c.day', '=', sql<string>`${today}::date`),
    )
    .select(['a.id', 'language', 'headline', 'body', 'target_url', 'image_path', 'image_alt', 'image_width', 'image_height'])
    .where('active', '=', true)
    .where('starts_at', '<=', now)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .where(sql<boolean>`(region_ids is null or ${region} = any (region_ids))`)
    .where(sql<boolean>`(category_uids is null or category_uids && ${[...categories]}::text[])`)
    .where(sql<boolean>`(daily_cap is null or coalesce(c.impressions, 0) < daily_cap)`)
    .orderBy('weight', 'desc')
    .orderBy(sql`coalesce(c.impressions, 0)`)
    .orderBy('a.id')
    .execute()
}
