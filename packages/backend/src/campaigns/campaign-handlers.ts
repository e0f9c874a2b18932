import { beginsAfter, type Campaign, runsAt } from '@kiosk/domain/campaigns/campaign'
import type { CampaignFault } from '@kiosk/domain/campaigns/campaign-problems'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import { stringify } from 'yaml'
import type { AppContext } from '../context.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import * as drafts from './campaign-drafts.ts'
import { checkedCampaign, faultText, readCampaign } from './read-campaign.ts'
import { removeCampaign as remove } from './remove-campaign.ts'
import { campaignConflicts, storeCampaign } from './store-campaign.ts'

export const campaigns = defineDeskHandler(declared.campaigns, async ({ ctx, language }) => {
  const { db } = ctx
  const pages = await db.selectFrom('campaign_pages').selectAll().orderBy('imported_at', 'desc').orderBy('key').execute()
  const found = await db.selectFrom('campaign_drafts').selectAll().orderBy('changed_at', 'desc').orderBy('key').execute()
  const draftAt = new Map(found.map(({ key, changed_at }) => [key, changed_at.toISOString()]))
  const published = pages.map(({ imported_at, ...row }) => ({ at: imported_at, ...(row.campaign as unknown as Campaign) }))
  const redeemedOf = await redeemedByCode(
    ctx,
    published.flatMap(({ offers }) => offers.map(({ voucherCode }) => voucherCode)),
  )
  return {
    campaigns: [
      ...found
        .filter(({ key }) => !pages.some((page) => page.key === key))
        .map(({ key, campaign }) => ({
          key,
          title: titleOf(campaign, language),
          partner: null,
          state: 'draft' as const,
          publishedAt: null,
          draftAt: draftAt.get(key)!,
          from: null,
          until: null,
          offers: [],
        })),
      ...published.map(({ key, words, partner, at, from, until, offers }) => ({
        key,
        title: words[language].title,
        partner,
        state: stateOf({ from, until }, ctx.now()),
        publishedAt: at.toISOString(),
        draftAt: draftAt.get(key) ?? null,
        from: from ?? null,
        until: until ?? null,
        offers: offers.map(({ id, voucherPrice, voucherCode: code }) => ({
          plan: id,
          price: voucherPrice,
          code,
          redeemed: redeemedOf.get(code) ?? 0,
        })),
      })),
    ],
  }
})

async function redeemedByCode({ db }: Pick<AppContext, 'db'>, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const found = await db.selectFrom('vouchers').select(['code', 'redeemed']).where('code', 'in', codes).execute()
  return new Map(found.map(({ code, redeemed }) => [code, redeemed]))
}

function stateOf(term: Pick<Campaign, 'from' | 'until'>, now: Date): 'later' | 'running' | 'over' {
  if (runsAt(term, now)) return 'running'
  return beginsAfter(term, now) ? 'later' : 'over'
}

/** The title of a draft, which may be anything. */
function titleOf(campaign: unknown, language: Language): string {
  const title = (campaign as { words?: Partial<Record<Language, { title?: unknown } | null>> }).words?.[language]?.title
  return typeof title === 'string' ? title : ''
}

export const campaignFile = defineDeskHandler(declared.campaignFile, async ({ ctx, input: { key } }) => {
  const { db } = ctx
  const page = await db.selectFrom('campaign_pages').selectAll().where('key', '=', key).executeTakeFirst()
  const draft = await db.selectFrom('campaign_drafts').selectAll().where('key', '=', key).executeTakeFirst()
  if (!page && !draft) throw new ApiError('not_found', 'key')
  return {
    published: page ? { campaign: inOrder(page.campaign), at: page.imported_at.toISOString() } : null,
    draft: draft ? { campaign: inOrder(draft.campaign), at: draft.changed_at.toISOString(), revision: draft.revision } : null,
  }
})

/** A complete campaign in the order of its schema, which the column does not keep. */
const inOrder = (stored: unknown): drafts.CampaignDraft =>
  (checkedCampaign(stored).campaign as drafts.CampaignDraft | null) ?? (stored as drafts.CampaignDraft)

const yamlOf = (campaign: unknown): string => stringify(campaign, { lineWidth: 120 })

const shownIn = (faults: readonly CampaignFault[], language: Language) =>
  faults.map((fault) => ({ path: fault.path, isMissing: fault.problem === 'missing', message: faultText(fault, language) }))

export const checkCampaign = defineDeskHandler(declared.checkCampaign, async ({ ctx, input, language }) => {
  const { value, campaign, faults } = readCampaign(input.yaml)
  const found = faults ?? (await campaignConflicts(ctx.db, campaign, ctx.now()))
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return {
    campaign: isObject ? (value as drafts.CampaignDraft) : null,
    yaml: isObject ? yamlOf(value) : input.yaml,
    faults: shownIn(found, language),
  }
})

export const publishCampaign = defineDeskHandler(declared.publishCampaign, async ({ ctx, actor, input, language }) => {
  const { campaign, faults } = readCampaign(input.yaml)
  if (!campaign) return { key: null, faults: shownIn(faults, language) }
  const { reason } = input
  const seen = typeof input.seen === 'string' ? new Date(input.seen) : input.seen
  const conflicts = await storeCampaign(ctx.db, campaign, ctx.now(), { actor, reason, seen })
  return { key: campaign.key, faults: shownIn(conflicts, language) }
})

export const addCampaignDraft = defineDeskHandler(declared.addCampaignDraft, async ({ ctx, input: { key, copied } }) => {
  await drafts.addCampaignDraft(ctx, key, copied)
  return undefined
})

export const saveCampaignDraft = defineDeskHandler(declared.saveCampaignDraft, async ({ ctx, input }) => {
  const { key, campaign, revision } = input
  if (campaign.key !== key) throw new ApiError('wrong_input', 'campaign.key')
  return { revision: await drafts.saveCampaignDraft(ctx, key, campaign, revision) }
})

export const deleteCampaignDraft = defineDeskHandler(declared.deleteCampaignDraft, async ({ ctx, input }) => {
  await drafts.deleteCampaignDraft(ctx, input.key)
  return undefined
})

/** The page itself is rendered by the server (apps/server/src/desk/preview.ts). */
export const previewCampaign = defineDeskHandler(declared.previewCampaign, async ({ input: { campaign: file, ...visitor } }) => {
  const { value } = readCampaign(file)
  const words = (value as { words?: Partial<Record<Language, unknown>> } | undefined)?.words?.[visitor.language]
  // The campaign is shown as if it were running. Only one language is shown, so the others need no texts yet.
  const whole = { ...(value as object), words: { de: words, en: words, fr: words } }
  const { campaign, faults } = checkedCampaign(whole)
  if (!campaign) throw new ApiError('wrong_input', `campaign.${faults[0]?.path ?? ''}`)
  return { campaign: { ...campaign, from: undefined, until: undefined }, ...visitor }
})

export const removeCampaign = defineDeskHandler(declared.removeCampaign, async ({ ctx, input }) => {
  if (!(await remove(ctx, input.key, input.reason))) throw new ApiError('not_found', 'key')
  return undefined
})
