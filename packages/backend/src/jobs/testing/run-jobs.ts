import { jobQueues } from '@kiosk/server/jobs/job-handlers'
import type { AppContext } from '../../context.ts'
import { open, poolOf } from '../../db/connect.ts'
import type { EmailRates } from '../../settings/settings.ts'
import type { JobHandlers } from '../job.ts'
import * as worker from '../worker.ts'

// Runs the server's jobs in tests of the backend.

/** Two concurrent e-mails to many readers. */
const EMAIL_RATES: EmailRates = { atOnce: 6, bulkAtOnce: 2, bulkPerMinute: null }

const optionsOf = (databaseUrl: string, ctx: AppContext) => ({
  databaseUrl,
  log: ctx.log,
  queues: jobQueues(ctx, { emailRates: EMAIL_RATES }),
})

export function startWorker(databaseUrl: string, ctx: AppContext): Promise<worker.RunningJobs> {
  return worker.startWorker(optionsOf(databaseUrl, ctx))
}

/** Runs all pending jobs, one after the other, and returns. */
export function runWaitingJobs(databaseUrl: string, ctx: AppContext): Promise<void> {
  return worker.runWaitingJobs({ ...optionsOf(databaseUrl, ctx), pool: poolOf(ctx.db).pool })
}

/** Name of the connections of a job, as `runNamedJobs` opens them. */
export const jobProgram = (name: string) => `job ${name}`

const handlersOf = (ctx: AppContext): Partial<JobHandlers> => Object.assign({}, ...jobQueues(ctx).map(({ handlers }) => handlers))

/** Returns the names of all jobs. */
export const jobNames = (ctx: AppContext) => Object.keys(handlersOf(ctx))

/**
 * Runs all pending jobs, each with connections that have its name, so that the changed rows show which job it was.
 * Returns the names of those that ran.
 */
export async function runNamedJobs(databaseUrl: string, ctx: AppContext): Promise<Set<string>> {
  const ran = new Set<string>()
  const connections = jobNames(ctx).map((name) => ({ name, connection: open(databaseUrl, 2, undefined, jobProgram(name)) }))
  const handlers = connections.map(({ name, connection }) => {
    const handle = (handlersOf({ ...ctx, db: connection.db }) as Record<string, (...given: unknown[]) => Promise<void>>)[name]!
    const noted = (...given: unknown[]) => {
      ran.add(name)
      return handle(...given)
    }
    return [name, noted]
  })
  const queue = { name: 'all', concurrency: 1, handlers: Object.fromEntries(handlers) as Partial<JobHandlers> }
  try {
    await worker.runWaitingJobs({ databaseUrl, log: ctx.log, queues: [queue] })
  } finally {
    await Promise.all(connections.map(({ connection }) => connection.close()))
  }
  return ran
}

/** Returns how many names a server locks: one per worker and one per pool, without queues that it may be unable to run. */
export function workerNames(ctx: AppContext): number {
  const queues = jobQueues(ctx, { emailRates: EMAIL_RATES }).filter(({ isUsable }) => !isUsable)
  return queues.reduce((sum, { concurrency }) => sum + concurrency + 1, 0)
}
