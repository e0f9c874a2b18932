// The worker of a crash test that carries out operator actions.

import { ApiError } from '@kiosk/domain/errors'
import { sandboxProvider } from '../../../adapters/payments/sandbox/sandbox-provider.ts'
import type { AppContext } from '../../../context.ts'
import { requestRefund } from '../../refunds/request-refund.ts'
import { sendRefunds } from '../../refunds/send.ts'
import { runRenewals } from '../../renewals/run.ts'
import { type WorkerTask, workAndReport } from '../../testing/worker.ts'
import { acceptWithdrawal } from '../accept-withdrawal.ts'
import { ActionRejected } from '../action-rejected.ts'
import { confirmTermination } from '../confirm-declaration.ts'
import { endForLostDispute, renewAfterWonDispute } from '../decide-dispute.ts'
import { downgrade, takeBackDowngrade } from '../downgrade.ts'
import { endSubscription } from '../end-subscription.ts'
import { extendSubscription, grantGoodwill } from '../grant-days.ts'
import { offerUpgrade } from '../offer-upgrade.ts'
import type { RefundPolicy, Requested } from '../perform.ts'
import { planEnd, takeBackPlannedEnd } from '../plan-end.ts'
import { receiveDispute } from '../receive-dispute.ts'
import { settleTermination } from '../settle-declaration.ts'

/** Parameters of actions; `exit`: id of a declaration; `payment`: id of what is refunded in part. */
type More = { refund: RefundPolicy; endsAt: string; exit: number; payment: string }
/** Part of a charge of `REFUNDED_OF` that an operator refunds. Minor units. */
export const REFUNDED = 500
const REFUNDED_OF = 1999

const plain = (perform: (ctx: AppContext, requested: Requested) => Promise<unknown>) => (ctx: AppContext, requested: Requested) =>
  perform(ctx, requested)

/** Ignores the error that an earlier run has already done the action. */
const unless = (isDone: (error: unknown) => boolean) => (error: unknown) => {
  if (!isDone(error)) throw error
}

/** The actions as desk and command line run them. */
const PERFORM = {
  end: (ctx, requested, { refund, exit }) => endSubscription(ctx, { ...requested, refund, ...(exit > 0 && { exit }) }),
  'plan-end': (ctx, requested, { refund, endsAt }) => planEnd(ctx, { ...requested, refund, endsAt: new Date(endsAt) }),
  'take-back-planned-end': plain(takeBackPlannedEnd),
  withdraw: (ctx, { subscription, ...requested }, { exit: termination }) =>
    acceptWithdrawal(ctx, { ...requested, exit: termination, refund: 'pro-rata' }),
  confirm: (ctx, { why }, { exit }) => confirmTermination(ctx, { exit, why }),
  'leave-running': (ctx, { actor, why }, { exit }) =>
    settleTermination(ctx, { exit, goesOn: { actor, why } }).catch(
      unless((error) => error instanceof ActionRejected && error.reason === 'exit-settled'),
    ),
  refund: (ctx, { why }, { payment }) =>
    requestRefund(ctx, payment, REFUNDED, why, REFUNDED_OF).catch(
      unless((error) => error instanceof ApiError && error.code === 'changed_meanwhile'),
    ),
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

/** Carries out the requested actions one after the other and sends the refunds. */
export async function carryOutAll(ctx: AppContext, acts: readonly ActionRequest[]): Promise<void> {
  for (const { what, refund = 'pro-rata', endsAt = '', exit = 0, payment = '', ...requested } of acts) {
    const perform: (ctx: AppContext, requested: Requested, more: More) => Promise<unknown> = PERFORM[what]
    await perform(ctx, requested, { refund, endsAt, exit, payment })
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
