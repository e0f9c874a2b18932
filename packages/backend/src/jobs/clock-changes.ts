import type pg from 'pg'

/** A smaller change is a normal adjustment of the clock. */
const LEAST_CHANGE_MS = 2_000

/**
 * Watches the clock of this process, which schedules use, and that of the database, which decides when jobs are due.
 * @returns `wentBack`: whether one of them was set back since the previous call, or for the first call since watching began
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
 * Milliseconds by which each clock is ahead of the time since the start of the process. For the database, the minimum and the
 * maximum, because the moment between request and answer at which its clock was read is unknown.
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
 * Corrects what was recorded with a clock that was ahead: otherwise, jobs that were due at once or to be repeated would wait
 * until that time, and schedules would pause until then. A job requested for a certain time keeps it.
 */
export async function forgetTimeToCome(pool: pg.Pool): Promise<void> {
  await pool.query(`update graphile_worker._private_jobs set run_at = now() + (run_at - updated_at), updated_at = now()
    where locked_at is null and updated_at > now() + interval '1 second' and (attempts > 0 or run_at <= updated_at)`)
  await pool.query(`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '1 minute'`)
}
