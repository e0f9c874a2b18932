import { ApiError } from '@kiosk/domain/errors'
import type { Article } from '@kiosk/domain/reading/endpoints'
import { MOST_PICTURES_OF_ARTICLE } from '@kiosk/domain/reading/limits'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Files, wordsFile } from '../adapters/storage/port.ts'
import type { ArticlePicture } from '../catalogue/published-article.ts'
import { HIT_ENDS, HIT_STARTS } from '../catalogue/search/snippet.ts'
import type { Database } from '../db/connect.ts'
import { cleanArticle, firstParagraph, teaserOf, withoutEntities } from './article-html.ts'
import { figurePixels } from './figure-pixels.ts'
import type { OpenArticle, OpenIssue, OpenPage, OpenPages } from './page-right.ts'
import { removedPageWords } from './removed-page.ts'

// The only file that reads the text of pages and articles. Each function requires the right to it (page-right.ts).

/** An article, or its issue, was taken down or replaced after it was found. */
const isGone = () => new ApiError('not_found', 'issueArticleId')

/** `[text, x, y, width, height]`, fractions of the page. */
export type Word = [string, number, number, number, number]

/** Returns lines of words as the importer found them; none if the page is an image. */
export async function wordsOfPage(files: Files, { issue, number }: OpenPage): Promise<{ lines: Word[][] }> {
  if (issue.removed_pages.includes(number)) return removedPageWords
  const kept = await files.read(wordsFile(issue, number))
  return kept ? JSON.parse(kept.toString('utf8')) : { lines: [] }
}

/** Returns the size of the file with the words of a page in bytes; null if there is none. */
export async function weightOfWords(files: Files, { issue, number }: OpenPage): Promise<number | null> {
  if (issue.removed_pages.includes(number)) return JSON.stringify(removedPageWords).length
  return files.size(wordsFile(issue, number))
}

/**
 * Returns a snippet per page around the matches of a query (of `queryOf`), hits between HIT_STARTS and HIT_ENDS.
 * @param longest maximum words
 * @returns in the order of `pages`
 */
export async function snippetsOf(
  db: Database,
  pages: readonly OpenPage[],
  given: { query: string; longest: number },
): Promise<string[]> {
  if (pages.length === 0) return []
  const { query, longest } = given
  const options = snippetOptions(longest)
  const { rows } = await sql<{ snippet: string }>`
    select ts_headline(search_language(open.language), p.text, ${query}::tsquery, ${options}) as snippet
    from unnest(
      ${pages.map(({ issue }) => issue.id)}::bigint[], ${pages.map(({ number }) => number)}::integer[],
      ${pages.map(({ issue }) => issue.language)}::text[]
    ) with ordinality as open (issue_id, number, language, place)
    join pages p on p.issue_id = open.issue_id and p.number = open.number
    order by open.place
  `.execute(db)
  return rows.map(({ snippet }) => snippet)
}

function snippetOptions(longest: number): string {
  return `StartSel=${HIT_STARTS}, StopSel=${HIT_ENDS}, MaxFragments=1, MaxWords=${longest}, MinWords=${longest / 2}`
}

/** Returns the same for the texts of articles, by id; only articles that contain words of the query have an entry. */
export async function snippetsOfArticles(
  db: Database,
  articles: readonly OpenArticle[],
  { query, longest }: { query: string; longest: number },
): Promise<Map<string, string>> {
  if (articles.length === 0) return new Map()
  const { rows } = await sql<{ id: string; snippet: string }>`
    select a.id::varchar as id, ts_headline(
      search_language(open.language), regexp_replace(a.html, '<[^>]*>', ' ', 'g'), ${query}::tsquery, ${snippetOptions(longest)}
    ) as snippet
    from unnest(
      ${articles.map(({ issue }) => issue.id)}::bigint[], ${articles.map(({ id }) => id)}::bigint[],
      ${articles.map(({ issue }) => issue.language)}::text[]
    ) as open (issue_id, id, language)
    join articles a on a.issue_id = open.issue_id and a.id = open.id
  `.execute(db)
  const found = rows.filter(({ snippet }) => snippet.includes(HIT_STARTS))
  return new Map(found.map(({ id, snippet }) => [id, withoutEntities(snippet)]))
}

