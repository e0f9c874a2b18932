import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** What a reader was told of a new price. Prices are minor units per 30 days. */
const PriceChange = z.object({
  subscriptionTitle: z.string(),
  currency: z.enum(['EUR', 'CHF']),
  oldPrice: z.number(),
  newPrice: z.number(),
  /** The first charge at the new price, ISO 8601. */
  from: z.string(),
  /** `consent`: it holds for who agrees; `object`: for who does not cancel; `lower`: it is less. */
  rule: z.enum(['consent', 'object', 'lower']),
  /** What becomes of the subscription without a consent, where one is asked. */
  withoutConsent: z.enum(['end', 'keep']),
  /** `over`: the day has come; `cancelled`: the subscription does not go on; `stopped`: the new price does not come. */
  state: z.enum(['open', 'agreed', 'cancelled', 'over', 'stopped']),
  /** When a subscription ends that was cancelled, ISO 8601. */
  endsAt: z.string().nullable(),
})
export type PriceChange = z.output<typeof PriceChange>

const Token = z.string().max(200).default('')

export const priceChange = endpoint({
  method: 'GET',
  path: 'billing/pricechange',
  summary: 'What a reader was told of a new price: by the token of the e-mail, or of the subscription of the session',
  access: 'anyone',
  query: z.object({ token: Token }),
  output: PriceChange,
  errors: ['token_invalid', 'token_expired', 'not_found'],
  ours: true,
})

export const answerPriceChange = endpoint({
  method: 'POST',
  path: 'billing/pricechange',
  summary: 'Agrees to a new price, or cancels before it holds; again changes nothing',
  access: 'anyone',
  body: z.object({ token: Token, decision: z.enum(['agree', 'cancel']) }),
  output: PriceChange,
  errors: ['token_invalid', 'token_expired', 'not_found', 'wrong_input'],
  ours: true,
})
