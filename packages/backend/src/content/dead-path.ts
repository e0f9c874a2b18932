import type { Database } from '../db/connect.ts'
import { campaignAt } from './read-document.ts'

/** Returns whether one of these addresses is a path of ours that leads neither to a page nor to a published campaign. */
export async function hasDeadPath(db: Pick<Database, 'selectFrom'>, addresses: readonly string[]): Promise<boolean> {
  for (const address of addresses.filter((each) => each.startsWith('/'))) {
    const key = campaignAt(address)
    if (key === null) continue
    const campaign = key && (await db.selectFrom('campaign_pages').select('key').where('key', '=', key).executeTakeFirst())
    if (!campaign) return true
  }
  return false
}
