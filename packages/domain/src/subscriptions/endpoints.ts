import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const redeemPromo = endpoint({
  method: 'POST',
  path: 'promo/{code}',
  summary: 'Redeems a promo code: ad-free reading until it ends; not for paying readers',
  access: 'session',
  params: z.object({ code: z.string().trim().min(1).max(100) }),
  output: z.object({ promoCode: z.object({ title: z.string(), expiryDate: z.string(), expiryDateString: z.string() }) }),
  errors: ['not_signed_in', 'code_invalid', 'code_redeemed', 'paid_already', 'too_many_requests'],
})

export const launchOffer = endpoint({
  method: 'GET',
  path: 'voucher/launchoffer/',
  summary: "The new reader's offer: 404 none, 409 redeemed, 410 expired",
  access: 'session',
  output: z.object({
    subscriptionId: z.number(),
    voucherCode: z.object({ voucherCode: z.string() }),
    /** Minor units of the region's currency per 30 days. */
    regularPrice: z.number(),
    reducedPrice: z.number(),
    /** How long the reduced price holds. */
    days: z.number(),
  }),
  errors: ['not_signed_in', 'not_found', 'offer_redeemed', 'offer_expired'],
})
