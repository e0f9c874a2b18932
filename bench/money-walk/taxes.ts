// After all corrections the documents of each invoice must add up to one tax rate, the one that the country requires.
// Switzerland, which divides by days, is left to the product's own tests.
import { BUSINESS_TIME_ZONE } from '@kiosk/domain/day'
import type { Walk } from './step-context.ts'

/** @returns one line for each invoice whose documents leave an amount at another rate */
export async function taxes({ world }: Walk): Promise<string[]> {
  const { rows } = await world.db.query<{ what: string }>(
    `with recursive documents as (
       select id as invoice, id as document from invoices
       where kind = 'invoice' and corrects is null and period_id is not null and number is not null
       union all select p.invoice, c.id from documents p join invoices c on c.corrects = p.document and c.number is not null
     ), taxed as (
       select p.invoice, l.tax_rate, sum(l.gross) as gross from documents p join invoice_lines l on l.invoice_id = p.document
       group by 1, 2 having sum(l.gross) <> 0
     ), due as (
       select t.*, i.number, i.country, case when i.country = 'LU' then (i.issued_at at time zone '${BUSINESS_TIME_ZONE}')::date
         else greatest((e.ends_at at time zone '${BUSINESS_TIME_ZONE}')::date - 1, (e.starts_at at time zone '${BUSINESS_TIME_ZONE}')::date) end as day
       from taxed t join invoices i on i.id = t.invoice join periods e on e.id = i.period_id where i.country in ('AT', 'DE', 'LU')
     )
     select number || ' (' || country || ', ' || day || '): ' || gross || ' is left at ' || tax_rate as what from due
     where tax_rate <> coalesce(
       (select rate from tax_rates r where r.country = due.country and r.valid_from <= due.day order by r.valid_from desc limit 1),
       case country when 'AT' then 1000 when 'DE' then 700 else 300 end)`,
  )
  return rows.map(({ what }) => `tax of ${what}`)
}
