// The worker of a crash test that sweeps the wallet.
import { type PaypalSettings, paypalProvider } from '../outside/payments/paypal-provider.ts'
import { returnSuspense } from './decide-suspense.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { type WorkerErrand, workAndReport } from './test-worker.ts'

/** `returns`: it sends this money in suspense back instead. */
export type SweepErrand = WorkerErrand & { wallet: PaypalSettings; returns?: number }

const errand = JSON.parse(process.argv[2]!) as SweepErrand
await workAndReport(
  errand,
  () => ({ wallet: paypalProvider(errand.wallet) }),
  async (house) => {
    if (errand.returns === undefined) await sweepWallets(house)
    else await returnSuspense(house, errand.returns, { actor: 'Vera', why: 'nobody knows whose it is' })
  },
)
