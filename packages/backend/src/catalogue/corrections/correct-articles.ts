import { ApiError } from '@kiosk/domain/errors'
import type { EditableArticle, LeftCorrection, SentArticle } from '@kiosk/domain/staff/article-endpoints'
import { sql } from 'kysely'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { htmlOfText, textOfArticle } from '../../reading/article-text.ts'
import { followKnown } from '../following/follow-articles.ts'
import type { ArticlePicture, PublishedArticle, Region } from '../published-article.ts'
import { applyTakedowns, restoreTexts } from '../takedowns/apply-takedowns.ts'
import { lockIssue } from '../takedowns/take-down.ts'
import { applyCorrections, type Origin } from './apply-corrections.ts'
import { correctionsOf, orderOf, type WantedArticle } from './corrections-of.ts'
import { type StoredCorrections, storedCorrections, writeCorrections } from './write-articles.ts'

type Current = PublishedArticle & { origin: Origin; isDown: boolean }
type Editable = { version: string; current: Current[]; stored: StoredCorrections; unfitting: string[]; fulfilled: string[] }
type Issue = { id: number; revision: number; page_count: number }

/** Returns the articles of an issue as they are now, and how they were made. @throws ApiError not_found */
export async function editableArticles(db: Database, uid: string) {
  const issue = await db
    .selectFrom('all_issues as i')
    .innerJoin('titles as t', 't.id', 'i.title_id')
    .select(['i.id', 'i.uid', 'i.revision', 'i.page_count', sql<string>`t.name || ', ' || i.name`.as('name')])
    .where('i.uid', '=', uid)
    .executeTakeFirst()
  if (!issue) throw new ApiError('not_found', 'uid')
  const { version, current, stored, unfitting } = await loadEditable(db, issue)
  const pages = await db
    .selectFrom('pages')
    .select(['width', 'height'])
    .where('issue_id', '=', issue.id)
    .orderBy('number')
    .execute()
  return {
    uid,
    issue: issue.name,
    version,
    pages,
    articles: current.map(
      ({ origin, isDown, html, picture, pictures, kicker, deck, language, source, ...article }): EditableArticle => ({
        ...article,
        from: origin.from,
        text: textOfArticle(html),
        isCorrected: origin.correction !== null,
        isDown,
      }),
    ),
    left: stored.corrections
      .filter(({ id }) => unfitting.includes(id))
      .map(
        ({ id, by, at, anchors, results }): LeftCorrection => ({
          id,
          by,
          at,
          about: anchors.map(({ headline }) => headline),
          results: results.map(({ headline, byline, html }) => ({
            headline,
            byline,
            text: html === null ? null : textOfArticle(html),
          })),
        }),
      ),
  }
}

/**
 * Replaces the articles of an issue with corrected ones, on all servers. The corrections are kept when the issue is imported
 * again.
 * @throws ApiError not_found, wrong_input, changed_meanwhile, article_is_down
 */
export async function correctArticles(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Actor,
  { uid, version, articles, discard }: { uid: string; version: string; articles: SentArticle[]; discard: string[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name, ...issue } = await lockIssue(trx, { uid })
    const before = await loadEditable(trx, issue)
    if (before.version !== version) throw new ApiError('changed_meanwhile')
    const { stored, current } = before
    const wanted = articles.map((sent, index) => wantedArticle(sent, before, issue, `articles.${index}`))
    requireUntouchedTakedowns(articles, current)
    const made = { by: actor.name, at: now().toISOString() }
    const { imported } = stored
    const fitting = correctionsOf(imported, wanted, stored.corrections, made)
    const order = orderOf(imported, wanted, fitting, issue.page_count)
    const kept = [...before.unfitting.filter((id) => !discard.includes(id)), ...before.fulfilled]
    const left = stored.corrections.filter(({ id }) => kept.includes(id))
    // Corrections of articles that were not found come last: they would otherwise take an article that another correction now
    // changes.
    const corrections = [...fitting, ...left]
    await restoreTexts(trx, issue.id)
    const next = { imported, corrections, order, version: stored.version + 1 }
    const corrected = await writeCorrections(trx, issue.id, next, followKnown(positionsAfter(articles, current)))
    await applyTakedowns(trx, issue.id)
    // This changes the addresses of pictures and parts of downloads, so that no cache and no device keeps the earlier text.
    await trx.updateTable('all_issues').set({ removals: sql`removals + 1` }).where('id', '=', issue.id).execute()
    const isNew = (headline: string) => !current.some((each) => each.headline === headline)
    const isGone = (headline: string) => !corrected.articles.some((each) => each.headline === headline)
    await recordAudit(trx, actor, now(), {
      action: 'issue.articles-corrected',
      subject: { kind: 'issue', id: uid, name },
      before: { articles: current.length, gone: current.map(({ headline }) => headline).filter(isGone) },
      after: {
        articles: corrected.articles.length,
        new: corrected.articles.map(({ headline }) => headline).filter(isNew),
        corrections: fitting.length,
        discarded: discard.length,
      },
    })
  })
}

