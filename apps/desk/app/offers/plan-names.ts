import type { Money } from '@kiosk/domain/money'
import { requireRegion } from '@kiosk/domain/regions'
import { plans } from '@kiosk/domain/subscriptions/plans'

/** The plans as options: "PREMIUM AT (EUR)". */
export const planOptions = plans.map(({ subscriptionId, tier, region }) => {
  const { country, currency } = requireRegion(region)
  return { id: String(subscriptionId), name: `${tier} ${country}`, currency }
})

export const planNames = (ids: readonly number[]): string =>
  ids.map((id) => planOptions.find((plan) => plan.id === String(id))?.name ?? String(id)).join(', ')

/** The currency of plans, which is the same for all of them. */
export function currencyOf(ids: readonly number[]): Money['currency'] {
  return planOptions.find(({ id }) => id === String(ids[0]))?.currency ?? 'EUR'
}
