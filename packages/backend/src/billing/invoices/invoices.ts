import { dayInVienna } from '@kiosk/domain/day'
import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { taxIn } from '@kiosk/domain/payments/rules'
import { partsLeft, type TaxPart, taxPartsOf } from '@kiosk/domain/payments/tax-point'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { addEvidence } from '../plans/market-evidence.ts'
import { planOf } from '../plans/prices.ts'
import type { TaxRates } from '../plans/tax-rates.ts'
import { lineText } from './line-text.ts'
import { takeNumbers } from './numbers.ts'

export type Buyer = { accountId: number | null; name: string; email: string; language: string; country: string }
/** Seller and buyer at the time of drafting, and the payment method that paid: an invoice does not change with its account. */
export type Snapshot = {
  /** The name of the site; absent from documents drafted before it was stored. */
  siteName?: string
  seller: AppContext['operator']['company']
  buyer: { name: string; email: string; country: string }
  language: string
  tariff: number
  period: { startsAt: string; endsAt: string } | null
  method: { kind: string; brand: string; masked: string; mandate: string | null } | null
  corrects?: string
  /** In a credit note: the money went back without a refund of ours, so none follows. */
  takenBack?: true
}

type Draft = {
  subscription: number
  periodId: number
  buyer: Buyer
  currency: string
  gross: number
  /** The tax point of the country decides which rates apply to the period. */
  rates: TaxRates
  /** The part not collected because it is too small to be charged. */
  waived?: number
  /** A credit note deducted from the invoice. */
  credit?: { id: number; gross: number } | undefined
  snapshot: Snapshot
  text: string
  at: Date
}

type Sums = { net: number; tax: number; gross: number }
type Line = Sums & { text: string; tax_rate: number }
/** Minor units; `rate` in hundredths of a percent. */
export type RateSums = { rate: number; sold: { net: number; gross: number }; credited: { net: number; gross: number } }

/**
 * Drafts invoices with a line per rate sold and one for the amount waived. They get their numbers when they are paid.
 * @returns ids in the order given
 */
