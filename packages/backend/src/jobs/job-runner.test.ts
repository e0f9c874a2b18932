import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from 'graphile-worker'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { createClient, createPool, WORK_LIMITS } from '../db/connections.ts'
import { testDatabase } from '../db/testing/database.ts'
import { within } from '../testing/api.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startRunner } from './job-runner.ts'
import { ignoreSecondRelease } from './release-once.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('a runner whose write failed is stopped at once and finished after its last job', {
  timeout: 40_000,
}, async () => {
  const pool = createPool({ url: connection.url, name: 'runner of the test', connections: 6, limits: WORK_LIMITS })
  ignoreSecondRelease(pool)
  const locks = createClient({ url: connection.url, name: 'locks of the test' })
  await locks.connect()
  const second = Promise.withResolvers<void>()
  const third = Promise.withResolvers<void>()
  const started: string[] = []
  const alive = await startHeartbeat(connection.url, pino({ level: 'silent' }))
  const runner = await startRunner(
    {
      pgPool: pool,
      concurrency: 3,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      // A second attempt is for another runner.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: 60_000 } },
      taskList: {
        async first(_payload, { job }) {
          started.push('first')
          await within(5_000, async () => started.length === 3)
          await locks.query('begin')
          await locks.query('select id from graphile_worker._private_jobs where id = $1 for update', [job.id])
          throw new Error('first')
        },
        async second() {
          started.push('second')
          await second.promise
          throw new Error('second')
        },
        async third() {
          started.push('third')
          await third.promise
        },
      },
    },
    alive,
    () => {},
  )
  for (const name of ['first', 'second', 'third']) await sql`select graphile_worker.add_job(${name})`.execute(connection.db)
  await within(10_000, async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'runner of the test' and wait_event_type = 'Lock'`.execute(
      connection.db,
    )
    return rows.length === 1
  })
  await locks.query('rollback')
  expect(await runner.stopped).toBeInstanceOf(Error)
  let finished = false
  const finish = runner.finished.then(() => {
    finished = true
  })
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select t.identifier || case when j.locked_by is null then '' else ' locked' end
        || coalesce(': ' || j.last_error, '') as state
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(
      connection.db,
    )
    return rows.map(({ state }) => state)
  }
  second.resolve()
  await pause(500)
  expect(finished).toBe(false)
  third.resolve()
  // From here on, the promise of graphile-worker would never settle.
  await finish
  // The runner usually still records the results of the last jobs; otherwise another runner repeats them.
  const [first, ...left] = await states()
  expect(first).toBe('first locked')
  for (const state of left) expect(['second: second', 'second locked', 'third locked']).toContain(state)
  // The heartbeat releases the names in the background.
  await within(5_000, async () => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)) as free
      from graphile_worker._private_jobs where locked_by is not null`.execute(connection.db)
    return rows.length > 0 && rows.every(({ free }) => free)
  })
  await alive.end()
  await locks.end()
  await pool.end()
})

test('a runner that could not read the ids of its tasks stops', async () => {
  const pool = createPool({ url: connection.url, name: 'runner of the test', connections: 6, limits: WORK_LIMITS })
  let failures = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    client.query = ((...given: unknown[]) => {
      const isFirst = JSON.stringify(given[0]).includes('insert into') && JSON.stringify(given[0]).includes('_private_tasks')
      if (!isFirst || failures > 0) return query(...given)
      failures++
      return Promise.reject(new Error('connection lost'))
    }) as typeof client.query
  })
  const alive = await startHeartbeat(connection.url, pino({ level: 'silent' }))
  const start = () =>
    startRunner(
      {
        pgPool: pool,
        concurrency: 2,
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        taskList: { async fourth() {} },
      },
      alive,
      () => {},
    )
  const runner = await start()
  expect(await runner.stopped).toEqual(new Error('connection lost'))
  await runner.finished
  expect(failures).toBe(1)
  await sql`select graphile_worker.add_job('fourth')`.execute(connection.db)
  const next = await start()
  await within(5_000, async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'fourth'`.execute(connection.db)
    return rows.length === 0
  })
  next.stop()
  await next.finished
  await alive.end()
  await pool.end()
})
