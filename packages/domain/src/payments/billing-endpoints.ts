import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { Switch } from '../accounts/input.ts'
import { endpoint } from '../endpoint.ts'
import { DeclaredTermination } from './termination-endpoints.ts'

const Billing = z
  .object({
    autorenewalStatus: z.boolean(),
    subscriptionTitle: z.string(),
    subscriptionDescription: z.string(),
    numberDevices: z.number().optional(),
    /** ISO 8601. */
    expiryDate: z.string().optional(),
    nextDebitDate: z.string().optional(),
    /** Minor units. */
    nextPrice: z.number().optional(),
    /** Extension: the next three charges, the first of which is `nextDebitDate` and `nextPrice`. ISO 8601, minor units. */
    nextCharges: z.array(z.object({ date: z.string(), amount: z.number() })).optional(),
    /** Extension: a debit that is ordered, but not known to be paid; `day`: the expected day in Vienna. Minor units. */
    pendingDebit: z.object({ day: z.iso.date(), amount: z.number() }).optional(),
    currency: z.enum(['EUR', 'CHF']),
    orderType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    dismissed: z.boolean(),
    /** Extension: the subscription is not renewed because bank or payer took back a payment. */
    returned: z.literal(true).optional(),
    /** Extension: the cancellation and the withdrawal that wait for the reader's confirmation or for the operator. */
    declarations: z.array(DeclaredTermination).optional(),
    /** Extension. */
    state: z.enum(['active', 'past-due']),
    /** Extension: the unpaid amount, which is charged as soon as other payment data are entered. Minor units. */
    overdue: z.number().optional(),
    method: z.object({ kind: z.string(), brand: z.string(), number: z.string() }).optional(),
    /** Extension: the bank requires confirmation of the renewal by this time (ISO 8601). */
    question: z.object({ attempt: z.string(), until: z.string() }).optional(),
    /** An announced price that is not in force yet, as in `billing/pricechange`. */
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
  .meta({ id: 'Billing' })
export type Billing = z.infer<typeof Billing>

const billingOf = {
  access: 'session',
  output: Billing,
  nothing: 'The account has no subscription that is charged',
  errors: ['not_signed_in'],
} as const

export const billing = endpoint(routes.billing, { ...billingOf, summary: 'The current subscription and its next charge' })
export const billingData = endpoint(routes.billingData, {
  ...billingOf,
  summary: 'The current subscription and its next charge, for the payment pages',
})

export const autoRenewal = endpoint(routes.autoRenewal, {
  summary:
    'Switches renewal: cancels to the end of the current period (less than seven days before it: of the next one), or revokes the cancellation',
  access: 'session',
  body: z.object({ status: Switch }),
  errors: ['not_signed_in', 'wrong_input', 'not_found'],
})

export const cancelWallet = endpoint(routes.cancelWallet, {
  summary: 'Cancels a subscription charged by the wallet',
  access: 'session',
  errors: ['not_signed_in', 'not_found', 'unavailable'],
})

export const bindStore = endpoint(routes.bindStore, {
  summary: 'Verifies a subscription bought in the app store and assigns it to the account',
  access: 'session',
  body: z.object({
    subscription: z.coerce
      .number()
      .int()
      .min(1)
      .max(9999)
      .meta({ examples: [2] }),
    /** The store's purchase token; the app passed `accountReference` as the obfuscated account id. */
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
  isExtension: true,
})

export const cancelStore = endpoint(routes.cancelStore, {
  summary: 'Cancels a subscription bought in the app store',
  access: 'session',
  errors: ['not_signed_in', 'not_found', 'unavailable'],
})

export const upgrades = endpoint(routes.upgrades, {
  summary: 'Upgrades of the current subscription',
  access: 'session',
  output: z.array(z.object({ shortname: z.string(), id: z.number(), voucherCode: z.string() })),
  errors: ['not_signed_in'],
})
