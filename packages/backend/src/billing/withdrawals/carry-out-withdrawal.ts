import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { refundPaid } from '../refunds/refund-paid.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { acceptanceOf } from '../subscriptions/queries.ts'

/** A locked subscription. */
type Withdrawn = { id: number; account_id: number; plan_id: number; starts_at: Date; created_at: Date }

/**
 * Carries out a withdrawal: ends the subscription now and refunds it with credit notes. A buyer who asked to begin at once pays
 * for the days until `at`; otherwise everything is refunded. The caller decides who may withdraw.
 * @param at when the withdrawal was received
 * @returns ids of the refunds
 */
export async function carryOutWithdrawal(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  subscription: Withdrawn,
  at: Date,
): Promise<string[]> {
  const now = ctx.now()
  const paysForDays = (await acceptanceOf(trx, subscription.account_id, subscription))?.policy === 'kept'
  await expireSubscriptions(trx, [subscription.id], now)
  await trx.updateTable('subscriptions').set({ cancelled_at: now }).where('id', '=', subscription.id).execute()
  return refundPaid(trx, ctx, subscription.id, { share: paysForDays ? 'unused' : 'whole', at, reason: 'withdrawal' })
}
