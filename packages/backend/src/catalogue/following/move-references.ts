import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { PublishedArticle } from '../published-article.ts'
import type { Following } from './follow-articles.ts'

/** An article as it was stored. `id` is part of addresses. */
export type FormerArticle = Pick<PublishedArticle, 'headline' | 'firstPage' | 'lastPage' | 'html'> & {
  id: number
  /** The article itself was taken down, not only one of its pages. */
  isDown: boolean
}

/** Share of an article's words that its takedown must hide: the rest may have been credits or running heads. */
const LEAST_HIDDEN = 0.8

/**
 * Makes everything that names an article by its position follow the article's words: bookmarks, reading places, readings, topics,
 * takedowns, and addresses with ids that no article has any more. If no article has the words, the reference keeps its page.
 * @returns headlines of taken-down articles whose words are not all in articles that will be down
 */
export async function moveReferences(
  trx: Database,
  issueId: number,
  { before, after, following }: { before: readonly FormerArticle[]; after: readonly PublishedArticle[]; following: Following },
): Promise<{ uncovered: string[] }> {
  // Nothing names an article yet, but one that was taken down may come back.
  if (before.length === 0) return { uncovered: await moveTakedowns(trx, issueId, { before, after, following }) }
  await holdPositions(trx, issueId)
  await moveBookmarks(trx, issueId, following)
  await movePlaces(trx, issueId, following)
  const moved = before.map((_, from) => ({ from, to: following.successor(from) }))
  const changed = moved.filter(({ from, to }) => from !== to)
  if (changed.length > 0) {
    const mapping = sql`unnest(${changed.map(({ from }) => from)}::int[], ${changed.map(({ to }) => to)}::int[]) as moved (old, new)`
    for (const table of ['readings', 'former_articles'])
      await sql`update ${sql.table(table)} set article_position = moved.new from ${mapping}
        where issue_id = ${issueId} and article_position = moved.old`.execute(trx)
    // The readers are counted again, because several articles may have become one.
    await sql`delete from topic_readers where issue_id = ${issueId}`.execute(trx)
  }
  await moveTopics(trx, issueId, following)
  const kept = new Set(after.map((_, index) => following.predecessor(index)))
  const gone = before.flatMap(({ id, firstPage }, index) =>
    kept.has(index) ? [] : [{ id, issue_id: issueId, article_position: following.successor(index), page: firstPage }],
  )
  if (gone.length > 0) await trx.insertInto('former_articles').values(gone).execute()
  return { uncovered: await moveTakedowns(trx, issueId, { before, after, following }) }
}

const lockOfPositions = (issueId: number) => sql`hashtextextended(${`positions ${issueId}`}, 0)`

/**
 * Waits until nobody is storing a position of an article of this issue, and lets nobody begin to before the end of the
 * transaction. Until it returns, the transaction may lock the issue's row only `for no key update` and must not change its unique
 * columns: those it waits for may still have to check that the issue exists.
 */
export async function holdPositions(trx: Database, issueId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfPositions(issueId)})`.execute(trx)
}

/**
 * Returns whether the articles of an issue keep their positions until the end of the transaction. False: they are being replaced
 * now. Does not wait, because many readers store where they are at the same time.
 */
export async function keepsPositions(trx: Database, issueId: number): Promise<boolean> {
  const { rows } = await sql<{ keeps: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockOfPositions(issueId)}) as keeps`.execute(trx)
  return rows[0]!.keeps
}

type Kept = { article_position: number; page: number; fraction: number }

/** Returns the places of a table that are now in another article, or in another part of it. */
function movedPlaces(kept: readonly Kept[], following: Following) {
  return kept
    .map((each) => ({
      ...each,
      to: following.place({ index: each.article_position, page: each.page, fraction: each.fraction }),
    }))
    .filter(({ to, article_position, fraction }) => to?.index !== article_position || to.fraction !== fraction)
}

async function moveBookmarks(trx: Database, issueId: number, following: Following): Promise<void> {
  const { rows } = await sql<Kept>`select distinct article_position, page, 0 as fraction from bookmarks
    where issue_id = ${issueId} and article_position is not null`.execute(trx)
  const moved = movedPlaces(rows, following)
  if (moved.length === 0) return
  await sql`update bookmarks set article_position = moved.new
    from unnest(${moved.map(({ article_position }) => article_position)}::int[], ${moved.map(({ page }) => page)}::int[],
      ${moved.map(({ to }) => to?.index ?? null)}::int[]) as moved (old, page, new)
    where issue_id = ${issueId} and article_position = moved.old and bookmarks.page = moved.page`.execute(trx)
}

async function movePlaces(trx: Database, issueId: number, following: Following): Promise<void> {
  const { rows } = await sql<Kept>`select distinct article_position, page, fraction from reading_places
    where issue_id = ${issueId} and article_position is not null`.execute(trx)
  const moved = movedPlaces(rows, following)
  if (moved.length === 0) return
  await sql`update reading_places set article_position = moved.new, fraction = moved.new_fraction
    from unnest(${moved.map(({ article_position }) => article_position)}::int[], ${moved.map(({ page }) => page)}::int[],
      ${moved.map(({ fraction }) => fraction)}::real[], ${moved.map(({ to }) => to?.index ?? null)}::int[],
      ${moved.map(({ to }) => to?.fraction ?? 0)}::real[]) as moved (old, page, fraction, new, new_fraction)
    where issue_id = ${issueId} and article_position = moved.old and reading_places.page = moved.page
      and reading_places.fraction = moved.fraction`.execute(trx)
}

