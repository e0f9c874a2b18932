import type { BillingContext } from '../../context.ts'
import { acceptanceOf } from '../subscriptions/queries.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { ActionRejected } from './action-rejected.ts'
import { lockWaitingTermination, settleByAct, subscriptionOfTermination, terminationById } from './declarations.ts'
import { endLocked, requireRunning } from './end-subscription.ts'
import {
  type ActionOptions,
  lastActionOf,
  lockMoneyOfSubscription,
  type Performed,
  performAction,
  type Requested,
} from './perform.ts'

type WithdrawalRequest = Omit<Requested, 'subscription'> & {
  /** Id of the declaration. */
  exit: number
  /** Default: the subscription of the declaration. */
  subscription?: number
  /**
   * `pro-rata`: the days until the withdrawal was received are charged; `whole`: everything is refunded. Default: pro-rata if
   * the buyer kept the right and asked to begin at once; otherwise required.
   */
  refund?: 'pro-rata' | 'whole'
}

/**
 * Accepts a withdrawal that awaits a decision: ends its subscription at any provider, refunds as of the time at which the
 * withdrawal was received, and settles the declaration.
 * @throws ActionRejected unknown-exit, not-a-withdrawal, exit-without-contract, exit-of-another, exit-settled, refund-not-said,
 * already-ended, purchase-under-way, unknown-contract
 */
export async function acceptWithdrawal(
  ctx: BillingContext,
  { exit: terminationId, refund: typed, ...rest }: WithdrawalRequest,
  options: ActionOptions = {},
): Promise<Performed<'withdraw'>> {
  const { actId } = rest
  const declared = await terminationById(ctx.db, terminationId)
  if (declared.kind !== 'withdraw') throw new ActionRejected('not-a-withdrawal')
  if (declared.subscription_id !== null && rest.subscription !== undefined && declared.subscription_id !== rest.subscription)
    throw new ActionRejected('exit-of-another')
  const subscriptionId = rest.subscription ?? (await subscriptionOfTermination(ctx.db, declared))
  if (subscriptionId === null) throw new ActionRejected('exit-without-contract')
  return performAction(
    ctx,
    'withdraw',
    { ...rest, subscription: subscriptionId },
    options,
    async (trx, subscription) => {
      const termination = await lockWaitingTermination(trx, terminationId)
      requireRunning(subscription)
      const { account_id, starts_at } = subscription
      const acceptance = account_id === null ? undefined : await acceptanceOf(trx, account_id, subscription)
      const refund = typed ?? (acceptance?.policy === 'kept' ? 'pro-rata' : undefined)
      if (!refund) throw new ActionRejected('refund-not-said')
      await lockMoneyOfSubscription(trx, subscription.id)
      const at = new Date(Math.max(termination.received_at.getTime(), starts_at.getTime()))
      const ended = await endLocked(trx, ctx, subscription, { at, refund, actId, reason: 'withdrawal' })
      await settleByAct(trx, ctx, termination, { subscription: subscription.id, effectiveAt: ctx.now() })
      return { ...ended, exit: terminationNumber(termination), receivedAt: termination.received_at.toISOString() }
    },
    async (trx, { id }) => {
      const last = await lastActionOf(trx, id, 'withdraw')
      return last?.details.exit === terminationNumber(declared) ? last : undefined
    },
  )
}
