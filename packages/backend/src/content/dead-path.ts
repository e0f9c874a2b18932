import type { Database } from '../db/connect.ts'
import { campaignAt } from './read-document.ts'

/**
 * Returns the first of these addresses that is a path of ours and leads neither to a page nor to a published campaign; null =
 * there is none.
 */
export async function deadPathAmong(db: Pick<Database, 'selectFrom'>, addresses: readonly string[]): Promise<string | null> {
  for (const address of addresses.filter((each) => each.startsWith('/'))) {
    const key = campaignAt(address)
    if (key === null) continue
    const campaign = key && (await db.selectFrom('campaign_pages').select('key').where('key', '=', key).executeTakeFirst())
    if (!campaign) return address
  }
  return null
}
