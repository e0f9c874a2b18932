import { type Campaign, type CampaignOffer, redirectFrom } from '@kiosk/domain/campaigns/campaign'
import type { CampaignFault } from '@kiosk/domain/campaigns/campaign-problems'
import { campaignKeyOf } from '@kiosk/domain/campaigns/shipped-campaigns'
import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import * as declared from '@kiosk/domain/staff/offer-endpoints'
import { stringify } from 'yaml'
import type { AppContext } from '../context.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import * as drafts from './campaign-drafts.ts'
import { asShown, stateOf, type Term } from './campaign-state.ts'
import { endCampaign as end } from './end-campaign.ts'
import { changedAt, endedAt } from './queries.ts'
import { checkedCampaign, faultText, readCampaign } from './read-campaign.ts'
import { removeCampaign as remove } from './remove-campaign.ts'
import { campaignConflicts, storeCampaign } from './store-campaign.ts'

export const campaigns = defineDeskHandler(declared.campaigns, async ({ ctx, language }) => {
  const { db } = ctx
  const pages = await db.selectFrom('campaign_pages').selectAll().orderBy('imported_at', 'desc').orderBy('key').execute()
  const found = await db.selectFrom('campaign_drafts').selectAll().orderBy('changed_at', 'desc').orderBy('key').execute()
  const draftAt = new Map(found.map(({ key, changed_at }) => [key, changed_at.toISOString()]))
  const unpublished = found
    .filter(({ key }) => !pages.some((page) => page.key === key))
    .map(({ key, campaign }) => ({ key, ...partsOfDraft(campaign, language) }))
  const published = pages.map((row) => {
    const { words, ...campaign } = row.campaign as unknown as Campaign
    return { ...campaign, at: row.imported_at, ended: endedAt(row), title: words[language].title }
  })
  const redeemedOf = await redeemedByCode(
    ctx,
    [...unpublished, ...published].flatMap(({ offers }) => offers.map(({ voucherCode }) => voucherCode)),
  )
  const listed = (offers: readonly ListedOffer[]) =>
    offers.map(({ id, voucherPrice, voucherCode: code }) => ({
      plan: id,
      price: voucherPrice,
      code,
      redeemed: redeemedOf.get(code) ?? 0,
    }))
  return {
    campaigns: [
      ...unpublished.map(({ key, title, partner, offers }) => ({
        key,
        title,
        partner,
        state: 'draft' as const,
        publishedAt: null,
        draftAt: draftAt.get(key)!,
        from: null,
        until: null,
        offers: listed(offers),
      })),
      ...published.map(({ key, title, partner, at, ended, offers, ...term }) => ({
        key,
        title,
        partner,
        state: stateOf(term, ended, ctx.now()),
        publishedAt: at.toISOString(),
        draftAt: draftAt.get(key) ?? null,
        ...shownTerm(term, ended),
        offers: listed(offers),
      })),
    ],
  }
})

async function redeemedByCode({ db }: Pick<AppContext, 'db'>, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const found = await db.selectFrom('vouchers').select(['code', 'redeemed']).where('code', 'in', codes).execute()
  return new Map(found.map(({ code, redeemed }) => [code, redeemed]))
}

/** First and last day. A campaign that was ended before its first day has its last day before its first. */
function shownTerm({ from, until }: Term, ended: Date | null) {
  const lastDay = ended && dayInVienna(ended)
  return { from: from ?? null, until: until && (!lastDay || until < lastDay) ? until : lastDay }
}

type ListedOffer = Pick<CampaignOffer, 'id' | 'voucherPrice' | 'voucherCode'>

/** What the list shows of a draft, whose parts may be missing or invalid. */
function partsOfDraft(campaign: unknown, language: Language): { title: string; partner: string | null; offers: ListedOffer[] } {
  const { words, partner, offers } = campaign as { words?: unknown; partner?: unknown; offers?: unknown }
  const title = (words as Partial<Record<Language, { title?: unknown } | null>> | null | undefined)?.[language]?.title
  return {
    title: typeof title === 'string' ? title : '',
    partner: typeof partner === 'string' ? partner : null,
    offers: Array.isArray(offers) ? offers.filter(isListed) : [],
  }
}

function isListed(offer: unknown): offer is ListedOffer {
  const { id, voucherPrice, voucherCode } = (offer ?? {}) as Record<keyof ListedOffer, unknown>
  return typeof id === 'number' && typeof voucherPrice === 'number' && typeof voucherCode === 'string'
}

export const campaignFile = defineDeskHandler(declared.campaignFile, async ({ ctx, input: { key } }) => {
  const { db } = ctx
  const pages = await db.selectFrom('campaign_pages').selectAll().orderBy('key').execute()
  const page = pages.find((each) => each.key === key)
  const draft = await db.selectFrom('campaign_drafts').selectAll().where('key', '=', key).executeTakeFirst()
  if (!page && !draft) throw new ApiError('not_found', 'key')
  return {
    published: page
      ? {
          campaign: inOrder(page.campaign),
          at: changedAt(page).toISOString(),
          isOver: stateOf(page.campaign as Term, endedAt(page), ctx.now()) === 'over',
          redirectedFrom: pages
            .filter((each) => each !== page && redirectsTo(asShown(each, ctx.now()), key))
            .map((each) => each.key),
        }
      : null,
    draft: draft ? { campaign: inOrder(draft.campaign), at: draft.changed_at.toISOString(), revision: draft.revision } : null,
  }
})

const redirectsTo = (campaign: Campaign, key: string): boolean =>
  regions.some(({ id }) => campaignKeyOf(redirectFrom(campaign, id) ?? '') === key)

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

export const endCampaign = defineDeskHandler(declared.endCampaign, async ({ ctx, input }) => {
  if (!(await end(ctx, input.key, input.reason))) throw new ApiError('not_found', 'key')
  return undefined
})

export const removeCampaign = defineDeskHandler(declared.removeCampaign, async ({ ctx, input }) => {
  if (!(await remove(ctx, input.key, input.reason))) throw new ApiError('not_found', 'key')
  return undefined
})
