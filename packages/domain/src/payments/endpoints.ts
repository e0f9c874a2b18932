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
  /** Ours: only payment data of the account's country will do, because the order comes from elsewhere. */
  needsLocalMethod: z.boolean(),
})
export type Cart = z.infer<typeof Cart>

const cartErrors = [
  'not_signed_in',
  'wrong_input',
  'not_found',
  'region_unavailable',
  'second_special_offer',
  'subscribed_already',
  'market_closed',
  'market_mismatch',
  'market_unproved',
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
    'market_closed',
    'market_mismatch',
    'market_unproved',
    'too_many_requests',
    'unavailable',
  ],
})

export const registrationUrl = endpoint({
  method: 'GET',
  path: 'psp/url/registration',
  summary: 'Page in which payment data are left for the cart',
  access: 'session',
  query: z.object({
    subscription,
    voucher,
    /** Ours: other payment data are wanted than those that are saved; never 204 then. */
    again: Switch.optional(),
  }),
  output: Way,
  nothing: 'A saved method will do',
  errors: [...cartErrors, 'acceptance_missing', 'voucher_invalid', 'too_many_requests', 'unavailable'],
})

export const editUrl = endpoint({
  method: 'GET',
  path: 'psp/url/edit',
  summary: 'Page in which payment data are replaced; nothing is charged',
  access: 'session',
  output: Way,
  errors: ['not_signed_in', 'not_found', 'too_many_requests', 'unavailable'],
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
  summary: 'Where a challenge of the bank is answered: posted as a hidden form',
  access: 'session',
  query: z.object({ id: z.string().max(64), reservation: Switch.optional() }),
  output: z.object({ url: z.string(), params: z.record(z.string(), z.string()) }),
  nothing: 'There is nothing to answer any more',
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
