import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { countAdvertisement as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { networkLimit } from '../../auth/network-limits.ts'
import { defineHandler } from '../../http/handler.ts'

/**
 * Increments the day's count of an advertisement without recording the reader. The count per network and hour is limited,
 * so that one visitor cannot inflate metrics or exhaust the daily cap. The response does not reveal whether it counted.
 */
export const countAdvertisement = defineHandler(declared, 'personal', async ({ input, ctx, visitor }) => {
  const { id, what } = input
  const known = await ctx.db
    .selectFrom('advertisements')
    .select('id')
    .where('id', '=', id)
    .where('starts_at', '<=', ctx.now())
    .executeTakeFirst()
  if (!known) throw new ApiError('not_found', 'id')
  const tooMany = await networkLimit(ctx.rateLimits, `advertisement-${what}`, visitor.address, String(id)).count()
  if (tooMany !== null) return undefined
  const seen = what === 'seen' ? 1 : 0
  await sql`
    insert into advertisement_counts (advertisement_id, day, impressions, clicks)
    select id, ${dayInUtc(ctx.now())}::date, ${seen}, ${1 - seen} from advertisements where id = ${id}
    on conflict (advertisement_id, day) do update set
      impressions = advertisement_counts.impressions + excluded.impressions, clicks = advertisement_counts.clicks + excluded.clicks
    `.execute(ctx.db)
  return undefined
})
