import { MINUTE_MS } from '@kiosk/domain/time'
import { type JobHelpers, runOnce, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { withoutAddresses } from '../adapters/mail/without-addresses.ts'
import { createPool, WORK_LIMITS } from '../db/connections.ts'
import { queueConnections } from '../db/pool-sizes.ts'
import { withoutRefusedValue } from '../error-in-log.ts'
import { inTrace, traceInLog } from '../trace.ts'
import { forgetTimeToCome, watchClocks } from './clock-changes.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { Job, JobHandlers } from './job.ts'
import { startRunner } from './job-runner.ts'
import { type KeptRunner, keepRunning } from './keep-running.ts'
import { ignoreSecondRelease } from './release-once.ts'
import { runWhileUsable } from './run-while-usable.ts'

const SWEEP_EVERY_MS = 5_000
const USABLE_CHECKED_EVERY_MS = MINUTE_MS

const preset = {
  worker: {
    // With a delay, even 0, a stopping worker waits until results are recorded; without one, jobs would run again.
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    // The plan of a prepared statement does not know which task it polls for, and reads past all jobs of the others.
    preparedStatements: false,
  },
} as const

/** A queue has its own workers, so that its jobs are not delayed by those of another. */
export type JobQueue = {
  /** Name in the log. */
  name: string
  /** Concurrent jobs in one process. */
  concurrency: number
  handlers: Partial<JobHandlers>
  /** Lines of a crontab (UTC): jobs that run once across all processes, at these times. */
  schedule?: string
  /**
   * Whether this process can run these jobs. While it cannot, it leaves them and their schedule to others. Default: it always
   * can.
   */
  isUsable?: () => Promise<boolean>
}
/** `databaseUrl`: a direct connection, no transaction pooler. */
type JobOptions = { databaseUrl: string; log: Logger; queues: readonly JobQueue[] }

export type RunningJobs = {
  /** The connections of the workers. */
  pool: pg.Pool
  /** Whether one of the queues was not polled for a minute although it has free workers. */
  areStalled(): boolean
  /** Waits for running jobs. */
  close(): Promise<void>
}

/**
 * Processes the jobs of a database until it is closed, in any number of processes. Every worker holds a lock on its name,
 * so the jobs of a dead one are taken over within ten seconds.
 * @throws when the database is unavailable at the start; later it reconnects
 */
export async function startWorker({ databaseUrl, log, queues }: JobOptions): Promise<RunningJobs> {
  const connections = queueConnections(queues.map(({ concurrency }) => concurrency))
  const pool = createPool({ url: databaseUrl, name: 'jobs', connections, limits: WORK_LIMITS })
  const lost = (error: Error) =>
    log.warn({ event: 'jobs.connection-lost', err: error }, 'database connection of the job queue was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  ignoreSecondRelease(pool)
  const alive = await startHeartbeat(databaseUrl, log)
  // Another process may have ended before it noticed that the clock was corrected.
  await forgetTimeToCome(pool)
  const clocks = await watchClocks(pool)
  let mustCorrect = false
  const runners: KeptRunner[] = []
  for (const queue of queues) {
    const options = {
      pgPool: pool,
      concurrency: queue.concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      crontab: queue.schedule ?? '',
      preset,
      logger: errorLogger(log),
      taskList: tasksOf(queue),
    }
    const child = log.child({ queue: queue.name })
    const start = () => keepRunning((onAnswer) => startRunner({ ...options }, alive, onAnswer), child)
    const { isUsable } = queue
    runners.push(
      isUsable ? runWhileUsable(isUsable, start, { log: child, checkEveryMs: USABLE_CHECKED_EVERY_MS }) : await start(),
    )
  }
  /** Otherwise jobs and schedules would wait until the clock has caught up with its former time. */
  async function adjustToClocks(): Promise<void> {
    const wentBack = await clocks.wentBack()
    if (wentBack) log.warn({ event: 'jobs.clock-went-back' }, 'the clock went back; jobs that are due are brought forward')
    // Repeated until it succeeds: the database may be away at this moment.
    mustCorrect ||= wentBack
    if (!mustCorrect) return
    await forgetTimeToCome(pool)
    mustCorrect = false
    for (const runner of runners) runner.restart()
  }
  const areStalled = () => runners.some((runner) => runner.isStalled())
  let stalled = false
  const sweeping = setInterval(() => {
    releaseStaleJobs(pool).catch((error: unknown) =>
      log.warn({ event: 'jobs.release-failed', err: error }, 'jobs of dead workers could not be released'),
    )
    adjustToClocks().catch((error: unknown) =>
      log.warn({ event: 'jobs.clock-unknown', err: error }, 'the clocks of the server and its database could not be compared'),
    )
    if (areStalled() === stalled) return
    stalled = !stalled
    if (stalled) log.error({ event: 'jobs.stalled' }, 'no worker has polled for jobs for a minute')
    else log.info({ event: 'jobs.resumed' }, 'workers poll for jobs again')
  }, SWEEP_EVERY_MS)
  return {
    pool,
    areStalled,
    async close() {
      clearInterval(sweeping)
      await Promise.all(runners.map((runner) => runner.close()))
      await alive.end()
      await pool.end()
    },
  }
}

/**
 * Releases the jobs of dead workers: those whose lock is free. A job of the schedule that was replaced by its next run while it ran
 * is deleted: it has no attempt left, and the next run does its work. Both changes compare `locked_by` once more, because another
 * process may have released and started a job since it was read.
 */
export async function releaseStaleJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`with dead as (
      select locked_by from (
        select distinct locked_by from graphile_worker._private_jobs
        where locked_by is not null and locked_at not between now() - interval '2 seconds' and now() + interval '2 seconds') workers
      where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))),
    jobs as (
      select id, key is null and attempts >= max_attempts and payload::jsonb ? '_cron' as is_replaced
      from graphile_worker._private_jobs where locked_by in (select locked_by from dead)),
    deleted as (
      delete from graphile_worker._private_jobs
      where locked_by in (select locked_by from dead) and id in (select id from jobs where is_replaced))
    update graphile_worker._private_jobs set locked_at = null, locked_by = null,
      last_error = coalesce(last_error, 'the process that ran it ended')
    where locked_by in (select locked_by from dead) and id in (select id from jobs where not is_replaced)`)
}

