import { campaignPricing } from '@kiosk/contract/routes'
import { formatMoney } from '@kiosk/domain/money'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Formatted prices of a plan per 30 days; `charges`: how many are reduced, null = no offer. */
export type SubscriptionPrice = { regular: string } & ({ charges: null; reduced: null } | { charges: number; reduced: string })

/** The price of the cheapest paid plan in the visitor's region; null if it is unavailable. */
export async function cheapestPrice(ctx: RequestContext): Promise<SubscriptionPrice | null> {
  const [{ answer }, { region }] = await Promise.all([orApiError(ctx.call(campaignPricing)), ctx.who()])
  const paid = answer?.campaignDtoList.filter(({ shortNameDefault }) => shortNameDefault !== 'FREE') ?? []
  const [cheapest] = paid.sort((one, other) => one.normalPrice - other.normalPrice)
  if (!cheapest) {
    // A page without a price must not be cached for other visitors.
    ctx.lacking = true
    return null
  }
  const money = (minor: number) => formatMoney({ minor, currency: region.currency })
  const regular = money(cheapest.normalPrice)
  const { specialOffer, specialOfferPrice, specialOfferLength } = cheapest
  if (!specialOffer || specialOfferPrice === null) return { regular, charges: null, reduced: null }
  return { regular, charges: reducedCharges(specialOfferLength), reduced: money(specialOfferPrice) }
}
