import { Refusal } from '@kiosk/domain/errors'
import { countAdvertisement as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { serve } from '../endpoint.ts'

/** Adds one to the day's count of an advertisement; who it was is not noted. */
export const countAdvertisement = serve(declared, 'personal', async ({ input, house }) => {
  const seen = input.what === 'seen' ? 1 : 0
  const { rows } = await sql`
    insert into advertisement_counts (advertisement_id, day, impressions, clicks)
    select id, ${house.now().toISOString().slice(0, 10)}::date, ${seen}, ${1 - seen} from house_advertisements where id = ${input.id}
    on conflict (advertisement_id, day) do update set
      impressions = advertisement_counts.impressions + excluded.impressions, clicks = advertisement_counts.clicks + excluded.clicks
    returning 1`.execute(house.db)
  if (rows.length === 0) throw new Refusal('not_found', 'id')
  return undefined
})
