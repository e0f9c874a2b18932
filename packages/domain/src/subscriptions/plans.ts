import type { Operator } from '../operator.ts'
import type { RegionId } from '../regions.ts'

export type Tier = 'FREE' | 'MAGZ' | 'PREMIUM'

/** Our id of the FREE plan, in every region; it is not sold and has no price. */
export const FREE_SUBSCRIPTION_ID = 1

/**
 * The plans by region: 1 Austria, 2 Germany, 3 Switzerland, 4 Luxembourg. Prices, also of special offers, are minor units of the
 * region's currency per 30 days. A regular price applies until the operator has set another one (ADR-0105).
 */
export const plans = [
  { subscriptionId: 10, region: 1, tier: 'MAGZ', price: 999, specialOfferPrice: 399 },
  { subscriptionId: 2, region: 1, tier: 'PREMIUM', price: 1999, specialOfferPrice: 399 },
  { subscriptionId: 3, region: 2, tier: 'MAGZ', price: 799, specialOfferPrice: 399 },
  { subscriptionId: 5, region: 2, tier: 'PREMIUM', price: 1499, specialOfferPrice: 599 },
  { subscriptionId: 6, region: 3, tier: 'MAGZ', price: 1990, specialOfferPrice: 590 },
  { subscriptionId: 8, region: 3, tier: 'PREMIUM', price: 2990, specialOfferPrice: 790 },
  { subscriptionId: 9, region: 4, tier: 'PREMIUM', price: 999, specialOfferPrice: 399 },
] as const satisfies readonly { subscriptionId: number; region: RegionId; tier: Tier; price: number; specialOfferPrice: number }[]

/** Colours of the badge of an offer that has none of its own. */
export const OFFER_BADGE = { background: '#ff0000', colour: '#ffffff' } as const

export type Plan = (typeof plans)[number]

export function planById(subscriptionId: number): Plan | undefined {
  return plans.find((plan) => plan.subscriptionId === subscriptionId)
}

/** Returns the tier of a plan; null for the FREE plan and unknown ones. */
export function tierOfPlan(subscriptionId: number | null | undefined): Plan['tier'] | null {
  return plans.find((plan) => plan.subscriptionId === subscriptionId)?.tier ?? null
}

/** Returns the name of a plan as readers see it: "read-it PREMIUM". */
export function nameOfPlan({ siteName }: Pick<Operator, 'siteName'>, tier: string): string {
  return `${siteName} ${tier}`
}

export function plansOf(region: RegionId): Plan[] {
  return plans.filter((plan) => plan.region === region)
}

/** Maximum number of devices on which an account may open issues. */
export const DEVICES = { FREE: 2, MAGZ: 3, PREMIUM: 5 } as const satisfies Record<Tier, number>
