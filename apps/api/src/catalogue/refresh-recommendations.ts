import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Readings older than this say nothing any more, and go. Days. */
const REMEMBERED = 90
/** Readers of more titles than this are programs, or a household; they would pair everything with everything. */
const MOST_TITLES = 40
/** Recommendations kept for a title. */
const KEPT = 20
/** Readers of so many days make a topic rise. */
const TRENDS = 7
/** What takes longer than this is given up until the next time. Milliseconds. */
const LONGEST = 30_000
const LOCK = 20_261_124

/**
 * Makes "readers also read" anew from what was read on the same day by the same (hashed) reader: the cosine of two titles'
 * readers; and counts the readers of what topics lead to. One server at a time; false = another one is at it.
 */
export function refreshRecommendations(db: Database): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(LONGEST)}, true)`.execute(transaction)
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(transaction)
    if (!rows[0]?.mine) return false
    await sql`delete from reading_events where at < now() - ${REMEMBERED} * interval '1 day'`.execute(transaction)
    await transaction.deleteFrom('readers_also_read').execute()
    await sql`
      with readings as (
        select distinct reader, title_id from reading_events
      ), readers as (
        select reader from readings group by reader having count(*) between 2 and ${MOST_TITLES}
      ), told as (
        select readings.* from readings join readers using (reader)
      ), popularity as (
        select title_id, count(*) as readers from told group by title_id
      ), pairs as (
        select a.title_id, b.title_id as other_id, count(*) as together
        from told a join told b on a.reader = b.reader and a.title_id <> b.title_id
        group by a.title_id, b.title_id
      ), scored as (
        select p.title_id, p.other_id, p.together / sqrt(a.readers * b.readers) as score,
          row_number() over (
            partition by p.title_id order by p.together / sqrt(a.readers * b.readers) desc, p.other_id
          ) as place
        from pairs p join popularity a on a.title_id = p.title_id join popularity b on b.title_id = p.other_id
      )
      insert into readers_also_read (title_id, other_id, score)
      select title_id, other_id, score from scored where place <= ${KEPT}
    `.execute(transaction)
    // Of a topic without an article, who read its issue as far as its page.
    await sql`
      with counted as (
        select topics.uid, count(distinct e.reader) as readers
        from topics left join reading_events e on e.issue_id = topics.issue_id
          and e.article_position is not distinct from topics.article_position
          and (topics.article_position is not null or e.page >= topics.page)
          and e.at > now() - ${TRENDS} * interval '1 day'
        group by topics.uid
      )
      update topics set readers = counted.readers from counted
      where topics.uid = counted.uid and topics.readers <> counted.readers
    `.execute(transaction)
    return true
  })
}
