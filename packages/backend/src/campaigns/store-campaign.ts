import { pages } from '@kiosk/domain/addresses'
import { type Campaign, vouchersOf } from '@kiosk/domain/campaigns/campaign'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { dayInUtc } from '@kiosk/domain/day'
import { plainMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { pricesAt } from '../billing/plans/prices.ts'
import type { DB } from '../db/schema.ts'
import { cleanCampaign } from './clean-campaign.ts'
import { endVouchers, importedCampaigns } from './queries.ts'

/** Reserved first path segments: pages of the table and paths that are no pages. */
const taken = new Set([...Object.values(pages).map(({ path }) => path.split('/')[1]), 'api', 'reader', 'assets', 'home', 'dev'])
const replaceable = new Set(shippedCampaigns.map(({ key }) => key))

/**
 * Returns conflicts of a campaign: a path or code already in use, a price that is no reduction, or a last day that is over, so
 * that the vouchers could not be redeemed.
 */
export async function campaignConflicts(db: Kysely<DB>, campaign: Campaign, now: Date): Promise<string[]> {
  const { key, offers, until } = campaign
  const errors: string[] = []
  if (taken.has(key) && !replaceable.has(key)) errors.push(`key: /${key} is another page`)
  if (until && until < dayInUtc(now)) errors.push(`until: ${until} is over, its vouchers could not be redeemed`)
  const begins = beginOf(campaign, now)
  const prices = await pricesAt(db, begins > now ? begins : now)
  for (const { region, id, voucherPrice } of offers) {
    const price = prices.get(id)
    if (price === undefined || voucherPrice < price) continue
    const money = plainMoney({ minor: price, currency: regionById(region)!.currency })
    errors.push(`offers: region ${region} lowers nothing, plan ${id} costs ${money}`)
  }
  const codes = offers.map(({ voucherCode }) => voucherCode)
  const others =
    codes.length === 0 ? [] : await db.selectFrom('vouchers').select(['code', 'kind']).where('code', 'in', codes).execute()
  for (const { code, kind } of others)
    if (kind !== 'campaign') errors.push(`offers: ${code} is a voucher of another kind (${kind})`)
  for (const other of await importedCampaigns(db))
    for (const code of codes)
      if (other.key !== key && other.codes.includes(code)) errors.push(`offers: ${code} is the voucher of /${other.key}`)
  return errors
}

const beginOf = ({ from }: Campaign, now: Date) => new Date(from ?? now)

/**
 * Publishes a campaign with its vouchers in one transaction; a campaign with the same key is replaced, and vouchers that it no
 * longer offers are ended. With conflicts, which it returns, nothing is changed.
 */
export async function storeCampaign(
  db: Kysely<DB>,
  campaign: Campaign,
  now: Date,
  actor?: Actor,
  reason?: string,
): Promise<string[]> {
  const { key, offers, from, until } = campaign
  const begins = beginOf(campaign, now)
  const codes = offers.map(({ voucherCode }) => voucherCode)
  const errors = await campaignConflicts(db, campaign, now)
  if (errors.length > 0) return errors
  await db.transaction().execute(async (trx) => {
    const replaced = (await importedCampaigns(trx)).find((each) => each.key === key)
    await endVouchers(trx, replaced?.codes.filter((code) => !codes.includes(code)) ?? [], now)
    const data = { campaign: JSON.stringify(cleanCampaign(campaign)), imported_at: now }
    await trx
      .insertInto('campaign_pages')
      .values({ key, ...data })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(data))
      .execute()
    for (const { code, ...voucher } of vouchersOf(campaign)) {
      const changed = {
        ...voucher,
        redeemable_from: begins,
        redeemable_until: until ? new Date(Date.parse(until) + DAY_MS) : null,
        demonstration: false,
      }
      await trx
        .insertInto('vouchers')
        .values({ code, ...changed })
        .onConflict((conflict) => conflict.column('code').doUpdateSet(changed))
        .execute()
    }
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    await recordAudit(trx, actor, now, {
      action: 'campaign.published',
      subject: { kind: 'campaign', id: key, name: `/${key}` },
      before: replaced && { codes: replaced.codes },
      after: { codes, from, until },
      reason,
    })
  })
  return []
}
