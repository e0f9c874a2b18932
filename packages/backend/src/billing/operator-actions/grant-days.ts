import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { ActionRejected } from './action-rejected.ts'
import { requireRunning } from './end-subscription.ts'
import {
  type ActionOptions,
  type GoodwillReason,
  type GrantDetails,
  type LockedSubscription,
  notifyOfAction,
  type Performed,
  performAction,
  type Requested,
} from './perform.ts'
import { plannedEndOf } from './planned-end.ts'

/** Maximum days per grant. */
export const MOST_DAYS = 366

/**
 * Extends a subscription without a charge: the days follow the paid period, and the next charge comes after them. Sends no
 * e-mail; a SEPA debit is announced with its new date.
 * @param requested `days`: 1 to `MOST_DAYS`
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way, wrong-days, charge-open,
 * charged-elsewhere, end-planned
 */
export function extendSubscription(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested & { days: number },
  options: ActionOptions = {},
): Promise<Performed<'extend'>> {
  return performAction(ctx, 'extend', requested, options, (trx, subscription) => grant(trx, ctx, subscription, requested.days))
}

/** Does the same and sends the reader an e-mail with the reason. */
export function grantGoodwill(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested & { days: number; because: GoodwillReason },
  options: ActionOptions = {},
): Promise<Performed<'goodwill'>> {
  const { days, because, actId } = requested
  return performAction(ctx, 'goodwill', requested, options, async (trx, subscription) => {
    const granted = await grant(trx, ctx, subscription, days)
    await notifyOfAction(trx, subscription, actId)
    return { ...granted, because }
  })
}

async function grant(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  subscription: LockedSubscription,
  days: number,
): Promise<GrantDetails> {
  const { id, order_type, auto_renew, next_charge_at } = subscription
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) throw new ActionRejected('wrong-days')
  requireRunning(subscription)
  // The provider charges on its own schedule, whatever is stored here.
  if (order_type !== ORDER_TYPE.own && auto_renew) throw new ActionRejected('charged-elsewhere')
  if (await plannedEndOf(trx, id)) throw new ActionRejected('end-planned')
  const last = await lastPeriod(trx, id)
  if (!last || last.state === 'open' || subscription.state !== 'active') throw new ActionRejected('charge-open')
  const isOver = !auto_renew && next_charge_at === null && subscription.ends_at !== null && subscription.ends_at <= ctx.now()
  if (isOver || last.state === 'refunded') throw new ActionRejected('already-ended')
  const endsAt = new Date(last.ends_at.getTime() + days * DAY_MS)
  await sql`insert into periods (subscription_id, sequence, starts_at, ends_at, price, state, granted)
    select ${id}, max(sequence) + 1, ${last.ends_at}::timestamptz, ${endsAt}::timestamptz, 0, 'paid', true
    from periods where subscription_id = ${id}`.execute(trx)
  const isCharged = next_charge_at !== null
  await trx
    .updateTable('subscriptions')
    .set({ ends_at: endsAt, next_charge_at: isCharged ? endsAt : null })
    .where('id', '=', id)
    .execute()
  return { days, from: last.ends_at.toISOString(), endsAt: endsAt.toISOString(), isCharged }
}
