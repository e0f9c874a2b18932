import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'

export type ExportedInvoice = {
  number: string
  kind: 'invoice' | 'credit-note'
  issued: Date
  country: string
  currency: string
  rate: number
  net: number
  tax: number
  gross: number
  corrects: string | null
  provider: string | null
}
export type Between = { from: Date; to: Date }

const BATCH = 5000

/** Papers issued between two moments, the last left out, in the order of their numbers; a batch at a time, so that years fit. */
export async function* issuedBetween(db: Kysely<DB>, { from, to }: Between): AsyncGenerator<ExportedInvoice> {
  let last = 0
  for (;;) {
    const { rows } = await sql<ExportedInvoice & { id: number }>`
      select i.id, i.number, i.kind, i.issued_at as issued, i.country, i.currency, i.tax_rate as rate, i.net, i.tax, i.gross,
        c.number as corrects, a.provider
      from invoices i left join invoices c on c.id = i.corrects
      left join payment_attempts a on a.invoice_id = coalesce(c.id, i.id) and a.state = 'succeeded'
      where i.issued_at >= ${from} and i.issued_at < ${to} and i.id > ${last}
      order by i.id limit ${BATCH}`.execute(db)
    yield* rows
    if (rows.length < BATCH) return
    last = rows.at(-1)!.id
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
export async function sumsByCountry(db: Kysely<DB>, { from, to }: Between): Promise<CountrySum[]> {
  const { rows } = await sql<CountrySum>`
    select country, currency, tax_rate as rate, count(*)::int as count, sum(net)::bigint as net, sum(tax)::bigint as tax,
      sum(gross)::bigint as gross
    from invoices where issued_at >= ${from} and issued_at < ${to}
    group by country, currency, tax_rate order by country, currency, tax_rate`.execute(db)
  return rows
}
