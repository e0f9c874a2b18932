import { addDays, dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import type { Money } from '@kiosk/domain/money'
import { MONEY_ROWS } from '@kiosk/domain/staff/limits'
import {
  type DeskInvoice,
  deskInvoices as declaredList,
  deskInvoicePdf as declaredPdf,
} from '@kiosk/domain/staff/money-endpoints'
import { type Kysely, sql } from 'kysely'
import { startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import { fileResponse } from '../../http/file-response.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { issuedInvoice } from '../invoices/issued-invoices.ts'
import { fileNameOf } from '../invoices/pdf.ts'
import { storedInvoicePdf } from '../invoices/stored-pdfs.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'

/** First year for which invoices can exist. */
const FIRST_YEAR = 2020

export type InvoiceSearch = {
  number?: string
  from?: string | undefined
  to?: string | undefined
  /** Minor units, without sign. */
  amount?: number | undefined
  country?: string
  reader?: number | undefined
  before?: number | undefined
}

/** Finds invoices and credit notes, latest first. Every condition has an index. */
export async function findInvoices(
  db: Kysely<DB>,
  { number = '', from, to, amount, country = '', reader, before }: InvoiceSearch,
  now: Date,
): Promise<{ invoices: DeskInvoice[]; more: boolean }> {
  const last =
    before === undefined
      ? undefined
      : await db.selectFrom('invoices').select(['issued_at', 'id']).where('id', '=', before).executeTakeFirst()
  const found = await db
    .selectFrom('invoices as i')
    .leftJoin('invoices as corrected', 'corrected.id', 'i.corrects')
    .select(['i.id', 'i.number', 'i.kind', 'i.issued_at', 'i.country', 'i.currency', 'i.net', 'i.tax', 'i.gross'])
    .select(['i.subscription_id', 'i.account_id', 'corrected.number as corrects'])
    .where('i.issued_at', 'is not', null)
    .$if(number !== '', (query) => query.where('i.number', 'in', numbersLike(number, now)))
    .$if(from !== undefined, (query) => query.where('i.issued_at', '>=', startOfDayInVienna(from!)))
    .$if(to !== undefined, (query) => query.where('i.issued_at', '<', startOfDayInVienna(addDays(to!, 1))))
    .$if(amount !== undefined, (query) => query.where('i.gross', 'in', [amount!, -amount!]))
    .$if(country !== '', (query) => query.where('i.country', '=', country))
    .$if(reader !== undefined, (query) => query.where('i.account_id', '=', reader!))
    .$if(last !== undefined, (query) => query.where(sql<boolean>`(i.issued_at, i.id) < (${last!.issued_at}, ${last!.id})`))
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MONEY_ROWS + 1)
    .execute()
  return { invoices: found.slice(0, MONEY_ROWS).map(presentInvoice), more: found.length > MONEY_ROWS }
}

/** Returns the numbers that a person may mean: the typed one, or for a few digits the matching ones of every year. */
function numbersLike(typed: string, now: Date): string[] {
  const digits = /^(G?)0*(\d{1,6})$/i.exec(typed)
  if (!digits) return [typed.toUpperCase()]
  const [, note, counted] = digits
  const years = Array.from({ length: now.getUTCFullYear() + 1 - FIRST_YEAR + 1 }, (_, at) => FIRST_YEAR + at)
  return years.flatMap((year) => (note ? ['G'] : ['', 'G']).map((prefix) => `${prefix}${year}-${counted!.padStart(6, '0')}`))
}

type Row = {
  id: number
  number: string | null
  kind: string
  issued_at: Date | null
  country: string
  currency: string
  net: number
  tax: number
  gross: number
  subscription_id: number | null
  account_id: number | null
  corrects: string | null
}

function presentInvoice({ issued_at, subscription_id, account_id, number, kind, currency, ...row }: Row): DeskInvoice {
  return {
    ...row,
    number: number!,
    kind: kind as DeskInvoice['kind'],
    currency: currency as Money['currency'],
    day: dayInVienna(issued_at!),
    subscription: subscription_id === null ? null : subscriptionNumber(subscription_id),
    reader: account_id,
  }
}

export const list = defineDeskHandler(declaredList, ({ ctx, input: { amount, ...search } }) => {
  const minor = amount === '' ? undefined : Math.abs(Math.round(Number(amount.replace(',', '.')) * 100))
  return findInvoices(ctx.db, { ...search, amount: minor }, ctx.now())
})

export const pdf = defineDeskHandler(declaredPdf, async ({ ctx, input }) => {
  const invoice = await issuedInvoice(ctx.db, input.number, null)
  const bytes = invoice && (await storedInvoicePdf(ctx, invoice))
  if (!bytes) throw new ApiError('not_found', 'number')
  return fileResponse(bytes, { name: fileNameOf(invoice), type: 'application/pdf', disposition: 'inline' })
})
