import { EventEmitter } from 'node:events'
import { type JobHelpers, Logger, type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { createPool, WORK_LIMITS } from '../database/connections.ts'
import type { House } from '../house.ts'
import { createLane } from '../outside/mail/recipient-lanes.ts'
import { withoutAddresses } from '../outside/mail/without-addresses.ts'
import { handlers, type Job } from './jobs.ts'
import { signOfLife } from './sign-of-life.ts'

const SWEEP_EVERY = 5_000
/**
 * What runs at once, apart from each other: mails that somebody waits for, mails to many, and everything else. A slow mail server
 * holds no payment, and a slow host of recipients at most half of the mails. See smtp-post.ts for the connections.
 */
const QUEUES = [
  { tasks: ['letter'], atOnce: 6, ofOneHost: 3 },
  { tasks: ['bulk-letter'], atOnce: 2, ofOneHost: 1 },
  { tasks: null, atOnce: 2, ofOneHost: 1 },
] as const
const AT_ONCE = QUEUES.reduce((sum, { atOnce }) => sum + atOnce, 0)
/** Workers and their pools: as many names a process holds locks on. */
export const WORKER_NAMES = AT_ONCE + QUEUES.length

/** With a delay, even none, a worker that stops waits until what it has done is noted as done; else it would be done again. */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const

/** What runs by the clock (UTC), once however many servers there are; what was missed while none ran is made up for. */
const CRONTAB = [
  '17 * * * * housekeeping ?fill=1d&jobKey=housekeeping',
  '*/10 * * * * security-storms ?jobKey=security-storms',
  '* * * * * payments ?jobKey=payments',
  '*/10 * * * * billing ?jobKey=billing',
  '*/10 * * * * wallets ?jobKey=wallets',
  '11 3 * * * reconcile ?fill=2d&jobKey=reconcile',
  '41 2 * * * old-papers ?fill=2d&jobKey=old-papers',
].join('\n')

/**
 * Works on the jobs of a database until it is closed; any number of processes may. Every worker holds a lock on its own
 * name while it lives, so that what a dead one left is taken up by another within ten seconds.
 * @param databaseUrl a direct connection, no transaction pooler
 */
export async function runJobs(databaseUrl: string, house: House): Promise<{ close(): Promise<void> }> {
  const pool = createPool({ url: databaseUrl, name: 'jobs', connections: AT_ONCE + 2, limits: WORK_LIMITS })
  const lost = (error: Error) => house.log.warn({ err: error }, 'jobs lost a connection')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  const alive = await signOfLife(databaseUrl, house.log)
  const events = new EventEmitter() as WorkerEvents
  events.on('worker:create', ({ worker }) => alive.give(worker.workerId))
  events.on('pool:create', ({ workerPool }) => alive.give(workerPool.id))

  const runners: Runner[] = []
  for (const queue of QUEUES) {
    const runner = await run({
      pgPool: pool,
      concurrency: queue.atOnce,
      noHandleSignals: true,
      pollInterval: 2_000,
      // By the clock runs what belongs to no other queue.
      crontab: queue.tasks === null ? CRONTAB : '',
      preset,
      events,
      ...tasksOf(house, queue),
    })
    runners.push(runner)
  }
  const sweeping = setInterval(() => {
    freeJobsOfTheDead(pool).catch((error: unknown) => house.log.warn({ err: error }, 'jobs of dead workers not freed'))
  }, SWEEP_EVERY)
  return {
    async close() {
      clearInterval(sweeping)
      await Promise.all(runners.map((runner) => runner.stop()))
      await alive.end()
      await pool.end()
    },
  }
}

/** A worker whose lock can be had does not live any more. */
async function freeJobsOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
    select distinct locked_by from graphile_worker._private_jobs
    where locked_by is not null and locked_at < now() - interval '2 seconds') workers
    where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)) having count(*) > 0`)
}

/** Works on what waits now, and comes back: for tests and the command line. */
export async function runWaitingJobs(databaseUrl: string, house: House): Promise<void> {
  await runOnce({ connectionString: databaseUrl, noHandleSignals: true, preset, ...tasksOf(house) })
}

type Queue = (typeof QUEUES)[number]

/** The handlers of one queue; without one: all. */
function tasksOf(house: House, queue?: Queue): { taskList: TaskList; logger: Logger } {
  const elsewhere: readonly string[] = QUEUES.flatMap(({ tasks }) => tasks ?? [])
  const isHere = (name: string) => !queue || (queue.tasks ? queue.tasks.some((each) => each === name) : !elsewhere.includes(name))
  const lane = queue && createLane(queue.ofOneHost)
  const taskList = Object.fromEntries(
    Object.entries(handlers)
      .filter(([name]) => isHere(name))
      .map(([name, handle]) => [
        name,
        (given: unknown, { job, abortSignal: signal }: JobHelpers) =>
          (handle as (given: unknown, house: House, job: Job) => Promise<void>)(given, house, {
            id: job.id,
            attempt: job.attempts,
            lastTry: job.attempts >= job.max_attempts,
            signal,
            lane,
          }),
      ]),
  ) as TaskList
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') house.log.error({ event: 'job failed' }, withoutAddresses(message.split('\n', 1)[0] ?? ''))
  })
  return { taskList, logger }
}
