import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Returns the last day whose figures and postings are counted, "2026-10-31" of Vienna; null before the first count. */
export async function lastCountedDay(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{
    day: string | null
  }>`select max(day)::text as day from daily_figures where figure = 'readers'`.execute(db)
  return rows[0]!.day
}
