import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Day } from '../day-input.ts'
import { Bookkeeping } from '../operator.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { Reason } from './endpoints.ts'

// Amounts are in minor units of their currency. Days are dates in Vienna: 2026-10-01. Times are ISO 8601.

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Currency = z.enum(['EUR', 'CHF'])
/** Id of the last row of the page before. */
const Before = Id.optional()

const DeskInvoice = z.object({
  id: z.number(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  day: z.string(),
  country: z.string(),
  currency: Currency,
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  /** Number of the invoice that this corrects. */
  corrects: z.string().nullable(),
  /** Number of the subscription: V-000042. */
  subscription: z.string().nullable(),
  /** Null: the account was erased. */
  reader: z.number().nullable(),
})
export type DeskInvoice = z.infer<typeof DeskInvoice>

export const deskInvoices = deskEndpoint(routes.deskInvoices, {
  summary: 'Invoices and credit notes, latest first',
  access: 'invoices.read',
  query: z.object({
    /** Complete, or the last digits: "2026-000123", "123". */
    number: z.string().trim().max(20).default(''),
    from: Day.optional(),
    to: Day.optional(),
    /** Gross, with or without the sign of a credit note: "19.99" or "19,99". */
    amount: z
      .string()
      .trim()
      .regex(/^(-?\d{1,6}([.,]\d\d)?)?$/)
      .default(''),
    country: z.enum(['', 'AT', 'DE', 'CH', 'LU']).default(''),
    reader: Id.optional(),
    before: Before,
  }),
  output: z.object({ invoices: z.array(DeskInvoice), more: z.boolean() }),
  errors: ['wrong_input'],
})
export const deskInvoicePdf = deskEndpoint(routes.deskInvoicePdf, {
  summary: 'The PDF of an invoice or credit note as it was issued',
  access: 'invoices.read',
  params: z.object({ number: z.string().min(1).max(20) }),
  produces: 'application/pdf',
  errors: ['not_found'],
})

const Declined = z.object({
  /** Id of the payment. */
  id: z.string(),
  at: z.string(),
  amount: z.number(),
  currency: Currency,
  provider: z.string(),
  /** Reason given by the bank or provider; for a charge without a result yet, its state. */
  code: z.string(),
  /** Number of declined retries of this invoice. */
  tries: z.number(),
  subscription: z.string(),
  subscriptionState: z.enum(['pending', 'active', 'past-due', 'ended']),
  reader: z.number().nullable(),
  /** What dunning does next; null: nothing, because the charge was paid, or the subscription has ended. */
  next: z.enum(['retry', 'reminder', 'wait']).nullable(),
  nextAt: z.string().nullable(),
  /** End of access without a payment. */
  accessUntil: z.string().nullable(),
})
export type Declined = z.infer<typeof Declined>

export const declinedCharges = deskEndpoint(routes.declinedCharges, {
  summary:
    'Subscriptions whose renewal is unpaid, with the latest declined charge and the next step of dunning; or all declined charges',
  access: 'money.read',
  query: z.object({
    state: z.enum(['open', 'all']).default('open'),
    /** `next` of the page before. */
    before: z.string().max(80).optional(),
  }),
  output: z.object({ charges: z.array(Declined), next: z.string().nullable() }),
  errors: ['wrong_input'],
})

const Dispute = z.object({
  id: z.number(),
  at: z.string(),
  provider: z.string(),
  reference: z.string(),
  code: z.enum(['returned', 'disputed']),
  reason: z.string(),
  amount: z.number(),
  currency: Currency,
  state: z.string(),
  wonAt: z.string().nullable(),
  endedSubscription: z.boolean(),
  invoice: z.string().nullable(),
  subscription: z.string(),
  reader: z.number().nullable(),
})
export type Dispute = z.infer<typeof Dispute>

export const deskDisputes = deskEndpoint(routes.deskDisputes, {
  summary: 'Chargebacks and returned debits, latest first',
  access: 'money.read',
  query: z.object({ before: Before }),
  output: z.object({ disputes: z.array(Dispute), more: z.boolean() }),
  errors: ['wrong_input'],
})

const SuspenseEntry = z.object({
  id: z.number(),
  at: z.string(),
  provider: z.string(),
  reference: z.string(),
  kind: z.string(),
  amount: z.number(),
  currency: Currency,
  reason: z.string(),
  state: z.enum(['open', 'booked', 'returned', 'returning', 'return-failed']),
  subscription: z.string().nullable(),
  resolution: z.string(),
})
export type SuspenseEntry = z.infer<typeof SuspenseEntry>

export const suspenseEntries = deskEndpoint(routes.suspenseEntries, {
  summary: 'Money that could not be matched, latest first',
  access: 'money.read',
  query: z.object({ state: z.enum(['open', 'all']).default('open'), before: Before }),
  output: z.object({ entries: z.array(SuspenseEntry), more: z.boolean() }),
  errors: ['wrong_input'],
})
const SubscriptionNumber = z
  .string()
  .trim()
  .regex(/^V-\d{6,15}$/i, 'VALIDATION.subscriptionNumber')
const suspenseErrors = ['wrong_input', 'not_found', 'suspense_rejected'] as const
export const assignSuspense = deskEndpoint(routes.assignSuspense, {
  summary: 'Names the subscription to which an amount belongs; it stays in suspense',
  access: 'money.write',
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ subscription: SubscriptionNumber, reason: Reason }),
  errors: suspenseErrors,
})
export const SUSPENSE_TARGETS = ['subscription', 'income', 'loss', 'fee', 'payout'] as const
export const bookSuspense = deskEndpoint(routes.bookSuspense, {
  summary: 'Books an amount: to the next 30 days of its assigned subscription, or to an account without VAT',
  access: 'money.write',
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ to: z.enum(SUSPENSE_TARGETS), reason: Reason }),
  errors: suspenseErrors,
})
export const returnSuspense = deskEndpoint(routes.returnSuspense, {
  summary: 'Refunds a charge in suspense to its payment method, once',
  access: 'money.write',
  confirmed: true,
  params: z.object({ id: Id }),
  body: z.object({ reason: Reason }),
  errors: suspenseErrors,
})

