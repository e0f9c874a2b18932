import { dayInVienna } from '@kiosk/domain/day'
import { PERIOD_DAYS, PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { startOfDayInVienna } from '../../db/in-vienna.ts'
import { getsNotice } from './announce-price-changes.ts'
import { type Campaign, type CampaignError, type CampaignTerms, termsOf, waitsOf } from './price-changes.ts'
import { regularPriceAt } from './price-notices.ts'

export type CampaignPreview = CampaignTerms & {
  /** Number of subscriptions whose readers would get a notice now. */
  readers: number
  /** The same by the price that they pay now. Minor units. */
  byPrice: { price: number; readers: number }[]
  /** Days on which the new price would be charged for the first time, if every notice was sent now; null: nobody. */
  firstDay: string | null
  lastDay: string | null
  /** Number of running subscriptions of the plan that get no notice. */
  others: number
}

/**
 * Returns whom a campaign would reach, and when. Changes nothing.
 * @returns the error with which it would not start
 */
export async function previewCampaign(
  ctx: Pick<AppContext, 'db' | 'operator' | 'now'>,
  campaign: Campaign,
): Promise<CampaignPreview | { error: CampaignError }> {
  const { db } = ctx
  const now = ctx.now()
  const { plan, price, fromDay, kind } = campaign
  const terms = await termsOf(ctx, campaign)
  if ('error' in terms) return terms
  const running = await db
    .selectFrom('price_campaigns')
    .select('id')
    .where('plan_id', '=', plan)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (running && (await waitsOf(db, running.id, now))) return { error: 'other-runs' }
  const paid = regularPriceAt(sql`'infinity'::timestamptz`)
  const earliest = kind === 'lower' ? now : new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS)
  const period = sql`${PERIOD_DAYS * 24} * interval '1 hour'`
  // As in `firstCharge`: the first charge without reduction on or after the day, and after the notice.
  const { rows } = await sql<{ price: number; readers: number; first: Date; last: Date }>`
    select price, count(*)::int as readers, min(effective) as first, max(effective) as last from (
      select price, at + greatest(ceil(extract(epoch from (earliest - at)) / ${(PERIOD_DAYS * DAY_MS) / 1000}), 0) * ${period} as effective
      from (
        select ${paid} as price, s.next_charge_at + case when s.reduced_price is null then 0 else s.reduced_left end * ${period} as at,
          greatest(${earliest}::timestamptz, ${startOfDayInVienna(fromDay)}) as earliest
        from subscriptions s join accounts a on a.id = s.account_id where s.plan_id = ${plan} and ${getsNotice(now)}
      ) as reached where ${kind === 'lower' ? sql`price > ${price}` : sql`price < ${price}`}
    ) as dated group by price order by price`.execute(db)
  const readers = rows.reduce((sum, row) => sum + row.readers, 0)
  const { all } = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('plan_id', '=', plan)
    .where('state', 'in', ['active', 'past-due'])
    .executeTakeFirstOrThrow()
  const day = (times: Date[], pick: (...values: number[]) => number) =>
    times.length === 0 ? null : dayInVienna(new Date(pick(...times.map((each) => each.getTime()))))
  return {
    ...terms,
    readers,
    byPrice: rows.map(({ price, readers }) => ({ price, readers })),
    firstDay: day(
      rows.map(({ first }) => first),
      Math.min,
    ),
    lastDay: day(
      rows.map(({ last }) => last),
      Math.max,
    ),
    others: Number(all) - readers,
  }
}
