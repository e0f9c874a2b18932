import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import type { Declaration } from './apply.ts'

/**
 * Returns whether a cancellation came so late that another period is still charged. A wallet or store charges nothing more.
 * @param subscription that of the declaration; missing = it has none
 */
export async function isLateCancellation(
  db: Kysely<DB>,
  declared: Declaration,
  subscription: { id: number; order_type: number } | undefined,
): Promise<boolean> {
  const { kind, outcome, effective_at, applied_at } = declared
  if (kind !== 'cancel' || outcome !== 'applied') return false
  if (effective_at === null || applied_at === null) return false
  if (subscription?.order_type !== ORDER_TYPE.own) return false
  const last = await lastPeriod(db, subscription.id)
  // A cancellation that ended an unpaid subscription at once is later than its last period, too.
  return last !== undefined && effective_at > last.ends_at && effective_at > applied_at
}
