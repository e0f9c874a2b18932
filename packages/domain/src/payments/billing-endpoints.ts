import { z } from 'zod'
import { Switch } from '../accounts/input.ts'
import { endpoint } from '../endpoint.ts'

const Billing = z.object({
  autorenewalStatus: z.boolean(),
  subscriptionTitle: z.string(),
  subscriptionDescription: z.string(),
  numberDevices: z.number().optional(),
  /** ISO 8601. */
  expiryDate: z.string().optional(),
  nextDebitDate: z.string().optional(),
  /** Minor units. */
  nextPrice: z.number().optional(),
  currency: z.enum(['EUR', 'CHF']),
  orderType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  dismissed: z.boolean(),
  /** Ours. */
  state: z.enum(['active', 'past-due']),
  method: z.object({ kind: z.string(), brand: z.string(), number: z.string() }).optional(),
  /** Ours: the bank wants an answer about the renewal, until then (ISO 8601). */
  question: z.object({ attempt: z.string(), until: z.string() }).optional(),
  /** A new price that was told and does not hold yet, as `billing/pricechange` says it. */
  priceChange: z
    .object({
      newPrice: z.number(),
      from: z.string(),
      rule: z.enum(['consent', 'object', 'lower']),
      withoutConsent: z.enum(['end', 'keep']),
      agreed: z.boolean(),
    })
    .optional(),
})
export type Billing = z.infer<typeof Billing>

const billingOf = {
  method: 'GET',
  access: 'session',
  output: Billing,
  nothing: 'The account has no subscription that is charged',
  errors: ['not_signed_in'],
} as const

export const billing = endpoint({ ...billingOf, path: 'billing', summary: 'The running subscription and its next charge' })
export const billingData = endpoint({
  ...billingOf,
  path: 'payment/billingdata',
  summary: 'The same for the payment screens',
})

export const autoRenewal = endpoint({
  method: 'PUT',
  path: 'billing/autorenewal',
  summary: 'Cancels to the end of the period, less than seven days ahead to that of the next; or takes the cancellation back',
  access: 'session',
  body: z.object({ status: Switch }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
})

export const cancelWallet = endpoint({
  method: 'POST',
  path: 'paypal/subscription/cancel',
  summary: 'Cancels a subscription that is paid with the wallet',
  access: 'session',
  errors: ['not_signed_in', 'not_found', 'unavailable'],
})

export const bindStore = endpoint({
  method: 'POST',
  path: 'inAppPurchase/google_subscription',
  summary: "A subscription bought in the app's store: verified there, then given to the account",
  access: 'session',
  body: z.object({
    subscription: z.coerce
      .number()
      .int()
      .min(1)
      .max(9999)
      .meta({ examples: [2] }),
    /** The store's name of the purchase; the app gave `accountReference` along as the obfuscated account id. */
    purchasetoken: z.string().min(1).max(500),
  }),
  errors: [
    'not_signed_in',
    'wrong_input',
    'not_found',
    'region_unavailable',
    'subscribed_already',
    'wallet_refused',
    'too_many_requests',
    'unavailable',
  ],
  ours: true,
})

export const cancelStore = endpoint({
  method: 'POST',
  path: 'inAppPurchase/google_subscription/cancel',
  summary: 'Cancels a subscription that was bought in the store',
  access: 'session',
  errors: ['not_signed_in', 'not_found', 'unavailable'],
})

export const upgrades = endpoint({
  method: 'GET',
  path: 'readerinfo/upgrades',
  summary: 'Larger subscriptions than the present one',
  access: 'session',
  output: z.array(z.object({ shortname: z.string(), id: z.number(), voucherCode: z.string() })),
  errors: ['not_signed_in'],
})
