import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** When a scheduled issue `i` will be shown; null = it is shown. Until the job has run, a past time is still in the row. */
export const SHOWN_FROM = sql<Date | null>`case when i.shown_from > now() then i.shown_from end`

/** Returns the next time at which a scheduled issue is shown, by the clock of this machine; null = none is scheduled. */
export async function nextOpening(db: Database): Promise<number | null> {
  const { rows } = await sql<{ milliseconds: number | null }>`
    select (extract(epoch from min(shown_from) - now()) * 1000)::float8 as milliseconds from all_issues where shown_from > now()`.execute(
    db,
  )
  const { milliseconds } = rows[0]!
  return milliseconds === null ? null : Date.now() + milliseconds
}
