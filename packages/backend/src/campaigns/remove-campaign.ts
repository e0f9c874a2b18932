import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import { endVouchers, lockedCampaign } from './queries.ts'
import { campaignSubject } from './store-campaign.ts'

/**
 * Removes the page of an imported campaign and ends its vouchers. Its content stays as a draft, unless there is one already.
 * @returns false if none with this key was imported
 */
export function removeCampaign({ db, now, actor }: ChangeContext, key: string, reason?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const gone = await lockedCampaign(trx, key)
    if (!gone) return false
    await trx.deleteFrom('campaign_pages').where('key', '=', key).execute()
    await trx
      .insertInto('campaign_drafts')
      .values({ key, campaign: JSON.stringify(gone.campaign), changed_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await endVouchers(trx, gone.codes, now())
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    await recordAudit(trx, actor, now(), {
      action: 'campaign.removed',
      subject: campaignSubject(key),
      before: { codes: gone.codes },
      reason,
    })
    return true
  })
}
