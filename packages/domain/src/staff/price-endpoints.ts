import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Currency = z.enum(['EUR', 'CHF'])

/** Amounts in minor units per 30 days; days in Vienna. */
const PriceCampaign = z.object({
  id: z.number(),
  plan: z.number(),
  tier: z.string(),
  country: z.string(),
  price: z.number(),
  currency: Currency,
  fromDay: z.string(),
  rule: z.enum(['consent', 'object', 'lower']),
  withoutConsent: z.enum(['end', 'keep']),
  state: z.enum(['runs', 'closed', 'stopped']),
  affected: z.number(),
  informed: z.number(),
  agreed: z.number(),
  left: z.number(),
  paying: z.number(),
})
export type PriceCampaign = z.infer<typeof PriceCampaign>
const PlanPrice = z.object({
  plan: z.number(),
  tier: z.string(),
  country: z.string(),
  price: z.number(),
  currency: Currency,
  /** What happens to readers who do not agree to a rise. */
  rule: z.enum(['consent', 'object', 'keep']),
  withoutConsent: z.enum(['end', 'keep']),
})
export type PlanPrice = z.infer<typeof PlanPrice>

export const deskPrices = deskEndpoint(routes.deskPrices, {
  summary: 'The prices of today, and the changes of the prices of running subscriptions, latest first',
  access: 'prices.read',
  output: z.object({ prices: z.array(PlanPrice), campaigns: z.array(PriceCampaign) }),
  errors: [],
})

const Change = z.object({
  plan: z.coerce.number().int(),
  price: z.coerce.number().int().min(1).max(1_000_000),
  fromDay: Day,
  kind: z.enum(['raise', 'lower']),
})
export const previewPriceChange = deskEndpoint(routes.previewPriceChange, {
  summary: 'Whom a price change would reach, and when. Changes nothing',
  access: 'prices.read',
  query: Change,
  output: z.object({
    /** Number of subscriptions whose readers get a notice. */
    readers: z.number(),
    /** The same by the price that they pay now. */
    byPrice: z.array(z.object({ price: z.number(), readers: z.number() })),
    /** First and last day on which the new price would be charged; null: nobody is reached. */
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    /** Number of subscriptions of the plan that keep their price: charged by a wallet or store, cancelled, or past due. */
    others: z.number(),
    rule: z.enum(['consent', 'object', 'lower']),
    withoutConsent: z.enum(['end', 'keep']),
    currency: Currency,
  }),
  errors: ['wrong_input', 'price_change_rejected'],
})
export const startPriceChange = deskEndpoint(routes.startPriceChange, {
  summary: 'Starts a change of the price of running subscriptions; the server sends the notices',
  access: 'prices.write',
  confirmed: true,
  body: Change.extend({
    reason: Reason,
    /** The number of readers that the person saw. */
    readers: z.number().int().min(0),
  }),
  output: z.object({ id: z.number() }),
  errors: ['wrong_input', 'price_change_rejected', 'changed_meanwhile'],
})
export const stopPriceChange = deskEndpoint(routes.stopPriceChange, {
  summary: 'Stops a change: readers who do not pay the new price yet keep theirs and are informed',
  access: 'prices.write',
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  errors: ['wrong_input', 'not_found'],
})
