import { addDays, dayInUtc } from '@kiosk/domain/day'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { LOCK_NOT_AVAILABLE } from '../db/migrate.ts'
import type { DB } from '../db/schema.ts'
import { COUNTING_LOCK, dropReadingDays, firstRemembered, moveOldReadings, prepareReadingDays } from './reading-days.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Counts readings for recommendations and for the readers of topics, and drops those of days past. */
    readings: object
  }
}

/** Readers of more titles than this are ignored: they are bots or households, and would relate every title to every other. */
const MOST_TITLES = 40
/** Recommendations stored per title. */
const STORED_PER_TITLE = 20
/** Days, the current one included, whose readers count for the ranking of topics. */
const TRENDS_DAYS = 7
/** A day is complete when it has been over for this long, because readings of its last minute may be written a little later. */
const LATE_MS = HOUR_MS
/** A longer step is aborted until the next run. */
const TIMEOUT_MS = 10 * MINUTE_MS
/** Memory for sorting and grouping in one step: millions of pairs of titles. */
const SORT_MEMORY = '256MB'

type Options = { now?: Date; signal?: AbortSignal | undefined }

export async function readings(
  _payload: object,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  await refreshRecommendations(db, { now: now(), signal })
}

/**
 * Recomputes "readers also read" from readings by the same (hashed) reader on the same day, as the cosine similarity of two
 * titles' readers, and counts the readers of topics. A complete day is counted once and added to sums, and subtracted when it is
 * no longer remembered. Only incomplete days are read each time. Each step is a transaction, so the next run continues an
 * interrupted one. One server at a time does this.
 * @returns false if another one is running it, or it was stopped
 */
export async function refreshRecommendations(db: Database, { now = new Date(), signal }: Options = {}): Promise<boolean> {
  const today = dayInUtc(now)
  await unlessLocked(() => prepareReadingDays(db, today))
  if (!(await moveOldReadings(db, today, signal))) return false
  await unlessLocked(() => forgetOldDays(db, firstRemembered(today)))
  const complete = addDays(dayInUtc(new Date(now.getTime() - LATE_MS)), -1)
  let counted: string | null | undefined
  do {
    if (signal?.aborted) return false
    counted = await exclusively(db, (trx) => countNextDay(trx, firstRemembered(today), complete))
    if (counted === undefined) return false
  } while (counted !== null)
  const done = await exclusively(db, async (trx) => {
    await rankTitles(trx, firstRemembered(today))
    await countTopics(trx, today)
    return true
  })
  return done ?? false
}

/** Runs one step. Returns undefined if another server is running one. */
function exclusively<Result>(db: Database, step: (trx: Kysely<DB>) => Promise<Result>): Promise<Result | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true), set_config('work_mem', ${SORT_MEMORY}, true)`.execute(
      trx,
    )
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as mine`.execute(trx)
    return rows[0]!.mine ? step(trx) : undefined
  })
}

/** Leaves a change of partitions to the next run if the table is in use for long, for example by a backup. */
async function unlessLocked(change: () => Promise<unknown>): Promise<void> {
  await change().catch((error: { code?: string }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error
  })
}

/** Subtracts the days before `first` from the sums, the oldest first, and drops their readings, each day in one transaction. */
async function forgetOldDays(db: Database, first: string): Promise<void> {
  for (;;) {
    const forgotten = await exclusively(db, async (trx) => {
      const { rows } = await sql<{ day: string | null }>`
        delete from counted_reading_days where day = (select min(day) from counted_reading_days where day < ${first}::date) returning day`.execute(
        trx,
      )
      const day = rows[0]?.day
      if (day) await addToSums(trx, day, -1)
      await dropReadingDays(trx, day ? addDays(day, 1) : first)
      return day
    })
    if (!forgotten) break
  }
  // Readings of days without their own partition.
  await sql`delete from readings where day < ${first}::date`.execute(db)
}

