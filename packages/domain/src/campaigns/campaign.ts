import { dayInVienna } from '../day.ts'
import type { Language } from '../locale.ts'
import { PERIOD_DAYS } from '../payments/limits.ts'
import type { RegionId } from '../regions.ts'

/** Illustrations available as a campaign's header image. */
export const CAMPAIGN_IMAGES = [
  'eggs',
  'meadow',
  'sun',
  'waves',
  'palms',
  'hills',
  'campus',
  'rafters',
  'pines',
  'arcs',
  'snow',
  'window',
  'night',
  'confetti',
] as const
export type CampaignImage = (typeof CAMPAIGN_IMAGES)[number]

/** The address of a campaign's page: its first segment. */
export const CAMPAIGN_KEY = /^[a-z0-9][a-z0-9-]{1,59}$/

/** A market's price. Prices are minor units of the region's currency per 30 days. */
export type CampaignOffer = {
  region: RegionId
  /** Id of the plan for sale. */
  id: number
  voucherPrice: number
  /** Number of reduced charges, one per 30 days. */
  duration: number
  voucherCode: string
  numberOfMagazines?: number | undefined
  /** Shown if the plan's current price is unavailable. */
  regularPrice?: number | undefined
  /** Default `utm_…` values of the button, for visitors without attribution. */
  utmParameters?: Record<string, string> | undefined
}

export type PromoFact = { title: string; contentHTML: string }
export type Rating = { name: string; stars: number; content: string }
/** `testmonial` is spelled as the specification does. */
export type Quote = { id: number; testmonial: string; reference: string }
type CampaignStep = { title: string; text: string }

/** Texts of a campaign in one language; omitted lists fall back to the defaults. */
export type CampaignWords = {
  title: string
  description: string
  eyebrow: string
  headline: string
  promise: string
  steps?: CampaignStep[] | undefined
  facts?: PromoFact[] | undefined
  ratings?: Rating[] | undefined
  quotes?: Quote[] | undefined
  smallPrint?: string | undefined
}

/** A campaign page as data: shipped, or imported by an operator under the same schema. */
export type Campaign = {
  /** First segment of its path. */
  key: string
  partner: string | null
  /** Six hexadecimal digits each; ink on paper and onAccent on accent meet AA contrast. */
  colours: { paper: string; ink: string; accent: string; onAccent: string }
  picture: CampaignImage
  /** Header image for promoType 2. */
  secondPicture?: CampaignImage | undefined
  /** The only market it sells in, whatever the visitor's region. */
  market?: RegionId | undefined
  /** Steps 0, 1a, 1b, 2a, 2b. */
  collaboration?: boolean | undefined
  /** Shows the titles that the market features, the first one large. */
  covers?: boolean | undefined
  offers: CampaignOffer[]
  /** Visitors from these regions are redirected to another of our pages. */
  redirects?: { region: RegionId; to: string }[] | undefined
  /** Redirect for visitors from a region without an offer; without it they see the page without a price. */
  withoutOffer?: string | undefined
  /** Magazines listed if the catalogue is unavailable. */
  fallbackCount?: number | undefined
  /** ISO days in Vienna, inclusive. */
  from?: string | undefined
  until?: string | undefined
  words: Record<Language, CampaignWords>
}

/** Magazine count of an offer if offer, page and catalogue have none. */
export const OFFER_MAGAZINES = 400

export type Step = '0' | '1a' | '1b' | '2a' | '2b'

/** Returns the collaboration step to show; unknown ones show the intro. */
export function stepFor(requested: string | null, loggedIn: boolean): Step {
  if (requested === '1' || requested === '1a' || requested === '1b') return requested === '1a' || loggedIn ? '1a' : '1b'
  return !loggedIn && (requested === '2a' || requested === '2b') ? requested : '0'
}

/** Returns the offer for a visitor's region, or for the campaign's own market; null if there is none. */
export function offerIn(campaign: Campaign, region: RegionId): CampaignOffer | null {
  const market = campaign.market ?? region
  return campaign.offers.find((offer) => offer.region === market) ?? null
}

/** Returns the redirect path for visitors of a region, or null. */
export function redirectFrom(campaign: Campaign, region: RegionId): string | null {
  const redirect = campaign.redirects?.find((each) => each.region === region)
  return redirect?.to ?? (offerIn(campaign, region) ? null : (campaign.withoutOffer ?? null))
}

/** Returns whether a campaign is running at a given time. */
export function runsAt({ from, until }: Pick<Campaign, 'from' | 'until'>, now: Date): boolean {
  const day = dayInVienna(now)
  return (!from || from <= day) && (!until || day <= until)
}

/** Returns the first day of a campaign that has not begun yet, ISO; null if it has. */
export function beginsAfter({ from }: Pick<Campaign, 'from'>, now: Date): string | null {
  return from && from > dayInVienna(now) ? from : null
}

/**
 * Returns the query of the checkout page for an offer: the visitor's attribution, completed by the campaign's own values
 * unless the visitor has a source.
 */
export function paymentQuery(
  offer: CampaignOffer,
  attribution: Record<string, string | undefined>,
): Record<string, string | number | undefined> {
  const own = attribution.utm_source ? {} : offer.utmParameters
  return { id: offer.id, voucher: offer.voucherCode, ...own, ...attribution }
}

/** Returns the vouchers that the campaign's buttons promise; without them checkout charges another price. */
export function vouchersOf({ offers }: Campaign | { offers: CampaignOffer[] }) {
  return offers.map(({ voucherCode, id, voucherPrice, duration }) => ({
    code: voucherCode,
    kind: 'campaign',
    plan_ids: [id],
    price: voucherPrice,
    days: duration * PERIOD_DAYS,
  }))
}
