import { type Offer, tariffPricing } from '@kiosk/domain/campaigns/endpoints'
import { formatMoney } from '@kiosk/domain/money'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { regionById } from '@kiosk/domain/regions'
import { type Tariff, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { dayIn } from '../payments/day.ts'
import { refusalIn } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'

/** A paid card: what it costs, and for how many charges less. */
export type PaidCard = {
  subscriptionId: number
  tier: 'MAGZ' | 'PREMIUM'
  price: string
  offer: {
    title: string
    price: string
    charges: number
    until: string | null
    voucherCode: string
    /** Only where the offer brings its own. */
    background: string | undefined
    colour: string | undefined
  } | null
}

/** Longest wait for one price; then the table of section 9 stands in. Milliseconds. */
const PATIENCE = 1_500
/** Section 9: the badge is red with white text; the house has its own red, which can be read. */
const BADGE = { background: '#ff0000', colour: '#ffffff' }

/**
 * The paid cards of a region. Every tariff of every region is asked for (section 7), each failing alone: a price that cannot
 * be had is noted and shown as the table has it.
 */
export async function paidCards(visit: Visit, regionId: number): Promise<PaidCard[]> {
  const asked = await Promise.all(tariffs.map((tariff) => pricingOf(visit, tariff)))
  return tariffs.flatMap((tariff, place) => (tariff.region === regionId ? [cardOf(tariff, asked[place] ?? null, visit)] : []))
}

async function pricingOf(visit: Visit, { subscriptionId }: Tariff): Promise<Offer | null> {
  const slow = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null).unref())
  const asked = visit.call(tariffPricing, { params: { subscriptionId } }).catch((thrown: unknown) => {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    return null
  })
  const offer = await Promise.race([asked, slow])
  if (!offer) {
    // Also where it only took too long: the table's price is for this visitor, not for everybody after.
    visit.lacking = true
    console.warn(JSON.stringify({ level: 'warn', event: 'no price', subscriptionId, requestId: visit.requestId }))
  }
  return offer
}

function cardOf(tariff: Tariff, offer: Offer | null, { language }: Visit): PaidCard {
  const { subscriptionId, tier, specialOfferPrice } = tariff
  const currency = regionById(tariff.region)?.currency ?? 'EUR'
  const money = (minor: number) => formatMoney({ minor, currency })
  return {
    subscriptionId,
    tier,
    price: money(offer?.normalPrice ?? tariff.price),
    offer: offer?.specialOffer
      ? {
          title: offer.specialOfferTitle,
          price: money(offer.specialOfferPrice ?? specialOfferPrice),
          charges: reducedCharges(offer.specialOfferLength ?? null),
          until: offer.endTime && dayIn(language, offer.endTime),
          voucherCode: offer.voucherCode,
          background: colourOf(offer.specialOfferBgColor, BADGE.background),
          colour: colourOf(offer.specialOfferColor, BADGE.colour),
        }
      : null,
  }
}

/** A colour of an offer, where it is one and not the usual. */
function colourOf(said: string | null | undefined, usual: string): string | undefined {
  if (!said || said.toLowerCase() === usual) return undefined
  return /^#[\da-f]{3,8}$|^[a-z]{3,20}$/i.test(said) ? said : undefined
}
