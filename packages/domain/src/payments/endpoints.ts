import { z } from 'zod'
import { Switch, traceFields } from '../accounts/input.ts'
import { endpoint } from '../endpoint.ts'

const OfTariff = z.object({
  subscriptionId: z.coerce
    .number()
    .int()
    .min(1)
    .max(9999)
    .meta({ examples: [2] }),
})
const subscription = z.coerce
  .number()
  .int()
  .min(1)
  .max(9999)
  .meta({ examples: [2] })
const voucher = z.string().trim().max(40).default('')

/** Amounts are minor units of the region's currency per 30 days, tax included. */
export const Cart = z.object({
  /** Plan of the wallet; the specification spells it so. */
  paypaylPlanId: z.string().nullable(),
  entries: z.array(z.object({ title: z.string(), subtitle: z.string(), recurring: z.boolean(), grossAmount: z.number() })),
  features: z.array(z.string()),
  totalPrice: z.number(),
  currency: z.enum(['EUR', 'CHF']),
  payPalUpgrade: z.boolean(),
  noticePeriodDays: z.number(),
  cancelable: z.boolean(),
  showVoucherInfo: z.boolean(),
  numberOfMonthsVoucher: z.number().optional(),
  priceAfterVoucherPerMonth: z.number().optional(),
  voucherAvailable: z.boolean(),
  lastBillingData: z
    .object({ paymentMethod: z.enum(['CC', 'DD']), accountBrand: z.string(), accountNumber: z.string() })
    .optional(),
  /** Ours: what may be paid with here. */
  methods: z.array(z.enum(['CC', 'DD', 'PP'])),
  /** Ours: credit for what is left of the present subscription, taken off the first charge. */
  upgradeCredit: z.number(),
})
export type Cart = z.infer<typeof Cart>

const cartErrors = [
  'not_signed_in',
  'wrong_input',
  'not_found',
  'region_unavailable',
  'second_special_offer',
  'subscribed_already',
] as const

export const newCart = endpoint({
  method: 'GET',
  path: 'payment/shoppingcart2/new/{subscriptionId}',
  summary: 'The cart of a tariff, begun where there is none; asking twice is asking once',
  access: 'session',
  params: OfTariff,
  /** Ours: where the buyer came from; kept with the subscription. */
  query: z.object(traceFields).partial(),
  output: Cart,
  errors: cartErrors,
})

export const cart = endpoint({
  method: 'GET',
  path: 'payment/shoppingcart2/{subscriptionId}',
  summary: 'The cart of a tariff as it is now',
  access: 'session',
  params: OfTariff,
  output: Cart,
  errors: cartErrors,
})