export async function draftInvoices(trx: Transaction<DB>, drafts: readonly Draft[]): Promise<number[]> {
  if (drafts.length === 0) return []
  const taxed = drafts.map((draft) => ({ ...draft, parts: partsOf(draft) }))
  const rows = taxed.map(({ subscription, periodId, buyer, currency, gross, waived = 0, parts, credit, snapshot, at }) => ({
    account_id: buyer.accountId,
    subscription_id: subscription,
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

type Taxed = Pick<Draft, 'gross' | 'rates' | 'at'> & { buyer: Pick<Buyer, 'country'>; snapshot: Pick<Snapshot, 'period'> }

/** Splits an amount by the rates of its period; a draft without a period is taxed by its date. */
function partsOf({ gross, rates, buyer: { country }, snapshot: { period }, at }: Taxed): TaxPart[] {
  const { startsAt, endsAt } = period ?? { startsAt: at.toISOString(), endsAt: at.toISOString() }
  const options = { country, gross, startsAt: new Date(startsAt), endsAt: new Date(endsAt), paidAt: at }
  return taxPartsOf(options, (day) => rates.on(country, day))
}

function sumOf(sums: readonly Sums[]): Sums {
  const add = (key: keyof Sums) => sums.reduce((sum, each) => sum + each[key], 0)
  return { net: add('net'), tax: add('tax'), gross: add('gross') }
}

/** Returns what an invoice sold, for the text of a line. */
export function nameOf({ siteName = '', tariff: plan }: Snapshot) {
  return { siteName, tier: planOf(plan)!.tier }
}

/** Returns the lines sold, one per rate, and the amount waived; net and tax add up to those of the total. */
function linesOf(
  { text: sold, waived = 0, buyer, snapshot }: Pick<Draft, 'text' | 'waived' | 'snapshot'> & { buyer: Pick<Buyer, 'language'> },
  parts: readonly TaxPart[],
): Line[] {
  const language = isLanguage(buyer.language) ? buyer.language : FALLBACK_LANGUAGE
  const lines = parts.map(({ rate, gross, startsAt, endsAt }) => ({
    text: parts.length === 1 ? sold : lineText(language, nameOf(snapshot), { startsAt, endsAt }),
    ...taxIn(gross, rate),
    tax_rate: rate,
  }))
  const text = invoiceMessages[language]['INVOICE.LINE_WAIVED']
  const less = partsLeft(parts, waived).map(({ gross, rate }, place) => {
    const [whole, rest] = [lines[place]!, taxIn(gross, rate)]
    return { text, net: rest.net - whole.net, tax: rest.tax - whole.tax, gross: gross - whole.gross, tax_rate: rate }
  })
  return [...lines, ...less.filter(({ gross }) => gross !== 0)]
}

/**
 * Rewrites text, tax and lines of the draft of a period for other dates. Price, deducted credit and amount due stay. Call it
 * under the lock of the subscription.
 */
export async function moveDraft(
  trx: Transaction<DB>,
  invoiceId: number,
  { period, rates }: { period: { startsAt: Date; endsAt: Date }; rates: TaxRates },
): Promise<void> {
  const draft = await trx
    .selectFrom('invoices')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select(['snapshot', 'country', 'gross', 'periods.price', 'created_at'])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const days = { startsAt: period.startsAt.toISOString(), endsAt: period.endsAt.toISOString() }
  const snapshot = { ...(draft.snapshot as Snapshot), period: days }
  const [buyer, waived] = [{ country: draft.country, language: snapshot.language }, draft.price - draft.gross]
  const parts = partsOf({ gross: draft.price, rates, buyer, snapshot, at: draft.created_at })
  const language = isLanguage(snapshot.language) ? snapshot.language : FALLBACK_LANGUAGE
  const text = lineText(language, nameOf(snapshot), period)
  const lines = linesOf({ text, waived, buyer, snapshot }, parts)
  await trx.deleteFrom('invoice_lines').where('invoice_id', '=', invoiceId).execute()
  await trx
    .updateTable('invoices')
    .set({ snapshot: JSON.stringify(snapshot), ...sumOf(lines), tax_rate: parts.at(-1)!.rate })
    .where('id', '=', invoiceId)
    .execute()
  await trx
    .insertInto('invoice_lines')
    .values(lines.map((line, before) => ({ invoice_id: invoiceId, position: before + 1, ...line })))
    .execute()
}

/**
 * Reduces a draft by an amount, last days first, in separate lines; the amount due stays, because less credit is deducted.
 * @param less `amount`: minor units, positive; `text`: of the lines
 */
export async function lowerDraft(
  trx: Transaction<DB>,
  invoiceId: number,
  { amount, text }: { amount: number; text: string },
): Promise<void> {
  const { rows: rates } = await sql<
    Sums & { tax_rate: number; last: number }
  >`select coalesce(l.tax_rate, i.tax_rate) as tax_rate,
      sum(l.net)::int as net, sum(l.tax)::int as tax, sum(l.gross)::int as gross, max(max(l.position)) over () as last
    from invoice_lines l join invoices i on i.id = l.invoice_id where i.id = ${invoiceId}
    group by 1 order by min(l.position)`.execute(trx)
  const left = partsLeft(rates, amount).map(({ gross, tax_rate }) => taxIn(gross, tax_rate))
  const lines = rates.flatMap(({ tax_rate, last, ...before }, place) => {
    const rest = left[place]!
    const less = { net: rest.net - before.net, tax: rest.tax - before.tax, gross: rest.gross - before.gross }
    return less.gross === 0 ? [] : [{ invoice_id: invoiceId, position: last + place + 1, text, tax_rate, ...less }]
  })
  await trx.insertInto('invoice_lines').values(lines).execute()
  await trx.updateTable('invoices').set(sumOf(left)).where('id', '=', invoiceId).execute()
}

/**
 * Writes into drafts of renewals the payment data that paid them, if they were made with others: a reader may have changed them
 * while the renewal was overdue. The invoice and the evidence of the buyer's country then name what was charged.
 */
export async function nameWhatPaid(trx: Transaction<DB>, attemptIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; country: string; at: Date }>`update invoices i
    set snapshot = jsonb_set(i.snapshot, '{method}',
      jsonb_build_object('kind', m.kind, 'brand', m.brand, 'masked', m.masked, 'mandate', m.mandate_reference))
    from payment_attempts paid join payment_methods m on m.id = paid.payment_method_id
    where paid.id = any(${attemptIds}::uuid[]) and i.id = paid.invoice_id and i.issued_at is null
      and exists (select from payment_attempts other
        where other.invoice_id = i.id and other.payment_method_id is distinct from paid.payment_method_id)
    returning i.id, m.country, paid.created_at as at`.execute(trx)
  if (rows.length === 0) return
  const [ids, countries, times] = [rows.map(({ id }) => id), rows.map(({ country }) => country), rows.map(({ at }) => at)]
  await sql`delete from invoice_evidence where piece = 'method' and invoice_id = any(${ids}::bigint[])`.execute(trx)
  await sql`insert into invoice_evidence (invoice_id, piece, country, at)
    select id, 'method', country, at from unnest(${ids}::bigint[], ${countries}::text[], ${times}::timestamptz[])
      as given (id, country, at) where country <> ''`.execute(trx)
}

/** Assigns numbers to drafted invoices. A job renders their PDFs, or the first request for one does. */
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
  await enqueue(trx, 'papers', { invoiceIds: of })
}

/** Returns the year of a number series: a calendar year in Vienna, like the date on the invoice. */
function yearOf(at: Date): number {
  return Number(dayInVienna(at).slice(0, 4))
}

/**
 * Drafts a credit note for part of an invoice.
 * @param options `amount`: minor units, positive; `takenBack`: the money went back without a refund of ours
 */
export async function draftCreditNote(
  trx: Transaction<DB>,
  options: { invoiceId: number; amount: number; text: string; at: Date; takenBack?: true },
): Promise<{ id: number; net: number; tax: number; gross: number }> {
  const corrected = await trx.selectFrom('invoices').selectAll().where('id', '=', options.invoiceId).executeTakeFirstOrThrow()
  const shares = await creditedShares(trx, corrected.id, options.amount)
  const sums = sumOf(shares)
  const { at, takenBack } = options
  const of = takenBack ? { ...corrected, snapshot: { ...(corrected.snapshot as Snapshot), takenBack } } : corrected
  const id = await draftCorrection(trx, 'credit-note', of, { ...sums, tax_rate: shares.at(-1)!.tax_rate }, at)
  const lines = shares.map((share, before) => ({ invoice_id: id, position: before + 1, text: options.text, ...share }))
  await trx.insertInto('invoice_lines').values(lines).execute()
  return { id, ...sums }
}

/** Drafts a correction with the buyer, subscription and country of the original. @returns its id */
export async function draftCorrection(
  trx: Transaction<DB>,
  kind: 'credit-note' | 'invoice',
  corrected: Selectable<DB['invoices']>,
  sums: Sums & { tax_rate: number; is_tax_correction?: boolean },
  at: Date,
): Promise<number> {
  const { account_id, subscription_id, country, currency } = corrected
  const snapshot = { ...(corrected.snapshot as Snapshot), corrects: corrected.number ?? '' }
  const { id } = await trx
    .insertInto('invoices')
    .values({
      kind,
      corrects: corrected.id,
      account_id,
      subscription_id,
      country,
      currency,
      ...sums,
      due: sums.gross,
      snapshot: JSON.stringify(snapshot),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Splits the next amount credited for an invoice into net and tax by rate, last days first. Computes the cumulative credit and
 * subtracts what was credited before, so that partial credits add up to the invoice's net and tax to the cent.
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
 * Returns what an invoice sold at each rate, after tax corrections, and what is or will be credited, less reinstatements, in
 * positive minor units. The rates are in the order of the invoice's lines.
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
    from lines group by rate order by min(array[id, position])`.execute(db)
  return rows.map(({ rate, net, gross, credited_net, credited_gross }) => ({
    rate,
    sold: { net, gross },
    credited: { net: credited_net, gross: credited_gross },
  }))
}

/** Returns what is or will be credited for an invoice, less reinstatements, in positive minor units. */
export async function creditedGross(db: Kysely<DB>, invoiceId: number): Promise<number> {
  const { rows } = await sql<{ gross: number }>`select ${creditedOn(sql`${invoiceId}::bigint`)} as gross`.execute(db)
  return rows[0]!.gross
}

/**
 * Returns the same as an SQL expression of the invoice's id.
 * @param which `issued`: only what is credited already, without drafts
 */
export function creditedOn(invoiceId: RawBuilder<unknown>, which: 'issued' | 'with drafts' = 'with drafts'): RawBuilder<number> {
  const counts =
    which === 'issued' ? sql`correction.state <> 'void' and correction.issued_at is not null` : sql`correction.state <> 'void'`
  // Each half uses an index; "or" would not. Names that callers do not use: theirs would mean these tables here.
  return sql`(select coalesce(-sum(corrections.gross), 0)::int from (
    select correction.id, correction.gross from invoices correction where correction.corrects = ${invoiceId} and ${counts}
    union select correction.id, correction.gross from invoices credit_note
      join invoices correction on correction.corrects = credit_note.id and correction.kind = 'invoice' and ${counts}
      where credit_note.corrects = ${invoiceId} and credit_note.state <> 'void') as corrections)`
}

/**
 * Drafts an invoice, without a period, that reverses a credit note: the money came back, so the credited amount counts as sold
 * again.
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
