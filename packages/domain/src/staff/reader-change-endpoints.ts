import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Paragraphs } from '../accounts/input.ts'
import { Day, Instant } from '../day-input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'
import { GOODWILL_REASONS, MOST_GRANTED_DAYS, NOTE_LENGTH, REFUND_POLICIES } from './limits.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Reader = z.object({ id: Id })
const Subscription = Reader.extend({ subscription: Id })
/** Made by the browser when the dialog opens: a repeated request changes nothing. */
const ActionId = z.uuid()

/** Changes of an account without further input. */
export const READER_CHANGES = ['confirm-address', 'end-sessions', 'reset-second-factor', 'close', 'open'] as const
export type ReaderChange = (typeof READER_CHANGES)[number]

/** Changes of the plan of a subscription. A larger one is only offered: it needs an order of the reader (ADR-0234). */
const PLAN_CHANGES = ['downgrade', 'take-back-downgrade', 'offer-upgrade'] as const
export type PlanChange = (typeof PLAN_CHANGES)[number]

/** What a change of a subscription does, or would do. */
export const Effects = z.object({
  /** False: the same was done before, and nothing has changed. */
  isNew: z.boolean(),
  endsAt: z.string().nullable(),
  tier: z.string().nullable(),
  refunds: z.array(z.object({ amount: z.number(), currency: z.string(), invoice: z.string() })),
  /** Charges whose result is unknown; what they collect is given back, except for days already used. */
  underWay: z.array(z.object({ amount: z.number(), currency: z.string() })),
  /** A larger plan that the reader may order: `due` if ordered now, `price` of the next periods. Minor units. */
  offer: z.object({ due: z.number(), price: z.number(), currency: z.string() }).nullable(),
  /** A declaration is confirmed and still needs a decision. */
  isUndecided: z.boolean(),
})
export type Effects = z.infer<typeof Effects>
/** `rehearse`: tells what would happen, and changes nothing. */
export const rehearsable = { actId: ActionId, reason: Reason, rehearse: z.boolean().default(false) }

export const changeReader = deskEndpoint(routes.changeReader, {
  summary: 'Confirms the address, ends all sessions, removes the second factor, closes or opens the account',
  access: 'readers.write',
  confirmed: true,
  params: Reader,
  body: z.object({ change: z.enum(READER_CHANGES), reason: Reason }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const sendReaderEmail = deskEndpoint(routes.sendReaderEmail, {
  summary: 'Sends an e-mail again, or a link to confirm the address or to choose a new password',
  access: 'readers.write',
  params: Reader,
  body: z
    .object({ email: Id.optional(), letter: z.enum(['verification', 'recovery']).optional() })
    .refine(({ email, letter }) => (email === undefined) !== (letter === undefined), { path: ['email'] }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const addReaderNote = deskEndpoint(routes.addReaderNote, {
  summary: 'Adds a note about a reader, which the reader gets with an export',
  access: 'readers.write',
  params: Reader,
  body: z.object({ noteId: z.uuid(), text: Paragraphs(NOTE_LENGTH).pipe(z.string().min(1, 'VALIDATION.required')) }),
  errors: ['wrong_input', 'not_found'],
})
export const removeReaderNote = deskEndpoint(routes.removeReaderNote, {
  summary: 'Removes a note',
  access: 'readers.write',
  params: Reader.extend({ note: z.uuid() }),
  errors: ['wrong_input', 'not_found'],
})
export const exportReader = deskEndpoint(routes.exportReader, {
  summary: 'All personal data of a reader (Art. 15 GDPR)',
  access: 'readers.write',
  confirmed: true,
  params: Reader,
  body: z.object({ reason: Reason }),
  produces: 'application/json',
  errors: ['wrong_input', 'not_found'],
})
export const eraseReader = deskEndpoint(routes.eraseReader, {
  summary: 'Closes an account and erases it after the days of grace, or erases it at once',
  access: 'readers.write',
  confirmed: true,
  params: Reader,
  body: z.object({ now: z.boolean(), reason: Reason }),
  errors: ['wrong_input', 'not_found', 'contract_active'],
})
export const endReaderSubscription = deskEndpoint(routes.endReaderSubscription, {
  summary: 'Ends a subscription now or at the end of a day, or withdraws a planned end',
  access: 'readers.write',
  confirmed: true,
  params: Subscription,
  body: z.object({
    ...rehearsable,
    /** Last day; `now`, or `withdraw` for an end that is planned. */
    on: z.union([z.literal('now'), z.literal('withdraw'), Day]),
    refund: z.enum(REFUND_POLICIES),
  }),
  output: Effects,
  errors: ['wrong_input', 'not_found', 'time_is_past', 'action_rejected'],
})
export const changeReaderPlan = deskEndpoint(routes.changeReaderPlan, {
  summary: 'Changes PREMIUM to MAGZ from the next period on, withdraws that, or sends a reader of MAGZ an offer of PREMIUM',
  access: 'readers.write',
  confirmed: true,
  params: Subscription,
  body: z.object({ ...rehearsable, change: z.enum(PLAN_CHANGES) }),
  output: Effects,
  errors: ['wrong_input', 'not_found', 'action_rejected'],
})
export const grantReaderDays = deskEndpoint(routes.grantReaderDays, {
  summary: 'Adds days without a charge; with a reason for the reader also an e-mail',
  access: 'readers.money',
  confirmed: true,
  params: Subscription,
  body: z.object({
    ...rehearsable,
    days: z.number().int().min(1).max(MOST_GRANTED_DAYS),
    because: z.enum(GOODWILL_REASONS).optional(),
    /** The end of the paid period that the person saw. */
    paidUntil: Instant,
  }),
  output: Effects,
  errors: ['wrong_input', 'not_found', 'action_rejected'],
})
export const refundReader = deskEndpoint(routes.refundReader, {
  summary: 'Refunds a payment in part or in full, with a credit note. `refundable` is what the person saw',
  access: 'readers.money',
  confirmed: true,
  params: Reader,
  body: z.object({
    payment: z.uuid(),
    /** Minor units. */
    amount: z.number().int().min(1),
    refundable: z.number().int().min(0),
    /** Printed on the credit note. */
    reason: Reason,
  }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
