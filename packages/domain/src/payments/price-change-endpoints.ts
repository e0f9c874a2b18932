import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A price change announced to a reader. Prices are minor units per 30 days. */
const PriceChange = z
  .object({
    subscriptionTitle: z.string(),
    currency: z.enum(['EUR', 'CHF']),
    oldPrice: z.number(),
    newPrice: z.number(),
    /** Date of the first charge at the new price, ISO 8601. */
    from: z.string(),
    /** `consent`: takes effect if the reader agrees; `object`: takes effect unless the reader cancels; `lower`: a reduction. */
    rule: z.enum(['consent', 'object', 'lower']),
    /** Consequence of missing consent, where consent is required: the subscription ends, or keeps its price. */
    withoutConsent: z.enum(['end', 'keep']),
    /** `over`: the date has passed; `cancelled`: the subscription ends; `ended`: it has ended; `stopped`: the operator withdrew the price change. */
    state: z.enum(['open', 'agreed', 'cancelled', 'over', 'stopped', 'ended']),
    /** End of a cancelled or ended subscription, ISO 8601. */
    endsAt: z.string().nullable(),
  })
  .meta({ id: 'PriceChange' })
export type PriceChange = z.output<typeof PriceChange>

const Token = z.string().max(200).default('')

export const priceChange = endpoint(routes.priceChange, {
  summary: 'The announced price change, by the token of the e-mail or for the subscription of the session',
  access: 'anyone',
  query: z.object({ token: Token }),
  output: PriceChange,
  errors: ['token_invalid', 'token_expired', 'not_found'],
  isExtension: true,
})

export const answerPriceChange = endpoint(routes.answerPriceChange, {
  summary: 'Agrees to a new price, or cancels before it applies. Idempotent',
  access: 'anyone',
  body: z.object({ token: Token, decision: z.enum(['agree', 'cancel']) }),
  output: PriceChange,
  errors: ['token_invalid', 'token_expired', 'not_found', 'wrong_input'],
  isExtension: true,
})
