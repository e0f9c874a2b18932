import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { taxIn } from '@kiosk/domain/payments/rules'
import { invoiceWords } from '@kiosk/languages/invoices'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { takeNumbers } from './invoice-numbers.ts'
import { addEvidence } from './market-evidence.ts'

export type Buyer = { accountId: number | null; name: string; email: string; language: string; country: string }
/** Both sides and how it is paid, as they were: an invoice never changes with its account. */
export type Snapshot = {
  /** What the site was called; papers drafted before this was kept have none. */
  siteName?: string
  seller: House['operator']['company']
  buyer: { name: string; email: string; country: string }
  language: string
  tariff: number
  period: { startsAt: string; endsAt: string } | null
  method: { kind: string; brand: string; masked: string; mandate: string | null } | null
  corrects?: string
}

type Draft = {
  subscription: number
  periodId: number
  buyer: Buyer
  currency: string
  gross: number
  rate: number
  /** What is not collected of it because it is too little to be charged. */
  waived?: number
  /** A credit note that is set against it. */
  credit?: { id: number; gross: number } | undefined
  snapshot: Snapshot
  text: string
  at: Date
}

/** Drafts invoices, a line for what is sold and one for what is waived; they get their numbers when they are paid or debited. Ids in the order given. */
export async function draftInvoices(trx: Transaction<DB>, drafts: readonly Draft[]): Promise<number[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map(({ subscription, periodId, buyer, currency, gross, waived = 0, rate, credit, snapshot, at }) => ({
    account_id: buyer.accountId,
    subscription,
    period_id: periodId,
    country: buyer.country,
    currency,
    ...taxIn(gross - waived, rate),
    due: Math.max(0, gross - waived + (credit?.gross ?? 0)),
    credit_note_id: credit?.id ?? null,
    tax_rate: rate,
    snapshot: JSON.stringify(snapshot),
    created_at: at,
  }))
  const made = await trx.insertInto('invoices').values(rows).returning(['id', 'period_id']).execute()
  const idOf = new Map(made.map(({ id, period_id }) => [period_id, id]))
  const ids = drafts.map(({ periodId }) => idOf.get(periodId)!)
  const lines = drafts.flatMap((draft, place) =>
    linesOf(draft).map((line, before) => ({ invoice_id: ids[place]!, position: before + 1, ...line })),
  )
  await trx.insertInto('invoice_lines').values(lines).execute()
  await addEvidence(trx, ids)
  return ids
}

/** What is sold, and what is waived of it; their net and tax are those of the sum. */
function linesOf({ text: sold, gross, waived = 0, rate, buyer }: Draft) {
  const whole = taxIn(gross, rate)
  if (waived === 0) return [{ text: sold, ...whole }]
  const sum = taxIn(gross - waived, rate)
  const words = invoiceWords[isLanguage(buyer.language) ? buyer.language : FALLBACK_LANGUAGE]
  const less = { net: sum.net - whole.net, tax: sum.tax - whole.tax, gross: -waived }
  return [
    { text: sold, ...whole },
    { text: words['INVOICE.LINE_WAIVED'], ...less },
  ]
}

/** Gives drafted invoices their numbers; their papers are made by a job, or by whoever asks for them before it. */
export async function issueInvoices(
  trx: Transaction<DB>,
  kind: 'invoice' | 'credit-note',
  ids: readonly number[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  const open = await trx
    .selectFrom('invoices')
    .select('id')
    .where('id', 'in', [...ids])
    .where('issued_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  const numbers = await takeNumbers(trx, kind, yearOf(at), open.length)
  if (open.length === 0) return
  const of = open.map(({ id }) => id)
  await sql`update invoices set number = given.number, issued_at = ${at}, state = 'paid'
    from unnest(${of}::bigint[], ${numbers}::text[]) as given (id, number) where invoices.id = given.id`.execute(trx)
  await addJob(trx, 'papers', { invoiceIds: of })
}

/** A series is of a year in Vienna, like the date that stands on the invoice. */
function yearOf(at: Date): number {
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Vienna' }).format(at))
}

/** Drafts a credit note over a part of an invoice. @param amount what is given back, positive */
export async function draftCreditNote(
  trx: Transaction<DB>,
  given: { invoiceId: number; amount: number; text: string; at: Date },
): Promise<{ id: number; net: number; tax: number; gross: number }> {
  const corrected = await trx.selectFrom('invoices').selectAll().where('id', '=', given.invoiceId).executeTakeFirstOrThrow()
  const sums = await creditedShare(trx, corrected, given.amount)
  const id = await draftCorrection(trx, 'credit-note', corrected, sums, given.at)
  await trx
    .insertInto('invoice_lines')
    .values({ invoice_id: id, position: 1, text: given.text, ...sums })
    .execute()
  return { id, ...sums }
}

/** The paper that corrects another one: of the same buyer, contract, country and rate. @returns its id */
async function draftCorrection(
  trx: Transaction<DB>,
  kind: 'credit-note' | 'invoice',
  corrected: Selectable<DB['invoices']>,
  sums: { net: number; tax: number; gross: number },
  at: Date,
): Promise<number> {
  const { account_id, subscription, country, currency, tax_rate } = corrected
  const snapshot = { ...(corrected.snapshot as Snapshot), corrects: corrected.number ?? '' }
  const { id } = await trx
    .insertInto('invoices')
    .values({
      ...{ kind, corrects: corrected.id, account_id, subscription, country, currency, ...sums, due: sums.gross, tax_rate },
      snapshot: JSON.stringify(snapshot),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Net and tax of the next part that is credited of an invoice: what is credited with it less what was credited before, so
 * that the parts of a whole are its net and its tax to the cent.
 */
async function creditedShare(trx: Transaction<DB>, { id, tax_rate }: { id: number; tax_rate: number }, amount: number) {
  const before = await creditedSums(trx, id)
  const net = before.net - taxIn(before.gross + amount, tax_rate).net
  return { net, tax: -amount - net, gross: -amount }
}

/** What was credited of an invoice, or is about to be, less what invoices took back of it: positive minor units. */
export async function creditedSums(db: Kysely<DB>, invoiceId: number): Promise<{ net: number; tax: number; gross: number }> {
  const { rows } = await sql<{ net: number; tax: number; gross: number }>`
    select coalesce(-sum(i.net), 0)::int as net, coalesce(-sum(i.tax), 0)::int as tax, coalesce(-sum(i.gross), 0)::int as gross
    from invoices i where i.state <> 'void' and (i.corrects = ${invoiceId} or i.kind = 'invoice' and i.corrects in (
      select n.id from invoices n where n.corrects = ${invoiceId} and n.state <> 'void'))`.execute(db)
  return rows[0]!
}

/**
 * Drafts an invoice that takes a credit note back: what was credited is owed again, because its money came back. It belongs
 * to no period of its own.
 */
export async function draftReinstatement(
  trx: Transaction<DB>,
  { creditNoteId, at }: { creditNoteId: number; at: Date },
): Promise<{ id: number; net: number; tax: number; gross: number; country: string; account_id: number | null }> {
  const note = await trx.selectFrom('invoices').selectAll().where('id', '=', creditNoteId).executeTakeFirstOrThrow()
  const sums = { net: -note.net, tax: -note.tax, gross: -note.gross }
  const id = await draftCorrection(trx, 'invoice', note, sums, at)
  await sql`insert into invoice_lines (invoice_id, position, text, net, tax, gross)
    select ${id}, position, text, -net, -tax, -gross from invoice_lines where invoice_id = ${creditNoteId}`.execute(trx)
  return { id, ...sums, country: note.country, account_id: note.account_id }
}
