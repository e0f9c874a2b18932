import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { ReaderPage } from './reader-page-endpoint.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Params = z.object({ id: Id })

/** How a reader was found. */
export const FOUND_BY = ['email', 'name', 'invoice', 'digits', 'subscription', 'account', 'device', 'reference'] as const

const FoundReader = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  country: z.string(),
  /** Tier of the subscription that has not ended; null = none. */
  tier: z.string().nullable(),
  state: z.enum(['active', 'unverified', 'closed', 'erasing']),
  by: z.enum(FOUND_BY),
  /** What matched, if it is not in the row: an invoice number, a shortened card number, a device. */
  match: z.string().nullable(),
})
export type FoundReader = z.infer<typeof FoundReader>

/** One event about money. Amounts are minor units; what a reader gets back is negative. Times are ISO 8601. */
const MoneyEvent = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['invoice', 'credit-note', 'charge', 'refund', 'dispute']),
  /** Number of the invoice or credit note; for a charge or refund, that of its invoice. */
  document: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  state: z.string(),
  /** Provider, its own number, and why it declined. */
  provider: z.string().nullable(),
  reference: z.string().nullable(),
  detail: z.string().nullable(),
  /** For a successful charge: the amount that can still be refunded. */
  refundable: z.number().nullable(),
})
export type MoneyEvent = z.infer<typeof MoneyEvent>

export const findReaders = deskEndpoint(routes.findReaders, {
  summary:
    'Readers by e-mail address, name, number of invoice, subscription or account, last four digits, device, or number at the provider',
  access: 'readers.read',
  query: z.object({ search: z.string().trim().max(200).default('') }),
  output: z.object({ readers: z.array(FoundReader), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const reader = deskEndpoint(routes.reader, {
  summary: 'Everything about a reader that helps to help: account, rights, subscriptions, e-mails, devices, consents, history',
  access: 'readers.read',
  params: Params,
  output: ReaderPage,
  errors: ['wrong_input', 'not_found'],
})
export const readerMoney = deskEndpoint(routes.readerMoney, {
  summary: 'Invoices, credit notes, charges, refunds and disputes of a reader, newest first',
  access: 'readers.read',
  params: Params,
  query: z.object({ all: z.enum(['0', '1']).default('0') }),
  output: z.object({ events: z.array(MoneyEvent), more: z.boolean() }),
  errors: ['wrong_input', 'not_found'],
})
export const readerEmail = deskEndpoint(routes.readerEmail, {
  summary: 'The text of an e-mail that was sent; links and codes are hidden',
  access: 'readers.read',
  params: Params.extend({ email: Id }),
  output: z.object({
    subject: z.string(),
    recipient: z.string(),
    body: z.string(),
    sentAt: z.string(),
    language: z.enum(languages),
  }),
  errors: ['wrong_input', 'not_found'],
})
