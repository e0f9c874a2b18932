import type { Language } from '../locale.ts'
import { PERIOD_DAYS } from '../payments/terms.ts'
import type { RegionId } from '../regions.ts'

/** Scenes that our own drawings know: the header image of a campaign is one of them. */
export const CAMPAIGN_PICTURES = [
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
export type CampaignPicture = (typeof CAMPAIGN_PICTURES)[number]

/** A market's price (section 3). Prices are minor units of the region's currency per 30 days. */
export type CampaignOffer = {
  region: RegionId
  /** Tariff that is sold. */
  id: number
  voucherPrice: number
  /** Months of 30 days: as many reduced charges. */
  duration: number
  voucherCode: string
  numberOfMagazines?: number | undefined
  /** Said where the tariff's own price can't be asked. */
  regularPrice?: number | undefined
  /** `utm_…` values of the button, where the visitor brought none. */
  utmParameters?: Record<string, string> | undefined
}

export type PromoFact = { title: string; contentHTML: string }
export type Rating = { name: string; stars: number; content: string }
/** `testmonial` is spelled as the specification does. */
export type Quote = { id: number; testmonial: string; reference: string }
export type CampaignStep = { title: string; text: string }

/** Words of a campaign in one language; where a list is left out, the house's own stands. */
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

/** A campaign page as data: shipped with the house, or imported by an operator under the same schema. */
export type Campaign = {
  /** First segment of its path. */
  key: string
  partner: string | null
  /** Six hexadecimal digits each; ink on paper and onAccent on accent are AA. */
  colours: { paper: string; ink: string; accent: string; onAccent: string }
  picture: CampaignPicture
  /** Header image for promoType 2. */
  secondPicture?: CampaignPicture | undefined
  /** Sold in this market whatever the visitor's is. */
  market?: RegionId | undefined
  /** Leads through the steps 0, 1a, 1b, 2a, 2b. */
  collaboration?: boolean | undefined
  /** Shows the titles that the market features, the first one large. */
  covers?: boolean | undefined
  offers: CampaignOffer[]
  /** Visitors of these regions are sent to another page of ours. */
  redirects?: { region: RegionId; to: string }[] | undefined
  /** Where visitors of a region without an offer are sent; without it they see the page without a price. */
  withoutOffer?: string | undefined
  /** Magazines named where the catalogue can't be asked. */
  fallbackCount?: number | undefined
  /** ISO days, inclusive, UTC. */
  from?: string | undefined
  until?: string | undefined
  words: Record<Language, CampaignWords>
}

/** Section 9: what an offer says of magazines when neither it nor the page nor the catalogue knows. */
export const OFFER_MAGAZINES = 400

export const STEPS = ['0', '1', '1a', '1b', '2a', '2b'] as const
export type Step = '0' | '1a' | '1b' | '2a' | '2b'

/** The step of a collaboration that is shown (sections 2.3 and 4); unknown ones are the intro. */
export function stepFor(asked: string | null, loggedIn: boolean): Step {
  if (asked === '1' || asked === '1a' || asked === '1b') return asked === '1a' || loggedIn ? '1a' : '1b'
  return !loggedIn && (asked === '2a' || asked === '2b') ? asked : '0'
}

/** The offer of a visitor's region, or of the campaign's own market. */
export function offerIn(campaign: Campaign, region: RegionId): CampaignOffer | null {
  const market = campaign.market ?? region
  return campaign.offers.find((offer) => offer.region === market) ?? null
}

/** Where visitors of a region are sent instead; null = they stay. */
export function wayFrom(campaign: Campaign, region: RegionId): string | null {
  const redirect = campaign.redirects?.find((each) => each.region === region)
  return redirect?.to ?? (offerIn(campaign, region) ? null : (campaign.withoutOffer ?? null))
}

/** Whether a campaign runs on a moment. */
export function runsAt({ from, until }: Pick<Campaign, 'from' | 'until'>, now: Date): boolean {
  const day = now.toISOString().slice(0, 10)
  return (!from || from <= day) && (!until || day <= until)
}

/**
 * Query of the payment page for an offer: where the visitor came from, completed by the campaign's own values unless a source
 * of its own is named.
 */
export function paymentQuery(
  offer: CampaignOffer,
  trace: Record<string, string | undefined>,
): Record<string, string | number | undefined> {
  const own = trace.utm_source ? {} : offer.utmParameters
  return { id: offer.id, voucher: offer.voucherCode, ...own, ...trace }
}

/** The vouchers without which the buttons of a campaign would promise what is not charged. */
export function vouchersOf({ offers }: Campaign | { offers: CampaignOffer[] }) {
  return offers.map(({ voucherCode, id, voucherPrice, duration }) => ({
    code: voucherCode,
    kind: 'campaign',
    subscription_ids: [id],
    price: voucherPrice,
    days: duration * PERIOD_DAYS,
  }))
}
