import { launchOffer as declared } from '@kiosk/domain/subscriptions/endpoints'
import { serve } from '../endpoint.ts'
import { pricesAt } from '../payments/prices.ts'
import { launchOfferOf } from './launch-offer-of.ts'

export const launchOffer = serve(declared, 'personal', async (call) => {
  const { db, now, operator } = call.house
  const { tariff, code, price, days } = await launchOfferOf(call)
  return {
    subscriptionId: tariff.subscriptionId,
    voucherCode: { voucherCode: code },
    regularPrice: (await pricesAt(db, now())).get(tariff.subscriptionId)!,
    reducedPrice: price,
    days: days ?? operator.launchOffer.days,
  }
})
