import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import type { BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { methodsOf } from '../checkout/carts.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { unusedBalance } from '../subscriptions/proration.ts'
import { largerPlanOf, offerForUpgrade } from '../subscriptions/upgrades.ts'
import { ActionRejected } from './action-rejected.ts'
import { requireRunning } from './end-subscription.ts'
import {
  type ActionDetails,
  type ActionOptions,
  type LockedSubscription,
  lastActionOf,
  notifyOfAction,
  type Performed,
  performAction,
  type Requested,
} from './perform.ts'
import { plannedEndOf } from './planned-end.ts'

/** An offer is not repeated within this time, so that two members of staff do not write to the same reader. */
const REPEAT_AFTER_MS = DAY_MS

/**
 * Sends a reader of MAGZ an e-mail with a link to the order of PREMIUM (ADR-0234). Nothing is charged and nothing changes unless
 * the reader orders there, with the price, the credit for unused days and the agreements that every upgrade has.
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way, no-larger-plan, charge-open,
 * end-planned
 */
export function offerUpgrade(
  ctx: Pick<BillingContext, 'db' | 'log' | 'now' | 'operator' | 'payments' | 'actor'>,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'offer-upgrade'>> {
  return performAction(
    ctx,
    'offer-upgrade',
    requested,
    options,
    async (trx, subscription) => {
      const offer = await requireOffer(trx, ctx, subscription)
      await notifyOfAction(trx, subscription, requested.actId)
      return offer
    },
    async (trx, { id, state }) => {
      const last = state === 'ended' ? undefined : await lastActionOf(trx, id, 'offer-upgrade')
      return last && ctx.now().getTime() - last.at.getTime() < REPEAT_AFTER_MS ? last : undefined
    },
  )
}

async function requireOffer(
  trx: Transaction<DB>,
  ctx: Pick<BillingContext, 'now' | 'operator' | 'payments'>,
  subscription: LockedSubscription,
): Promise<ActionDetails['offer-upgrade']> {
  requireRunning(subscription)
  const now = ctx.now()
  const { id, account_id: accountId, order_type, state } = subscription
  const account = await trx
    .selectFrom('accounts')
    .select('region_id')
    .where('id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const current = planOf(subscription.plan_id)!
  const larger = account && largerPlanOf(subscription, account.region_id)
  const plan = larger && planOf(larger.subscriptionId)
  if (plan?.region !== current.region || methodsOf(ctx, { plan, active: subscription }).length === 0)
    throw new ActionRejected('no-larger-plan')
  if (state !== 'active') throw new ActionRejected('charge-open')
  if (await plannedEndOf(trx, id)) throw new ActionRejected('end-planned')
  const special = await offerForUpgrade(trx, subscription, plan, now)
  const regular = (await pricesAt(trx, now)).get(plan.subscriptionId)!
  const price = special?.price ?? regular
  // A wallet charges the whole price, and the unused days are refunded to it.
  const credit = order_type === ORDER_TYPE.wallet ? 0 : ((await unusedBalance(trx, id, now))?.amount ?? 0)
  return {
    from: current.tier,
    to: plan.tier,
    plan: plan.subscriptionId,
    voucher: special?.code ?? null,
    price,
    regular,
    due: Math.max(0, price - credit),
    currency: plan.currency,
  }
}
