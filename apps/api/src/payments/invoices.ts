import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { taxIn } from '@kiosk/domain/payments/rules'
import { partsLeft, type TaxPart, taxPartsOf } from '@kiosk/domain/payments/tax-point'
import { invoiceWords } from '@kiosk/languages/invoices'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { takeNumbers } from './invoice-numbers.ts'
import { lineText } from './line-text.ts'
import { addEvidence } from './market-evidence.ts'
import { tariffOf } from './prices.ts'
import type { TaxRates } from './tax-rates.ts'

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
  /** The rate, or rates, of the period are found by the country's tax point. */
  rates: TaxRates
  /** What is not collected of it because it is too little to be charged. */
  waived?: number
  /** A credit note that is set against it. */
  credit?: { id: number; gross: number } | undefined
  snapshot: Snapshot
  text: string
  at: Date
}

type Sums = { net: number; tax: number; gross: number }
type Line = Sums & { text: string; tax_rate: number }
/** Minor units; `rate` in hundredths of a percent. */
export type RateSums = { rate: number; sold: { net: number; gross: number }; credited: { net: number; gross: number } }

/** Drafts invoices, a line for what is sold at each rate and one for what is waived; they get their numbers when they are paid or debited. Ids in the order given. */
export async function draftInvoices(trx: Transaction<DB>, drafts: readonly Draft[]): Promise<number[]> {
  if (drafts.length === 0) return []
  const taxed = drafts.map((draft) => ({ ...draft, parts: partsOf(draft) }))
  const rows = taxed.map(({ subscription, periodId, buyer, currency, gross, waived = 0, parts, credit, snapshot, at }) => ({
    account_id: buyer.accountId,
    subscription,
    period_id: periodId,
    country: buyer.country,
    currency,
    ...sumOf(partsLeft(parts, waived).map(({ gross, rate }) => taxIn(gross, rate))),
    due: Math.max(0, gross - waived + (credit?.gross ?? 0)),
    credit_note_id: credit?.id ?? null,
    tax_rate: parts.at(-1)!.rate,
    snapshot: JSON.stringify(snapshot),
    created_at: at,
  }))
  const made = await trx.insertInto('invoices').values(rows).returning(['id', 'period_id']).execute()
  const idOf = new Map(made.map(({ id, period_id }) => [period_id, id]))
  const ids = drafts.map(({ periodId }) => idOf.get(periodId)!)
  const lines = taxed.flatMap((draft, place) =>
    linesOf(draft, draft.parts).map((line, before) => ({ invoice_id: ids[place]!, position: before + 1, ...line })),
  )
  await trx.insertInto('invoice_lines').values(lines).execute()
  await addEvidence(trx, ids)
  return ids
}

/** A draft without a period is taxed by its day. */
function partsOf({ gross, rates, buyer: { country }, snapshot: { period }, at }: Draft): TaxPart[] {
  const { startsAt, endsAt } = period ?? { startsAt: at.toISOString(), endsAt: at.toISOString() }
  const given = { country, gross, startsAt: new Date(startsAt), endsAt: new Date(endsAt), paidAt: at }
  return taxPartsOf(given, (day) => rates.on(country, day))
}

function sumOf(sums: readonly Sums[]): Sums {
  const add = (key: keyof Sums) => sums.reduce((sum, each) => sum + each[key], 0)
  return { net: add('net'), tax: add('tax'), gross: add('gross') }
}

function nameOf({ siteName = '', tariff }: Snapshot) {
  return { siteName, tier: tariffOf(tariff)!.tier }
}

/** What is sold, a line for each rate, and what is waived of it; their net and tax are those of the sum. */
function linesOf({ text: sold, waived = 0, buyer, snapshot }: Draft, parts: readonly TaxPart[]): Line[] {
  const language = isLanguage(buyer.language) ? buyer.language : FALLBACK_LANGUAGE
  const lines = parts.map(({ rate, gross, startsAt, endsAt }) => ({
    text: parts.length === 1 ? sold : lineText(language, nameOf(snapshot), { startsAt, endsAt }),
    ...taxIn(gross, rate),
    tax_rate: rate,
  }))
  const text = invoiceWords[language]['INVOICE.LINE_WAIVED']
  const less = partsLeft(parts, waived).map(({ gross, rate }, place) => {
    const [whole, rest] = [lines[place]!, taxIn(gross, rate)]
    return { text, net: rest.net - whole.net, tax: rest.tax - whole.tax, gross: gross - whole.gross, tax_rate: rate }
  })
  return [...lines, ...less.filter(({ gross }) => gross !== 0)]
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
  const shares = await creditedShares(trx, corrected.id, given.amount)
  const sums = sumOf(shares)
  const id = await draftCorrection(trx, 'credit-note', corrected, { ...sums, tax_rate: shares.at(-1)!.tax_rate }, given.at)
  const lines = shares.map((share, before) => ({ invoice_id: id, position: before + 1, text: given.text, ...share }))
  await trx.insertInto('invoice_lines').values(lines).execute()
  return { id, ...sums }
}

