import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql, type Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { ActionRejected } from './action-rejected.ts'
import { endLocked, requireRunning } from './end-subscription.ts'
import {
  type ActionOptions,
  lastActionOf,
  lockMoneyOfSubscription,
  notifyOfAction,
  type Performed,
  performAction,
  type Requested,
} from './perform.ts'

/**
 * Ends the subscription of a dispute that was finally lost. It would otherwise run to the end of its other paid period. Nothing
 * is refunded: the disputed amount is gone, and the rest was used.
 * @throws ActionRejected unknown-contract, another-act, no-dispute, already-ended, purchase-under-way
 */
export function endForLostDispute(
  ctx: BillingContext,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'dispute-lost'>> {
  return performAction(
    ctx,
    'dispute-lost',
    requested,
    options,
    async (trx, subscription) => {
      if (!(await hasDispute(trx, subscription.id, 'taken'))) throw new ActionRejected('no-dispute')
      requireRunning(subscription)
      await lockMoneyOfSubscription(trx, subscription.id)
      return endLocked(trx, ctx, subscription, { at: ctx.now(), refund: 'none', actId: requested.actId })
    },
    async (trx, { id, state }) => (state === 'ended' ? lastActionOf(trx, id, 'dispute-lost') : undefined),
  )
}

/**
 * Resumes the renewal after a dispute was won, if the reader wants to continue: the subscription that the dispute cancelled
 * renews at the end of its paid period. An ended one is not resumed; the reader may order again.
 * @throws ActionRejected unknown-contract, another-act, no-dispute-won, already-ended, purchase-under-way, charged-elsewhere,
 * charge-open, already-renewed
 */
export function renewAfterWonDispute(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'renewed-after-dispute'>> {
  return performAction(
    ctx,
    'renewed-after-dispute',
    requested,
    options,
    async (trx, subscription) => {
      const { id, auto_renew, order_type } = subscription
      const [taken, won] = [await hasDispute(trx, id, 'taken'), await hasDispute(trx, id, 'won')]
      if (taken || !won) throw new ActionRejected('no-dispute-won')
      requireRunning(subscription)
      if (order_type !== ORDER_TYPE.own) throw new ActionRejected('charged-elsewhere')
      if (auto_renew) throw new ActionRejected('already-renewed')
      const last = await lastPeriod(trx, id)
      if (last?.state === 'open') throw new ActionRejected('charge-open')
      if (last?.state !== 'paid' || last.ends_at <= ctx.now()) throw new ActionRejected('already-ended')
      await trx
        .updateTable('subscriptions')
        .set({ auto_renew: true, cancelled_at: null, stopped_by_return: false, next_charge_at: last.ends_at })
        .where('id', '=', id)
        .execute()
      await notifyOfAction(trx, subscription, requested.actId)
      return { endsAt: last.ends_at.toISOString() }
    },
    async (trx, { id, auto_renew }) => (auto_renew ? lastActionOf(trx, id, 'renewed-after-dispute') : undefined),
  )
}

async function hasDispute(trx: Transaction<DB>, subscription: number, state: 'taken' | 'won'): Promise<boolean> {
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select from disputes d join payment_attempts a on a.id = d.attempt_id
    join invoices i on i.id = a.invoice_id where i.subscription_id = ${subscription} and d.state = ${state}) as known`.execute(
    trx,
  )
  return rows[0]!.known
}
