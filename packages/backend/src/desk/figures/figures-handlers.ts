import { addDays, addMonths } from '@kiosk/domain/day'
import type { Money } from '@kiosk/domain/money'
import { requireRegion } from '@kiosk/domain/regions'
import { SHOWN_SEARCH_DAYS } from '@kiosk/domain/staff/limits'
import {
  figures as declaredFigures,
  revenueFigures as declaredRevenue,
  type FigureStep,
} from '@kiosk/domain/staff/today-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { type Kysely, sql } from 'kysely'
import { lastCountedDay } from '../../billing/bookkeeping/last-counted-day.ts'
import { unsuccessfulSearches } from '../../catalogue/search/unsuccessful-searches.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'

/** Days that charts show, and months before the current one. */
const CHART_DAYS = 90
const CHART_MONTHS_BEFORE = 12
/** Figures that count events: those of a month are their sum. Of the others, the last counted day stands for the month. */
const OF_EVENTS = ['new-readers', 'reading-seconds']
const TOP_TITLES = 10
const TOP_TITLES_DAYS = 7
const MOST_SEARCHES = 20

export const figures = defineDeskHandler(declaredFigures, async ({ ctx: { db, now }, input }) => {
  const day = await lastCountedDay(db)
  const values = await valuesOf(db, { last: day, by: input.by }, ['readers', 'new-readers', 'reading-seconds', 'subscriptions'])
  const daily = (figure: string) => values.filter((each) => each.figure === figure)
  const counted = daily('readers').map((each) => each.day)
  const running = new Map(daily('subscriptions').map(({ day, dimension, value }) => [`${day} ${dimension}`, value]))
  return {
    day,
    readers: daily('readers').map(dayAndValue),
    newReaders: daily('new-readers').map(dayAndValue),
    readingMinutes: daily('reading-seconds').map(({ day, value }) => ({ day, value: Math.round(value / 60) })),
    topTitles: await topTitles(db, day),
    searches: await unsuccessfulSearches(db, { now: now(), days: SHOWN_SEARCH_DAYS, most: MOST_SEARCHES }),
    // A day without a row has none.
    subscriptions: plans.map(({ subscriptionId: plan, tier, region }) => ({
      plan,
      tier,
      country: requireRegion(region).country,
      days: counted.map((day) => ({ day, value: running.get(`${day} ${plan}`) ?? 0 })),
    })),
  }
})

export const revenueFigures = defineDeskHandler(declaredRevenue, async ({ ctx: { db }, input }) => {
  const day = await lastCountedDay(db)
  const values = await valuesOf(db, { last: day, by: input.by }, ['recurring', 'running', 'lost'])
  const days = values.filter(({ figure }) => figure === 'running').map((each) => each.day)
  const recurring = Map.groupBy(
    values.filter(({ figure }) => figure === 'recurring'),
    ({ dimension }) => dimension as Money['currency'],
  )
  const lost = new Map(values.filter(({ figure }) => figure === 'lost').map((each) => [each.day, each.value]))
  return {
    day,
    // A day without a row has none.
    recurring: [...recurring].sort().map(([currency, found]) => {
      const of = new Map(found.map((each) => [each.day, each.value]))
      return { currency, days: days.map((day) => ({ day, value: of.get(day) ?? 0 })) }
    }),
    churn: values
      .filter(({ figure }) => figure === 'running')
      .map(({ day, value }) => ({ day, running: value, lost: lost.get(day) ?? 0 })),
  }
})

type Value = { day: string; figure: string; dimension: string; value: number }
const dayAndValue = ({ day, value }: Value) => ({ day, value })

async function valuesOf(
  db: Kysely<DB>,
  { last, by }: { last: string | null; by: FigureStep },
  names: readonly string[],
): Promise<Value[]> {
  if (last === null) return []
  const { rows } = by === 'days' ? await dailyValues(db, last, names) : await monthlyValues(db, last, names)
  return rows.map((row) => ({ ...row, value: Number(row.value) }))
}

function dailyValues(db: Kysely<DB>, last: string, names: readonly string[]) {
  return sql<Value>`select day::text, figure, dimension, value from daily_figures
    where figure = any(${names}::text[]) and day > ${addDays(last, -CHART_DAYS)}::date order by day, dimension`.execute(db)
}

function monthlyValues(db: Kysely<DB>, last: string, names: readonly string[]) {
  const first = addMonths(`${last.slice(0, 7)}-01`, -CHART_MONTHS_BEFORE)
  return sql<Value>`
    with months as (
      select date_trunc('month', day)::date as first, max(day) as last from daily_figures
      where figure = 'readers' and day >= ${first}::date group by 1
    )
    select m.last::text as day, figure, dimension, sum(value) as value
    from months m join daily_figures f on f.day between m.first and m.last and (f.day = m.last or figure = any(${OF_EVENTS}::text[]))
    where figure = any(${names}::text[]) group by m.last, figure, dimension order by m.last, dimension`.execute(db)
}

async function topTitles(db: Kysely<DB>, last: string | null) {
  if (last === null) return []
  const { rows } = await sql<{ key: string; name: string; readers: number }>`
    select t.key, t.name, sum(f.value)::int as readers from daily_figures f join titles t on t.id = f.dimension::bigint
    where f.figure = 'title-readers' and f.day > ${addDays(last, -TOP_TITLES_DAYS)}::date
    group by t.id, t.key, t.name order by readers desc, t.name limit ${TOP_TITLES}`.execute(db)
  return rows
}
