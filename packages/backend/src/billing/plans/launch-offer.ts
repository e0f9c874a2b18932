import { launchOffer as declared } from '@kiosk/domain/subscriptions/endpoints'
import { defineHandler } from '../../http/handler.ts'
import { launchOfferOf } from './find-launch-offer.ts'
import { pricesAt } from './prices.ts'

export const launchOffer = defineHandler(declared, 'personal', async (call) => {
  const { db, now, operator } = call.ctx
  const { plan, code, price, days } = await launchOfferOf(call)
  return {
    subscriptionId: plan.subscriptionId,
    voucherCode: { voucherCode: code },
    regularPrice: (await pricesAt(db, now())).get(plan.subscriptionId)!,
    reducedPrice: price,
    days: days ?? operator.launchOffer.days,
  }
})
