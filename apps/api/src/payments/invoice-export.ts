import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

export type ExportedInvoice = {
  number: string
  kind: 'invoice' | 'credit-note'
  /** The day that stands on it: 2026-10-01. */
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
/** Days as they stand on papers, the last left out: 2026-10-01. */
export type Days = { from: string; before: string }

const BATCH = 5000

/** A paper is of the day that it is in Vienna, like its number and the date on it. */
const issuedOn = ({ from, before }: Days) =>
  sql<boolean>`i.issued_at >= ${from}::timestamp at time zone 'Europe/Vienna' and i.issued_at < ${before}::timestamp at time zone 'Europe/Vienna'`

/** Papers of some days in the order in which they were issued; a batch at a time, so that years fit. */
export async function* issuedBetween(db: Kysely<DB>, days: Days): AsyncGenerator<ExportedInvoice> {
  let last = { at: new Date(0), number: '' }
  for (;;) {
    const { rows } = await sql<ExportedInvoice & { at: Date }>`
      select i.number, i.kind, i.issued_at as at, to_char(i.issued_at at time zone 'Europe/Vienna', 'YYYY-MM-DD') as issued,
        i.country, i.currency, i.tax_rate as rate, i.net, i.tax, i.gross, c.number as corrects, a.provider
      from invoices i left join invoices c on c.id = i.corrects
      left join payment_attempts a on a.invoice_id = coalesce(c.id, i.id) and a.state = 'succeeded'
      where ${issuedOn(days)} and (i.issued_at, i.number) > (${last.at}::timestamptz, ${last.number})
      order by i.issued_at, i.number limit ${BATCH}`.execute(db)
    for (const { at: _, ...paper } of rows) yield paper
    if (rows.length < BATCH) return
    last = rows.at(-1)!
  }
}

export type CountrySum = {
  country: string
  currency: string
  rate: number
  count: number
  net: number
  tax: number
  gross: number
}

/** What was sold less what was credited, by country, currency and rate. Minor units. */
export async function sumsByCountry(db: Kysely<DB>, days: Days): Promise<CountrySum[]> {
  const { rows } = await sql<CountrySum>`
    select country, currency, tax_rate as rate, count(*)::int as count, sum(net)::bigint as net, sum(tax)::bigint as tax,
      sum(gross)::bigint as gross
    from invoices i where ${issuedOn(days)}
    group by country, currency, tax_rate order by country, currency, tax_rate`.execute(db)
  return rows
}
