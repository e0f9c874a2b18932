import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

export function campaignByKey(db: Database, key: string) {
  return db.selectFrom('campaigns').selectAll().where('key', '=', key).executeTakeFirst()
}

export function campaignPageByKey(db: Database, key: string) {
  return db.selectFrom('campaign_pages').select(['campaign', 'ended_at']).where('key', '=', key).executeTakeFirst()
}

/** Returns the imported campaigns with the codes of their vouchers. */
export async function importedCampaigns(db: Database) {
  const found = await db.selectFrom('campaign_pages').selectAll().execute()
  return found.map(({ campaign, ...row }) => {
    const { offers = [] } = campaign as unknown as Partial<Campaign>
    return { ...row, campaign, codes: offers.map(({ voucherCode }) => voucherCode) }
  })
}

/** When a campaign was published, or ended since. */
export const changedAt = ({ imported_at, ended_at }: { imported_at: Date; ended_at: Date | null }): Date =>
  ended_at ?? imported_at

/** Ends vouchers that have not ended yet; readers who have redeemed one keep the lower price. */
export async function endVouchers(db: Database, codes: readonly string[], now: Date): Promise<void> {
  await sql`update vouchers set redeemable_until = least(redeemable_until, ${now}::timestamptz)
    where code = any(${[...codes]}::text[])`.execute(db)
}
