// The worker of a crash test that sweeps the wallet.
import { type PaypalSettings, paypalProvider } from '../../adapters/payments/paypal/paypal-provider.ts'
import { returnSuspense } from '../suspense/decide.ts'
import { sweepWallets } from '../wallets/sweep.ts'
import { type WorkerTask, workAndReport } from './worker.ts'

/** `returns`: id of money in suspense to return instead. */
export type SweepTask = WorkerTask & { wallet: PaypalSettings; returns?: number }

const task = JSON.parse(process.argv[2]!) as SweepTask
await workAndReport(
  task,
  () => ({ wallet: paypalProvider(task.wallet) }),
  async (ctx) => {
    if (task.returns === undefined) await sweepWallets(ctx)
    else await returnSuspense(ctx, task.returns, { actor: 'Vera', why: 'nobody knows whose it is' })
  },
)
