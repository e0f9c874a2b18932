import { RELATED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../db/connect.ts'
import { preparedFirst } from '../db/prepared.ts'

/** The revision that addresses contain: it changes with every import, takedown and restoration. */
function revisionOf<Name extends 'issues' | 'b' | 'r'>(name: Name) {
  return sql<number>`${sql.ref(name)}.revision + ${sql.ref(name)}.removals`.as('revision')
}

/** The columns that every presentation of an issue needs. */
export const issueColumns = [
  'issues.id',
  'issues.uid',
  'issues.title_id',
  'issues.name',
  'issues.edition',
  'issues.issue_date',
  'issues.language',
  revisionOf('issues'),
  'issues.revision as files_revision',
  'issues.text_version',
  'issues.removed_pages',
  'issues.page_count',
  'issues.cover_width',
  'issues.cover_height',
  'issues.cover_colour',
  'issues.targeting_tags',
] as const

export type IssueRow = {
  id: number
  uid: string
  title_id: number
  name: string
  edition: string | null
  issue_date: string
  language: string
  revision: number
  /** Number of the folder of its files: the revision of the last import. */
  files_revision: number
  /** How often its text was read again since the last import. */
  text_version: number
  /** Numbers of the pages that are taken down. */
  removed_pages: number[]
  page_count: number
  cover_width: number
  cover_height: number
  cover_colour: string
  targeting_tags: string[]
}

/** Position in a newest-first list: continue after this issue. */
export type After = { date: string; id: number }

/** Loads all titles with their newest issue, categories, publisher and plans. */
export function loadTitles(db: Database) {
  return db
    .selectFrom('titles')
    .leftJoin('publishers', 'publishers.id', 'titles.publisher_id')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('issues')
          .select(issueColumns)
          .select(sql<Date>`greatest(issues.published_at, issues.shown_from)`.as('published_at'))
          .whereRef('issues.title_id', '=', 'titles.id')
          .orderBy('issue_date', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('current'),
      (on) => on.onTrue(),
    )
    .select([
      'titles.id as titleId',
      'key',
      'titles.name as titleName',
      'titles.kind',
      'titles.language as titleLanguage',
      sql<string>`coalesce(publishers.name, '')`.as('publisher'),
      'issn',
      'frequency',
      'country',
      'description',
      'age_rating',
      'shown_in',
      'available_until',
      'offers_epub',
      sql<number[]>`array(select category_id from title_categories c where c.title_id = titles.id)`.as('categories'),
      sql<number[]>`array(select plan_id from title_plans s where s.title_id = titles.id)`.as('plans'),
    ])
    .selectAll('current')
    .execute()
}

export function loadCategories(db: Database) {
  return db.selectFrom('categories').selectAll().orderBy('position').orderBy('id').execute()
}

/** Returns all categories with their names by language, in their order. */
export async function categoriesWithNames(db: Database) {
  const rows = await db.selectFrom('categories').select(['uid', 'names']).orderBy('position').orderBy('id').execute()
  return rows.map(({ uid, names }) => ({ uid, names: names as Record<string, string> }))
}

export function loadContentSets(db: Database) {
  return db
    .selectFrom('content_sets')
    .leftJoin('content_set_entries', 'set_key', 'key')
    .select(['key', 'title_id'])
    .orderBy('key')
    .orderBy('position')
    .execute()
}

export async function countIssues(db: Database): Promise<Map<number, number>> {
  const counted = await db
    .selectFrom('issues')
    .select(({ fn }) => ['title_id', fn.countAll<number>().as('count')])
    .groupBy('title_id')
    .execute()
  return new Map(counted.map(({ title_id, count }) => [title_id, count]))
}

/**
 * Returns issues newest first, at most `limit`, of the titles in `only`, or of all titles except `hidden`. Callers request one
 * more than a page to learn whether there is a next one.
 */
export function newestIssues(
  db: Database,
  options: {
    only?: readonly number[]
    hidden: readonly number[]
    after: After | undefined
    limit: number
    /** Issue dates, ISO 8601, both inclusive. */
    from?: string | undefined
    to?: string | undefined
  },
): Promise<IssueRow[]> {
  const { only, hidden, after, limit, from, to } = options
  return db
    .selectFrom('issues')
    .select(issueColumns)
    .$if(only !== undefined, (query) => query.where(titleAmong(only ?? [])))
    .$if(only === undefined && hidden.length > 0, (query) => query.where(titleNotAmong(hidden)))
    .$if(from !== undefined, (query) => query.where('issue_date', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('issue_date', '<=', to as string))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(issue_date, issues.id) < (${after?.date}::date, ${after?.id}::bigint)`),
    )
    .orderBy('issue_date', 'desc')
    .orderBy('issues.id', 'desc')
    .limit(limit)
    .execute()
}

function titleAmong(ids: readonly number[]) {
  return sql<SqlBool>`title_id = any(${[...ids]}::bigint[])`
}
function titleNotAmong(ids: readonly number[]) {
  return sql<SqlBool>`title_id <> all(${[...ids]}::bigint[])`
}

/** Years in which a title appeared, the latest first, with the number of its issues. */
export function yearsOfTitle(db: Database, titleId: number): Promise<{ year: number; issues: number }[]> {
  return db
    .selectFrom('issues')
    .select(({ fn }) => [sql<number>`extract(year from issue_date)::int`.as('year'), fn.countAll<number>().as('issues')])
    .where('title_id', '=', titleId)
    .groupBy('year')
    .orderBy('year', 'desc')
    .execute()
}

/** An issue by its uid. */
export const issueByUid = preparedFirst('issue by uid', (db, uid: string) =>
  db.selectFrom('issues').select(issueColumns).where('uid', '=', uid),
)

/** Returns issues by their uids, in one query; a uid without an issue has no entry. */
export async function issuesByUid(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, IssueRow>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('issues')
    .select(issueColumns)
    .where('uid', 'in', [...new Set(uids)])
    .execute()
  return new Map(rows.map((row) => [row.uid, row]))
}

/** Returns the newest issues of several titles, a fixed number per title. */
export function newestOfTitles(db: Database, titles: readonly number[], each: number): Promise<IssueRow[]> {
  return db
    .selectFrom(
      sql<{ title: number; place: number }>`unnest(${[...titles]}::bigint[]) with ordinality`.as<'requested'>(
        sql`requested(title, place)`,
      ),
    )
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('issues')
          .select(issueColumns)
          .where('issues.title_id', '=', sql<number>`requested.title`)
          .orderBy('issue_date', 'desc')
          .orderBy('id', 'desc')
          .limit(each)
          .as('newest'),
      (on) => on.onTrue(),
    )
    .selectAll('newest')
    .orderBy(sql`requested.place`)
    .orderBy('issue_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** All data of an issue page in one query. */
export const issueWithSurroundings = preparedFirst('issue with surroundings', surroundings)
export type IssueWithSurroundings = NonNullable<Awaited<ReturnType<typeof issueWithSurroundings>>>

function surroundings(db: Database, uid: string) {
  return db
    .selectFrom('issues')
    .select(issueColumns)
    .select([
      'number',
      'volume',
      'issue_date_end',
      'kind',
      'headline',
      'description',
      'text_layer',
      'outline',
      'removed_headlines',
      sql<boolean>`source_sha256 is null`.as('cover_only'),
    ])
    .select((outer) => [
      jsonArrayFrom(
        outer
          .selectFrom('issues as b')
          .select(['b.uid', 'b.id', 'b.issue_date'])
          .whereRef('b.title_id', '=', 'issues.title_id')
          .whereRef('b.id', '<>', 'issues.id')
          .orderBy('b.issue_date', 'desc')
          .orderBy('b.id', 'desc')
          .limit(RELATED_ITEMS)
          .select(surroundingColumns('b')),
      ).as('back_issues'),
      jsonArrayFrom(
        outer
          .selectFrom('related_issues')
          .innerJoin('issues as r', 'r.id', 'related_issue_id')
          .select(['r.uid', 'r.id', 'r.issue_date'])
          .whereRef('related_issues.issue_id', '=', 'issues.id')
          .orderBy('related_issues.position')
          .limit(RELATED_ITEMS * 2)
          .select(surroundingColumns('r')),
      ).as('by_hand'),
      jsonArrayFrom(
        outer
          .selectFrom('articles')
          .select(['articles.id', 'articles.headline', 'first_page'])
          .whereRef('articles.issue_id', '=', 'issues.id')
          .orderBy('position'),
      ).as('articles'),
    ])
    .select(
      sql<
        number[]
      >`array(select other_id from readers_also_read where title_id = issues.title_id order by score desc, other_id limit 20)`.as(
        'also_read',
      ),
    )
    .where('uid', '=', uid)
}

function surroundingColumns<Name extends 'b' | 'r'>(name: Name) {
  return [
    `${name}.title_id`,
    `${name}.name`,
    `${name}.edition`,
    `${name}.language`,
    revisionOf(name),
    `${name}.revision as files_revision`,
    `${name}.text_version`,
    `${name}.removed_pages`,
    `${name}.page_count`,
    `${name}.cover_width`,
    `${name}.cover_height`,
    `${name}.cover_colour`,
    `${name}.targeting_tags`,
  ] as const
}

export function relatedByHand(db: Database, issueId: number): Promise<IssueRow[]> {
  return db
    .selectFrom('related_issues')
    .innerJoin('issues', 'issues.id', 'related_issue_id')
    .select(issueColumns)
    .where('related_issues.issue_id', '=', issueId)
    .orderBy('related_issues.position')
    .execute()
}

/** Returns ids of titles with a matching name, best match first. */
export async function titlesLike(db: Database, words: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from titles_like(${words}, ${most})`.execute(db)
  return rows.map(({ id }) => id)
}

/** When a row of `issues` last changed: its file, its articles, or its takedowns. */
export const issueChangedAt = sql<Date>`greatest(issues.published_at, issues.shown_from, (
  select at from audit_entries where subject_kind = 'issue' and subject_id = issues.uid order by audit_entries.id desc limit 1))`

/** Returns names of issues by id, for crawlers. */
export function issueNames(db: Database, options: { hidden: readonly number[]; after: number; limit: number }) {
  return db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['issues.id', 'uid', 'titles.name as title', 'issues.name', 'issue_date', issueChangedAt.as('changed_at')])
    .where('issues.id', '>', options.after)
    .$if(options.hidden.length > 0, (query) => query.where(titleNotAmong(options.hidden)))
    .orderBy('issues.id')
    .limit(options.limit)
    .execute()
}
