import { endedAt } from '../campaigns/queries.ts'
import type { Database } from '../db/connect.ts'
import { campaignAt } from './read-document.ts'

/**
 * Returns whether one of these addresses is a path of ours that leads neither to a page nor to a published campaign, or to one
 * that was ended.
 */
export async function hasDeadPath(db: Pick<Database, 'selectFrom'>, addresses: readonly string[]): Promise<boolean> {
  const keys = new Set(addresses.filter((each) => each.startsWith('/')).map(campaignAt))
  if (keys.has(undefined)) return true
  const campaigns = [...keys].filter((key) => typeof key === 'string')
  if (campaigns.length === 0) return false
  const published = await db
    .selectFrom('campaign_pages')
    .select(['imported_at', 'ended_at'])
    .where('key', 'in', campaigns)
    .execute()
  return published.length < campaigns.length || published.some((each) => endedAt(each) !== null)
}