/** Returns the sanitised HTML of an article. */
export async function articleHtml(db: Database, { issue, id }: OpenArticle): Promise<string> {
  return cleanArticle(await keptHtml(db, issue.id, id))
}

/** The parts that an article view shows besides headline, authors and text. */
type Besides = { [Part in 'kicker' | 'deck' | 'pictures']: NonNullable<Article[Part]> }
type StoredBesides = {
  kicker: string
  deck: string
  pictures: unknown
  pages: { number: number; width: number; height: number }[]
}

const selectBesides = (db: Database, issueId: number) =>
  db
    .selectFrom('articles')
    .select(['kicker', 'deck', 'pictures'])
    .select((article) =>
      jsonArrayFrom(
        article
          .selectFrom('pages')
          .select(['number', 'width', 'height'])
          .whereRef('pages.issue_id', '=', 'articles.issue_id')
          .whereRef('number', '>=', 'first_page')
          .whereRef('number', '<=', 'last_page')
          .where('articles.pictures', 'is not', null),
      ).as('pages'),
    )
    .where('issue_id', '=', issueId)

/** Returns kicker, deck and those pictures of an article whose pages are open and were not taken down. */
export async function besidesOfArticle(db: Database, { issue, id }: OpenArticle, open: OpenPages): Promise<Besides> {
  const row = await selectBesides(db, issue.id).where('id', '=', sql<number>`${id}::bigint`).executeTakeFirstOrThrow(isGone)
  return shownBesides(row, open)
}

function shownBesides({ kicker, deck, pictures, pages }: StoredBesides, open: OpenPages): Besides {
  const stored = ((pictures ?? []) as ArticlePicture[]).slice(0, MOST_PICTURES_OF_ARTICLE)
  return {
    kicker,
    deck,
    pictures: stored.flatMap(({ caption, credit, after, ...region }, number) => {
      const size = pages.find((page) => page.number === region.page)
      if (!size || !open.page(region.page) || open.issue.removed_pages.includes(region.page)) return []
      const alternative = caption ? { alternative: { text: caption, from: 'caption' as const } } : {}
      return [{ ...region, number, pixels: figurePixels(region, size), caption, credit, ...alternative, after }]
    }),
  }
}

/** Returns the public part of an article: its first paragraph, limited in length. */
export async function articlePreview(db: Database, issueId: number, articleId: string): Promise<string> {
  return firstParagraph(await keptHtml(db, issueId, articleId))
}

/** Length of the beginning of an article's HTML that is enough for its teaser. */
const TEASER_HTML_CHARACTERS = 1500

const selectTeasers = (db: Database) =>
  db.selectFrom('articles').select(['id', sql<string>`left(html, ${TEASER_HTML_CHARACTERS})`.as('start')])

/** Returns the teasers of an issue's articles by id. A teaser is shorter than the public part of its article. */
export async function teasersOf(db: Database, issueId: number): Promise<Map<number, string>> {
  const rows = await selectTeasers(db).where('issue_id', '=', issueId).execute()
  return new Map(rows.map(({ id, start }) => [id, teaserOf(start)]))
}

/** Returns the teasers of some articles by id. */
export async function teasersOfArticles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectTeasers(db).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  return new Map(rows.map(({ id, start }) => [String(id), teaserOf(start)]))
}

async function keptHtml(db: Database, issueId: number, articleId: string): Promise<string> {
  const { html } = await db
    .selectFrom('articles')
    .select('html')
    .where('issue_id', '=', issueId)
    .where('id', '=', sql<number>`${articleId}::bigint`)
    .executeTakeFirstOrThrow(isGone)
  return html
}

/** Returns all articles of an issue with sanitised HTML, in order. */
export async function articlesToTakeAlong(db: Database, open: OpenIssue) {
  const rows = await selectBesides(db, open.issue.id)
    .select(['id', 'headline', 'byline', 'first_page', 'last_page', 'html', 'language'])
    .orderBy('position')
    .execute()
  return rows.map(({ html, kicker, deck, pictures, pages, ...row }) => ({
    ...row,
    html: cleanArticle(html),
    besides: shownBesides({ kicker, deck, pictures, pages }, open),
  }))
}