export const redeemVoucher = endpoint({
  method: 'PUT',
  path: 'payment/voucher',
  summary: 'Puts a voucher into the cart; it is redeemed when the cart is bought',
  access: 'session',
  body: z.object({ subscription, voucher: z.string().trim().min(1).max(40) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'voucher_invalid', 'second_special_offer', 'too_many_requests'],
})

export const acceptLossOfWithdrawal = endpoint({
  method: 'POST',
  path: 'payment/acceptance',
  summary:
    'Express acceptance that reading begins at once and the right of withdrawal ends; every purchase asks for it (decision 20)',
  access: 'session',
  body: z.object({ subscription, version: z.string().min(1).max(40), accepted: Switch }),
  errors: ['not_signed_in', 'wrong_input'],
  ours: true,
})

const Way = z.object({ url: z.string() })

export const purchaseCart = endpoint({
  method: 'POST',
  path: 'psp/purchaseCart',
  summary: 'Buys with the payment data left before; answers the path of our own to go to. Pressing twice buys once',
  access: 'session',
  body: z.object({ subscription }),
  output: Way,
  errors: [
    'not_signed_in',
    'wrong_input',
    'not_found',
    'acceptance_missing',
    'voucher_invalid',
    'region_unavailable',
    'second_special_offer',
    'subscribed_already',
    'unavailable',
  ],
})

export const registrationUrl = endpoint({
  method: 'GET',
  path: 'psp/url/registration',
  summary: 'Page in which payment data are left for the cart; 204 where a saved method will do',
  access: 'session',
  query: z.object({
    subscription,
    voucher,
    /** Ours: other payment data are wanted than those that are saved; never 204 then. */
    again: Switch.optional(),
  }),
  output: Way,
  errors: [...cartErrors, 'acceptance_missing', 'voucher_invalid', 'unavailable'],
})

export const editUrl = endpoint({
  method: 'GET',
  path: 'psp/url/edit',
  summary: 'Page in which payment data are replaced; nothing is charged',
  access: 'session',
  output: Way,
  errors: ['not_signed_in', 'not_found', 'unavailable'],
})

export const setupState = endpoint({
  method: 'GET',
  path: 'payment/setup/{id}',
  summary: "A provider's page for payment data: how to show it while it is open, and where to go when it is over",
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  output: z.object({
    state: z.enum(['open', 'done', 'failed']),
    purpose: z.enum(['registration', 'edit']),
    /** The provider's page. */
    url: z.string(),
    /** How it stands in a page of ours; null = by its address alone. */
    embed: z.object({ script: z.string(), clientSecret: z.string(), publicKey: z.string() }).nullable(),
    /** Path of ours to go to; null while it is open. */
    way: z.string().nullable(),
  }),
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const paymentUrl = endpoint({
  method: 'GET',
  path: 'psp/url/payment',
  summary: 'Where a challenge of the bank is answered: posted as a hidden form. 204 = nothing to answer any more',
  access: 'session',
  query: z.object({ id: z.string().max(64), reservation: Switch.optional() }),
  output: z.object({ url: z.string(), params: z.record(z.string(), z.string()) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'unavailable'],
})

export const attemptState = endpoint({
  method: 'GET',
  path: 'payment/attempt/{id}',
  summary: 'What became of an attempt, or of leaving payment data: the result page asks until it is settled (decision 23)',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  output: z.object({
    state: z.enum(['waiting', 'processing', 'succeeded', 'failed']),
    /** "CC_ACCOUNT_VALIDATION" and the like, with the bank's text. */
    reason: z.string().nullable(),
    returnText: z.string().nullable(),
    subscription: z.number(),
  }),
  errors: ['not_signed_in', 'not_found'],
  ours: true,
})

export const unsuccessfulCheckout = endpoint({
  method: 'POST',
  path: 'payment/unsuccessful',
  summary: 'Counts a checkout that ended on the failed page, without the account; each attempt once',
  access: 'session',
  body: z.object({ attempt: z.string().max(64).default('') }),
  errors: ['not_signed_in', 'not_found', 'too_many_requests'],
  ours: true,
})

export const validateWallet = endpoint({
  method: 'GET',
  path: 'paypal/subscription/validation/{subscriptionId}',
  summary: 'Whether the cart may be paid with the wallet now; anything but 200 says why not',
  access: 'session',
  params: OfTariff,
  /** `customId`: what the wallet is told of the buyer, so that nobody binds the payment of another. */
  output: z.object({ valid: z.literal(true), customId: z.string() }),
  errors: [...cartErrors, 'voucher_invalid', 'acceptance_missing', 'wallet_refused', 'unavailable'],
})

export const bindWallet = endpoint({
  method: 'POST',
  path: 'paypal/subscription',
  summary: 'The wallet payment that was approved: verified with the wallet, then bound to the account',
  access: 'session',
  body: z.object({
    subscription,
    paypalsubscription: z.string().min(1).max(100),
    paypalorder: z.string().max(100).default(''),
  }),
  errors: [...cartErrors, 'voucher_invalid', 'acceptance_missing', 'wallet_refused', 'unavailable'],
})

export const logWallet = endpoint({
  method: 'POST',
  path: 'paypal/subscription/log',
  summary: 'Writes an approved wallet payment down before it is posted, so that none is lost',
  access: 'session',
  body: z.object({ subscription, paypalsubscription: z.string().min(1).max(100) }),
  errors: ['not_signed_in', 'wrong_input'],
})

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
})
export type Billing = z.infer<typeof Billing>

const billingOf = {
  method: 'GET',
  access: 'session',
  /** 204 for an account without billing data. */
  output: Billing,
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

export const invoices = endpoint({
  method: 'GET',
  path: 'invoice/all',
  summary: 'Invoices and credit notes, the newest first',
  access: 'session',
  output: z.array(
    z.object({
      number: z.string(),
      /** ISO 8601. */
      creationTime: z.string(),
      date: z.string(),
      /** Minor units. */
      amount: z.number(),
      amountFormat: z.string(),
      period: z.string(),
    }),
  ),
  errors: ['not_signed_in'],
})

export const invoice = endpoint({
  method: 'GET',
  path: 'invoice/{number}',
  summary: 'An invoice of one’s own as PDF',
  access: 'link',
  params: z.object({ number: z.string().min(1).max(40) }),
  produces: ['application/pdf'],
  errors: ['not_signed_in', 'not_found'],
})

export const providerWebhook = endpoint({
  method: 'POST',
  path: 'psp/webhook/{provider}',
  summary: 'What a payment provider tells us; signed, in any order, any number of times',
  access: 'link',
  params: z.object({ provider: z.enum(['sandbox', 'stripe', 'paypal', 'google']) }),
  errors: ['wrong_input', 'not_found', 'not_entitled'],
  ours: true,
})

export const providerReturn = endpoint({
  method: 'GET',
  path: 'psp/return/{session}',
  summary: 'Where a provider sends the browser back to; leaves a frame, works without a session (decision 24)',
  access: 'link',
  params: z.object({ session: z.string().max(64) }),
  errors: ['not_found'],
  ours: true,
})

const Declaration = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(254),
  contract: z.string().trim().max(200).default(''),
})

export const cancelContract = endpoint({
  method: 'POST',
  path: 'contract/cancel',
  summary: 'Cancels a contract without a login; a receipt with content and time goes out by mail',
  access: 'anyone',
  body: Declaration.extend({
    manner: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
    reason: z.string().trim().max(2000).default(''),
    wishedEnd: z.string().max(10).default(''),
  }),
  output: z.object({ receivedAt: z.string(), number: z.string() }),
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})

export const withdrawContract = endpoint({
  method: 'POST',
  path: 'contract/withdraw',
  summary: 'Declares withdrawal from a contract without a login; a receipt goes out by mail',
  access: 'anyone',
  body: Declaration,
  output: z.object({ receivedAt: z.string(), number: z.string() }),
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})