/** The paper that corrects another one: of the same buyer, contract and country. @returns its id */
export async function draftCorrection(
  trx: Transaction<DB>,
  kind: 'credit-note' | 'invoice',
  corrected: Selectable<DB['invoices']>,
  sums: Sums & { tax_rate: number; is_tax_correction?: boolean },
  at: Date,
): Promise<number> {
  const { account_id, subscription, country, currency } = corrected
  const snapshot = { ...(corrected.snapshot as Snapshot), corrects: corrected.number ?? '' }
  const { id } = await trx
    .insertInto('invoices')
    .values({
      ...{ kind, corrects: corrected.id, account_id, subscription, country, currency, ...sums, due: sums.gross },
      snapshot: JSON.stringify(snapshot),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Net and tax of the next part that is credited of an invoice, a share for each rate, the last days first: what is credited
 * with it less what was credited before, so that the parts of a whole are its net and its tax to the cent.
 */
async function creditedShares(trx: Transaction<DB>, invoiceId: number, amount: number): Promise<(Sums & { tax_rate: number })[]> {
  const rates = await sumsByRate(trx, invoiceId)
  const left = partsLeft(
    rates.map(({ sold, credited }) => ({ gross: sold.gross - credited.gross })),
    amount,
  )
  const shares = rates.map(({ rate, sold, credited }, place) => {
    const gross = sold.gross - credited.gross - left[place]!.gross
    const net = taxIn(credited.gross + gross, rate).net - credited.net
    return { net: -net, tax: net - gross, gross: -gross, tax_rate: rate }
  })
  const own = shares.filter(({ gross }) => gross !== 0)
  return own.length > 0 ? own : shares.slice(-1)
}

/**
 * What an invoice sold at each rate, after corrections of its tax, and what of it was credited, or is about to be, less what
 * invoices took back: positive minor units. Rates in the order of the invoice's lines.
 */
export async function sumsByRate(db: Kysely<DB>, invoiceId: number): Promise<RateSums[]> {
  const { rows } = await sql<{ rate: number; net: number; gross: number; credited_net: number; credited_gross: number }>`
    with lines as (
      select i.id, l.position, coalesce(l.tax_rate, i.tax_rate) as rate, l.net, l.gross,
        i.id <> ${invoiceId} and not i.is_tax_correction as is_credit
      from invoices i join invoice_lines l on l.invoice_id = i.id
      where i.id = ${invoiceId} or i.state <> 'void' and (i.corrects = ${invoiceId} or i.kind = 'invoice' and i.corrects in (
        select n.id from invoices n where n.corrects = ${invoiceId} and n.state <> 'void')))
    select rate, coalesce(sum(net) filter (where not is_credit), 0)::int as net,
      coalesce(sum(gross) filter (where not is_credit), 0)::int as gross,
      coalesce(-sum(net) filter (where is_credit), 0)::int as credited_net,
      coalesce(-sum(gross) filter (where is_credit), 0)::int as credited_gross
    from lines group by rate order by min((id, position))`.execute(db)
  return rows.map(({ rate, net, gross, credited_net, credited_gross }) => ({
    rate,
    sold: { net, gross },
    credited: { net: credited_net, gross: credited_gross },
  }))
}

/** What was credited of an invoice, or is about to be, less what invoices took back of it: positive minor units. */
export async function creditedGross(db: Kysely<DB>, invoiceId: number): Promise<number> {
  const { rows } = await sql<{ gross: number }>`
    select coalesce(-sum(i.gross), 0)::int as gross from invoices i where i.state <> 'void' and (i.corrects = ${invoiceId} or i.kind = 'invoice' and i.corrects in (
      select n.id from invoices n where n.corrects = ${invoiceId} and n.state <> 'void'))`.execute(db)
  return rows[0]!.gross
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
  const id = await draftCorrection(trx, 'invoice', note, { ...sums, tax_rate: note.tax_rate }, at)
  await sql`insert into invoice_lines (invoice_id, position, text, net, tax, gross, tax_rate)
    select ${id}, position, text, -net, -tax, -gross, tax_rate from invoice_lines where invoice_id = ${creditNoteId}`.execute(trx)
  return { id, ...sums, country: note.country, account_id: note.account_id }
}
