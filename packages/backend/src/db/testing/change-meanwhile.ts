import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../connect.ts'

/**
 * Commits a change between two queries of some work: `lock` takes a lock, the work begins and waits for it or ends, then the
 * change is committed and the lock released.
 * @returns what the work returns
 */
export async function changeMeanwhile<Result>(
  db: Database,
  work: () => Promise<Result>,
  { lock, change }: Record<'lock' | 'change', (trx: Database) => Promise<unknown>>,
): Promise<Result> {
  let result: Promise<Result> | undefined
  await db.transaction().execute(async (trx) => {
    await lock(trx)
    result = work()
    await endsOrWaits(db, result, 1)
    await change(trx)
  })
  return result!
}

/** Waits until some work has ended, or this many connections wait for locks. */
export async function endsOrWaits(db: Database, work: Promise<unknown>, connections: number): Promise<void> {
  let isAtEnd = false
  const end = () => {
    isAtEnd = true
  }
  work.then(end, end)
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!isAtEnd && (await waiting.execute(db)).rows.length < connections) await pause(10)
}
