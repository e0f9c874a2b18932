import { formatMoney, type Money } from '../money.ts'
import { reducedCharges } from '../payments/rules.ts'
import type { Offer } from './endpoints.ts'

/** Formatted prices of a plan per 30 days; `charges`: how many are reduced, null = no offer. */
export type SubscriptionPrice = { regular: string } & ({ charges: null; reduced: null } | { charges: number; reduced: string })

type Priced = Pick<
  Offer,
  'subscriptionId' | 'shortNameDefault' | 'normalPrice' | 'specialOffer' | 'specialOfferPrice' | 'specialOfferLength'
> & { methods?: Offer['methods'] }

/** Returns the price of the cheapest paid plan of a region, of these plans if given; null if none can be bought. */
export function cheapestPriceOf(
  offers: readonly Priced[],
  currency: Money['currency'],
  plans?: readonly number[],
): SubscriptionPrice | null {
  const [cheapest] = offers
    .filter(({ shortNameDefault, methods }) => shortNameDefault !== 'FREE' && methods?.length !== 0)
    .filter(({ subscriptionId }) => plans?.includes(subscriptionId) ?? true)
    .sort((one, other) => one.normalPrice - other.normalPrice)
  if (!cheapest) return null
  const money = (minor: number) => formatMoney({ minor, currency })
  const regular = money(cheapest.normalPrice)
  const { specialOffer, specialOfferPrice, specialOfferLength } = cheapest
  if (!specialOffer || specialOfferPrice === null) return { regular, charges: null, reduced: null }
  return { regular, charges: reducedCharges(specialOfferLength), reduced: money(specialOfferPrice) }
}
