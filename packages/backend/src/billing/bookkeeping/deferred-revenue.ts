import { addDays, addMonths } from '@kiosk/domain/day'
import type { Money } from '@kiosk/domain/money'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

export type DeferredMonth = {
  /** 2026-10 */
  month: string
  currency: Money['currency']
  /** Net amounts of the documents of the month, less credit notes. Minor units. */
  billed: number
  /** The part of these and earlier documents that belongs to days of the month. */
  earned: number
  /** The part that belongs to later days at the end of the month, or in a running month at the end of its last counted day. */
  deferred: number
}

/**
 * Returns the deferred revenue of months, oldest first. A net amount is spread evenly over the days of its service, and rounded
 * so that the parts add up to it. Amounts billed after their days are earned at once. Thus earned = billed + deferred before -
 * deferred at the end.
 * @param first 2026-01 @param last 2026-12
 */
export async function deferredByMonth(db: Kysely<DB>, first: string, last: string): Promise<DeferredMonth[]> {
  const [from, before] = [`${first}-01`, addMonths(`${last}-01`, 1)]
  const { rows } = await sql<{ month: string; currency: Money['currency']; billed: number; deferred: number }>`
    with counted as (
      -- Also the last day before the first month, whose deferred revenue is earned in it.
      select to_char(day, 'YYYY-MM') as month, max(day) as last_day from daily_figures
      where figure = 'readers' and day >= ${addMonths(from, -1)} and day < ${before} group by 1)
    select c.month, currencies.currency,
      coalesce((select sum(value) from daily_figures b where b.figure = 'billed' and b.dimension = currencies.currency
        and b.day >= (c.month || '-01')::date and b.day <= c.last_day), 0)::bigint as billed,
      coalesce((select value from daily_figures d where d.figure = 'deferred' and d.dimension = currencies.currency
        and d.day = c.last_day), 0)::bigint as deferred
    from counted c cross join (select distinct dimension as currency from daily_figures where figure in ('billed', 'deferred')
      and day >= ${addMonths(from, -1)} and day < ${before}) as currencies
    order by 1, 2`.execute(db)
  const monthBefore = addDays(from, -1).slice(0, 7)
  const deferredAt = new Map(rows.map(({ month, currency, deferred }) => [month + currency, Number(deferred)]))
  return rows
    .filter(({ month }) => month !== monthBefore)
    .map(({ month, currency, billed, deferred }) => {
      const earlier = deferredAt.get(addDays(`${month}-01`, -1).slice(0, 7) + currency) ?? 0
      return {
        month,
        currency,
        billed: Number(billed),
        earned: Number(billed) + earlier - Number(deferred),
        deferred: Number(deferred),
      }
    })
}
