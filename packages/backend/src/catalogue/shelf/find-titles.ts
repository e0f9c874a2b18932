import type { Frequency } from '@kiosk/domain/catalogue/frequency'
import { dayInVienna } from '@kiosk/domain/day'
import { SHELF_ROWS } from '@kiosk/domain/staff/limits'
import type { ShelfTitle, TITLE_ORDERS, TITLE_STATES } from '@kiosk/domain/staff/shelf-title-endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { categoriesWithNames } from '../queries.ts'
import { plannedNotice } from './leaving.ts'
import { plansOfTitle, titleByKey } from './title-fields.ts'

type Wanted = {
  search: string
  kind?: 'magazine' | 'newspaper' | undefined
  language?: string | undefined
  category?: string | undefined
  publisher?: number | undefined
  state: (typeof TITLE_STATES)[number]
  order: (typeof TITLE_ORDERS)[number]
  after?: string | undefined
}

/** Sort orders of a list; a title without an issue counts as the oldest. */
const orders = {
  name: { by: sql`t.plain_name`, of: sql`o.plain_name`, direction: sql`asc`, further: sql`>` },
  newest: {
    by: sql`coalesce(n.newest, '-infinity'::date)`,
    of: sql`coalesce((select max(issue_date) from issues where title_id = o.id), '-infinity'::date)`,
    direction: sql`desc`,
    further: sql`<`,
  },
  created: { by: sql`t.created_at`, of: sql`o.created_at`, direction: sql`desc`, further: sql`<` },
} satisfies Record<Wanted['order'], Record<string, RawBuilder<unknown>>>

/** Finds titles, including those that readers do not see. */
export async function findTitles(db: Database, wanted: Wanted, now: Date): Promise<{ titles: ShelfTitle[]; more: boolean }> {
  const { kind, language, category, publisher, after } = wanted
  const { by, of, direction, further } = orders[wanted.order]
  const conditions = [
    ...wanted.search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`position(plain(${word}) in concat_ws(' ', t.plain_name, t.key, plain(p.name))) > 0`),
    ...(kind ? [sql`t.kind = ${kind}`] : []),
    ...(language ? [sql`t.language = ${language}`] : []),
    ...(publisher ? [sql`t.publisher_id = ${publisher}`] : []),
    ...(category
      ? [
          sql`exists (select from title_categories tc join categories c on c.id = category_id where title_id = t.id and c.uid = ${category})`,
        ]
      : []),
    ...stateCondition(wanted.state, dayInVienna(now)),
    ...(after ? [sql`(${by}, t.id) ${further} (select ${of}, o.id from titles o where o.key = ${after})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await sql<ShelfTitle>`
    select t.key, t.name, t.kind, t.language, t.country, p.name as publisher, t.frequency, t.age_rating as "ageRating",
      t.shown_in as "shownIn", exists (select from title_plans where title_id = t.id) as "hasPlans",
      t.available_until as "availableUntil", n.newest,
      (select count(*)::int from all_issues where title_id = t.id) as issues
    from titles t left join publishers p on p.id = t.publisher_id
      left join lateral (
        select issue_date as newest from issues where title_id = t.id order by issue_date desc, id desc limit 1) n on true
    ${where} order by ${by} ${direction}, t.id ${direction} limit ${SHELF_ROWS + 1}`.execute(db)
  return { titles: rows.slice(0, SHELF_ROWS), more: rows.length > SHELF_ROWS }
}

function stateCondition(state: Wanted['state'], day: string): RawBuilder<unknown>[] {
  switch (state) {
    case 'all':
      return []
    case 'shown':
      return [sql`n.newest is not null and (t.available_until is null or t.available_until >= ${day}::date)`]
    case 'empty':
      return [sql`n.newest is null`]
    case 'leaving':
      return [sql`t.available_until >= ${day}::date`]
    case 'left':
      return [sql`t.available_until < ${day}::date`]
    case 'own-plans':
      return [sql`exists (select from title_plans where title_id = t.id)`]
  }
}

/** Returns what the filters of the list offer. */
export async function titleChoices(db: Database) {
  const [languages, categories] = await Promise.all([
    db.selectFrom('titles').select('language').distinct().orderBy('language').execute(),
    categoriesWithNames(db),
  ])
  return { languages: languages.map(({ language }) => language), categories }
}

/** Returns everything about a title. @throws ApiError not_found */
export async function showTitle(db: Database, key: string) {
  const title = await titleByKey(db, key)
  const [plans, noticeAt, counted, categories] = await Promise.all([
    plansOfTitle(db, title.id),
    plannedNotice(db, title.id),
    countsOf(db, title.id, title.availableUntil),
    categoriesWithNames(db),
  ])
  const { notified, followers, newest, ...issues } = counted
  const { fields, publisher, deskFields, availableUntil: day } = title
  return {
    key,
    fields: { ...fields, frequency: fields.frequency as Frequency },
    deskFields,
    publisher,
    plans,
    leaving: day === null ? null : { day, noticeAt: noticeAt?.toISOString() ?? null, notified },
    followers,
    issues,
    newest,
    categories,
  }
}

/** As in the view `issues`. */
const IS_OPEN = sql`(shown_from is null or shown_from <= now())`

type Counts = {
  notified: number
  followers: number
  newest: string | null
  shown: number
  scheduled: number
  withdrawn: number
  down: number
}

async function countsOf(db: Database, titleId: number, lastDay: string | null): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where taken_down_at is not null)::int as down,
      count(*) filter (where taken_down_at is null and withdrawn_at is not null)::int as withdrawn,
      count(*) filter (where taken_down_at is null and withdrawn_at is null and shown_from > now())::int as scheduled,
      count(*) filter (where taken_down_at is null and withdrawn_at is null and ${IS_OPEN})::int as shown,
      max(issue_date) filter (where taken_down_at is null and withdrawn_at is null and ${IS_OPEN}) as newest,
      (select count(*)::int from favourites where title_id = ${titleId}) as followers,
      (select count(*)::int from leaving_notices where title_id = ${titleId} and leaves_on = ${lastDay}::date) as notified
    from all_issues where title_id = ${titleId}`.execute(db)
  return rows[0]!
}
