import { upgrades as declared } from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { defineHandler } from '../../http/handler.ts'
import { planOf } from '../plans/prices.ts'
import { runningOffers } from '../plans/special-offers.ts'
import { activeSubscription } from './create.ts'

export const upgrades = defineHandler(declared, 'personal', async ({ ctx, session }) => {
  const { db, now } = ctx
  const account = session.account!
  const live = await activeSubscription(db, account.id)
  const present = live && planOf(live.plan_id)
  const larger = plans.find(({ region, tier }) => region === account.region_id && tier === 'PREMIUM')
  if (present?.tier !== 'MAGZ' || !larger || live?.order_type === ORDER_TYPE.google) return []
  const { subscriptionId } = larger
  // A reader cannot have a second special offer during the first.
  const offer = live!.reduced_left > 0 ? undefined : (await runningOffers(db, now())).get(subscriptionId)
  return [{ shortname: larger.tier, id: subscriptionId, voucherCode: offer?.code ?? '' }]
})
