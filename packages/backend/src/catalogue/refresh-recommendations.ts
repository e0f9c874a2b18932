import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** Readings older than this are ignored and deleted. */
const REMEMBERED_DAYS = 90
/** Readers of more titles than this are bots or households, and would relate every title to every other. */
const MOST_TITLES = 40
/** Recommendations stored per title. */
const STORED_PER_TITLE = 20
/** Period in which readers count for the ranking of topics. */
const TRENDS_DAYS = 7
/** A longer refresh is aborted until the next run. Milliseconds. */
const TIMEOUT_MS = 30_000
const LOCK = 20_261_124

/**
 * Recomputes "readers also read" from readings by the same (hashed) reader on the same day, as the cosine similarity of two
 * titles' readers, and counts the readers of topics. One server at a time; returns false if another one is running it.
 */
export function refreshRecommendations(db: Database): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(transaction)
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(transaction)
    if (!rows[0]?.mine) return false
    await sql`delete from reading_events where at < now() - ${REMEMBERED_DAYS} * interval '1 day'`.execute(transaction)
    await transaction.deleteFrom('readers_also_read').execute()
    await sql`
      with readings as (
        select distinct reader, title_id from reading_events
      ), readers as (
        select reader from readings group by reader having count(*) between 2 and ${MOST_TITLES}
      ), relevant as (
        select readings.* from readings join readers using (reader)
      ), popularity as (
        select title_id, count(*) as readers from relevant group by title_id
      ), pairs as (
        select a.title_id, b.title_id as other_id, count(*) as together
        from relevant a join relevant b on a.reader = b.reader and a.title_id <> b.title_id
        group by a.title_id, b.title_id
      ), scored as (
        select p.title_id, p.other_id, p.together / sqrt(a.readers * b.readers) as score,
          row_number() over (
            partition by p.title_id order by p.together / sqrt(a.readers * b.readers) desc, p.other_id
          ) as place
        from pairs p join popularity a on a.title_id = p.title_id join popularity b on b.title_id = p.other_id
      )
      insert into readers_also_read (title_id, other_id, score)
      select title_id, other_id, score from scored where place <= ${STORED_PER_TITLE}
    `.execute(transaction)
    // For a topic without an article, counts readers who reached its page.
    await sql`
      with counted as (
        select topics.uid, count(distinct e.reader) as readers
        from topics left join reading_events e on e.issue_id = topics.issue_id
          and e.article_position is not distinct from topics.article_position
          and (topics.article_position is not null or e.page >= topics.page)
          and e.at > now() - ${TRENDS_DAYS} * interval '1 day'
        group by topics.uid
      )
      update topics set readers = counted.readers from counted
      where topics.uid = counted.uid and topics.readers <> counted.readers
    `.execute(transaction)
    return true
  })
}
