import { type Kysely, sql } from 'kysely'
import { IN_VIENNA, startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'

type ExportedInvoice = {
  number: string
  kind: 'invoice' | 'credit-note'
  /** Date of issue as printed: 2026-10-01. */
  issued: string
  country: string
  currency: string
  rate: number
  net: number
  tax: number
  gross: number
  corrects: string | null
  provider: string | null
}
/** Dates as printed on documents, the last one exclusive: 2026-10-01. */
export type Days = { from: string; before: string }

const BATCH_SIZE = 5000

/** Returns an SQL condition by the date in Vienna, which also decides the number and the printed date. */
const issuedOn = ({ from, before }: Days) =>
  sql<boolean>`i.issued_at >= ${startOfDayInVienna(from)} and i.issued_at < ${startOfDayInVienna(before)}`

/** Lists documents of a date range in the order of issue, one row per rate; in batches, so that years fit in memory. */
export async function* issuedBetween(db: Kysely<DB>, days: Days): AsyncGenerator<ExportedInvoice> {
  let last = { at: new Date(0), number: '' }
  for (;;) {
    const { rows } = await sql<ExportedInvoice & { at: Date }>`
      with documents as (
        select i.id, i.number, i.kind, i.issued_at, i.country, i.currency, i.tax_rate, i.corrects, i.net, i.tax, i.gross
        from invoices i
        where ${issuedOn(days)} and (i.issued_at, i.number) > (${last.at}::timestamptz, ${last.number})
        order by i.issued_at, i.number limit ${BATCH_SIZE})
      select i.number, i.kind, i.issued_at as at, to_char(i.issued_at ${IN_VIENNA}, 'YYYY-MM-DD') as issued,
        i.country, i.currency, l.rate, l.net, l.tax, l.gross, c.number as corrects, a.provider
      from documents i left join invoices c on c.id = i.corrects
      left join payment_attempts a on a.invoice_id = coalesce(c.id, i.id) and a.state = 'succeeded'
      cross join lateral (select coalesce(own.tax_rate, i.tax_rate) as rate, sum(coalesce(own.net, i.net))::int as net,
        sum(coalesce(own.tax, i.tax))::int as tax, sum(coalesce(own.gross, i.gross))::int as gross
        from (select) document left join invoice_lines own on own.invoice_id = i.id group by 1) l
      order by i.issued_at, i.number, l.rate`.execute(db)
    for (const { at: _, ...invoice } of rows) yield invoice
    if (rows.length === 0) return
    last = rows.at(-1)!
  }
}
