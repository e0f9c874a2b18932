// The worker of a crash test that buys and bills.
import { sandboxProvider } from '../../adapters/payments/sandbox/sandbox-provider.ts'
import { sendAttempts } from '../charges/send.ts'
import { runRenewals } from '../renewals/run.ts'
import { createSubscription } from '../subscriptions/create.ts'
import { type WorkerTask, workAndReport } from './worker.ts'

export type Task = WorkerTask & {
  sandbox: { url: string; key: string; webhookSecret: string }
  purchases: { accountId: number; methodId: number; plan: number }[]
}

const task = JSON.parse(process.argv[2]!) as Task
await workAndReport(
  task,
  () => ({ card: sandboxProvider(task.sandbox) }),
  async (ctx) => {
    for (const purchase of task.purchases) {
      const id = await ctx.db.transaction().execute((trx) => createSubscription(trx, ctx, { ...purchase, voucherCode: null }))
      await sendAttempts(ctx, [id])
    }
    await runRenewals(ctx)
  },
)
