import type { Money } from '@kiosk/domain/money'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Snapshot } from './invoices.ts'

/** Issued invoice or correction with everything printed on it. Amounts in minor units; `rate` in hundredths of a percent. */
export type IssuedInvoice = {
  id: number
  number: string
  kind: 'invoice' | 'credit-note'
  issuedAt: Date
  contract: number | null
  country: string
  currency: Money['currency']
  net: number
  tax: number
  gross: number
  due: number
  rate: number
  snapshot: Snapshot
  lines: { text: string; net: number; tax: number; gross: number; rate: number }[]
  /** The invoice that this one corrects; `whole`: it is cancelled completely. */
  corrects: { number: string; issuedAt: Date; whole: boolean } | null
  /** The credit note deducted from this invoice. */
  credit: { number: string; gross: number; whole: boolean } | null
}

/** Finds an issued invoice by its number; null if there is none or it is of another account. `accountId` null: any account. */
export async function issuedInvoice(db: Kysely<DB>, number: string, accountId: number | null): Promise<IssuedInvoice | null> {
  const found = await issued(db)
    .where('i.number', '=', number)
    .$if(accountId !== null, (query) => query.where('i.account_id', '=', accountId))
    .executeTakeFirst()
  return found ? withLines(db, found) : null
}

/** Finds an issued invoice of any account by its id; null if there is none. */
export async function issuedInvoiceById(db: Kysely<DB>, id: number): Promise<IssuedInvoice | null> {
  const found = await issued(db).where('i.id', '=', id).executeTakeFirst()
  return found ? withLines(db, found) : null
}

function issued(db: Kysely<DB>) {
  return db
    .selectFrom('invoices as i')
    .leftJoin('invoices as corrected', 'corrected.id', 'i.corrects')
    .leftJoin('invoices as credit', 'credit.id', 'i.credit_note_id')
    .leftJoin('invoices as credited', 'credited.id', 'credit.corrects')
    .select(['i.id', 'i.number', 'i.kind', 'i.issued_at', 'i.subscription_id', 'i.country', 'i.currency', 'i.snapshot'])
    .select(['i.net', 'i.tax', 'i.gross', 'i.due', 'i.tax_rate', 'corrected.number as corrects'])
    .select(['corrected.issued_at as corrected_at', 'corrected.gross as corrected_gross'])
    .select(['credit.number as credit_number', 'credit.gross as credit_gross', 'credited.gross as credited_gross'])
    .where('i.issued_at', 'is not', null)
}
type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof issued>['executeTakeFirst']>>>

async function withLines(db: Kysely<DB>, found: Found): Promise<IssuedInvoice> {
  const lines = await db
    .selectFrom('invoice_lines')
    .select(['text', 'net', 'tax', 'gross'])
    .select(({ fn, val }) => fn.coalesce('tax_rate', val(found.tax_rate)).as('rate'))
    .where('invoice_id', '=', found.id)
    .orderBy('position')
    .execute()
  return {
    id: found.id,
    number: found.number!,
    kind: found.kind as IssuedInvoice['kind'],
    issuedAt: found.issued_at!,
    contract: found.subscription_id,
    country: found.country,
    currency: found.currency as Money['currency'],
    net: found.net,
    tax: found.tax,
    gross: found.gross,
    due: found.due,
    rate: found.tax_rate,
    snapshot: found.snapshot as Snapshot,
    lines,
    corrects:
      found.corrects === null
        ? null
        : { number: found.corrects, issuedAt: found.corrected_at!, whole: found.gross === -found.corrected_gross! },
    credit:
      found.credit_number === null
        ? null
        : {
            number: found.credit_number,
            gross: found.credit_gross!,
            whole: found.credit_gross === -(found.credited_gross ?? 0),
          },
  }
}
