import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../connect.ts'

/** Waits until a query of this database waits for a lock. */
export async function untilOneWaitsForLock(db: Database): Promise<void> {
  const waits = async () => {
    const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(db)
    return rows[0]!.waits
  }
  await expect.poll(waits, { timeout: 5_000 }).toBe(true)
}
