import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { issueColumns } from '../catalogue/queries.ts'
import { preparedFirst } from '../db/prepared.ts'
import { articleId } from './progress-queries.ts'

/** Number of most recently read titles that recommendations are based on. */
const OWN = 12
/** Number of the reader's latest places: more than are shown, because some of their issues are read to the end. */
const PLACES = 24
/** Number of titles that readers of the reader's own titles also read. */
const ALONG = 60

/**
 * Returns the contents of an account's shelf in one query: its latest places with their issues; its favourites by name, each with
 * the time at which an issue was last opened; and for recommendations, the titles that the account read last or marked as
 * favourite, and those that their readers also read, nearest first.
 */
export const shelfOf = preparedFirst('shelf of account', (db, accountId: number) => {
  const own = sql<{ title_id: number; at: Date }>`(
    select title_id, max(at) as at from (
      select i.title_id, p.at from reading_places p join issues i on i.id = p.issue_id where p.account_id = ${accountId}
      union all select title_id, at from favourites where account_id = ${accountId}
    ) known group by title_id order by max(at) desc limit ${OWN})`
  const places = db
    .selectFrom('reading_places')
    .innerJoin('issues', 'issues.id', 'reading_places.issue_id')
    .select(issueColumns)
    .select(['page', articleId.as('article_id'), 'fraction', 'furthest_page', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(PLACES)
  const favourites = db
    .selectFrom('favourites')
    .innerJoin('titles', 'titles.id', 'favourites.title_id')
    .select([
      'favourites.title_id',
      // A time as text, because it is JSON, as `at` of a place.
      sql<string | null>`(select max(at) from reading_places p join issues i on i.id = p.issue_id
        where p.account_id = favourites.account_id and i.title_id = favourites.title_id)`.as('opened_at'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('titles.name')
  const along = db
    .selectFrom('readers_also_read')
    .select(['title_id', 'other_id'])
    .where(sql<boolean>`title_id in (select title_id from own)`)
    .orderBy('score', 'desc')
    .limit(ALONG)
  return db
    .with('own', () => own)
    .selectFrom('accounts')
    .select([
      'recommends',
      jsonArrayFrom(places).as('places'),
      jsonArrayFrom(favourites).as('favourites'),
      sql<number[]>`array(select title_id from own order by at desc)`.as('own'),
      jsonArrayFrom(along).as('along'),
    ])
    .where('id', '=', accountId)
})