async function loadEditable(db: Database, issue: Issue): Promise<Editable> {
  const rows = await db
    .selectFrom('all_articles')
    .select(['headline', 'byline', 'first_page', 'last_page', 'html', 'regions', 'source', 'removed_by'])
    .select(['picture', 'pictures', 'kicker', 'deck', 'language'])
    .where('issue_id', '=', issue.id)
    .orderBy('position')
    .execute()
  const articles = rows.map(({ first_page, last_page, removed_by, regions, picture, pictures, language, source, ...row }) => ({
    ...row,
    firstPage: first_page,
    lastPage: last_page,
    isDown: removed_by !== null,
    regions: regions as unknown as PublishedArticle['regions'],
    ...(picture && { picture: picture as unknown as Region }),
    ...(pictures && { pictures: pictures as unknown as ArticlePicture[] }),
    ...(language !== null && { language }),
    source: source as PublishedArticle['source'],
  }))
  const kept = await storedCorrections(db, issue.id)
  const imported = kept?.imported ?? articles.map(({ isDown, ...article }) => article)
  const stored = kept ?? { version: 0, imported, corrections: [], order: null }
  const applied = applyCorrections(imported, stored.corrections, { order: stored.order, pageCount: issue.page_count })
  return {
    version: `${issue.revision}.${stored.version}`,
    current: articles.map((article, position) => ({ ...article, origin: applied.origins[position]! })),
    stored,
    unfitting: applied.unfitting,
    fulfilled: applied.fulfilled,
  }
}

/** @throws ApiError wrong_input */
function wantedArticle(sent: SentArticle, { current, stored }: Editable, issue: Issue, field: string): WantedArticle {
  const { from, headline, byline, firstPage, lastPage, regions } = sent
  const { imported } = stored
  const isInside = lastPage >= firstPage && lastPage <= issue.page_count && regions.every(({ page }) => page <= issue.page_count)
  if (!isInside || from.some((position) => position >= imported.length)) throw new ApiError('wrong_input', field)
  const html = sent.text === null ? current[sent.current ?? -1]?.html : htmlOf(sent.text, from, imported)
  if (html === undefined) throw new ApiError('wrong_input', field)
  return { from: [...new Set(from)].sort((a, b) => a - b), headline, byline, firstPage, lastPage, regions, html }
}

/** A text that is the same as imported is not a correction. */
function htmlOf(text: string, from: readonly number[], imported: readonly PublishedArticle[]): string {
  const original = from.length === 1 ? imported[from[0]!]!.html : null
  return original !== null && textOfArticle(original) === text.trim() ? original : htmlOfText(text)
}

/**
 * What is down must not come back under another headline or on another page.
 * @throws ApiError article_is_down
 */
function requireUntouchedTakedowns(articles: readonly SentArticle[], current: readonly Current[]): void {
  for (const [position, article] of current.entries()) {
    if (!article.isDown) continue
    const same = articles.filter((sent) => sent.current === position && sent.text === null)
    const [only] = same
    const isKept =
      same.length === 1 &&
      only!.headline === article.headline &&
      only!.firstPage === article.firstPage &&
      only!.lastPage === article.lastPage
    const sharing = articles.filter(({ from }) => from.some((each) => article.origin.from.includes(each)))
    if (!isKept || sharing.some(({ text }) => text !== null)) throw new ApiError('article_is_down')
  }
}

/** Returns the new position of each article; null = it is gone. */
function positionsAfter(articles: readonly SentArticle[], current: readonly Current[]): (number | null)[] {
  return current.map(({ origin }, position) => {
    const same = articles.findIndex((sent) => sent.current === position)
    const made = articles.findIndex(({ from }) => from.some((each) => origin.from.includes(each)))
    return same >= 0 ? same : made >= 0 ? made : null
  })
}
