import { Refusal } from '@kiosk/domain/errors'
import { stopsRenewal } from '@kiosk/domain/payments/rules'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/**
 * Cancels a contract at the end of its period, or takes that back. Less than seven days before the end the cancellation
 * holds for the end of the period after it (section 9): the next charge still comes.
 * @returns when the contract ends; null = it goes on
 * @throws Refusal not_found
 */
export async function switchAutoRenew(trx: Transaction<DB>, accountId: number, on: boolean, now: Date): Promise<Date | null> {
  const contract = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .where('order_type', '=', 1)
    .forUpdate()
    .executeTakeFirst()
  if (!contract || contract.ends_at === null) throw new Refusal('not_found')
  if (on) {
    if (contract.auto_renew && contract.cancelled_at === null) return null
    await trx
      .updateTable('subscriptions')
      .set({ auto_renew: true, cancelled_at: null, next_charge_at: contract.ends_at })
      .where('id', '=', contract.id)
      .execute()
    return null
  }
  if (contract.state === 'active' && !stopsRenewal(contract.ends_at, now)) throw new Refusal('too_late_to_cancel')
  await trx
    .updateTable('subscriptions')
    .set({ auto_renew: false, cancelled_at: now, next_charge_at: null })
    .where('id', '=', contract.id)
    .execute()
  return contract.ends_at
}
