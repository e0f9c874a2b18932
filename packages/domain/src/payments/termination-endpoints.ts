import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Declaration = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(254),
  contract: z.string().trim().max(200).default(''),
})

/** Outcome of a declaration. `unconfirmed` is pending until it is confirmed; all others except `applied` need an operator. */
export const TerminationOutcome = z.enum(['applied', 'unconfirmed', 'unknown', 'too-late', 'by-hand'])

/**
 * Receipt of a declaration; `outcome`, `endsAt` (ISO 8601, null = unknown) and `late` only when signed in to the account concerned.
 * `late`: the cancellation came less than seven days before the end of the period, and another one is still charged.
 */
const Received = z
  .object({
    receivedAt: z.string(),
    number: z.string(),
    outcome: TerminationOutcome.optional(),
    endsAt: z.string().nullable().optional(),
    late: z.boolean().optional(),
  })
  .meta({ id: 'TerminationReceipt' })

/** A declaration as its owner sees it; times are ISO 8601. `endsAt`: null = unknown. */
export const DeclaredTermination = z
  .object({
    kind: z.enum(['cancel', 'withdraw']),
    number: z.string(),
    receivedAt: z.string(),
    outcome: TerminationOutcome,
    endsAt: z.string().nullable(),
    /** As in the receipt. */
    late: z.boolean(),
    /** It was confirmed by the button in its e-mail, or declared while signed in. */
    confirmed: z.boolean(),
    /** By when the operator answers; null = there is nothing to answer, or no day was promised. */
    answerBy: z.string().nullable(),
    /** The operator has answered it, without carrying it out. */
    answered: z.boolean(),
  })
  .meta({ id: 'Termination' })
export type DeclaredTermination = z.output<typeof DeclaredTermination>

export const cancelSubscription = endpoint(routes.cancelSubscription, {
  summary:
    'Declares a cancellation without a login; a receipt with the time is sent by e-mail. Irreversible effects wait for the confirmation link in it',
  access: 'anyone',
  body: Declaration.extend({
    manner: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
    reason: z.string().trim().max(2000).default(''),
    wishedEnd: z.string().max(10).default(''),
  }),
  output: Received,
  errors: ['wrong_input', 'too_many_requests'],
  isExtension: true,
})

export const withdrawSubscription = endpoint(routes.withdrawSubscription, {
  summary:
    'Declares a withdrawal without a login; a receipt is sent by e-mail. It takes effect with the confirmation link in it, or at once for a signed-in reader',
  access: 'anyone',
  body: Declaration,
  output: Received,
  errors: ['wrong_input', 'too_many_requests'],
  isExtension: true,
})

export const declaredTermination = endpoint(routes.declaredTermination, {
  summary: 'The declaration of a receipt’s link; does not consume the token',
  access: 'anyone',
  query: z.object({ token: z.string().min(1).max(200) }),
  output: DeclaredTermination,
  errors: ['token_invalid', 'token_expired'],
  isExtension: true,
})

export const unconfirmedTerminations = endpoint(routes.unconfirmedTerminations, {
  summary: 'Declarations about the subscriptions of the account that wait for a confirmation, the oldest first',
  access: 'session',
  output: z.object({ declarations: z.array(DeclaredTermination) }),
  errors: [],
  isExtension: true,
})

export const confirmTermination = endpoint(routes.confirmTermination, {
  summary: 'Confirms and applies a declaration, once, by the token of its receipt or by its number and a session',
  access: 'anyone',
  body: z.object({ token: z.string().max(200).default(''), number: z.string().max(40).default('') }),
  output: DeclaredTermination,
  errors: ['token_invalid', 'token_expired', 'not_found'],
  isExtension: true,
})
