import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import { endedAt, endVouchers, lockedCampaign } from './queries.ts'
import { campaignSubject } from './store-campaign.ts'

/**
 * Ends an imported campaign and its vouchers at once. Its page stays and says that it is over; publishing it again resumes it.
 * @returns false if none with this key was imported
 */
export function endCampaign({ db, now, actor }: ChangeContext, key: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = await lockedCampaign(trx, key)
    if (!ended) return false
    if (endedAt(ended)) return true
    // Never before it was published, also if the clocks of two servers differ.
    const at = now() < ended.imported_at ? ended.imported_at : now()
    await trx.updateTable('campaign_pages').set({ ended_at: at }).where('key', '=', key).execute()
    await endVouchers(trx, ended.codes, now())
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    await recordAudit(trx, actor, now(), {
      action: 'campaign.ended',
      subject: campaignSubject(key),
      before: { codes: ended.codes },
      reason,
    })
    return true
  })
}
