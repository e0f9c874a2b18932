import { readFile } from 'node:fs/promises'
import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import { stringify } from 'yaml'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { campaignPageByKey } from './queries.ts'
import { readCampaign } from './read-campaign.ts'
import { removeCampaign as remove } from './remove-campaign.ts'
import { campaignConflicts, storeCampaign } from './store-campaign.ts'

const example = new URL('../../../../docs/campaign.yaml', import.meta.url)

export const campaigns = defineDeskHandler(declared.campaigns, async ({ ctx, language }) => {
  const found = await ctx.db.selectFrom('campaign_pages').selectAll().orderBy('imported_at', 'desc').orderBy('key').execute()
  const pages = found.map(({ imported_at, ...row }) => ({ at: imported_at, ...(row.campaign as unknown as Campaign) }))
  const codes = pages.flatMap(({ offers }) => offers.map(({ voucherCode }) => voucherCode))
  const redeemed =
    codes.length === 0
      ? []
      : await ctx.db.selectFrom('vouchers').select(['code', 'redeemed']).where('code', 'in', codes).execute()
  const redeemedOf = new Map(redeemed.map(({ code, redeemed }) => [code, redeemed]))
  return {
    campaigns: pages.map(({ key, words, partner, at, from, until, offers }) => ({
      ...{ key, title: words[language].title, partner, publishedAt: at.toISOString(), from: from ?? null, until: until ?? null },
      offers: offers.map(({ id, voucherPrice, voucherCode: code }) => ({
        ...{ plan: id, price: voucherPrice, code, redeemed: redeemedOf.get(code) ?? 0 },
      })),
    })),
    example: await readFile(example, 'utf8'),
  }
})

export const campaignFile = defineDeskHandler(declared.campaignFile, async ({ ctx, input }) => {
  const found = await campaignPageByKey(ctx.db, input.key)
  if (!found) throw new ApiError('not_found', 'key')
  return { yaml: stringify(found.campaign, { lineWidth: 120 }) }
})

export const checkCampaign = defineDeskHandler(declared.checkCampaign, async ({ ctx, input }) => {
  const { campaign, errors } = readCampaign(input.yaml)
  if (!campaign) return { key: null, faults: errors }
  return { key: campaign.key, faults: await campaignConflicts(ctx.db, campaign, ctx.now()) }
})

export const publishCampaign = defineDeskHandler(declared.publishCampaign, async ({ ctx, actor, input }) => {
  const { campaign, errors } = readCampaign(input.yaml)
  if (!campaign) return { key: null, faults: errors }
  return { key: campaign.key, faults: await storeCampaign(ctx.db, campaign, ctx.now(), actor, input.reason) }
})

export const removeCampaign = defineDeskHandler(declared.removeCampaign, async ({ ctx, input }) => {
  if (!(await remove(ctx, input.key, input.reason))) throw new ApiError('not_found', 'key')
  return undefined
})
