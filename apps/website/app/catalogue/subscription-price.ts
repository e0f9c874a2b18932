import { campaignPricing } from '@kiosk/contract/routes'
import { cheapestPriceOf, type SubscriptionPrice } from '@kiosk/domain/campaigns/cheapest-price'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

export type { SubscriptionPrice }

/** The price of the cheapest paid plan in the visitor's region; null if it is unavailable. */
export async function cheapestPrice(ctx: RequestContext): Promise<SubscriptionPrice | null> {
  const [{ answer }, { region }] = await Promise.all([orApiError(ctx.call(campaignPricing)), ctx.who()])
  const cheapest = cheapestPriceOf(answer?.campaignDtoList ?? [], region.currency)
  // A page without a price must not be cached for other visitors.
  if (!cheapest) ctx.incomplete = true
  return cheapest
}
