import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { within } from '../testing/api.ts'
import { watchClocks } from './clock-changes.ts'
import { troubledJobs } from './queries.ts'
import { startWorker } from './worker.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

const log = pino({ level: 'silent' })

/** Adds a job as if the clock of the database had been an hour ahead. */
async function addAheadOfTime(name: string, { minutes = 0, attempts = 0 } = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${name})`.execute(connection.db)
  await sql`update graphile_worker._private_jobs set created_at = now() + interval '1 hour', updated_at = now() + interval '1 hour',
    run_at = now() + interval '1 hour' + make_interval(mins => ${minutes}), attempts = ${attempts}
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`.execute(connection.db)
}

async function minutesUntil(name: string): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`select extract(epoch from run_at - now())::float8 / 60 as minutes
    from graphile_worker.jobs where task_identifier = ${name}`.execute(connection.db)
  return rows[0]?.minutes
}

const worker = (done: string[], name: string) =>
  startWorker({
    databaseUrl: connection.url,
    log,
    queues: [
      { name, concurrency: 1, handlers: { [name]: async () => void done.push(name) }, schedule: `* * * * * ${name}-minute` },
    ],
  })

test('a process that starts runs jobs of a clock that was ahead, and leaves those that somebody wanted later', async () => {
  await addAheadOfTime('due')
  await addAheadOfTime('again', { minutes: 2, attempts: 1 })
  await addAheadOfTime('later', { minutes: 30 })
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('due-minute', now(), now() + interval '1 hour')`.execute(connection.db)
  const done: string[] = []
  const jobs = await worker(done, 'due')
  await within(10_000, async () => done.length === 1)
  expect(await minutesUntil('again')).toBeCloseTo(2, 0)
  expect(await minutesUntil('later')).toBeCloseTo(90, 0)
  const { rows } =
    await sql`select from graphile_worker._private_known_crontabs where last_execution > now() + interval '1 minute'`.execute(
      connection.db,
    )
  expect(rows).toEqual([])
  await jobs.close()
})

test('a clock that goes back while a process runs delays neither its jobs nor its schedule', { timeout: 150_000 }, async () => {
  const right = Date.now.bind(Date)
  // Node's code reads the time only from here; its timers have their own clock.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + HOUR_MS)
  const done: string[] = []
  const jobs = await worker(done, 'waiting')
  await addAheadOfTime('waiting')
  expect(await minutesUntil('waiting')).toBeCloseTo(60, 0)
  clock.mockRestore()
  await within(15_000, async () => done.length === 1)
  // Without a new runner, the schedule would pause for an hour.
  await within(75_000, async () => (await minutesUntil('waiting-minute')) !== undefined)
  await jobs.close()
})

test('the jobs of a worker that died while the clock was ahead are released; one without a further attempt says why it failed', async () => {
  /** As the schedule adds a run. */
  const addRun = (inMinutes: number) =>
    sql`select graphile_worker.add_job('replaced', '{"_cron":{}}', job_key => 'replaced',
      run_at => now() + make_interval(mins => ${inMinutes}))`.execute(connection.db)
  for (const name of ['orphan', 'last-try']) await sql`select graphile_worker.add_job(${name})`.execute(connection.db)
  await addRun(0)
  await sql`update graphile_worker._private_jobs set locked_at = now() + interval '1 hour', locked_by = 'dead worker',
    attempts = case when tasks.identifier = 'last-try' then max_attempts else 1 end
    from graphile_worker._private_tasks tasks where tasks.id = task_id and identifier in ('orphan', 'last-try', 'replaced')`.execute(
    connection.db,
  )
  await addRun(90)
  const done: string[] = []
  const jobs = await worker(done, 'orphan')
  await within(15_000, async () => done.length === 1)
  await jobs.close()
  // Of the scheduled job, the next run is left, which does what the first has not done.
  expect(await minutesUntil('replaced')).toBeCloseTo(90, 0)
  const failed = await troubledJobs(connection.db, 10, { onlyFailed: true })
  expect(failed.map(({ name, error }) => [name, error])).toEqual([['last-try', 'the process that ran it ended']])
})

test('a clock of the database that goes back is noticed once, and a late answer is not taken for that', async () => {
  let ms = Date.now()
  let answerAfterMs = 0
  const query = async () => {
    const rows = [{ ms }]
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
    return { rows }
  }
  const clocks = await watchClocks({ query } as unknown as pg.Pool)
  expect(await clocks.wentBack()).toBe(false)
  ms += HOUR_MS
  expect(await clocks.wentBack()).toBe(false)
  ms -= HOUR_MS
  expect(await clocks.wentBack()).toBe(true)
  expect(await clocks.wentBack()).toBe(false)
  ms = Date.now()
  await clocks.wentBack()
  answerAfterMs = 3_000
  expect(await clocks.wentBack()).toBe(false)
})
