import { pages } from '@kiosk/domain/addresses'
import { type Campaign, redirectFrom, vouchersOf } from '@kiosk/domain/campaigns/campaign'
import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import type { CampaignFault } from '@kiosk/domain/campaigns/campaign-problems'
import { campaignKeyOf, shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { beginOfDayInVienna, dayInVienna, endOfTerm } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { plainMoney } from '@kiosk/domain/money'
import { type RegionId, regions, requireRegion } from '@kiosk/domain/regions'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { pricesAt } from '../billing/plans/prices.ts'
import { hasDeadPath } from '../content/dead-path.ts'
import type { DB } from '../db/schema.ts'
import { asShown } from './campaign-state.ts'
import { cleanCampaign } from './clean-campaign.ts'
import { changedAt, endVouchers, importedCampaigns, lockedCampaign } from './queries.ts'

/** Reserved first path segments: pages of the table, and paths that are not pages. */
const taken = new Set([...Object.values(pages).map(({ path }) => path.split('/')[1]), 'api', 'reader', 'assets', 'home', 'dev'])
const replaceable = new Set(shippedCampaigns.map(({ key }) => key))

/**
 * Returns conflicts of a campaign: a path or code already in use, a redirect that leads nowhere or back to it, a price that is no
 * reduction, or a last day in the past, because its vouchers could not be redeemed.
 */
export async function campaignConflicts(db: Kysely<DB>, campaign: Campaign, now: Date): Promise<CampaignFault[]> {
  const { key, offers, redirects = [], withoutOffer, until } = campaign
  const faults: CampaignFault[] = []
  if (isReserved(key)) faults.push({ path: 'key', problem: 'keyTaken', values: { key } })
  if (until && until < dayInVienna(now)) faults.push({ path: 'until', problem: 'over' })
  const ways = redirects.map(({ to }, place) => [`redirects.${place}.to`, to] as const)
  const campaigns = await importedCampaigns(db)
  const published = new Map(campaigns.map((each) => [each.key, asShown(each, now)]))
  const returning = regions
    .filter(({ id }) => returnsToItself(campaign, id, published))
    .map(({ id }) => redirectFrom(campaign, id))
  for (const [path, to] of withoutOffer === undefined ? ways : [...ways, ['withoutOffer', withoutOffer] as const])
    if (campaignKeyOf(to) === key || returning.includes(to)) faults.push({ path, problem: 'pathOwn' })
    else if (await hasDeadPath(db, [to])) faults.push({ path, problem: 'pathDead', values: { path: to } })
  const begins = beginOf(campaign, now)
  const prices = await pricesAt(db, begins > now ? begins : now)
  const codes = offers.map(({ voucherCode }) => voucherCode)
  const others =
    codes.length === 0 ? [] : await db.selectFrom('vouchers').select(['code', 'kind']).where('code', 'in', codes).execute()
  for (const [place, { region, id, voucherPrice, voucherCode: code }] of offers.entries()) {
    const price = prices.get(id)
    if (price !== undefined && voucherPrice >= price) {
      const money = plainMoney({ minor: price, currency: requireRegion(region).currency })
      faults.push({ path: `offers.${place}.voucherPrice`, problem: 'lowersNothing', values: { price: money } })
    }
    const path = `offers.${place}.voucherCode`
    const other = others.find((each) => each.code === code && each.kind !== 'campaign')
    if (other) faults.push({ path, problem: 'voucherOfKind', values: { code, kind: other.kind } })
    const owner = campaigns.find((each) => each.key !== key && each.codes.includes(code))
    if (owner) faults.push({ path, problem: 'voucherOfCampaign', values: { code, key: owner.key } })
  }
  return faults
}

/** Whether the redirects of a campaign and of published ones, as their pages are shown, lead visitors from a region back to it. */
function returnsToItself(campaign: Campaign, region: RegionId, published: ReadonlyMap<string, Campaign>): boolean {
  const passed = new Set<string>()
  let at: Campaign | undefined = campaign
  while (at && !passed.has(at.key)) {
    passed.add(at.key)
    const next = campaignKeyOf(redirectFrom(at, region) ?? '')
    if (next === campaign.key) return true
    at = published.get(next)
  }
  return false
}

/** Whether a page of the website has this address. Addresses of built-in campaigns can be replaced. */
export const isReserved = (key: string): boolean => taken.has(key) && !replaceable.has(key)

const beginOf = ({ from }: Campaign, now: Date) => (from ? beginOfDayInVienna(from) : now)

type Change = {
  actor?: Actor | undefined
  reason?: string | undefined
  /** When the replaced campaign was published or ended, as the person saw it; null = there was none. */
  seen?: Date | null | undefined
}

/**
 * Publishes a campaign with its vouchers in one transaction; a campaign with the same key and its draft are replaced, and
 * vouchers that it no longer offers are ended. If there are conflicts, returns them and changes nothing.
 * @throws ApiError changed_meanwhile
 */
export async function storeCampaign(
  db: Kysely<DB>,
  campaign: Campaign,
  now: Date,
  change: Change = {},
): Promise<CampaignFault[]> {
  const { key, offers, from, until } = campaign
  const begins = beginOf(campaign, now)
  const codes = offers.map(({ voucherCode }) => voucherCode)
  const faults = await campaignConflicts(db, campaign, now)
  if (faults.length > 0) return faults
  await db.transaction().execute(async (trx) => {
    const replaced = await lockedCampaign(trx, key)
    if (change.seen !== undefined && change.seen?.getTime() !== (replaced && changedAt(replaced))?.getTime())
      throw new ApiError('changed_meanwhile')
    await endVouchers(trx, replaced?.codes.filter((code) => !codes.includes(code)) ?? [], now)
    const cleaned = cleanCampaign(campaign)
    const data = { campaign: JSON.stringify(cleaned), imported_at: now, ended_at: null }
    if (replaced) await trx.updateTable('campaign_pages').set(data).where('key', '=', key).execute()
    else {
      const added = await trx
        .insertInto('campaign_pages')
        .values({ key, ...data })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      // Somebody else has just published one with this key, whose vouchers would not be ended.
      if (added.numInsertedOrUpdatedRows === 0n) throw new ApiError('changed_meanwhile')
    }
    await trx.deleteFrom('campaign_drafts').where('key', '=', key).execute()
    for (const { code, ...voucher } of vouchersOf(campaign)) {
      const changed = {
        ...voucher,
        redeemable_from: begins,
        redeemable_until: until ? endOfTerm(until) : null,
        demonstration: false,
      }
      await trx
        .insertInto('vouchers')
        .values({ code, ...changed })
        .onConflict((conflict) => conflict.column('code').doUpdateSet(changed))
        .execute()
    }
    await sql`select pg_notify('catalogue', '')`.execute(trx)
    const changes = replaced ? campaignChanges(replaced.campaign, cleaned) : []
    await recordAudit(trx, change.actor, now, {
      action: 'campaign.published',
      subject: campaignSubject(key),
      before: replaced && {
        codes: replaced.codes,
        ...Object.fromEntries(changes.map(({ path, before }) => [path, before ?? null])),
      },
      after: { codes, from, until, ...Object.fromEntries(changes.map(({ path, after }) => [path, after ?? null])) },
      reason: change.reason,
    })
  })
  return []
}

export const campaignSubject = (key: string) => ({ kind: 'campaign', id: key, name: `/${key}` })
