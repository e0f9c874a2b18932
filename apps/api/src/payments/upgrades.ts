import { upgrades as declared } from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { serve } from '../endpoint.ts'
import { liveSubscription } from './buy.ts'
import { tariffOf } from './prices.ts'
import { runningOffers } from './special-offers.ts'

export const upgrades = serve(declared, 'personal', async ({ house, session }) => {
  const { db, now } = house
  const account = session.account!
  const live = await liveSubscription(db, account.id)
  const present = live && tariffOf(live.subscription_id)
  const larger = tariffs.find(({ region, tier }) => region === account.region_id && tier === 'PREMIUM')
  if (present?.tier !== 'MAGZ' || !larger || live?.order_type === ORDER_TYPE.google) return []
  const { subscriptionId } = larger
  // From one special offer to another there is no way.
  const offer = live!.reduced_left > 0 ? undefined : (await runningOffers(db, now())).get(subscriptionId)
  return [{ shortname: larger.tier, id: subscriptionId, voucherCode: offer?.code ?? '' }]
})