export const differences = deskEndpoint(routes.differences, {
  summary: 'Differences between the ledger and the lists of the providers that the nightly comparison could not repair',
  access: 'money.read',
  output: z.object({
    differences: z.array(
      z.object({
        id: z.number(),
        at: z.string(),
        /** Provider and movement. */
        subject: z.string(),
        amount: z.number().nullable(),
        currency: Currency.nullable(),
        what: z.string().nullable(),
      }),
    ),
    /** The time up to which each provider was compared. */
    compared: z.array(z.object({ provider: z.string(), until: z.string() })),
  }),
  errors: [],
})

const VatLine = z.object({
  section: z.enum(['oss', 'oss-correction', 'domestic', 'third-country']),
  country: z.string(),
  currency: Currency,
  /** Hundredths of a percent; null: a correction, declared as one total of tax. */
  rate: z.number().nullable(),
  origin: z.string(),
  documents: z.number(),
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
})
/** A quarter: "2026-Q4". */
export const QUARTER = /^20\d\d-Q[1-4]$/
export const vatByQuarter = deskEndpoint(routes.vatByQuarter, {
  summary: 'The VAT return of a quarter by country and rate',
  access: 'money.read',
  query: z.object({ quarter: z.string().regex(QUARTER) }),
  output: z.object({
    lines: z.array(VatLine),
    /** Day in Vienna of the oldest invoice; null = none yet. */
    firstDay: z.string().nullable(),
  }),
  errors: ['wrong_input'],
})

export const ledgerBalances = deskEndpoint(routes.ledgerBalances, {
  summary: 'What was posted to each account of the ledger on a day, and its balance at the end of that day',
  access: 'money.read',
  query: z.object({ day: Day }),
  output: z.object({
    accounts: z.array(z.object({ account: z.string(), currency: Currency, moved: z.number(), balance: z.number() })),
  }),
  errors: ['wrong_input'],
})

const DeferredMonth = z.object({
  /** 2026-10 */
  month: z.string(),
  currency: Currency,
  billed: z.number(),
  earned: z.number(),
  deferred: z.number(),
})
export type DeferredMonth = z.infer<typeof DeferredMonth>
export const deferredRevenue = deskEndpoint(routes.deferredRevenue, {
  summary: 'Deferred revenue by month: net amounts of documents, what of them was earned, and what remains for later days',
  access: 'money.read',
  query: z.object({
    /** Last month. */
    until: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  }),
  output: z.object({ months: z.array(DeferredMonth) }),
  errors: ['wrong_input'],
})

/** How often the values were saved at the desk; 0 = never, so those of `operator.json` apply. */
const Version = z.number().int().min(0)
export const bookkeeping = deskEndpoint(routes.bookkeeping, {
  summary: 'What DATEV exports are made with, and accounts of the ledger without a number',
  access: 'money.read',
  output: z.object({
    /** null: DATEV exports are not configured. */
    values: Bookkeeping.nullable(),
    version: Version,
    missing: z.array(z.string()),
  }),
  errors: [],
})
export const saveBookkeeping = deskEndpoint(routes.saveBookkeeping, {
  summary: 'Replaces what DATEV exports are made with',
  access: 'money.write',
  confirmed: true,
  body: Bookkeeping.extend({
    /** Version that the person saw. */
    before: Version,
  }),
  errors: ['wrong_input', 'changed_meanwhile'],
})
export const EXPORTS = ['invoices', 'ledger', 'vat', 'deferred', 'datev'] as const
export const moneyExport = deskEndpoint(routes.moneyExport, {
  summary: 'A file for bookkeeping: CSV, or a DATEV posting batch (`datev`)',
  access: 'money.read',
  params: z.object({ kind: z.enum(EXPORTS) }),
  query: z.object({
    from: Day,
    to: Day,
    /** `datev`: one line for each posting, or the sums of each day. */
    detail: z.enum(['postings', 'days']).default('postings'),
    /** `datev`: francs for one euro, for postings in francs. */
    chfRate: z
      .string()
      .trim()
      .regex(/^(\d{1,4}([.,]\d{1,6})?)?$/)
      .default(''),
  }),
  produces: 'text/csv',
  errors: ['wrong_input', 'export_rejected'],
})
