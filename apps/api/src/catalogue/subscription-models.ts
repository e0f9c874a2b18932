import { subscriptionModels as declared } from '@kiosk/domain/catalogue/endpoints'
import { FREE_SUBSCRIPTION_ID, tariffsOf } from '@kiosk/domain/subscriptions/tariffs'
import { serve } from '../endpoint.ts'

export const subscriptionModels = serve(declared, 'catalogue', async ({ region }) => [
  { subscriptionId: FREE_SUBSCRIPTION_ID, shortNameDefault: 'FREE' as const },
  ...tariffsOf(region.id).map(({ subscriptionId, tier }) => ({ subscriptionId, shortNameDefault: tier })),
])
