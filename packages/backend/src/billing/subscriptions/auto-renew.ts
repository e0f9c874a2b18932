import { ApiError } from '@kiosk/domain/errors'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { periodFrom, stopsRenewal } from '@kiosk/domain/payments/rules'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { mayLeaveBefore } from '../plans/price-notices.ts'
import { expireSubscriptions } from './expire.ts'
import { type LastPeriod, lastPeriod } from './last-period.ts'

/**
 * Cancels a subscription at the end of its period, or undoes that. A cancellation is always accepted: less than seven days before
 * the end it applies to the end of the following period after one more charge, unless that charge would be the first at a higher
 * price. A subscription whose renewal was declined ends at once and is not retried.
 * @returns when the subscription ends; null = it continues
 * @throws ApiError not_found if we renew no subscription of the account, or the cancelled one has run out
 */
export async function switchAutoRenew(trx: Transaction<DB>, accountId: number, on: boolean, now: Date): Promise<Date | null> {
  const subscription = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .where('order_type', '=', ORDER_TYPE.own)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!subscription || subscription.ends_at === null) throw new ApiError('not_found')
  const last = await lastPeriod(trx, subscription.id)
  const endsAt = last?.ends_at ?? subscription.ends_at
  const isUnpaid = last?.state === 'open'
  const set = (change: { auto_renew: boolean; cancelled_at: Date | null; next_charge_at: Date | null }) =>
    trx
      .updateTable('subscriptions')
      .set({ ...change, stopped_by_return: false })
      .where('id', '=', subscription.id)
      .execute()

  if (on) {
    if (subscription.auto_renew) return null
    if (!isUnpaid && subscription.next_charge_at === null && endsAt <= now) throw new ApiError('not_found')
    await set({ auto_renew: true, cancelled_at: null, next_charge_at: isUnpaid ? subscription.next_charge_at : endsAt })
    return null
  }
  if (!subscription.auto_renew) return endOfCancelled(subscription, last)
  if (isUnpaid && !last.charging) {
    await set({ auto_renew: false, cancelled_at: now, next_charge_at: null })
    await expireSubscriptions(trx, [subscription.id], now)
    return now
  }
  const isLate = !isUnpaid && !stopsRenewal(endsAt, now) && !(await mayLeaveBefore(trx, subscription.id, endsAt))
  await set({ auto_renew: false, cancelled_at: now, next_charge_at: isLate ? endsAt : null })
  return isLate ? periodFrom(endsAt).endsAt : endsAt
}

/**
 * Returns the end of a cancelled subscription: the end of the period being charged, else of the following one if one more charge
 * will follow, else the end of access.
 */
export function endOfCancelled(
  { ends_at, next_charge_at }: { ends_at: Date | null; next_charge_at: Date | null },
  last: Pick<LastPeriod, 'ends_at' | 'state'> | undefined,
): Date | null {
  // While a charge is pending, `ends_at` is the end of the grace period.
  if (last?.state === 'open') return last.ends_at
  return next_charge_at ? periodFrom(next_charge_at).endsAt : ends_at
}
