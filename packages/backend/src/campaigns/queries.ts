import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import type { Database } from '../db/connect.ts'

export function campaignByKey(db: Database, key: string) {
  return db.selectFrom('campaigns').selectAll().where('key', '=', key).executeTakeFirst()
}

export function campaignPageByKey(db: Database, key: string) {
  return db.selectFrom('campaign_pages').select('campaign').where('key', '=', key).executeTakeFirst()
}

/** Returns the imported campaigns with the codes of their vouchers. */
export async function importedCampaigns(db: Database): Promise<{ key: string; codes: string[] }[]> {
  const found = await db.selectFrom('campaign_pages').select(['key', 'campaign']).execute()
  return found.map(({ key, campaign }) => {
    const { offers = [] } = campaign as unknown as Partial<Campaign>
    return { key, codes: offers.map(({ voucherCode }) => voucherCode) }
  })
}

/** Ends vouchers; readers who have redeemed one keep the lower price. */
export async function endVouchers(db: Database, codes: readonly string[], now: Date): Promise<void> {
  if (codes.length > 0) await db.updateTable('vouchers').set({ redeemable_until: now }).where('code', 'in', codes).execute()
}
