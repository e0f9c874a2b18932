import { Refusal } from '@kiosk/domain/errors'
import { periodFrom, stopsRenewal } from '@kiosk/domain/payments/rules'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { endContracts } from './end-contracts.ts'
import { type LastPeriod, lastPeriod } from './last-period.ts'
import { mayLeaveBefore } from './price-notices.ts'

/**
 * Cancels a contract at the end of its period, or takes that back. A cancellation is never refused: less than seven days
 * before the end it holds for the end of the period after it (section 9), and one more charge comes, unless that one would be
 * the first at a higher price. A contract whose renewal
 * was declined ends at once, instead of being tried again.
 * @returns when the contract ends; null = it goes on
 * @throws Refusal not_found where no contract is charged by our clock, or the one that was cancelled has run out
 */
export async function switchAutoRenew(trx: Transaction<DB>, accountId: number, on: boolean, now: Date): Promise<Date | null> {
  const contract = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .where('order_type', '=', ORDER_TYPE.own)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!contract || contract.ends_at === null) throw new Refusal('not_found')
  const last = await lastPeriod(trx, contract.id)
  const endsAt = last?.ends_at ?? contract.ends_at
  const isUnpaid = last?.state === 'open'
  const set = (change: { auto_renew: boolean; cancelled_at: Date | null; next_charge_at: Date | null }) =>
    trx.updateTable('subscriptions').set(change).where('id', '=', contract.id).execute()

  if (on) {
    if (contract.auto_renew) return null
    if (!isUnpaid && contract.next_charge_at === null && endsAt <= now) throw new Refusal('not_found')
    await set({ auto_renew: true, cancelled_at: null, next_charge_at: isUnpaid ? contract.next_charge_at : endsAt })
    return null
  }
  if (!contract.auto_renew) return endOfCancelled(contract, last)
  if (isUnpaid && !last.charging) {
    await set({ auto_renew: false, cancelled_at: now, next_charge_at: null })
    await endContracts(trx, [contract.id], now)
    return now
  }
  const isLate = !isUnpaid && !stopsRenewal(endsAt, now) && !(await mayLeaveBefore(trx, contract.id, endsAt))
  await set({ auto_renew: false, cancelled_at: now, next_charge_at: isLate ? endsAt : null })
  return isLate ? periodFrom(endsAt).endsAt : endsAt
}

/**
 * When a contract that was cancelled ends: with the period that is being charged, else with the one after where one more
 * charge is to come, else when it entitles no longer.
 */
export function endOfCancelled(
  { ends_at, next_charge_at }: { ends_at: Date | null; next_charge_at: Date | null },
  last: Pick<LastPeriod, 'ends_at' | 'state'> | undefined,
): Date | null {
  // While a charge is under way, `ends_at` is the end of the days of grace.
  if (last?.state === 'open') return last.ends_at
  return next_charge_at ? periodFrom(next_charge_at).endsAt : ends_at
}
