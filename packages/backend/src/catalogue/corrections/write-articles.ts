import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { cleanArticle } from '../../reading/article-html.ts'
import type { PublishedArticle } from '../published-article.ts'
import { applyCorrections, type Corrected, type Correction } from './apply-corrections.ts'

/** What people corrected in an issue, as stored. */
export type StoredCorrections = {
  version: number
  imported: PublishedArticle[]
  corrections: Correction[]
  order: string[] | null
}

/**
 * Writes the articles of an import, corrected by what people changed in an earlier one. Corrections that do not fit are kept.
 * @param former corrections of the issue that this one replaces under another uid
 */
export async function writeImportedArticles(
  trx: Database,
  issueId: number,
  imported: readonly PublishedArticle[],
  former: StoredCorrections | null,
): Promise<void> {
  const stored = former ?? (await storedCorrections(trx, issueId))
  if (!stored) return writeArticles(trx, issueId, imported)
  const clean = imported.map((article) => ({ ...article, html: cleanArticle(article.html) }))
  await writeCorrections(trx, issueId, { ...stored, imported: clean, version: stored.version + 1 })
}

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

/** Stores corrections, and writes the articles that they make and the words by which these are found. */
export async function writeCorrections(trx: Database, issueId: number, stored: StoredCorrections): Promise<Corrected> {
  const { version, imported, corrections, order } = stored
  const issue = await trx.selectFrom('all_issues').select('page_count').where('id', '=', issueId).executeTakeFirstOrThrow()
  const corrected = applyCorrections(imported, corrections, { order, pageCount: issue.page_count })
  const values = {
    version,
    ...{ imported: JSON.stringify(imported), corrections: JSON.stringify(corrections) },
    ...{ article_order: order && JSON.stringify(order), origins: JSON.stringify(corrected.origins) },
  }
  await trx
    .insertInto('article_corrections')
    .values({ issue_id: issueId, ...values })
    .onConflict((conflict) => conflict.column('issue_id').doUpdateSet(values))
    .execute()
  await writeArticles(trx, issueId, corrected.articles)
  await indexCorrected(trx, issueId, corrected)
  return corrected
}

/**
 * Words are indexed by page, so the words of a corrected text are added to those of the first page of its article. The text of
 * pages that are down must be restored before.
 */
async function indexCorrected(trx: Database, issueId: number, { articles, origins }: Corrected): Promise<void> {
  const changed = articles.filter((_, position) => origins[position]!.correction !== null)
  await sql`
    with corrected as (
      select page, string_agg(words, ' ') as words
      from unnest(${changed.map(({ firstPage }) => firstPage)}::int[], ${changed.map(wordsOf)}::text[]) as article (page, words)
      group by page
    )
    update pages p set search = to_tsvector(search_language(i.language),
      left(p.text, ${INDEXED_CHARACTERS}) || coalesce(' ' || left(corrected.words, ${INDEXED_CHARACTERS}), ''))
    from all_issues i, pages other left join corrected on corrected.page = other.number
    where i.id = ${issueId} and p.issue_id = i.id and other.issue_id = p.issue_id and other.number = p.number`.execute(trx)
}

/** As the importer indexes: an index entry holds at most one megabyte. */
const INDEXED_CHARACTERS = 100_000

function wordsOf({ headline, byline, html }: PublishedArticle): string {
  const text = html
    .replace(/<\/(p|h2|h3|li|blockquote)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt);/g, ' ')
  return `${headline} ${byline} ${text}`
}

async function writeArticles(trx: Database, issueId: number, articles: readonly PublishedArticle[]): Promise<void> {
  await trx.deleteFrom('all_articles').where('issue_id', '=', issueId).execute()
  if (articles.length === 0) return
  const rows = articles.map(({ headline, byline, firstPage, lastPage, html, regions, picture, source }, position) => ({
    ...{ issue_id: issueId, position, headline, byline, first_page: firstPage, last_page: lastPage },
    ...{ html: cleanArticle(html), regions: JSON.stringify(regions), source, picture: picture ? JSON.stringify(picture) : null },
  }))
  // A statement takes at most 65,535 parameters.
  for (let from = 0; from < rows.length; from += 1000)
    await trx
      .insertInto('all_articles')
      .values(rows.slice(from, from + 1000))
      .execute()
}
