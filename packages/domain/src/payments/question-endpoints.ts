import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** By the link of an e-mail, or by its id for who is signed in to its account. */
const Which = z.object({ token: z.string().max(200).default(''), attempt: z.string().max(64).default('') })

const Question = z.object({
  /**
   * `open`: the bank waits for an answer; `waiting`: nobody knows yet what came of it; `processing`: a debit is under way;
   * `failed`: declined, other payment data may be left; `over`: nothing is charged any more.
   */
  state: z.enum(['open', 'waiting', 'processing', 'paid', 'failed', 'over']),
  /** Minor units. */
  amount: z.number(),
  currency: z.enum(['EUR', 'CHF']),
  product: z.string(),
  /** "Visa", "•••• 4242". */
  brand: z.string(),
  number: z.string(),
  /** Until when it may be answered, or other payment data left: ISO 8601; null = no more. */
  until: z.string().nullable(),
  /** Why it failed, as in `payment/attempt/{id}`. */
  reason: z.string().nullable(),
  /** Where the question is answered, once it was asked for: `params` are posted to `url`. */
  bank: z.object({ url: z.string(), params: z.record(z.string(), z.string()) }).nullable(),
})
export type PaymentQuestion = z.output<typeof Question>

export const paymentQuestion = endpoint({
  method: 'GET',
  path: 'payment/question',
  summary: 'A renewal that its bank wants an answer for, or what became of it; asks nothing',
  access: 'anyone',
  query: Which,
  output: Question,
  errors: ['token_invalid', 'token_expired', 'not_found', 'not_signed_in'],
  ours: true,
})

export const askBank = endpoint({
  method: 'POST',
  path: 'payment/question',
  summary: "Puts the bank's question about a renewal, for its reader to answer now; pressing twice asks once",
  access: 'anyone',
  body: Which,
  output: Question,
  errors: ['token_invalid', 'token_expired', 'not_found', 'not_signed_in', 'unavailable'],
  ours: true,
})
