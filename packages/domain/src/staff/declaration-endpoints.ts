import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { REFUND_POLICIES } from './limits.ts'
import { Effects, rehearsable } from './reader-change-endpoints.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/**
 * `confirm`: the declaration comes from the owner of the account, and takes effect as if they had confirmed it. `apply`: ends the
 * subscription as declared. `answered`: nothing is left to do. `leave-running`: it is answered although the subscription
 * continues.
 */
export const DECISIONS = ['confirm', 'apply', 'answered', 'leave-running'] as const
export type Decision = (typeof DECISIONS)[number]
export const DECLARATION_STATES = ['open', 'settled'] as const

const Declaration = z.object({
  id: z.number(),
  kind: z.enum(['cancel', 'withdraw']),
  /** K-20261121-42, W-20261121-43. */
  number: z.string(),
  receivedAt: z.string(),
  /** Whether a cancellation is for cause, as the form allows. */
  isExtraordinary: z.boolean(),
  name: z.string(),
  email: z.string(),
  language: z.string(),
  /** Number of the subscription as typed. */
  contract: z.string(),
  reason: z.string(),
  /** Requested day. */
  requestedEnd: z.string().nullable(),
  /** Why it waits, or `applied`; null = it needs a decision. */
  outcome: z.string().nullable(),
  /** Who confirmed it; null = nobody. */
  confirmedBy: z.string().nullable(),
  /** By when an answer was promised, ISO 8601; null = there is nothing to answer, or no day was promised. */
  answerBy: z.string().nullable(),
  effectiveAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  reader: z.number().nullable(),
  subscription: z
    .object({
      id: z.number(),
      number: z.string(),
      tier: z.string(),
      state: z.string(),
      startsAt: z.string(),
      endsAt: z.string().nullable(),
      /** False: found by the number or the account of the declaration, but not checked by anybody. */
      isCertain: z.boolean(),
    })
    .nullable(),
  /** The buyer kept the right of withdrawal and pays for the days until then; false = the refund has to be chosen. */
  keptRight: z.boolean(),
  /** What can be decided now. */
  decisions: z.array(z.enum(DECISIONS)),
})
export type Declaration = z.infer<typeof Declaration>

export const declarations = deskEndpoint(routes.declarations, {
  summary:
    'Declared cancellations and withdrawals: those that wait, the oldest first, or those that are resolved, the newest first',
  access: 'readers.read',
  query: z.object({ state: z.enum(DECLARATION_STATES).default('open'), after: Id.optional() }),
  output: z.object({ declarations: z.array(Declaration), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const decideDeclaration = deskEndpoint(routes.decideDeclaration, {
  summary: 'Decides a declared cancellation or withdrawal',
  access: 'readers.write',
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({
    ...rehearsable,
    decision: z.enum(DECISIONS),
    /** For `apply`: number of the subscription, if the declaration has none. */
    subscription: z.string().max(20).optional(),
    /** For `apply` of a cancellation: its last day. */
    on: z.union([z.literal('now'), Day]).default('now'),
    /** For `apply`: `none` only for a cancellation; may be absent for a withdrawal of a buyer who kept the right. */
    refund: z.enum(REFUND_POLICIES).optional(),
  }),
  output: Effects,
  errors: ['wrong_input', 'not_found', 'time_is_past', 'action_rejected'],
})
