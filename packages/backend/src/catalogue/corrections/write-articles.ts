import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { cleanArticle, wordsOf } from '../../reading/article-html.ts'
import { type Following, followArticles } from '../following/follow-articles.ts'
import { type FormerArticle, moveReferences } from '../following/move-references.ts'
import type { PublishedArticle } from '../published-article.ts'
import { applyCorrections, type Corrected, type Correction } from './apply-corrections.ts'
import { withNewAnchors } from './new-anchors.ts'

/** What people corrected in an issue, as stored. */
export type StoredCorrections = {
  version: number
  imported: PublishedArticle[]
  corrections: Correction[]
  order: string[] | null
}

/** What could not be carried over to new articles of an issue: headlines of articles that are down, and of corrected articles. */
export type LeftBehind = { takedowns: string[]; corrections: string[] }

/**
 * Writes the articles of an import with the corrections that people made in an earlier one. Corrections that do not fit are kept.
 * References to the earlier articles follow their words.
 * @param former corrections of the issue that this one replaces under another uid
 */
export async function writeImportedArticles(
  trx: Database,
  issueId: number,
  imported: readonly PublishedArticle[],
  former: StoredCorrections | null,
): Promise<LeftBehind> {
  const stored = former ?? (await storedCorrections(trx, issueId))
  if (!stored) return { ...(await writeArticles(trx, issueId, imported)), corrections: [] }
  const clean = imported.map((article) => ({ ...article, html: cleanArticle(article.html) }))
  const { page_count: pageCount } = await pagesOfIssue(trx, issueId)
  const before = applyCorrections(stored.imported, stored.corrections, { order: null, pageCount }).unfitting
  const corrections = withNewAnchors(stored, clean)
  const { unfitting, takedowns } = await writeCorrections(trx, issueId, {
    ...stored,
    corrections,
    imported: clean,
    version: stored.version + 1,
  })
  const lost = corrections.filter(({ id }) => unfitting.includes(id) && !before.includes(id))
  return { takedowns, corrections: lost.map(({ anchors }) => anchors[0]!.headline) }
}

const pagesOfIssue = (trx: Database, issueId: number) =>
  trx.selectFrom('all_issues').select('page_count').where('id', '=', issueId).executeTakeFirstOrThrow()

/** Returns what people corrected in an issue; null = nothing. */
export async function storedCorrections(trx: Database, issueId: number): Promise<StoredCorrections | null> {
  const row = await trx
    .selectFrom('article_corrections')
    .select(['version', 'imported', 'corrections', 'article_order'])
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  if (!row) return null
  return {
    version: row.version,
    imported: row.imported as unknown as PublishedArticle[],
    corrections: row.corrections as unknown as Correction[],
    order: row.article_order as unknown as string[] | null,
  }
}

/**
 * Stores corrections, and writes the resulting articles and the words by which these are found.
 * @param following what has become of the earlier articles; default: found by their words
 */
export async function writeCorrections(
  trx: Database,
  issueId: number,
  stored: StoredCorrections,
  following?: Following,
): Promise<Corrected & Pick<LeftBehind, 'takedowns'>> {
  const { version, imported, corrections, order } = stored
  const issue = await pagesOfIssue(trx, issueId)
  const corrected = applyCorrections(imported, corrections, { order, pageCount: issue.page_count })
  const values = {
    version,
    imported: JSON.stringify(imported),
    corrections: JSON.stringify(corrections),
    article_order: order && JSON.stringify(order),
    origins: JSON.stringify(corrected.origins),
  }
  await trx
    .insertInto('article_corrections')
    .values({ issue_id: issueId, ...values })
    .onConflict((conflict) => conflict.column('issue_id').doUpdateSet(values))
    .execute()
  const { takedowns } = await writeArticles(trx, issueId, corrected.articles, following)
  await indexCorrected(trx, issueId, corrected)
  return { ...corrected, takedowns }
}

/**
 * Words are indexed by page, so the words of a corrected text are added to those of the first page of its article. The text of
 * pages that are down must be restored first.
 */
async function indexCorrected(trx: Database, issueId: number, { articles, origins }: Corrected): Promise<void> {
  const changed = articles.filter((_, position) => origins[position]!.correction !== null)
  await sql`
    with corrected as (
      select page, string_agg(words, ' ') as words
      from unnest(${changed.map(({ firstPage }) => firstPage)}::int[], ${changed.map(indexedWords)}::text[]) as article (page, words)
      group by page
    )
    update pages p set search = to_tsvector(search_language(i.language),
      left(p.text, ${INDEXED_CHARACTERS}) || coalesce(' ' || left(corrected.words, ${INDEXED_CHARACTERS}), ''))
    from all_issues i, pages other left join corrected on corrected.page = other.number
    where i.id = ${issueId} and p.issue_id = i.id and other.issue_id = p.issue_id and other.number = p.number`.execute(trx)
}

/** As in the importer: an index entry holds at most one megabyte. */
const INDEXED_CHARACTERS = 100_000

/** Removes "<" and ">", because PostgreSQL would skip the words between them. */
const indexedWords = ({ headline, byline, html }: PublishedArticle) =>
  `${headline} ${byline} ${wordsOf(html).replace(/[<>]/g, ' ')}`

async function writeArticles(
  trx: Database,
  issueId: number,
  articles: readonly PublishedArticle[],
  known?: Following,
): Promise<Pick<LeftBehind, 'takedowns'>> {
  const before = await formerArticles(trx, issueId)
  const after = articles.map((article) => ({ ...article, html: cleanArticle(article.html) }))
  const following = known ?? followArticles(before, after)
  await trx.deleteFrom('all_articles').where('issue_id', '=', issueId).execute()
  const rows = after.map(
    ({ firstPage, lastPage, html, regions, picture, pictures, kicker = '', deck = '', language = null, ...rest }, position) => {
      const predecessor = following.predecessor(position)
      return {
        ...(predecessor !== null && { id: before[predecessor]!.id }),
        issue_id: issueId,
        position,
        ...rest,
        kicker,
        deck,
        language,
        first_page: firstPage,
        last_page: lastPage,
        html,
        regions: JSON.stringify(regions),
        picture: picture ? JSON.stringify(picture) : null,
        pictures: pictures?.length ? JSON.stringify(pictures) : null,
      }
    },
  )
  // A statement takes at most 65,535 parameters.
  for (let from = 0; from < rows.length; from += 1000)
    await trx
      .insertInto('all_articles')
      .values(rows.slice(from, from + 1000))
      .execute()
  const { uncovered } = await moveReferences(trx, issueId, { before, after, following })
  return { takedowns: uncovered }
}

async function formerArticles(trx: Database, issueId: number): Promise<FormerArticle[]> {
  const rows = await trx
    .selectFrom('all_articles')
    .select(['id', 'headline', 'first_page', 'last_page', 'html', 'removed_by'])
    .where('issue_id', '=', issueId)
    .orderBy('position')
    .execute()
  return rows.map(({ id, headline, html, first_page: firstPage, last_page: lastPage, removed_by }) => ({
    id,
    headline,
    html,
    firstPage,
    lastPage,
    isDown: removed_by === 'article',
  }))
}