/** Runs all pending jobs and returns: for tests. `pool`: used instead of new connections. */
export async function runWaitingJobs({ databaseUrl, pool, log, queues }: JobOptions & { pool?: pg.Pool }): Promise<void> {
  const taskList = Object.assign({}, ...queues.map(tasksOf)) as TaskList
  const connection = pool ? { pgPool: pool } : { connectionString: databaseUrl }
  await runOnce({ ...connection, noHandleSignals: true, preset, logger: errorLogger(log), taskList })
}

/** Traces of the runs that failed: the queue logs their errors outside of them. */
const tracesOfErrors = new WeakMap<object, ReturnType<typeof traceInLog>>()

/** Each run of a job is a trace of its own in the log. */
function tasksOf({ handlers }: JobQueue): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, { job, abortSignal: signal }: JobHelpers) =>
        inTrace(undefined, async () => {
          const lastTry = job.attempts >= job.max_attempts
          const about = { id: job.id, attempt: job.attempts, lastTry, signal }
          try {
            await (handle as (payload: unknown, job: Job) => Promise<void>)(payload, about)
          } catch (error) {
            if (error instanceof Error) {
              tracesOfErrors.set(error, traceInLog())
              // The queue stores the message, and the desk and the log show it.
              Object.assign(error, withoutRefusedValue(error))
            }
            throw error
          }
        }),
    ]),
  ) as TaskList
}

function errorLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level !== 'error') return
    const trace = meta?.error instanceof Error ? tracesOfErrors.get(meta.error) : {}
    log.error({ event: 'jobs.failed', ...trace }, withoutAddresses(message.split('\n', 1)[0] ?? ''))
  })
}
