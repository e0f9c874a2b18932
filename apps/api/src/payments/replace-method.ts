import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { chargeOverdue } from './charge-overdue.ts'

/**
 * Puts a new method in the place of the one that a contract is paid with; the provider forgets the old one, and the owner gets
 * an e-mail. What is overdue is charged again at once; where the bank's question about it is open, once that is given up
 * (`giveUpReplacedQuestion`).
 * @returns attempts to be sent after the commit
 */
export async function replaceMethod(trx: Transaction<DB>, house: House, accountId: number, methodId: number): Promise<string[]> {
  const contract = await trx
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
  for (const { id } of replaced) await addJob(trx, 'forget-method', { methodId: id, isReplaced: true })
  if (contract && replaced.length > 0)
    await addJob(trx, 'letter', { letter: 'payment-data-changed', accountId, contract: contract.id, methodId })
  const attemptId = await chargeOverdue(trx, house, accountId)
  return attemptId === null ? [] : [attemptId]
}
