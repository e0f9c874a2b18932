import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const redeemPromo = endpoint(routes.redeemPromo, {
  summary: 'Redeems a promo code for ad-free reading; not for subscribers',
  access: 'session',
  params: z.object({ code: z.string().trim().min(1).max(100) }),
  output: z.object({ promoCode: z.object({ title: z.string(), expiryDate: z.string(), expiryDateString: z.string() }) }),
  errors: ['not_signed_in', 'code_invalid', 'code_redeemed', 'paid_already', 'too_many_requests'],
})

export const launchOffer = endpoint(routes.launchOffer, {
  summary: 'Launch offer for new readers: 404 none, 409 redeemed, 410 expired',
  access: 'session',
  output: z.object({
    subscriptionId: z.number(),
    voucherCode: z.object({ voucherCode: z.string() }),
    /** Minor units of the region's currency per 30 days. */
    regularPrice: z.number(),
    reducedPrice: z.number(),
    /** Duration of the reduced price. */
    days: z.number(),
  }),
  errors: ['not_signed_in', 'not_found', 'offer_redeemed', 'offer_expired'],
})
