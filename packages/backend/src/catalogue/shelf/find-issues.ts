import { ApiError } from '@kiosk/domain/errors'
import { PALETTE_ROWS, SHELF_ROWS } from '@kiosk/domain/staff/limits'
import type { IssueFields, IssueState, ShelfIssue } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import { SHOWN_FROM } from '../scheduled-issues.ts'

type Wanted = {
  search: string
  title?: string | undefined
  state: 'all' | IssueState
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
}

/** What decides whether an issue is shown, in this order. */
const STATE = sql<IssueState>`case when i.taken_down_at is not null then 'down' when i.withdrawn_at is not null then 'withdrawn'
  when i.shown_from > now() then 'scheduled' else 'shown' end`
const PUBLISHED_AT = sql`greatest(i.published_at, case when i.shown_from <= now() then i.shown_from end)`

const COLUMNS = sql`i.uid, t.key as "titleKey", t.name as title, i.name, i.issue_date as date, i.language, i.page_count as pages,
  ${STATE} as state, ${SHOWN_FROM} as "shownFrom",
  (cardinality(i.removed_pages) > 0 or cardinality(i.removed_headlines) > 0) as "hasRemovedParts",
  i.revision + i.removals as revision`

type Row = Omit<ShelfIssue, 'shownFrom'> & { shownFrom: Date | null }
const present = ({ shownFrom, ...row }: Row): ShelfIssue => ({ ...row, shownFrom: shownFrom?.toISOString() ?? null })

/** Finds issues, including those that readers do not see, newest first. */
export async function findIssues(db: Database, wanted: Wanted): Promise<{ issues: ShelfIssue[]; more: boolean }> {
  const { title, state, from, to, after } = wanted
  const conditions = [
    ...wordsOf(wanted.search).map(matches),
    ...(title ? [sql`i.title_id = (select id from titles where key = ${title})`] : []),
    ...(state === 'all' ? [] : [stateCondition(state)]),
    ...(from ? [sql`i.issue_date >= ${from}::date`] : []),
    ...(to ? [sql`i.issue_date <= ${to}::date`] : []),
    ...(after ? [sql`(i.issue_date, i.id) < (select o.issue_date, o.id from all_issues o where o.uid = ${after})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await sql<Row>`
    select ${COLUMNS} from all_issues i join titles t on t.id = i.title_id ${where}
    order by i.issue_date desc, i.id desc limit ${SHELF_ROWS + 1}`.execute(db)
  return { issues: rows.slice(0, SHELF_ROWS).map(present), more: rows.length > SHELF_ROWS }
}

const wordsOf = (search: string) => search.replaceAll(',', ' ').split(/\s+/).filter(Boolean)

/**
 * Accents are ignored only in names of titles, because there are too many issues. A number does not match as part of another
 * number.
 */
function matches(word: string): RawBuilder<unknown> {
  if (/^\d+$/.test(word)) {
    const whole = sql`('\\m' || ${word} || '\\M')`
    return sql`(i.number = ${word} or i.name ~ ${whole} or ${isOfTitle(sql`plain_name ~ ${whole}`)} or i.uid = ${word})`
  }
  return sql`(${isOfTitle(sql`position(plain(${word}) in plain_name) > 0`)} or position(lower(${word}) in lower(i.name)) > 0
    or i.number = ${word} or i.uid = ${word})`
}

/** Titles are found once, not for each of their issues. */
function isOfTitle(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`i.title_id in (select id from titles where ${condition})`
}

/** Has the same wording as the condition of the index of issues that are not shown. */
function stateCondition(state: IssueState): RawBuilder<unknown> {
  const isState = sql`${STATE} = ${state}`
  if (state === 'shown') return isState
  return sql`(i.taken_down_at is not null or i.shown_from is not null or i.withdrawn_at is not null) and ${isState}`
}

/** Returns everything about an issue. @throws ApiError not_found */
export async function showIssue(db: Database, uid: string) {
  const { rows } = await sql<Row & IssueFields & Extra>`
    select ${COLUMNS}, i.id, i.number, i.volume, i.issue_date_end as "dateEnd", i.kind, i.edition, i.headline, i.description,
      i.desk_fields as "deskFields", t.age_rating as "ageRating", ${PUBLISHED_AT} as "publishedAt", i.withdrawn_at as "withdrawnAt",
      to_char((${SHOWN_FROM}) ${IN_VIENNA}, 'YYYY-MM-DD"T"HH24:MI') as "shownFromLocal"
    from all_issues i join titles t on t.id = i.title_id where i.uid = ${uid}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('not_found', 'uid')
  const { id, number, volume, dateEnd, kind, edition, headline, description, ...rest } = row
  const { deskFields, ageRating, publishedAt, withdrawnAt, shownFromLocal, ...issue } = rest
  const { name, date, language } = issue
  const [takedowns, related] = await Promise.all([openTakedowns(db, id), relatedOf(db, id)])
  return {
    ...present(issue),
    fields: { name, number, volume, date, dateEnd, kind, edition, language, headline, description },
    deskFields,
    ageRating,
    shownFromLocal,
    takedowns,
    related,
    publishedAt: publishedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }
}

type Extra = {
  id: number
  deskFields: string[]
  ageRating: number
  publishedAt: Date
  withdrawnAt: Date | null
  shownFromLocal: string | null
}

function openTakedowns(db: Database, issueId: number) {
  return db
    .selectFrom('takedowns')
    .select(['id', 'page', 'article_headline as article', 'reason'])
    .where('issue_id', '=', issueId)
    .where('restored_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns the issues that an issue recommends, in order, including those that are not shown. */
export async function relatedOf(db: Database, issueId: number): Promise<ShelfIssue[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from related_issues r join all_issues i on i.id = r.related_issue_id join titles t on t.id = i.title_id
    where r.issue_id = ${issueId} order by r.position`.execute(db)
  return rows.map(present)
}

/** Finds what the command palette opens: titles, first those whose names begin with the words, and issues of the best titles. */
export async function findPlaces(db: Database, search: string) {
  const words = wordsOf(search)
  if (words.length === 0) return { titles: [], issues: [] }
  const named = words.map((word) => sql`position(plain(${word}) in t.plain_name) > 0`)
  const titles = await sql<{ key: string; name: string }>`
    select t.key, t.name from titles t where ${sql.join(named, sql` and `)}
    order by position(plain(${words[0]}) in t.plain_name), length(t.name), t.name limit ${PALETTE_ROWS}`.execute(db)
  const issues = await sql<{ uid: string; title: string; name: string; date: string }>`
    select i.uid, t.name as title, i.name, i.issue_date as date from all_issues i join titles t on t.id = i.title_id
    where ${sql.join(words.map(matches), sql` and `)} order by i.issue_date desc, i.id desc limit ${PALETTE_ROWS}`.execute(db)
  return { titles: titles.rows, issues: issues.rows }
}
