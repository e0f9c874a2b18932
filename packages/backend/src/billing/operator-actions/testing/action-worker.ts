// The worker of a crash test that carries out operator actions.

import { sandboxProvider } from '../../../adapters/payments/sandbox/sandbox-provider.ts'
import type { AppContext } from '../../../context.ts'
import { sendRefunds } from '../../refunds/send.ts'
import { runRenewals } from '../../renewals/run.ts'
import { type WorkerTask, workAndReport } from '../../testing/worker.ts'
import { acceptWithdrawal } from '../accept-withdrawal.ts'
import { endForLostDispute, renewAfterWonDispute } from '../decide-dispute.ts'
import { downgrade, takeBackDowngrade } from '../downgrade.ts'
import { endSubscription } from '../end-subscription.ts'
import { extendSubscription, grantGoodwill } from '../grant-days.ts'
import { offerUpgrade } from '../offer-upgrade.ts'
import type { RefundPolicy, Requested } from '../perform.ts'
import { planEnd, takeBackPlannedEnd } from '../planned-ends.ts'
import { receiveDispute } from '../receive-dispute.ts'

/** Parameters of actions; `exit`: id of a declaration. */
type More = { refund: RefundPolicy; endsAt: string; exit: number }

const plain = (perform: (ctx: AppContext, requested: Requested) => Promise<unknown>) => (ctx: AppContext, requested: Requested) =>
  perform(ctx, requested)

/** The actions as the CLI runs them. */
const PERFORM = {
  end: (ctx, requested, { refund }) => endSubscription(ctx, { ...requested, refund }),
  'plan-end': (ctx, requested, { refund, endsAt }) => planEnd(ctx, { ...requested, refund, endsAt: new Date(endsAt) }),
  'take-back-planned-end': plain(takeBackPlannedEnd),
  withdraw: (ctx, { subscription, ...requested }, { exit: termination }) =>
    acceptWithdrawal(ctx, { ...requested, exit: termination, refund: 'pro-rata' }),
  extend: (ctx, requested) => extendSubscription(ctx, { ...requested, days: 3 }),
  goodwill: (ctx, requested) => grantGoodwill(ctx, { ...requested, days: 5, because: 'outage' }),
  downgrade: plain(downgrade),
  'take-back-downgrade': plain(takeBackDowngrade),
  'offer-upgrade': plain(offerUpgrade),
  'dispute-received': plain(receiveDispute),
  'dispute-lost': plain(endForLostDispute),
  'renewed-after-dispute': plain(renewAfterWonDispute),
} satisfies Record<string, (ctx: AppContext, requested: Requested, more: More) => Promise<unknown>>

/** Action in a form that can be sent to another process. */
export type ActionRequest = Requested & { what: keyof typeof PERFORM } & Partial<More>
export type ActionTask = WorkerTask & { sandbox: { url: string; key: string; webhookSecret: string }; acts: ActionRequest[] }

/** Carries out the requested actions one after the other and sends the refunds, like the CLI. */
export async function carryOutAll(ctx: AppContext, acts: readonly ActionRequest[]): Promise<void> {
  for (const { what, refund = 'pro-rata', endsAt = '', exit: termination = 0, ...requested } of acts) {
    const perform: (ctx: AppContext, requested: Requested, more: More) => Promise<unknown> = PERFORM[what]
    await perform(ctx, requested, { refund, endsAt, exit: termination })
    await sendRefunds(ctx)
  }
}

// The test imports this file for its types and `carryOutAll`; a worker process gets its task as an argument.
if (process.argv[2]?.startsWith('{')) {
  const task = JSON.parse(process.argv[2]) as ActionTask
  await workAndReport(
    task,
    () => ({ card: sandboxProvider(task.sandbox) }),
    async (ctx) => {
      await carryOutAll(ctx, task.acts)
      await runRenewals(ctx)
    },
  )
}
