// The worker of a crash test that carries out acts.
import type { House } from '../../house.ts'
import { sandboxProvider } from '../../outside/payments/sandbox-provider.ts'
import { bill } from '../bill.ts'
import { sendRefunds } from '../refunds.ts'
import { type WorkerErrand, workAndReport } from '../test-worker.ts'
import { endContract } from './end-contract.ts'
import { grantGoodwill } from './grant-days.ts'
import type { Asked } from './perform-act.ts'
import { planEnd } from './planned-ends.ts'

/** Acts as they can be told to another process. */
export type WantedAct = Asked & { what: 'end' | 'plan-end' | 'goodwill'; endsAt?: string }
export type ActErrand = WorkerErrand & { sandbox: { url: string; key: string; webhookSecret: string }; acts: WantedAct[] }

/** Carries out what is asked for, one act after the other, and sends the refunds, as the command does. */
export async function carryOutAll(house: House, acts: readonly WantedAct[]): Promise<void> {
  for (const { what, endsAt, ...asked } of acts) {
    if (what === 'end') await endContract(house, { ...asked, refund: 'pro-rata' })
    else if (what === 'goodwill') await grantGoodwill(house, { ...asked, days: 5, because: 'outage' })
    else await planEnd(house, { ...asked, refund: 'pro-rata', endsAt: new Date(endsAt!) })
    await sendRefunds(house)
  }
}

// The test imports this file for its types and `carryOutAll`; a worker is given an errand.
if (process.argv[2]?.startsWith('{')) {
  const errand = JSON.parse(process.argv[2]) as ActErrand
  await workAndReport(
    errand,
    () => ({ card: sandboxProvider(errand.sandbox) }),
    async (house) => {
      await carryOutAll(house, errand.acts)
      await bill(house)
    },
  )
}
