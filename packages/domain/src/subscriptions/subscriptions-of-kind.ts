import { rights } from '../reading/rights.ts'
import { FREE_SUBSCRIPTION_ID, plans } from './plans.ts'

/** Returns the plans, of every region, that open all pages of a kind of title by default. */
export function subscriptionsOfKind(kind: 'magazine' | 'newspaper'): number[] {
  const paid = plans.filter(({ tier }) => rights[kind][tier].online === 'all').map(({ subscriptionId }) => subscriptionId)
  return rights[kind].FREE.online === 'all' ? [FREE_SUBSCRIPTION_ID, ...paid] : paid
}
