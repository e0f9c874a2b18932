import { randomUUID } from 'node:crypto'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { ActionRejected } from './action-rejected.ts'
import { type EndRequest, endLocked, requireRunning, settleCancellation } from './end-subscription.ts'
import {
  type ActionOptions,
  lastActionOf,
  lockMoneyOfSubscription,
  lockSubscriptionOfAct,
  notifyOfAction,
  type Performed,
  performAction,
  performIn,
  type Requested,
} from './perform.ts'
import { endsBeforeWalletCharge, plannedEndOf, preventsCharge } from './planned-end.ts'

/**
 * Plans the end of a subscription, which continues and is charged until then, but not on its last day. A second plan replaces the
 * first. A wallet that would charge on the last day or later is cancelled now.
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way; for the declaration, as
 * `endSubscription`
 */
export function planEnd(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: EndRequest & { endsAt: Date },
  options: ActionOptions = {},
): Promise<Performed<'plan-end'>> {
  const { endsAt, refund, actId } = requested
  return performAction(
    ctx,
    'plan-end',
    requested,
    options,
    async (trx, subscription) => {
      requireRunning(subscription)
      const termination = await settleCancellation(trx, ctx, requested.exit, {
        subscription: subscription.id,
        effectiveAt: endsAt,
      })
      const isOwn = subscription.order_type === ORDER_TYPE.own
      const cancelsAtWallet =
        !isOwn && subscription.auto_renew && subscription.ends_at !== null && preventsCharge(endsAt, subscription.ends_at)
      if (cancelsAtWallet)
        await enqueue(trx, 'cancel-wallet', { contract: subscription.id }, { key: `cancel-wallet ${subscription.id}` })
      await notifyOfAction(trx, subscription, actId)
      await trx
        .insertInto('planned_ends')
        .values({ subscription_id: subscription.id, ends_at: endsAt, refund, act_id: actId })
        .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet({ ends_at: endsAt, refund, act_id: actId }))
        .execute()
      return { endsAt: endsAt.toISOString(), refund, cancelsAtWallet, ...termination }
    },
    async (trx, subscription) => {
      const planned = subscription.state === 'ended' ? undefined : await plannedEndOf(trx, subscription.id)
      const isSame = planned?.refund === refund && planned.endsAt.getTime() === endsAt.getTime()
      return isSame ? lastActionOf(trx, subscription.id, 'plan-end') : undefined
    },
  )
}

/** Cancels a planned end. @throws ActionRejected unknown-contract, another-act, no-planned-end, cancelled-at-wallet */
export function takeBackPlannedEnd(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'take-back-planned-end'>> {
  return performAction(ctx, 'take-back-planned-end', requested, options, async (trx, subscription) => {
    const planned = await plannedEndOf(trx, subscription.id)
    if (!planned || subscription.state === 'ended') throw new ActionRejected('no-planned-end')
    const isCancelled = subscription.order_type !== ORDER_TYPE.own && !subscription.auto_renew
    if (isCancelled) throw new ActionRejected('cancelled-at-wallet')
    await trx.deleteFrom('planned_ends').where('subscription_id', '=', subscription.id).execute()
    await notifyOfAction(trx, subscription, requested.actId)
    return { endsAt: planned.endsAt.toISOString() }
  })
}

/**
 * Ends the subscriptions whose planned end has passed, each in its own transaction and as of that end. Safe with any number of
 * workers and after a crash. @returns how many were ended
 */
export async function carryOutPlannedEnds(ctx: BillingContext): Promise<number> {
  const due = await ctx.db
    .selectFrom('planned_ends')
    .select('subscription_id')
    .where('ends_at', '<=', ctx.now())
    .orderBy('ends_at')
    .execute()
  let ended = 0
  for (const { subscription_id: subscription } of due) {
    try {
      if (await carryOut(ctx, subscription)) ended++
    } catch (error) {
      ctx.log.error(
        { event: 'subscription.planned-end-failed', err: error, subscription },
        'planned end of a subscription failed',
      )
    }
  }
  await cancelAtWallets(ctx)
  return ended
}

function carryOut(ctx: BillingContext, subscriptionId: number): Promise<boolean> {
  return transact(ctx, async (trx) => {
    const subscription = await lockSubscriptionOfAct(trx, subscriptionId)
    const planned = await plannedEndOf(trx, subscriptionId)
    if (!subscription || !planned || planned.endsAt > ctx.now()) return false
    if (subscription.state === 'ended' || subscription.state === 'pending') {
      await trx.deleteFrom('planned_ends').where('subscription_id', '=', subscriptionId).execute()
      return false
    }
    const by = await trx.selectFrom('subscription_actions').selectAll().where('id', '=', planned.actId).executeTakeFirstOrThrow()
    await lockMoneyOfSubscription(trx, subscriptionId)
    const actId = randomUUID()
    await performIn(trx, ctx, 'end', { actId, subscription: subscriptionId, actor: by.actor, why: by.why }, async () => ({
      ...(await endLocked(trx, ctx, subscription, { at: planned.endsAt, refund: planned.refund, actId })),
      plannedBy: planned.actId,
    }))
    return true
  })
}

/** Cancels wallets whose next charge is now too late for a planned end, because charges have moved the end of the paid period. */
async function cancelAtWallets(ctx: Pick<AppContext, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id from planned_ends e join subscriptions s on s.id = e.subscription_id
    where s.order_type <> ${ORDER_TYPE.own} and s.state in ('active', 'past-due') and s.auto_renew and ${endsBeforeWalletCharge()}
    order by s.id`.execute(ctx.db)
  for (const { id } of rows) await enqueue(ctx.db, 'cancel-wallet', { contract: id }, { key: `cancel-wallet ${id}` })
}
