// The worker of a crash test that replaces a payment method and runs the jobs that follow.

import { sandboxProvider } from '../../adapters/payments/sandbox/sandbox-provider.ts'
import type { JobHandlers } from '../../jobs/job.ts'
import { runWaitingJobs } from '../../jobs/worker.ts'
import { forgetMethod } from '../checkout/forget-method.ts'
import { replaceMethod } from '../checkout/replace-method.ts'
import { type WorkerTask, workAndReport } from './worker.ts'

export type ReplacerTask = WorkerTask & {
  sandbox: { url: string; key: string; webhookSecret: string }
  accountId: number
  methodId: number
  /** The worker is killed after its commit, before any job starts. */
  diesAfterCommit: boolean
}

const task = JSON.parse(process.argv[2]!) as ReplacerTask
await workAndReport(
  task,
  () => ({ card: sandboxProvider(task.sandbox) }),
  async (ctx) => {
    await ctx.db.transaction().execute((trx) => replaceMethod(trx, ctx, task.accountId, task.methodId))
    if (task.diesAfterCommit) process.kill(process.pid, 'SIGKILL')
    // Only the job that follows: loading the modules of all jobs takes longer than the rest.
    const handlers: Partial<JobHandlers> = { 'forget-method': (payload) => forgetMethod(payload, ctx) }
    const queues = [{ name: 'other', concurrency: 1, handlers }]
    await runWaitingJobs({ databaseUrl: task.databaseUrl, log: ctx.log, queues })
  },
)
