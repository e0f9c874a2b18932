import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { taxIn } from '@kiosk/domain/payments/rules'
import { partsLeft, taxPartsOf } from '@kiosk/domain/payments/tax-point'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import { IN_VIENNA, startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { post, soldPostings } from '../ledger/ledger.ts'
import { loadTaxRates, type TaxRates } from '../plans/tax-rates.ts'
import { draftCorrection, issueInvoices, type RateSums, type Snapshot, sumsByRate } from './invoices.ts'

/** Invoices per batch. */
const BATCH_SIZE = 500

/** Change of the amount taxed at a rate; minor units, rate in hundredths of a percent. The gross changes add up to zero. */
type TaxMove = { rate: number; net: number; gross: number }
/** An invoice taxed at the wrong rates, and its corrections; `net` is the change of the net amount. */
export type TaxCorrection = { id: number; number: string; country: string; currency: string; net: number; moves: TaxMove[] }

type Invoice = Selectable<DB['invoices']>
type WithPeriod = Pick<Invoice, 'id' | 'number' | 'country' | 'currency' | 'gross' | 'issued_at'> & {
  starts_at: Date
  ends_at: Date
}

/** Finds issued invoices whose periods are taxed differently by the current rates, ordered by id. Changes nothing. */
export async function* findTaxCorrections(db: Kysely<DB>): AsyncGenerator<TaxCorrection> {
  const rates = await loadTaxRates(db)
  for (let after = 0; ; ) {
    const batch = await candidates(db, after)
    for (const invoice of batch) {
      const moves = movesOf(invoice, await sumsByRate(db, invoice.id), rates)
      if (moves.length > 0) yield present(invoice, moves)
    }
    if (batch.length < BATCH_SIZE) return
    after = batch.at(-1)!.id
  }
}

/**
 * Corrects the tax of one invoice with a correction whose gross amount is zero, in its own transaction. Safe to run concurrently
 * and after an interrupted run, because it computes the amounts under the lock of the subscription. Enqueues the e-mail to the
 * buyer in the same transaction; an erased account gets none.
 * @returns the number of the correction and the amounts it moved; null if the tax is already right
 */
export async function correctTax(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  invoiceId: number,
): Promise<{ number: string; moved: TaxCorrection } | null> {
  const at = ctx.now()
  return transact(ctx, async (trx) => {
    const corrected = await lockWithSubscription(trx, invoiceId)
    const [invoice] = await candidates(trx, invoiceId - 1, invoiceId)
    if (!corrected || !invoice) return null
    const moves = movesOf(invoice, await sumsByRate(trx, invoiceId), await loadTaxRates(trx))
    if (moves.length === 0) return null
    const moved = present(invoice, moves)
    const sums = { net: moved.net, tax: -moved.net, gross: 0, tax_rate: moves.at(-1)!.rate, is_tax_correction: true }
    const id = await draftCorrection(trx, 'credit-note', corrected, sums, at)
    const { language } = corrected.snapshot as Snapshot
    const words = invoiceMessages[isLanguage(language) ? language : FALLBACK_LANGUAGE]
    const lines = moves.map(({ rate, net, gross }, before) => ({
      invoice_id: id,
      position: before + 1,
      net,
      tax: gross - net,
      gross,
      tax_rate: rate,
      text: words[gross < 0 ? 'INVOICE.LINE_TAX_BEFORE' : 'INVOICE.LINE_TAX_RIGHT'],
    }))
    await trx.insertInto('invoice_lines').values(lines).execute()
    await issueInvoices(trx, 'credit-note', [id], at)
    const { country, currency } = corrected
    await post(trx, [{ postings: soldPostings([{ net: moved.net, tax: -moved.net, country }]), currency, at, invoiceId: id }])
    const { account_id: accountId } = corrected
    if (accountId !== null) await enqueueEmails(trx, [{ letter: 'tax-corrected', accountId, invoiceId: id }])
    const issued = await trx.selectFrom('invoices').select('number').where('id', '=', id).executeTakeFirstOrThrow()
    await recordAudit(trx, ctx.actor, at, {
      action: 'invoice.tax-corrected',
      subject: { kind: 'invoice', id: invoiceId, name: moved.number },
      after: { correction: issued.number, net: moved.net, currency, moves },
    })
    return { number: issued.number!, moved }
  })
}

/** Counts drafts of periods in a country that end on or after a date: they need a tax correction once they are issued. */
export async function countOpenDrafts(db: Kysely<DB>, country: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from invoices i join periods p on p.id = i.period_id
    where i.issued_at is null and i.state = 'open' and i.country = ${country}
      and p.ends_at >= ${startOfDayInVienna(day)}`.execute(db)
  return rows[0]!.count
}

/** Locks the account, then the subscription of an invoice (ADR-0068), and reads the invoice. */
async function lockWithSubscription(trx: Transaction<DB>, invoiceId: number): Promise<Invoice | undefined> {
  await sql`select a.id from accounts a where a.id = (select account_id from invoices where id = ${invoiceId})
    for key share of a`.execute(trx)
  await sql`select s.id from subscriptions s where s.id = (select subscription_id from invoices where id = ${invoiceId})
    for no key update of s`.execute(trx)
  return trx.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst()
}

/** Finds issued invoices of periods that end on or after the first day of any rate entered for their country. */
async function candidates(db: Kysely<DB>, after: number, last?: number): Promise<WithPeriod[]> {
  const upTo = last === undefined ? sql`true` : sql`i.id <= ${last}`
  const { rows } = await sql<WithPeriod>`
    select i.id, i.number, i.country, i.currency, i.gross, i.issued_at, p.starts_at, p.ends_at
    from invoices i join periods p on p.id = i.period_id
    where i.id > ${after} and ${upTo} and i.kind = 'invoice' and i.issued_at is not null and i.gross > 0
      and p.ends_at >= (select min(r.valid_from) from tax_rates r where r.country = i.country)::timestamp ${IN_VIENNA}
    order by i.id limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Returns the amounts to move so that the remaining amount of an invoice is taxed by its tax point. */
function movesOf(invoice: WithPeriod, sums: readonly RateSums[], rates: TaxRates): TaxMove[] {
  const { country, starts_at: startsAt, ends_at: endsAt, issued_at } = invoice
  const gross = sums.reduce((sum, { sold }) => sum + sold.gross, 0)
  const credited = sums.reduce((sum, each) => sum + each.credited.gross, 0)
  const parts = taxPartsOf({ country, gross, startsAt, endsAt, paidAt: issued_at! }, (day) => rates.on(country, day))
  const right = new Map<number, number>()
  for (const { rate, gross } of partsLeft(parts, credited)) right.set(rate, (right.get(rate) ?? 0) + gross)
  for (const { rate } of sums) if (!right.has(rate)) right.set(rate, 0)
  return [...right]
    .flatMap(([rate, targetGross]): TaxMove[] => {
      const is = sums.find((each) => each.rate === rate)
      const [sold, back] = [is?.sold ?? { net: 0, gross: 0 }, is?.credited.gross ?? 0]
      const moved = targetGross - (sold.gross - back)
      return moved === 0 ? [] : [{ rate, gross: moved, net: taxIn(sold.gross + moved, rate).net - sold.net }]
    })
    .sort((one, other) => one.gross - other.gross)
}

function present({ id, number, country, currency }: WithPeriod, moves: TaxMove[]): TaxCorrection {
  return { id, number: number!, country, currency, net: moves.reduce((sum, { net }) => sum + net, 0), moves }
}
