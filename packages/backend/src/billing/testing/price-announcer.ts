// The worker of a crash test that announces a new price.

import type { Mail } from '../../adapters/mail/port.ts'
import { sendEmail } from '../../emails/send-email.ts'
import type { JobHandlers } from '../../jobs/job.ts'
import { runWaitingJobs } from '../../jobs/worker.ts'
import { announcePriceChanges } from '../plans/announce-price-changes.ts'
import { stopCampaign } from '../plans/price-changes.ts'
import { type WorkerTask, workAndReport } from './worker.ts'

/** Notices per transaction, so few that a campaign takes several transactions. */
export const BATCH_SIZE = 2
/** `postUrl`: accepts e-mails; `stops`: id of a campaign to stop instead of announcing its price. */
export type AnnouncerTask = WorkerTask & { postUrl: string; campaignToStop: number | null }

/** Creates a mailer that delivers by HTTP, so that its steps are counted. */
export const postTo = (url: string) => ({
  async send({ to, messageId, subject, text }: Mail): Promise<void> {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ to, messageId, subject, text }) })
    await response.body?.cancel()
  },
  async close() {},
})

if (process.argv[2]?.startsWith('{')) {
  const task = JSON.parse(process.argv[2]) as AnnouncerTask
  await workAndReport(
    task,
    () => ({}),
    async (ctx) => {
      ctx.mailer = postTo(task.postUrl)
      if (task.campaignToStop === null) await announcePriceChanges(ctx, BATCH_SIZE)
      else await stopCampaign(ctx, task.campaignToStop, BATCH_SIZE)
      // Only the job that follows: loading the modules of all jobs takes longer than the rest.
      const send: JobHandlers['letter'] = (email, job) => sendEmail(email, ctx, job)
      const handlers: Partial<JobHandlers> = { letter: send, 'bulk-letter': send }
      const queues = [{ name: 'letter', concurrency: 1, handlers }]
      await runWaitingJobs({ databaseUrl: task.databaseUrl, log: ctx.log, queues })
    },
  )
}
