import { Refusal } from '@kiosk/domain/errors'
import { countAdvertisement as declared } from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { serve } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'

/**
 * Adds one to the day's count of an advertisement; who it was is not noted. A network counts a few times an hour only: neither
 * the figures nor the cap of the day can be run up by one visitor. The answer does not tell whether it counted.
 */
export const countAdvertisement = serve(declared, 'personal', async ({ input, house, visitor }) => {
  const { id, what } = input
  const known = await house.db.selectFrom('house_advertisements').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw new Refusal('not_found', 'id')
  const tooMany = await networkAttempts(house.attempts, `advertisement-${what}`, visitor.address, String(id)).count()
  if (tooMany !== null) return undefined
  const seen = what === 'seen' ? 1 : 0
  await sql`
    insert into advertisement_counts (advertisement_id, day, impressions, clicks)
    select id, ${house.now().toISOString().slice(0, 10)}::date, ${seen}, ${1 - seen} from house_advertisements where id = ${id}
    on conflict (advertisement_id, day) do update set
      impressions = advertisement_counts.impressions + excluded.impressions, clicks = advertisement_counts.clicks + excluded.clicks
    `.execute(house.db)
  return undefined
})
