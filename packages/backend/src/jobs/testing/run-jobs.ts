import { jobQueues } from '@kiosk/server/job-handlers'
import type { AppContext } from '../../context.ts'
import * as worker from '../worker.ts'

// Runs the server's jobs in tests of the backend.

const optionsOf = (databaseUrl: string, ctx: AppContext) => ({ databaseUrl, log: ctx.log, queues: jobQueues(ctx) })

export function startWorker(databaseUrl: string, ctx: AppContext): Promise<worker.RunningJobs> {
  return worker.startWorker(optionsOf(databaseUrl, ctx))
}

/** Runs all pending jobs, one after the other, and returns. */
export function runWaitingJobs(databaseUrl: string, ctx: AppContext): Promise<void> {
  return worker.runWaitingJobs(optionsOf(databaseUrl, ctx))
}

/** Returns how many names a server locks: one per worker and one per pool. */
export function workerNames(ctx: AppContext): number {
  return jobQueues(ctx).reduce((sum, { concurrency }) => sum + concurrency + 1, 0)
}
