import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { chargeOverdue } from '../charges/charge-overdue.ts'

/**
 * Replaces the payment method of a subscription; jobs delete the old one at the provider and send the owner an e-mail. An overdue
 * charge is retried at once or, if its bank authentication is pending, once that is given up (`giveUpReplacedAuthentication`).
 * @returns attempts to be sent after the commit
 */
export async function replaceMethod(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  methodId: number,
): Promise<string[]> {
  const subscription = await trx
    .updateTable('subscriptions')
    .set({ payment_method_id: methodId })
    .where('account_id', '=', accountId)
    .where('order_type', '=', ORDER_TYPE.own)
    .where('state', 'in', ['active', 'past-due'])
    .returning('id')
    .executeTakeFirst()
  const replaced = await trx
    .updateTable('payment_methods')
    .set({ active: false })
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['CC', 'DD'])
    .where('id', '<>', methodId)
    .where('active', '=', true)
    .returning('id')
    .execute()
  for (const { id } of replaced) await enqueue(trx, 'forget-method', { methodId: id, isReplaced: true })
  if (subscription && replaced.length > 0)
    await enqueue(trx, 'letter', { letter: 'payment-data-changed', accountId, contract: subscription.id, methodId })
  const attemptId = await chargeOverdue(trx, ctx, accountId)
  return attemptId === null ? [] : [attemptId]
}
