import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Selects the renewal by the token in an e-mail's link or, when signed in to its account, by attempt. */
const Which = z.object({ token: z.string().max(200).default(''), attempt: z.string().max(64).default('') })

const BankAuthentication = z
  .object({
    /**
     * `open`: the bank waits for confirmation; `waiting`: the result is unknown; `processing`: a debit is pending; `failed`:
     * declined, new payment data may be entered; `over`: nothing will be charged.
     */
    state: z.enum(['open', 'waiting', 'processing', 'paid', 'failed', 'over']),
    /** Minor units. */
    amount: z.number(),
    currency: z.enum(['EUR', 'CHF']),
    product: z.string(),
    /** "Visa", "•••• 4242". */
    brand: z.string(),
    number: z.string(),
    /** Deadline for confirming or entering new payment data, ISO 8601; null = passed. */
    until: z.string().nullable(),
    /** Reason of the failure, as in `payment/attempt/{id}`. */
    reason: z.string().nullable(),
    /** Address of the confirmation once requested; `params` are posted to `url`. */
    bank: z.object({ url: z.string(), params: z.record(z.string(), z.string()) }).nullable(),
  })
  .meta({ id: 'BankQuestion' })
export type BankAuthentication = z.output<typeof BankAuthentication>

export const paymentQuestion = endpoint(routes.paymentQuestion, {
  summary: 'State of a renewal that requires bank authentication; starts nothing',
  access: 'anyone',
  query: Which,
  output: BankAuthentication,
  errors: ['token_invalid', 'token_expired', 'not_found', 'not_signed_in'],
  isExtension: true,
})

export const askBank = endpoint(routes.askBank, {
  summary: 'Starts the bank authentication of a renewal. Idempotent',
  access: 'anyone',
  body: Which,
  output: BankAuthentication,
  errors: ['token_invalid', 'token_expired', 'not_found', 'not_signed_in', 'unavailable'],
  isExtension: true,
})
