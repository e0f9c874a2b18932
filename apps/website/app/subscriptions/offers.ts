import { planPricing } from '@kiosk/contract/routes'
import type { Offer } from '@kiosk/domain/campaigns/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import { lastDayBefore } from '@kiosk/domain/day'
import type { Locale } from '@kiosk/domain/locale'
import { formatMoney } from '@kiosk/domain/money'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { regionById } from '@kiosk/domain/regions'
import { OFFER_BADGE, type Plan, plans } from '@kiosk/domain/subscriptions/plans'
import { apiErrorIn } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Card of a paid plan, with its price and the number of reduced charges. */
export type PaidCard = {
  subscriptionId: number
  tier: 'MAGZ' | 'PREMIUM'
  price: string
  /** Payment methods; empty = it cannot be bought at present, null = unknown. */
  methods: Offer['methods'] | null
  offer: {
    title: string
    price: string
    charges: number
    until: string | null
    voucherCode: string
    /** Set only if the offer has its own colour. */
    background: string | undefined
    colour: string | undefined
  } | null
}

/** Timeout for one price, after which the static table is used. */
const TIMEOUT_MS = 1_500

/**
 * Returns the cards of a region's paid plans. Loads the price of every plan of every region; a missing price is logged and
 * taken from the static table.
 */
export async function paidCards(ctx: RequestContext, regionId: number): Promise<PaidCard[]> {
  const requested = await Promise.all(plans.map((plan) => pricingOf(ctx, plan)))
  const { locale } = await ctx.who()
  return plans.flatMap((plan, place) => (plan.region === regionId ? [cardOf(plan, requested[place] ?? null, locale)] : []))
}

/** Returns the price of a plan; null if the API does not say it in time, which is logged. */
export async function pricingOf(ctx: RequestContext, { subscriptionId }: Plan): Promise<Offer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slow = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null)
  })
  const requested = ctx.call(planPricing, { params: { subscriptionId } }).catch((thrown: unknown) => {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return null
  })
  const offer = await Promise.race([requested, slow]).finally(() => clearTimeout(timer))
  if (!offer) {
    // This also holds after a timeout: the static price must not be cached for other visitors.
    ctx.incomplete = true
    ctx.log.warn(
      { event: 'offers.price-missing', subscriptionId, requestId: ctx.requestId },
      'the API has no price of a plan, or is too slow',
    )
  }
  return offer
}

/** Returns whether a plan cannot be bought at present, because no payment method is configured for it. */
export function isClosed(offer: { methods: Offer['methods'] | null } | null): boolean {
  return offer?.methods?.length === 0
}

function cardOf(plan: Plan, offer: Offer | null, locale: Locale): PaidCard {
  const { subscriptionId, tier, specialOfferPrice } = plan
  const currency = regionById(plan.region).currency
  const money = (minor: number) => formatMoney({ minor, currency })
  return {
    subscriptionId,
    tier,
    price: money(offer?.normalPrice ?? plan.price),
    methods: offer?.methods ?? null,
    offer:
      offer?.specialOffer && !isClosed(offer)
        ? {
            title: offer.specialOfferTitle,
            price: money(offer.specialOfferPrice ?? specialOfferPrice),
            charges: reducedCharges(offer.specialOfferLength ?? null),
            until: offer.endTime && formatDay(locale, lastDayBefore(new Date(offer.endTime))),
            voucherCode: offer.voucherCode,
            background: colourOf(offer.specialOfferBgColor, OFFER_BADGE.background),
            colour: colourOf(offer.specialOfferColor, OFFER_BADGE.colour),
          }
        : null,
  }
}

/**
 * Returns a colour of an offer; undefined if it is missing, invalid, or the default, which the style sheet replaces by a red with
 * enough contrast.
 */
function colourOf(colour: string | null | undefined, usual: string): string | undefined {
  if (!colour || colour.toLowerCase() === usual) return undefined
  return /^#[\da-f]{3,8}$|^[a-z]{3,20}$/i.test(colour) ? colour : undefined
}
