// The worker of a crash test that buys and bills.
import { sandboxProvider } from '../outside/payments/sandbox-provider.ts'
import { bill } from './bill.ts'
import { buy } from './buy.ts'
import { sendAttempts } from './send-attempts.ts'
import { type WorkerErrand, workAndReport } from './test-worker.ts'

export type Errand = WorkerErrand & {
  sandbox: { url: string; key: string; webhookSecret: string }
  purchases: { accountId: number; methodId: number; tariff: number }[]
}

const errand = JSON.parse(process.argv[2]!) as Errand
await workAndReport(
  errand,
  () => ({ card: sandboxProvider(errand.sandbox) }),
  async (house) => {
    for (const purchase of errand.purchases) {
      const id = await house.db.transaction().execute((trx) => buy(trx, house, { ...purchase, voucherCode: null }))
      await sendAttempts(house, [id])
    }
    await bill(house)
  },
)
