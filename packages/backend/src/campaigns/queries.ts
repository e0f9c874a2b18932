import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { CampaignPages, DB } from '../db/schema.ts'

export function campaignByKey(db: Database, key: string) {
  return db.selectFrom('campaigns').selectAll().where('key', '=', key).executeTakeFirst()
}

export function campaignPageByKey(db: Database, key: string) {
  return db.selectFrom('campaign_pages').select(['campaign', 'imported_at', 'ended_at']).where('key', '=', key).executeTakeFirst()
}

/** Returns the imported campaigns with the codes of their vouchers. */
export async function importedCampaigns(db: Database) {
  return (await db.selectFrom('campaign_pages').selectAll().execute()).map(withCodes)
}

/** Returns an imported campaign with the codes of its vouchers; nobody else changes it until the transaction is over. */
export async function lockedCampaign(trx: Transaction<DB>, key: string) {
  const found = await trx.selectFrom('campaign_pages').selectAll().where('key', '=', key).forUpdate().executeTakeFirst()
  return found && withCodes(found)
}

function withCodes(row: Selectable<CampaignPages>) {
  const { offers = [] } = row.campaign as unknown as Partial<Campaign>
  return { ...row, codes: offers.map(({ voucherCode }) => voucherCode) }
}

type Times = { imported_at: Date; ended_at: Date | null }

/**
 * When a campaign was ended; null if it was published again since. Servers of a version before migration 286 do not clear the
 * column when they publish.
 */
export const endedAt = ({ imported_at, ended_at }: Times): Date | null => (ended_at && ended_at >= imported_at ? ended_at : null)

/** When a campaign was published, or ended since. */
export const changedAt = (times: Times): Date => endedAt(times) ?? times.imported_at

/** Ends vouchers that have not ended yet; readers who have redeemed one keep the lower price. */
export async function endVouchers(db: Database, codes: readonly string[], now: Date): Promise<void> {
  await sql`update vouchers set redeemable_until = least(redeemable_until, ${now}::timestamptz)
    where code = any(${[...codes]}::text[])`.execute(db)
}
