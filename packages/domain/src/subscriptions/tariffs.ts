import type { RegionId } from '../regions.ts'

export type Tier = 'FREE' | 'MAGZ' | 'PREMIUM'

/** FREE has no row in the tariff table of section 3; 1 is our id for it, in every region. */
export const FREE_SUBSCRIPTION_ID = 1

/**
 * The regional tariff table (sections 3 and 9). Prices are minor units of the region's currency per 30 days:
 * the static fallback of section 9, and what a special offer falls back to.
 */
export const tariffs = [
  { subscriptionId: 10, region: 1, tier: 'MAGZ', price: 999, specialOfferPrice: 399 },
  { subscriptionId: 2, region: 1, tier: 'PREMIUM', price: 1999, specialOfferPrice: 399 },
  { subscriptionId: 3, region: 2, tier: 'MAGZ', price: 799, specialOfferPrice: 399 },
  { subscriptionId: 5, region: 2, tier: 'PREMIUM', price: 1499, specialOfferPrice: 599 },
  { subscriptionId: 6, region: 3, tier: 'MAGZ', price: 1990, specialOfferPrice: 590 },
  { subscriptionId: 8, region: 3, tier: 'PREMIUM', price: 2990, specialOfferPrice: 790 },
  { subscriptionId: 9, region: 4, tier: 'PREMIUM', price: 999, specialOfferPrice: 399 },
] as const satisfies readonly { subscriptionId: number; region: RegionId; tier: Tier; price: number; specialOfferPrice: number }[]

export type Tariff = (typeof tariffs)[number]

export function tariffsOf(region: RegionId): Tariff[] {
  return tariffs.filter((tariff) => tariff.region === region)
}

/** Section 9: how many devices may open issues. */
export const DEVICES = { FREE: 2, MAGZ: 3, PREMIUM: 5 } as const satisfies Record<Tier, number>
