import { campaignPage, contentSet, planPricing } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import {
  beginsAfter,
  type Campaign,
  type CampaignOffer,
  OFFER_MAGAZINES,
  offerIn,
  paymentQuery,
  redirectFrom,
  runsAt,
  type Step,
  stepFor,
} from '@kiosk/domain/campaigns/campaign'
import type { Offer } from '@kiosk/domain/campaigns/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { formatDay } from '@kiosk/domain/date-format'
import { formatMoney } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { type Plan, planById, tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { defaultCampaignTexts } from '@kiosk/i18n/campaigns/default-texts'
import { unbroken } from '@kiosk/i18n/typography'
import type { CoverImage } from '@kiosk/ui/cover'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { pays } from '../shell/viewer.ts'
import { isClosed } from '../subscriptions/offers.ts'
import { magazinesOr } from './magazine-count.ts'
import { shippedCampaign } from './shipped-campaign.ts'

/** A title on a campaign page. `issueUId` is spelled as in the specification; `height` is the height of the cover. */
export type CampaignTitle = CoverImage & { title: string; issueUId: string; height: number }

/**
 * Returns the operator's campaign with this key; without one, the demonstration returns the shipped one, whose offers are
 * invented. An operator's newsstand redirects the address of a shipped campaign to the prices. null = there is no such campaign.
 */
export async function findCampaign(ctx: RequestContext, key: string): Promise<Campaign | Response | null> {
  const { answer } = await orApiError(ctx.call(campaignPage, { params: { key } }))
  if (answer) return answer
  const shipped = shippedCampaign(key)
  return shipped && !ctx.operator.demonstration ? redirect(addressOf('subscriptions')) : shipped
}

/** The offer with formatted prices and the button's address. */
export type ShownOffer = {
  tier: Plan['tier']
  price: string
  regular: string
  months: number
  /** Address of the checkout. */
  address: string
}

/** Loads a campaign page for this visitor, or redirects. */
export async function loadCampaign(campaign: Campaign, { context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  const ctx = requestContext(context)
  const who = await ctx.who()
  const { state, region, locale } = who
  const away = redirectFrom(campaign, region.id)
  if (away) return redirect(away)
  const { searchParams } = new URL(ctx.path, 'http://own.invalid')
  const offer = offerIn(campaign, region.id)
  const [pricing, titles] = await Promise.all([
    offer && orApiError(ctx.call(planPricing, { params: { subscriptionId: offer.id } })),
    featuredTitles(ctx, region.contentSet),
  ])
  const listed = pricing?.answer ?? null
  const now = new Date()
  const runs = runsAt(campaign, now)
  const begins = beginsAfter(campaign, now)
  const step: Step = campaign.collaboration ? stepFor(searchParams.get('step'), state !== 'anonymous') : '1a'
  const promoType = params.promoType ?? searchParams.get('promoType')
  const { picture: image, secondPicture: secondImage, partner, colours, collaboration = false, covers = false } = campaign
  const pathname = ctx.path.replace(/\?.*/s, '')
  const toStep = (to: string) => `${pathname}?${new URLSearchParams({ step: to, ...ctx.attribution })}`
  const entry = { redirect: toStep('1a'), ...ctx.attribution }
  return {
    partner,
    colours,
    collaboration,
    step,
    picture: promoType === '2' && secondImage ? secondImage : image,
    // Where nothing is offered, the page tells of what is offered elsewhere.
    texts: wordsOf(campaign, ctx, offer ?? campaign.offers[0]),
    offer: offer && runs ? shownOffer(ctx, offer, listed) : null,
    market: campaign.market !== undefined && campaign.market !== region.id ? campaign.market : null,
    count: offer?.numberOfMagazines ?? magazinesOr(campaign.fallbackCount ?? OFFER_MAGAZINES, who),
    /** First day of a campaign that has not begun yet. */
    begins: begins && formatDay(locale, begins),
    titles,
    covers,
    situation: situationOf({ runs, begins, offer, listed, isPaying: pays(state) }),
    ways: {
      one: toStep('1'),
      back: toStep(step === '2a' || step === '2b' ? '1b' : '0'),
      haveAccount: toStep('2a'),
      isNew: toStep('2b'),
      login: addressOf('login', entry),
      register: addressOf('register', entry),
    },
  }
}
export type ShownCampaign = Exclude<Awaited<ReturnType<typeof loadCampaign>>, Response>

type Facts = {
  runs: boolean
  begins: string | null
  offer: CampaignOffer | null
  listed: Offer | null
  isPaying: boolean
}

type Situation = 'later' | 'over' | 'no-offer' | 'pays' | 'closed' | 'open'

function situationOf({ runs, begins, offer, listed, isPaying }: Facts): Situation {
  if (!runs) return begins ? 'later' : 'over'
  if (!offer) return 'no-offer'
  if (isPaying) return 'pays'
  return isClosed(listed) ? 'closed' : 'open'
}

/** The regular price is that of the API, else of the campaign, else of the static table. */
function shownOffer({ attribution }: RequestContext, offer: CampaignOffer, listed: Offer | null): ShownOffer {
  const { currency } = regionById(offer.region)
  const plan = planById(offer.id)!
  const regular = listed?.normalPrice ?? offer.regularPrice ?? plan.price
  return {
    tier: plan.tier,
    price: formatMoney({ minor: offer.voucherPrice, currency }),
    regular: formatMoney({ minor: regular, currency }),
    months: offer.duration,
    address: addressOf('paymentOverview', paymentQuery(offer, attribution)),
  }
}

/** Returns the market's featured titles; the first has a larger cover. */
async function featuredTitles(ctx: RequestContext, key: string): Promise<CampaignTitle[]> {
  const { answer } = await orApiError(ctx.call(contentSet, { params: { key } }))
  return (answer?.entries ?? [])
    .slice(0, 9)
    .map(({ title, issueUid, coverURL, coverWidth, coverHeight, coverColour }, place) => ({
      title,
      issueUId: issueUid,
      height: place === 0 ? COVER_HEIGHT_PIXELS.top : COVER_HEIGHT_PIXELS.card,
      coverURL,
      coverWidth,
      coverHeight,
      coverColour,
    }))
}

/**
 * Returns a campaign's messages, with our defaults for missing ones, which suit the plan of the offer; invented ratings and quotes
 * in the demonstration only.
 */
function wordsOf({ words }: Campaign, { language, operator }: RequestContext, offer: CampaignOffer | undefined) {
  const { steps, facts, ratings, quotes, smallPrint, ...own } = words[language]
  const defaults = defaultCampaignTexts(language, tierOfPlan(offer?.id) ?? 'PREMIUM')
  const whole = {
    ...own,
    steps: steps ?? defaults.steps,
    facts: facts ?? defaults.facts,
    ratings: ratings ?? (operator.demonstration ? defaults.ratings : []),
    quotes: quotes ?? (operator.demonstration ? defaults.quotes : []),
    smallPrint: smallPrint ?? defaults.smallPrint,
  }
  return unbroken(whole, language)
}
