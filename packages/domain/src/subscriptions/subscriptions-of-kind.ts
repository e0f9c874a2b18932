import { rights } from '../reading/rights.ts'
import { FREE_SUBSCRIPTION_ID, tariffs } from './tariffs.ts'

/** The subscriptions, in every region, that open all pages of a kind of title: what holds where nothing else is agreed. */
export function subscriptionsOfKind(kind: 'magazine' | 'newspaper'): number[] {
  const paid = tariffs.filter(({ tier }) => rights[kind][tier].online === 'all').map(({ subscriptionId }) => subscriptionId)
  return rights[kind].FREE.online === 'all' ? [FREE_SUBSCRIPTION_ID, ...paid] : paid
}