/** Counts the first complete day that was not counted yet, and returns it; null = there is none. */
async function countNextDay(trx: Kysely<DB>, first: string, complete: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce((select max(day) + 1 from counted_reading_days), (select min(day) from readings where day >= ${first}::date))::text as day`.execute(
    trx,
  )
  const day = rows[0]!.day
  if (day === null || day > complete) return null
  await sql`insert into counted_reading_days (day) values (${day}::date)`.execute(trx)
  await addToSums(trx, day, 1)
  return day
}

/**
 * The titles of each reader who read at least two on a day, as `titles`, in ascending order. Sorting by a number first halves the
 * time for millions of texts.
 */
const shelvesOf = (days: RawBuilder<unknown>) => sql`
  select titles from (
    select array_agg(distinct title_id) as titles from readings where ${days} group by day, hashtextextended(reader, 0), reader
  ) as read where cardinality(titles) between 2 and ${MOST_TITLES}`

/**
 * All pairs of places in a list, for each length. Joining them takes half the time of making pairs of titles with two `unnest`.
 */
const PLACES = sql`select length, one, two
  from generate_series(2, ${MOST_TITLES}) as length, generate_series(1, length) as one, generate_series(one + 1, length) as two`
/** All pairs of titles that the same reader read, from `shelves` and `places`. */
const PAIRS = sql`select titles[one] as title_id, titles[two] as other_id, count(*) as readers
  from shelves join places on length = cardinality(titles) group by 1, 2`
const POPULARITY = sql`select title_id, count(*) as readers from shelves, unnest(titles) as title_id group by 1`

/** Adds the readers of a day to the sums, or takes them away (-1). */
async function addToSums(trx: Kysely<DB>, day: string, sign: 1 | -1): Promise<void> {
  await sql`
    with places as materialized (${PLACES}), shelves as materialized (${shelvesOf(sql`day = ${day}::date`)}), pairs as (${PAIRS}), popularity as (${POPULARITY}), summed as (
      insert into title_readers (title_id, readers) select title_id, ${sign} * readers from popularity
      on conflict (title_id) do update set readers = title_readers.readers + excluded.readers
    )
    insert into title_pairs (title_id, other_id, readers) select title_id, other_id, ${sign} * readers from pairs order by 1, 2
    on conflict (title_id, other_id) do update set readers = title_pairs.readers + excluded.readers`.execute(trx)
  if (sign === 1) return
  for (const table of ['title_readers', 'title_pairs']) await sql`delete from ${sql.table(table)} where readers <= 0`.execute(trx)
}

/** Days that are not in the sums. */
const openDays = (first: string) =>
  sql`day >= ${first}::date and day > coalesce((select max(day) from counted_reading_days), '-infinity')`

/** The cosine similarity of two titles' readers, from the readers of both (`p`) and of each (`a`, `b`). */
const SCORE = sql`p.readers / sqrt(a.readers * b.readers)`

/**
 * Stores the closest titles of each title. Of millions of pairs, it sorts only those that may be among the closest: it computes new
 * scores of the titles that the last run stored, and the closest titles have at least the lowest of these scores.
 */
async function rankTitles(trx: Kysely<DB>, first: string): Promise<void> {
  await sql`
    with places as materialized (${PLACES}), shelves as materialized (${shelvesOf(openDays(first))}), opened as materialized (${PAIRS}), popularity as materialized (
      select title_id, sum(readers)::bigint as readers from (select title_id, readers from title_readers union all ${POPULARITY}) as all_days
      where title_id in (select id from titles) group by title_id having sum(readers) > 0
    ), reached as (
      select p.title_id, min(${SCORE}) as score
      from (
        select r.title_id, r.other_id, coalesce(s.readers, 0) + coalesce(o.readers, 0) as readers
        from (select *, least(title_id, other_id) as one, greatest(title_id, other_id) as two from readers_also_read) r
        left join title_pairs s on s.title_id = one and s.other_id = two
        left join opened o on o.title_id = one and o.other_id = two
      ) as p join popularity a using (title_id) join popularity b on b.title_id = p.other_id
      group by p.title_id having count(*) >= ${STORED_PER_TITLE}
    ), known as materialized (
      select title_id, readers, coalesce(score, 0) as reached from popularity left join reached using (title_id)
    ), scored as materialized (
      select p.title_id, p.other_id, ${SCORE} as score, a.reached, b.reached as other_reached
      from (
        select title_id, other_id, coalesce(s.readers, 0) + coalesce(o.readers, 0) as readers
        from title_pairs s full join opened o using (title_id, other_id)
      ) as p join known a using (title_id) join known b on b.title_id = p.other_id
      where ${SCORE} >= least(a.reached, b.reached)
    ), ranked as (
      select title_id, other_id, score::real, row_number() over (partition by title_id order by candidates.score desc, other_id) as place
      from (
        select title_id, other_id, score from scored where score >= reached
        union all select other_id, title_id, score from scored where score >= other_reached
      ) as candidates
    ), closest as materialized (
      select title_id, other_id, score from ranked where place <= ${STORED_PER_TITLE}
    ), gone as (
      delete from readers_also_read r where not exists (
        select from closest c where c.title_id = r.title_id and c.other_id = r.other_id)
    )
    insert into readers_also_read (title_id, other_id, score) select title_id, other_id, score from closest
    on conflict (title_id, other_id) do update set score = excluded.score where readers_also_read.score <> excluded.score`.execute(
    trx,
  )
}

/**
 * Counts the readers of topics: those who reached the article that a topic points to, or the page if it points to no article. A
 * complete day is counted once for each topic, and again when the topic points elsewhere.
 */
async function countTopics(trx: Kysely<DB>, today: string): Promise<void> {
  const first = addDays(today, 1 - TRENDS_DAYS)
  const reached = sql`e.issue_id = t.issue_id and e.article_position is not distinct from t.article_position
    and (t.article_position is not null or e.page >= t.page)`
  await sql`delete from topic_readers where day < ${first}::date`.execute(trx)
  const { rows: counted } = await sql<{ day: string }>`
    select day::text from counted_reading_days where day >= ${first}::date order by counted_reading_days.day`.execute(trx)
  for (const { day } of counted)
    await sql`
      insert into topic_readers (topic, day, issue_id, article_position, page, readers)
      select t.uid, ${day}::date, t.issue_id, t.article_position, t.page, count(distinct e.reader)
      from topics t left join readings e on e.day = ${day}::date and ${reached}
      where t.issue_id is not null and not exists (
        select from topic_readers k where k.topic = t.uid and k.day = ${day}::date
          and (k.issue_id, k.article_position, k.page) is not distinct from (t.issue_id, t.article_position, t.page))
      group by t.uid
      on conflict (topic, day) do update set readers = excluded.readers, issue_id = excluded.issue_id,
        article_position = excluded.article_position, page = excluded.page`.execute(trx)
  await sql`
    with today as (
      select t.uid, count(distinct (e.day, e.reader)) filter (where e.reader is not null) as readers
      from topics t left join readings e on ${openDays(first)} and ${reached} group by t.uid
    ), counted as (
      select today.uid, today.readers + coalesce((select sum(k.readers) from topic_readers k where k.topic = today.uid), 0) as readers
      from today
    )
    update topics set readers = counted.readers from counted where topics.uid = counted.uid and topics.readers <> counted.readers`.execute(
    trx,
  )
}
