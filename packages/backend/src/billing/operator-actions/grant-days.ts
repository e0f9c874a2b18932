import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { MOST_GRANTED_DAYS } from '@kiosk/domain/staff/limits'
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

type Grant = { days: number; paidUntil?: Date | undefined }

/**
 * Extends a subscription without a charge: the days follow the paid period, and the next charge comes after them. Sends no
 * e-mail; a SEPA debit is announced with its new date.
 * @param requested `days`: 1 to `MOST_GRANTED_DAYS`; `paidUntil`: the end of the paid period that the person saw, omitted = any
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way, wrong-days, charge-open,
 * charged-elsewhere, end-planned, changed-meanwhile
 */
export function extendSubscription(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested & Grant,
  options: ActionOptions = {},
): Promise<Performed<'extend'>> {
  return performAction(ctx, 'extend', requested, options, (trx, subscription) => grant(trx, ctx, subscription, requested))
}

/** Does the same and sends the reader an e-mail with the reason. */
export function grantGoodwill(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  requested: Requested & Grant & { because: GoodwillReason },
  options: ActionOptions = {},
): Promise<Performed<'goodwill'>> {
  const { because, actId } = requested
  return performAction(ctx, 'goodwill', requested, options, async (trx, subscription) => {
    const granted = await grant(trx, ctx, subscription, requested)
    await notifyOfAction(trx, subscription, actId)
    return { ...granted, because }
  })
}

async function grant(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  subscription: LockedSubscription,
  { days, paidUntil }: Grant,
): Promise<GrantDetails> {
  const { id, order_type, auto_renew, next_charge_at } = subscription
  if (!Number.isInteger(days) || days < 1 || days > MOST_GRANTED_DAYS) throw new ActionRejected('wrong-days')
  requireRunning(subscription)
  // The provider charges on its own schedule, whatever is stored here.
  if (order_type !== ORDER_TYPE.own && auto_renew) throw new ActionRejected('charged-elsewhere')
  if (await plannedEndOf(trx, id)) throw new ActionRejected('end-planned')
  const last = await lastPeriod(trx, id)
  if (!last || last.state === 'open' || subscription.state !== 'active') throw new ActionRejected('charge-open')
  const isOver = !auto_renew && next_charge_at === null && subscription.ends_at !== null && subscription.ends_at <= ctx.now()
  if (isOver || last.state === 'refunded') throw new ActionRejected('already-ended')
  if (paidUntil && paidUntil.getTime() !== last.ends_at.getTime()) throw new ActionRejected('changed-meanwhile')
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
