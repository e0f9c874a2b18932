import { addDays, dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { requireRegion } from '@kiosk/domain/regions'
import * as declared from '@kiosk/domain/staff/content-endpoints'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import { categoriesWithNames } from '../../catalogue/queries.ts'
import { hasDeadPath } from '../../content/dead-path.ts'
import { postedPicture } from '../../content/posted-pictures.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { publishAdvertisements } from './publish-advertisements.ts'

const FIGURE_DAYS = 30
/** No more than these are shown at the same time. */
const MOST_LISTED = 300

export const advertisements = defineDeskHandler(declared.advertisements, async ({ ctx }) => {
  const { db } = ctx
  const found = await db
    .selectFrom('advertisements')
    .selectAll()
    .orderBy('active', 'desc')
    .orderBy('weight', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  const counts = await db
    .selectFrom('advertisement_counts')
    .selectAll()
    .where('day', '>', addDays(dayInUtc(ctx.now()), -FIGURE_DAYS))
    .orderBy('day')
    .execute()
  return {
    advertisements: found.map((row) => ({
      id: row.id,
      key: row.key ?? '',
      language: row.language as Language,
      headline: row.headline,
      body: row.body,
      target: row.target_url,
      markets: row.region_ids,
      categories: row.category_uids,
      from: dayInUtc(row.starts_at),
      until: row.ends_at && dayInUtc(new Date(row.ends_at.getTime() - 1)),
      weight: row.weight,
      dailyCap: row.daily_cap,
      isActive: row.active,
      state: stateOf(row, ctx.now()),
      alt: row.image_alt,
      hasPicture: row.image_path !== null,
      days: counts
        .filter(({ advertisement_id }) => advertisement_id === row.id)
        .map(({ day, impressions, clicks }) => ({ day, impressions, clicks })),
    })),
    categories: await categoriesWithNames(db),
  }
})

type Term = { active: boolean; starts_at: Date; ends_at: Date | null }

function stateOf({ active, starts_at, ends_at }: Term, now: Date): declared.Advertisement['state'] {
  if (!active) return 'paused'
  if (starts_at > now) return 'later'
  return ends_at !== null && ends_at <= now ? 'over' : 'running'
}

export const publish = defineDeskHandler(declared.publishAdvertisement, async ({ ctx, actor, input }) => {
  const { picture, markets, categories, until, dailyCap, alt, isNew, ...rest } = input
  if (until !== null && until < input.from) throw new ApiError('wrong_input', 'until', 'VALIDATION.endsBeforeBegin')
  const before = await ctx.db.selectFrom('advertisements').selectAll().where('key', '=', input.key).executeTakeFirst()
  if (isNew && before) throw new ApiError('content_key_taken', 'key')
  if (categories) {
    const known = await ctx.db.selectFrom('categories').select('uid').where('uid', 'in', categories).execute()
    if (known.length < new Set(categories).size) throw new ApiError('not_found', 'categories')
  }
  if (await hasDeadPath(ctx.db, [input.target])) throw new ApiError('not_found', 'target', 'VALIDATION.targetDead')
  const path = picture ? null : (before?.image_path ?? null)
  const image = picture ? (await postedPicture(input.key, picture.base64)).picture : path && (await ctx.files.read(path))
  if (image && alt === '') throw new ApiError('wrong_input', 'alt', 'VALIDATION.pictureAlt')
  const advertisement = {
    ...rest,
    active: before?.active ?? true,
    ...(image && { image: 'picture', alt }),
    ...(markets && { markets: markets.map((id) => requireRegion(id).country) }),
    ...(categories && { categories }),
    ...(until !== null && { until }),
    ...(dailyCap !== null && { 'daily-cap': dailyCap }),
  }
  await publishAdvertisements({ db: ctx.db, files: ctx.files, actor }, [advertisement], async () => image || null)
  return undefined
})

export const switchOne = defineDeskHandler(declared.switchAdvertisement, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const found = await locked(trx, input.id)
    if (found.active === input.isActive) return
    await trx.updateTable('advertisements').set({ active: input.isActive }).where('id', '=', input.id).execute()
    await recordAudit(trx, actor, ctx.now(), {
      action: 'advertisement.switched',
      subject: subjectOf(found),
      before: { active: found.active },
      after: { active: input.isActive },
    })
  })
  return undefined
})

export const remove = defineDeskHandler(declared.removeAdvertisement, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const found = await locked(trx, input.id)
    await trx.deleteFrom('advertisement_counts').where('advertisement_id', '=', input.id).execute()
    await trx.deleteFrom('advertisements').where('id', '=', input.id).execute()
    const { headline, body, target_url: target, language } = found
    const before = { headline, body, target, language }
    await recordAudit(trx, actor, ctx.now(), { action: 'advertisement.removed', subject: subjectOf(found), before })
  })
  return undefined
})

async function locked(trx: Transaction<DB>, id: number) {
  const found = await trx.selectFrom('advertisements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw new ApiError('not_found', 'id')
  return found
}

const subjectOf = ({ id, key, headline }: { id: number; key: string | null; headline: string }) => ({
  kind: 'advertisement',
  id: key ?? id,
  name: headline,
})
