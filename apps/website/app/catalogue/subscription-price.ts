import { campaignPricing } from '@kiosk/contract/routes'
import { cheapestPriceOf, type SubscriptionPrice } from '@kiosk/domain/campaigns/cheapest-price'
import type { IssueDetails } from '@kiosk/domain/catalogue/endpoints'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

export type { SubscriptionPrice }

/** The price of the cheapest plan in the visitor's region that includes the issue; null if there is none or it is unavailable. */
export async function cheapestPrice(
  ctx: RequestContext,
  loading: Promise<IssueDetails | null>,
): Promise<SubscriptionPrice | null> {
  const [{ answer }, { region }, found] = await Promise.all([orApiError(ctx.call(campaignPricing)), ctx.who(), loading])
  const plans = found?.details.includedSubscriptions.map(({ subscriptionId }) => subscriptionId)
  const cheapest = cheapestPriceOf(answer?.campaignDtoList ?? [], region.currency, plans)
  // A page without a price must not be cached for other visitors.
  if (!answer || !plans) ctx.incomplete = true
  return cheapest
}
