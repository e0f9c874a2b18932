import { subscriptionModels as declared } from '@kiosk/domain/catalogue/endpoints'
import { FREE_SUBSCRIPTION_ID, plansOf } from '@kiosk/domain/subscriptions/plans'
import { defineHandler } from '../http/handler.ts'

export const subscriptionModels = defineHandler(declared, 'catalogue', async ({ region }) => [
  { subscriptionId: FREE_SUBSCRIPTION_ID, shortNameDefault: 'FREE' as const },
  ...plansOf(region.id).map(({ subscriptionId, tier }) => ({ subscriptionId, shortNameDefault: tier })),
])
