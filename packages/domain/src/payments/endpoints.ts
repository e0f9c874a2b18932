import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { attributionFields, Switch } from '../accounts/input.ts'
import { endpoint } from '../endpoint.ts'
import { PAYMENT_METHODS } from './limits.ts'

const OfPlan = z.object({
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
export const Cart = z
  .object({
    /** Billing plan of the wallet, in the specification's spelling. */
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
    /** Extension: payment methods that the cart can be paid with. */
    methods: z.array(z.enum(PAYMENT_METHODS)),
    /** Extension: credit for the unused balance of the current subscription, deducted from the first charge. */
    upgradeCredit: z.number(),
    /** Extension: the order comes from another country, so only payment data of the account's country are accepted. */
    needsLocalMethod: z.boolean(),
  })
  .meta({ id: 'Cart' })
export type Cart = z.infer<typeof Cart>

const cartErrors = [
  'not_signed_in',
  'wrong_input',
  'not_found',
  'region_unavailable',
  'second_special_offer',
  'subscribed_already',
  'sales_closed',
  'market_closed',
  'market_mismatch',
  'market_unproved',
] as const

export const newCart = endpoint(routes.newCart, {
  summary: 'The cart of a plan, created if there is none. Idempotent',
  access: 'session',
  params: OfPlan,
  /** Extension: the buyer's attribution, stored with the subscription. */
  query: z.object(attributionFields).partial(),
  output: Cart,
  errors: cartErrors,
})

export const cart = endpoint(routes.cart, {
  summary: 'The current cart of a plan',
  access: 'session',
  params: OfPlan,
  output: Cart,
  errors: cartErrors,
})

export const redeemVoucher = endpoint(routes.redeemVoucher, {
  summary: 'Adds a voucher to the cart; it is redeemed with the purchase',
  access: 'session',
  body: z.object({ subscription, voucher: z.string().trim().min(1).max(40) }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'voucher_invalid', 'second_special_offer', 'too_many_requests'],
})

export const acceptLossOfWithdrawal = endpoint(routes.acceptLossOfWithdrawal, {
  summary: 'Accepts that access starts at once and the right of withdrawal is lost; required for every purchase (ADR-0173)',
  access: 'session',
  body: z.object({
    subscription,
    version: z.string().min(1).max(40),
    accepted: Switch,
    /** `totalPrice` of the cart shown next to the button; the purchase takes this amount or fails with `price_changed`. */
    totalPrice: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  errors: ['not_signed_in', 'wrong_input'],
  isExtension: true,
})

const Way = z.object({ url: z.string() }).meta({ id: 'NextAddress' })

export const purchaseCart = endpoint(routes.purchaseCart, {
  summary:
    'Buys with the stored payment method and returns the path of the result page. Idempotent: a repeated request buys once',
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
    'price_changed',
    'sales_closed',
    'market_closed',
    'market_mismatch',
    'market_unproved',
    'too_many_requests',
    'unavailable',
  ],
})

export const registrationUrl = endpoint(routes.registrationUrl, {
  summary: 'Address of the provider’s page that collects payment data for the cart, or of the page of an order without a result',
  access: 'session',
  query: z.object({
    subscription,
    voucher,
    /** Extension: requests other payment data than the stored ones; the response is never 204 then. */
    again: Switch.optional(),
    /** Extension: the page collects only this kind of payment data, if the market has it. */
    kind: z.enum(['CC', 'DD']).optional(),
  }),
  output: Way,
  nothing: 'A saved method will do',
  errors: [...cartErrors, 'acceptance_missing', 'voucher_invalid', 'too_many_requests', 'unavailable'],
})

export const editUrl = endpoint(routes.editUrl, {
  summary: 'Address of the provider’s page that replaces payment data; charges nothing',
  access: 'session',
  output: Way,
  errors: ['not_signed_in', 'not_found', 'too_many_requests', 'unavailable'],
})

export const setupState = endpoint(routes.setupState, {
  summary: 'State of a provider’s page for payment data: how to show it while it is open, and the path to continue at afterwards',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  output: z.object({
    state: z.enum(['open', 'done', 'failed']),
    purpose: z.enum(['registration', 'edit']),
    /** Address of the provider's page. */
    url: z.string(),
    /** Data for embedding it in our page; null = it has only an address. */
    embed: z.object({ script: z.string(), clientSecret: z.string(), publicKey: z.string() }).nullable(),
    /** Path on our site to redirect to; null while pending. */
    way: z.string().nullable(),
  }),
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const paymentUrl = endpoint(routes.paymentUrl, {
  summary: 'Address of the bank’s authentication page, to be posted as a hidden form',
  access: 'session',
  query: z.object({ id: z.string().max(64), reservation: Switch.optional() }),
  output: z.object({ url: z.string(), params: z.record(z.string(), z.string()) }),
  nothing: 'There is nothing to answer any more',
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'unavailable'],
})

export const attemptState = endpoint(routes.attemptState, {
  summary: 'State of a payment attempt or payment method setup; the result page polls it until it is settled (ADR-0173)',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  output: z.object({
    state: z.enum(['waiting', 'processing', 'succeeded', 'failed']),
    /** Code such as "CC_ACCOUNT_VALIDATION", with the bank's text. */
    reason: z.string().nullable(),
    returnText: z.string().nullable(),
    /** Card, debit or wallet; null = not known yet. */
    method: z.enum(PAYMENT_METHODS).nullable(),
    subscription: z.number(),
  }),
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const unsuccessfulCheckout = endpoint(routes.unsuccessfulCheckout, {
  summary: 'Counts a failed checkout without the account, once per attempt',
  access: 'session',
  body: z.object({ attempt: z.string().max(64).default('') }),
  errors: ['not_signed_in', 'not_found', 'too_many_requests'],
  isExtension: true,
})

export const validateWallet = endpoint(routes.validateWallet, {
  summary: 'Checks whether the cart can be paid with the wallet; any other status than 200 has the reason',
  access: 'session',
  params: OfPlan,
  /** `customId`: identifies the buyer to the wallet, so that nobody can claim another buyer's payment. */
  output: z.object({ valid: z.literal(true), customId: z.string() }),
  errors: [...cartErrors, 'voucher_invalid', 'acceptance_missing', 'wallet_refused', 'unavailable'],
})

export const bindWallet = endpoint(routes.bindWallet, {
  summary: 'Verifies an approved wallet subscription with the wallet and assigns it to the account',
  access: 'session',
  body: z.object({
    subscription,
    paypalsubscription: z.string().min(1).max(100),
    paypalorder: z.string().max(100).default(''),
  }),
  errors: [...cartErrors, 'voucher_invalid', 'acceptance_missing', 'wallet_refused', 'unavailable'],
})

export const logWallet = endpoint(routes.logWallet, {
  summary: 'Records an approved wallet subscription before it is submitted, so that none is lost',
  access: 'session',
  body: z.object({ subscription, paypalsubscription: z.string().min(1).max(100) }),
  errors: ['not_signed_in', 'wrong_input'],
})
