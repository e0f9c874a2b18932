import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import { endVouchers, importedCampaigns } from './queries.ts'
import { campaignSubject } from './store-campaign.ts'

/**
 * Ends an imported campaign and its vouchers at once. Its page stays and says that it is over; publishing it again resumes it.
 * @returns false if none with this key was imported
 */
export function endCampaign({ db, now, actor }: ChangeContext, key: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const ended = (await importedCampaigns(trx)).find((each) => each.key === key)
    if (!ended) return false
    if (ended.ended_at) return true
    await trx.updateTable('campaign_pages').set({ ended_at: now() }).where('key', '=', key).execute()
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
