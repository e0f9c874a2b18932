// The partitions of readings by day: created ahead, filled from the former table, and dropped (ADR-0302).
import { addDays } from '@kiosk/domain/day'
import { SECOND_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'

/** Readings of earlier days are ignored and dropped. */
const REMEMBERED_DAYS = 90
/**
 * Number of partitions that exist in advance. Without one, rows of a day go to the default partition and are deleted row by row.
 */
const DAYS_AHEAD = 7
/** Rows of the former table that are moved in one transaction. */
const MOVED_ROWS = 20_000
/**
 * Timeout for the lock of the partitioned table: queries that read or write it wait behind it. The next run repeats a failed
 * attempt.
 */
const LOCK_MS = 1 * SECOND_MS
/** Advisory lock of a transaction that counts readings, or adds some to past days. */
export const COUNTING_LOCK = 20_261_124

/** Returns the first day that is remembered. @param today ISO 8601, UTC */
export const firstRemembered = (today: string) => addDays(today, -REMEMBERED_DAYS)

/** Creates the partitions of the next days, and missing ones from `first` on. */
export async function prepareReadingDays(db: Database, today: string, first = today): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(trx)
    await sql`select create_reading_days(${first}::date, ${addDays(today, DAYS_AHEAD)}::date)`.execute(trx)
  })
}

/** Drops the partitions of the days before `first`. Their rows in the default partition stay. */
export async function dropReadingDays(trx: Kysely<DB>, first: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(trx)
  await sql`select drop_reading_days(${first}::date)`.execute(trx)
}

/**
 * Moves the readings that older versions have written to `reading_events`, one batch per transaction, until none is left or the
 * signal is aborted. Readings of a day that is already counted go to the first day that is not.
 * @returns whether all have been moved
 */
export async function moveOldReadings(db: Database, today: string, signal?: AbortSignal): Promise<boolean> {
  const first = firstRemembered(today)
  const { rows: oldest } = await sql<{ day: string | null }>`
    select (min(at) at time zone 'UTC')::date as day from reading_events`.execute(db)
  const day = oldest[0]?.day
  if (!day) return true
  await prepareReadingDays(db, today, [[day, first].sort()[1]!, today].sort()[0])
  let last = 0
  for (;;) {
    if (signal?.aborted) return false
    const { moved, last: newest } = await db.transaction().execute((trx) => moveBatch(trx, first, last))
    if (moved < MOVED_ROWS) return true
    last = newest!
  }
}

/** Moves the next rows after `last`, an id. Their days are not counted meanwhile. */
async function moveBatch(trx: Kysely<DB>, first: string, last: number): Promise<{ moved: number; last: number | null }> {
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(trx)
  const { rows } = await sql<{ moved: number; last: number | null }>`
    with moved as (
      delete from reading_events where id in (
        select id from reading_events where id > ${last} order by id limit ${MOVED_ROWS} for update skip locked
      ) returning *
    ), inserted as (
      insert into readings (day, issue_id, title_id, reader, page, article_position, at)
      select greatest((at at time zone 'UTC')::date, (select max(day) + 1 from counted_reading_days)),
        issue_id, title_id, reader, page, article_position, at
      from moved where (at at time zone 'UTC')::date >= ${first}::date
    )
    select count(*) as moved, max(id) as last from moved`.execute(trx)
  return rows[0]!
}
