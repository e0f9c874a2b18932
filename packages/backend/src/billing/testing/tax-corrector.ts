// The worker of a crash test that corrects the tax of every invoice.
import { correctTax, findTaxCorrections } from '../invoices/correct-tax.ts'
import { type WorkerTask, workAndReport } from './worker.ts'

await workAndReport(
  JSON.parse(process.argv[2]!) as WorkerTask,
  () => ({}),
  async (ctx) => {
    for await (const { id } of findTaxCorrections(ctx.db)) await correctTax(ctx, id)
  },
)
