import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { plans } from '@kiosk/domain/subscriptions/plans'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { planOf, pricesAt } from '../plans/prices.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { ActionRejected } from './action-rejected.ts'
import { requireRunning } from './end-subscription.ts'
import {
  type ActionOptions,
  type LockedSubscription,
  lastActionOf,
  notifyOfAction,
  type Performed,
  performAction,
  type Requested,
} from './perform.ts'
import { plannedEndOf } from './planned-end.ts'
import { plannedPlanOf } from './planned-plan-change.ts'

/**
 * Moves a subscription from PREMIUM to MAGZ from its next period on, at the list price of that day. The paid period stays
 * PREMIUM. The reader gets an e-mail. Can be undone until the next period begins.
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way, lowest-plan, plan-at-wallet,
 * not-renewed, charge-open, reduced-left, end-planned, price-announced
 */
export function downgrade(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'downgrade'>> {
  return performAction(
    ctx,
    'downgrade',
    requested,
    options,
    async (trx, subscription) => {
      const { from, to, beginsAt } = await requireMovable(trx, subscription)
      const price = (await pricesAt(trx, beginsAt)).get(to.subscriptionId)!
      await trx
        .insertInto('planned_plan_changes')
        .values({ subscription_id: subscription.id, plan_id: to.subscriptionId, price, act_id: requested.actId })
        .execute()
      await notifyOfAction(trx, subscription, requested.actId)
      return { from: from.tier, to: to.tier, endsAt: beginsAt.toISOString(), price, currency: from.currency }
    },
    async (trx, { id }) => ((await plannedPlanOf(trx, id)) ? lastActionOf(trx, id, 'downgrade') : undefined),
  )
}

/** Cancels a planned downgrade. @throws ActionRejected unknown-contract, another-act, already-ended, no-planned-plan */
export function takeBackDowngrade(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'take-back-downgrade'>> {
  return performAction(ctx, 'take-back-downgrade', requested, options, async (trx, subscription) => {
    requireRunning(subscription)
    const planned = await plannedPlanOf(trx, subscription.id)
    if (!planned) throw new ActionRejected('no-planned-plan')
    await trx.deleteFrom('planned_plan_changes').where('subscription_id', '=', subscription.id).execute()
    await notifyOfAction(trx, subscription, requested.actId)
    const [from, to] = [planOf(subscription.plan_id)!, planOf(planned.planId)!]
    return {
      from: from.tier,
      to: to.tier,
      endsAt: (subscription.next_charge_at ?? subscription.ends_at ?? ctx.now()).toISOString(),
    }
  })
}

async function requireMovable(trx: Transaction<DB>, subscription: LockedSubscription) {
  requireRunning(subscription)
  const { id, next_charge_at: beginsAt, order_type, reduced_left } = subscription
  const from = planOf(subscription.plan_id)!
  const to = plans.find(({ region, tier }) => region === from.region && tier === 'MAGZ')
  if (from.tier !== 'PREMIUM' || !to) throw new ActionRejected('lowest-plan')
  if (order_type !== ORDER_TYPE.own) throw new ActionRejected('plan-at-wallet')
  const last = await lastPeriod(trx, id)
  if (subscription.state !== 'active' || last?.state === 'open') throw new ActionRejected('charge-open')
  if (beginsAt === null) throw new ActionRejected('not-renewed')
  if (reduced_left > 0) throw new ActionRejected('reduced-left')
  const planned = await plannedEndOf(trx, id)
  if (planned && planned.endsAt <= beginsAt) throw new ActionRejected('end-planned')
  if (await isPriceAnnounced(trx, id, beginsAt)) throw new ActionRejected('price-announced')
  return { from, to, beginsAt }
}

/** Returns whether another price of the current plan was announced for the next charge or later. */
async function isPriceAnnounced(trx: Transaction<DB>, subscription: number, from: Date): Promise<boolean> {
  const found = await trx
    .selectFrom('price_notices')
    .select('id')
    .where('subscription_id', '=', subscription)
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('effective_at', 'is', null), where('effective_at', '>=', from)]))
    .executeTakeFirst()
  return found !== undefined
}
