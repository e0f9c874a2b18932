import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { positionOfArticle } from '../catalogue/following/move-references.ts'
import type { Region } from '../catalogue/published-article.ts'
import { indexedWordsOf } from '../catalogue/search/page-words.ts'
import type { Database } from '../db/connect.ts'

/** Whether an issue has a PDF, or only a cover. */
export async function hasPages(db: Database, issueId: number): Promise<boolean> {
  const row = await db.selectFrom('issues').select('source_sha256').where('id', '=', issueId).executeTakeFirst()
  return row?.source_sha256 != null
}

/** Returns the size of a page that can be rendered, in PDF points; null if there is none. */
export async function sizeOfRenderedPage(
  db: Database,
  issueId: number,
  page: number,
): Promise<{ width: number; height: number } | null> {
  const row = await db
    .selectFrom('pages')
    .innerJoin('issues', 'issues.id', 'pages.issue_id')
    .select(['pages.width', 'pages.height'])
    .where('issue_id', '=', issueId)
    .where('pages.number', '=', page)
    .where('source_sha256', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns outline, pages and articles of an issue, in order.
 * @throws ApiError `not_found` if it was taken down meanwhile
 */
export function contentsOfIssue(db: Database, issueId: number) {
  return db
    .selectFrom('issues')
    .select(['outline', 'text_layer', 'removed_pages', 'removed_headlines'])
    .select((issue) => [
      jsonArrayFrom(
        issue
          .selectFrom('pages')
          .select(['pages.number', 'width', 'height', 'read_by_machine'])
          .whereRef('issue_id', '=', 'issues.id')
          .orderBy('pages.number'),
      ).as('pages'),
      jsonArrayFrom(
        issue
          .selectFrom('articles')
          .select(['id', 'headline', 'byline', 'first_page', 'last_page', 'regions', 'picture', 'language'])
          .whereRef('issue_id', '=', 'issues.id')
          .orderBy('position'),
      ).as('articles'),
      jsonArrayFrom(
        issue
          .selectFrom('former_articles')
          .leftJoin('articles', (join) =>
            join
              .onRef('articles.issue_id', '=', 'former_articles.issue_id')
              .onRef('articles.position', '=', 'former_articles.article_position'),
          )
          .select(['former_articles.id', 'articles.id as article_id', 'former_articles.page'])
          .whereRef('former_articles.issue_id', '=', 'issues.id')
          .orderBy('former_articles.id'),
      ).as('former_articles'),
    ])
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow(() => new ApiError('not_found', 'uid'))
}

/** Returns the place of a printed picture of an article, by its number, or of its lead picture; null = there is none. */
export async function pictureOfArticle(
  db: Database,
  issueId: number,
  articleId: string,
  number: number | null,
): Promise<Region | null> {
  const row = await db
    .selectFrom('articles')
    .select((number === null ? sql<Region | null>`picture` : sql<Region | null>`pictures -> ${number}::int`).as('place'))
    .where('issue_id', '=', issueId)
    .where('position', '=', positionOfArticle(issueId, articleId))
    .executeTakeFirst()
  return row?.place ?? null
}

/**
 * Returns an article, or the one that has its words now; `in_topic`: a topic links to it, so it is open to everyone who may see the issue
 * (ADR-0172).
 */
export function articleOfIssue(db: Database, issueId: number, articleId: string) {
  return (
    db
      .selectFrom('articles')
      .select(['id', 'headline', 'byline', 'first_page', 'last_page', 'language'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('topics')
            .whereRef('topics.issue_id', '=', 'articles.issue_id')
            .whereRef('article_position', '=', 'articles.position'),
        ).as('in_topic'),
      )
      // An article may have no words on some pages between its first and its last.
      .select(
        sql<boolean>`exists (select from pages p where p.issue_id = articles.issue_id and p.read_by_machine
        and p.number between articles.first_page and articles.last_page and (jsonb_array_length(articles.regions) = 0
          or articles.regions @> jsonb_build_array(jsonb_build_object('page', p.number))))`.as('read_by_machine'),
      )
      .where('issue_id', '=', issueId)
      .where('position', '=', positionOfArticle(issueId, articleId))
      .executeTakeFirst()
  )
}

/** Returns page numbers of an issue that match a query (of `queryOf`) and contain its quoted terms, in order. */
export async function pagesOfIssueHolding(
  db: Database,
  options: { issueId: number; query: string; required: readonly string[]; most: number },
): Promise<number[]> {
  const { issueId, query, required, most } = options
  const { rows } = await sql<{ number: number }>`
    select p.number from pages p join issues i on i.id = p.issue_id
    where p.issue_id = ${issueId} and ${sql.raw(indexedWordsOf('p', 'i.language'))} @@ ${query}::tsquery and page_says(p, ${[...required]}::text[])
    order by p.number limit ${most}
  `.execute(db)
  return rows.map(({ number }) => number)
}

/** Returns those of `candidates` that match a query, each checked separately. */
export async function wordsHit(
  db: Database,
  options: { language: string; query: string; candidates: readonly string[] },
): Promise<Set<string>> {
  const { language, query, candidates } = options
  const { rows } = await sql<{ word: string }>`
    with query as materialized (
      select regexp_replace(nullif(querytree(${query}::tsquery), 'T'), '&|<(-|\\d+)>', '|', 'g')::tsquery as any_of
    )
    select word from unnest(${[...candidates]}::text[]) as word, query
    where to_tsvector(search_language(${language}), word) @@ query.any_of
  `.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** A reader on one day (UTC, ISO 8601), by a hash that changes with the day. */
export type ReaderOfDay = { day: string; reader: string }

/**
 * Records once a day that a reader opened an issue and some of its articles (`articles`: ids; unknown ones are ignored). A later
 * page becomes the farthest one.
 */
export async function noteReading(
  db: Database,
  event: { issueId: number; titleId: number; reader: ReaderOfDay; page: number; articles?: readonly string[] },
): Promise<void> {
  const { issueId, titleId, page, articles = [] } = event
  const { day, reader } = event.reader
  await sql`
    with noted (article_position) as (
      select null::integer
      union all
      select position from articles where issue_id = ${issueId} and id = any (${[...articles]}::bigint[])
      union
      select article_position from former_articles join articles on articles.issue_id = former_articles.issue_id
        and position = article_position
      where former_articles.issue_id = ${issueId} and former_articles.id = any (${[...articles]}::bigint[])
    ), known as (
      update readings e set page = greatest(e.page, ${page}) from noted
      where day = ${day}::date and reader = ${reader} and title_id = ${titleId} and issue_id = ${issueId}
        and e.article_position is not distinct from noted.article_position
      returning e.article_position
    )
    insert into readings (day, issue_id, title_id, reader, page, article_position)
    select ${day}::date, ${issueId}, ${titleId}, ${reader}, ${page}, article_position from noted
    where not exists (select from known where known.article_position is not distinct from noted.article_position)
  `.execute(db)
}

/**
 * Returns the headline of each page, in the order of `pages`: of the articles that include the page, the last to begin; '' =
 * none.
 */
export async function headlinesOfPages(
  db: Database,
  pages: readonly { issue: { id: number }; number: number }[],
): Promise<string[]> {
  if (pages.length === 0) return []
  const { rows } = await sql<{ headline: string }>`
    select coalesce(regexp_replace((
      select headline from articles a
      where a.issue_id = page.issue_id and page.number between first_page and last_page
      order by first_page desc, position limit 1), '[[:cntrl:]]+', ' ', 'g'), '') as headline
    from unnest(${pages.map(({ issue }) => issue.id)}::bigint[], ${pages.map(({ number }) => number)}::integer[])
      with ordinality as page (issue_id, number, place)
    order by place
  `.execute(db)
  return rows.map(({ headline }) => headline)
}

/** An article among the results of a search; `in_topic` as in `articleOfIssue`. */
type HeadlineHit = { id: string; headline: string; last_page: number; in_topic: boolean }

/**
 * Returns for each page, in the order of `pages`, the article that begins on it and whose headline matches a query (of
 * `queryOf`); null = none. Headlines are public.
 */
export async function articlesWithHeadline(
  db: Database,
  pages: readonly { issue: { id: number; language: string }; number: number }[],
  query: string,
): Promise<(HeadlineHit | null)[]> {
  if (pages.length === 0) return []
  const { rows } = await sql<{ article: HeadlineHit | null }>`
    select (
      select jsonb_build_object(
        'id', a.id::varchar, 'headline', regexp_replace(a.headline, '[[:cntrl:]]+', ' ', 'g'), 'last_page', a.last_page,
        'in_topic', exists(select from topics t where t.issue_id = a.issue_id and t.article_position = a.position))
      from articles a
      where a.issue_id = page.issue_id and a.first_page = page.number
        and to_tsvector(search_language(page.language), a.headline) @@ ${query}::tsquery
      order by a.position limit 1) as article
    from unnest(
      ${pages.map(({ issue }) => issue.id)}::bigint[], ${pages.map(({ number }) => number)}::integer[],
      ${pages.map(({ issue }) => issue.language)}::text[]
    ) with ordinality as page (issue_id, number, language, place)
    order by page.place
  `.execute(db)
  return rows.map(({ article }) => article)
}

/** Number of rows over which the seconds of a day are spread, so that readers do not wait for each other. */
const SLOTS = 16

/** Adds to the total reading time of a day of all readers; the sum identifies no reader. */
export async function countReadingSeconds(db: Database, day: string, seconds: number): Promise<void> {
  if (seconds === 0) return
  const slot = Math.floor(Math.random() * SLOTS)
  await sql`insert into reading_seconds (day, slot, seconds) values (${day}, ${slot}, ${seconds})
    on conflict (day, slot) do update set seconds = reading_seconds.seconds + excluded.seconds`.execute(db)
}