/** One by one, because each update of topics empties caches, even one that changes no row. */
async function moveTopics(trx: Database, issueId: number, following: Following): Promise<void> {
  const topics = await trx
    .selectFrom('topics')
    .select(['uid', 'article_position', 'page'])
    .where('issue_id', '=', issueId)
    .where('article_position', 'is not', null)
    .execute()
  for (const { uid, article_position, page } of topics) {
    const to = following.place({ index: article_position!, page, fraction: 0 })?.index ?? null
    if (to !== article_position) await trx.updateTable('topics').set({ article_position: to }).where('uid', '=', uid).execute()
  }
}

/**
 * Moves each takedown with the words of its article, into every article that has a considerable part of them.
 * @returns headlines of articles whose words would be shown again
 */
async function moveTakedowns(
  trx: Database,
  issueId: number,
  { before, after, following }: { before: readonly FormerArticle[]; after: readonly PublishedArticle[]; following: Following },
): Promise<string[]> {
  const down = await trx
    .selectFrom('takedowns')
    .selectAll()
    .where('issue_id', '=', issueId)
    .where('article_position', 'is not', null)
    .where('restored_at', 'is', null)
    .orderBy('id')
    .execute()
  /** The new article with the headline, if only other articles have the words: it was rewritten, and they quote it. */
  const rewritten = (index: number) => {
    const hasHeadline = (at: number) => after[at]!.headline === before[index]!.headline
    const isNew = (at: number) => following.predecessor(at) === null
    return following.parts(index).some(hasHeadline) ? [] : [...after.keys()].filter((at) => hasHeadline(at) && isNew(at))
  }
  /**
   * Whether a page now has words for the first time and no article has the headline: the page was read from its picture, perhaps
   * with other words.
   */
  const isReadFirst = (page: number, headline: string) => {
    const isOn = ({ firstPage, lastPage }: Pick<PublishedArticle, 'firstPage' | 'lastPage'>) =>
      firstPage <= page && page <= lastPage
    return !before.some(isOn) && after.some(isOn) && !after.some((each) => each.headline === headline)
  }
  const taken = new Set<number>()
  const uncovered: string[] = []
  const moved: { id: number; to: number }[] = []
  const additional: typeof down = []
  const lost: number[] = []
  for (const takedown of down) {
    const { article_position, article_headline, article_page } = takedown
    const ofHeadline = before.flatMap(({ headline, isDown }, at) => (isDown && headline === article_headline ? [at] : []))
    const ofPlace = before[article_position!]?.isDown && before[article_position!]!.firstPage === article_page
    const index = ofHeadline.find((at) => at === article_position) ?? ofHeadline[0] ?? (ofPlace ? article_position! : null)
    if (index === null) {
      // The article was already missing before. It may come back.
      if (isReadFirst(article_page!, article_headline!)) uncovered.push(article_headline!)
      lost.push(takedown.id)
      continue
    }
    const parts = [...following.parts(index), ...rewritten(index)]
    const hidden = new Set(pagesOf(parts.map((each) => after[each]!)))
    const isWhole = following.covered(index, parts) >= LEAST_HIDDEN && pagesOf([before[index]!]).every((page) => hidden.has(page))
    const free = parts.filter((each) => !taken.has(each))
    if (!isWhole || free.length < parts.length) uncovered.push(before[index]!.headline)
    for (const each of free) taken.add(each)
    const [main, ...others] = free
    if (main === undefined) {
      lost.push(takedown.id)
      continue
    }
    moved.push({ id: takedown.id, to: main })
    additional.push(...others.map((each) => ({ ...takedown, article_position: each })))
  }
  // In two steps, because two takedowns that swap positions would briefly have the same one.
  for (const { id, to } of moved)
    await trx
      .updateTable('takedowns')
      .set({ article_position: -2 - to, article_headline: after[to]!.headline, article_page: after[to]!.firstPage })
      .where('id', '=', id)
      .execute()
  // A takedown whose article is missing, or is part of one that is down, is found by its headline, because its position may now
  // be another article's.
  await sql`update takedowns set article_position = ${before.length + after.length}::int + id
    where id = any (${lost}::bigint[]) and article_position = any (${[...taken]}::int[])`.execute(trx)
  await sql`update takedowns set article_position = -2 - article_position
    where issue_id = ${issueId} and article_position < -1`.execute(trx)
  for (const { id: _, article_position: to, ...row } of additional)
    await trx
      .insertInto('takedowns')
      .values({ ...row, article_position: to, article_headline: after[to!]!.headline, article_page: after[to!]!.firstPage })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return uncovered
}

function pagesOf(articles: readonly Pick<PublishedArticle, 'firstPage' | 'lastPage'>[]): number[] {
  return articles.flatMap(({ firstPage, lastPage }) =>
    Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index),
  )
}

/** The position of the article with this id, or of the one that has its words now; SQL null = there is none, or it is down. */
export function positionOfArticle(issueId: number | RawBuilder<number>, id: string): RawBuilder<number> {
  return sql<number>`coalesce(
    (select position from articles where issue_id = ${issueId} and id = ${id}::bigint),
    (select article_position from former_articles where issue_id = ${issueId} and id = ${id}::bigint))`
}
