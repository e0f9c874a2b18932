// The worker of a crash test that corrects the tax of every invoice.
import { correctTax, findTaxCorrections } from './correct-tax.ts'
import { type WorkerErrand, workAndReport } from './test-worker.ts'

await workAndReport(
  JSON.parse(process.argv[2]!) as WorkerErrand,
  () => ({}),
  async (house) => {
    for await (const { id } of findTaxCorrections(house.db)) await correctTax(house, id)
  },
)
