import { type Kysely, sql } from 'kysely'
import { IN_VIENNA, startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import type { Days } from './export.ts'

/**
 * Line of the VAT return of a quarter. Minor units; `rate` in hundredths of a percent.
 * - oss: services of the quarter in another member state, less corrections by its end
 * - oss-correction: corrections in the quarter of services of earlier quarters, by the quarter of origin
 * - domestic: documents of the quarter in the seller's own country, by date of issue; not part of the one-stop shop
 * - third-country: the same for a country outside the EU (Switzerland), in its currency
 */
export type VatLine = {
  section: 'oss' | 'oss-correction' | 'domestic' | 'third-country'
  country: string
  currency: string
  /** Null in corrections, which are declared as one total of tax. */
  rate: number | null
  /** Quarter in which the service was rendered: "2026-Q4". */
  origin: string
  documents: number
  net: number
  tax: number
  gross: number
}

/** Markets outside the EU. */
const THIRD_COUNTRIES = ['CH']

/**
 * Returns the VAT return of a quarter (ADR-0126). A service belongs to the quarter of its last day, regardless of payment or
 * invoice date. A document issued after that quarter is a correction of it, declared in the quarter in which it is issued.
 * @param options `home`: the seller's own country
 */
export async function vatReturn(db: Kysely<DB>, options: Days & { quarter: string; home: string }): Promise<VatLine[]> {
  const { from, before, quarter, home } = options
  const quarterOf = (day: ReturnType<typeof sql>) => sql`date_trunc('quarter', ${day})`
  const { rows } = await sql<VatLine>`
    with documents as (
      select i.id, i.country, i.currency, i.tax_rate, i.issued_at, i.net, i.tax, i.gross,
        -- A correction has the service of the invoice that it corrects, directly or by way of a reversed correction.
        coalesce(own.ends_at, first.ends_at, second.ends_at) as ends_at, coalesce(own.starts_at, first.starts_at, second.starts_at) as starts_at
      from invoices i left join periods own on own.id = i.period_id
      left join invoices c on c.id = i.corrects left join periods first on first.id = c.period_id
      left join invoices cc on cc.id = c.corrects left join periods second on second.id = cc.period_id
      where i.issued_at < ${startOfDayInVienna(before)}
        and coalesce(own.ends_at, first.ends_at, second.ends_at, i.issued_at) >= ${startOfDayInVienna(from)} - interval '1 day'
          or i.issued_at >= ${startOfDayInVienna(from)} and i.issued_at < ${startOfDayInVienna(before)}
    ), dated as (
      select *, ${quarterOf(sql`issued_at ${IN_VIENNA}`)} as issued,
        -- The last day is the one before the day on which the period ends (lastDayOf).
        ${quarterOf(sql`greatest((ends_at ${IN_VIENNA})::date - 1, (starts_at ${IN_VIENNA})::date)::timestamp`)} as rendered
      from documents
    ), placed as (
      select *, coalesce(rendered, issued) as origin, case
          when country = ${home} then 'domestic' when country = any(${THIRD_COUNTRIES}) then 'third-country'
          when issued > coalesce(rendered, issued) then 'oss-correction' else 'oss' end as section
      from dated
    ), parts as (
      select p.id, p.section, p.country, p.currency, case when p.section in ('oss', 'oss-correction') then p.origin end as origin,
        case when p.section <> 'oss-correction' then coalesce(l.tax_rate, p.tax_rate) end as rate,
        sum(coalesce(l.net, p.net)) as net, sum(coalesce(l.tax, p.tax)) as tax, sum(coalesce(l.gross, p.gross)) as gross
      from placed p left join invoice_lines l on l.invoice_id = p.id
      where case when p.section = 'oss' then p.origin else p.issued end = ${from}::timestamp
      group by 1, 2, 3, 4, 5, 6
    )
    select section, country, currency, rate, coalesce(to_char(origin, 'YYYY"-Q"Q'), ${quarter}) as origin, count(*)::int as documents,
      sum(net)::bigint as net, sum(tax)::bigint as tax, sum(gross)::bigint as gross
    from parts group by section, country, currency, rate, parts.origin
    order by array_position(array['oss', 'oss-correction', 'domestic', 'third-country'], section), 5, 2, 3, 4`.execute(db)
  return rows
}
