import type pg from 'pg'

/** Less is a clock that is adjusted. Milliseconds. */
const LEAST_CHANGE_MS = 2_000

/**
 * Watches the clock of this process, by which schedules are kept, and that of the database, by which jobs are due.
 * @returns `wentBack`: whether one of them was put back since the call before, at first since it is watched
 */
export async function watchClocks(pool: pg.Pool): Promise<{ wentBack(): Promise<boolean> }> {
  let before = await readClocks(pool)
  return {
    async wentBack() {
      const last = before
      const now = await readClocks(pool)
      before = now
      return Math.min(now.own - last.own, now.databaseMost - last.databaseLeast) < -LEAST_CHANGE_MS
    },
  }
}

/**
 * Milliseconds by which each clock is ahead of the time since the start of the process; that of the database at least and at most,
 * because nobody knows when it was read while the answer was awaited.
 */
type Readings = { own: number; databaseLeast: number; databaseMost: number }

async function readClocks(pool: pg.Pool): Promise<Readings> {
  const asked = performance.now()
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const answered = performance.now()
  const [{ ms }] = rows as [{ ms: number }]
  return { own: Date.now() - answered, databaseLeast: ms - answered, databaseMost: ms - asked }
}

/**
 * Corrects what was recorded by a clock that was ahead: jobs that were due at once or to be repeated would wait until that time, and
 * schedules would pause until then. A job that somebody wanted at a certain time keeps it.
 */
export async function forgetTimeToCome(pool: pg.Pool): Promise<void> {
  await pool.query(`update graphile_worker._private_jobs set run_at = now() + (run_at - updated_at), updated_at = now()
    where locked_at is null and updated_at > now() + interval '1 second' and (attempts > 0 or run_at <= updated_at)`)
  await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`)
}
