import { sql } from 'kysely'
import { keepsPositions, positionOfArticle } from '../catalogue/following/move-references.ts'
import type { Database } from '../db/connect.ts'

/** Id of the article at the saved place; null if a correction removed it. */
export const articleId = sql<number | null>`(select id from articles where articles.issue_id = reading_places.issue_id
  and articles.position = reading_places.article_position)`

export function placeIn(db: Database, accountId: number, issueId: number) {
  return db
    .selectFrom('reading_places')
    .select(['page', articleId.as('article_id'), 'fraction', 'furthest_page', 'at'])
    .where('account_id', '=', accountId)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
}

/**
 * Returns the position of an article in its issue, or of the one that has its words now; undefined if the issue has no such article,
 * or none is requested.
 */
export async function articleAt(db: Database, issueId: number, id: string | undefined) {
  if (!id) return undefined
  return await db
    .selectFrom('articles')
    .select(['position', 'headline'])
    .where('issue_id', '=', issueId)
    .where('position', '=', positionOfArticle(issueId, id))
    .executeTakeFirst()
}

/** Whether an issue once had an article with this id whose words are in no article now. */
export async function hadArticle(db: Database, issueId: number, id: string): Promise<boolean> {
  const former = await db
    .selectFrom('former_articles')
    .select('id')
    .where('issue_id', '=', issueId)
    .where('id', '=', sql<number>`${id}::bigint`)
    .where('article_position', 'is', null)
    .executeTakeFirst()
  return former !== undefined
}

type Written = {
  accountId: number
  issueId: number
  page: number
  /** Id of the article that is read. */
  article: string | undefined
  fraction: number
  /** Time of reading by the reader's clock, which may be wrong: capped at `now`. */
  readAt: Date
  now: Date
  seconds?: number
}

/** Largest number of the column. Clients report the seconds, and whatever they report must not fail. */
const MOST_SECONDS = 2 ** 31 - 1

/**
 * Stores a place if it is the latest, and returns the current one, without its article if the articles of the issue are being
 * replaced now. `seconds` are added.
 */
export async function writePlace(db: Database, place: Written) {
  const { accountId, issueId, article } = place
  if (article === undefined) await writePlaceAt(db, place, null)
  else
    await db.transaction().execute(async (trx) => {
      const found = (await keepsPositions(trx, issueId)) ? await articleAt(trx, issueId, article) : undefined
      await writePlaceAt(trx, place, found?.position ?? null)
    })
  return (await placeIn(db, accountId, issueId))!
}

async function writePlaceAt(db: Database, place: Written, articlePosition: number | null): Promise<void> {
  const { accountId, issueId, page, fraction, readAt, now, seconds = 0 } = place
  const at = readAt > now ? now : readAt
  await sql`
    insert into reading_places (account_id, issue_id, page, article_position, fraction, furthest_page, seconds, at)
    values (${accountId}, ${issueId}, ${page}, ${articlePosition}, ${fraction}, ${page}, ${seconds}, ${at})
    on conflict (account_id, issue_id) do update set
      page = case when excluded.at >= reading_places.at then excluded.page else reading_places.page end,
      article_position = case when excluded.at >= reading_places.at then excluded.article_position else reading_places.article_position end,
      fraction = case when excluded.at >= reading_places.at then excluded.fraction else reading_places.fraction end,
      furthest_page = greatest(excluded.furthest_page, reading_places.furthest_page),
      seconds = least(reading_places.seconds + excluded.seconds::bigint, ${MOST_SECONDS}),
      at = greatest(excluded.at, reading_places.at)
  `.execute(db)
}

/** Returns the account's places with their issues, latest first. */
export function latestPlaces(db: Database, accountId: number, options: { limit: number; before?: Date | undefined }) {
  return db
    .selectFrom('reading_places')
    .innerJoin('issues', 'issues.id', 'reading_places.issue_id')
    .select(['uid', 'title_id', 'page', articleId.as('article_id'), 'fraction', 'furthest_page', 'at'])
    .where('account_id', '=', accountId)
    .$if(options.before !== undefined, (query) => query.where('at', '<', options.before!))
    .orderBy('at', 'desc')
    .limit(options.limit)
    .execute()
}

/** Deletes one issue or everything from the history; false if there was nothing. */
export async function erasePlaces(db: Database, accountId: number, uid: string | 'all'): Promise<boolean> {
  const erased = await db
    .deleteFrom('reading_places')
    .where('account_id', '=', accountId)
    .$if(uid !== 'all', (query) =>
      query.where('issue_id', 'in', (issue) => issue.selectFrom('all_issues').select('id').where('uid', '=', uid)),
    )
    .executeTakeFirst()
  return erased.numDeletedRows > 0n
}
