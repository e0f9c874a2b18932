import { randomUUID } from 'node:crypto'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { tariffOf } from './prices.ts'

/**
 * Puts a new method in the place of the one that a contract is paid with; the provider forgets the old one, and the owner gets
 * an e-mail. What is overdue is charged again at once.
 * @returns attempts to be sent after the commit
 */
export async function replaceMethod(
  trx: Transaction<DB>,
  { now }: House,
  accountId: number,
  methodId: number,
): Promise<string[]> {
  const contract = await trx
    .updateTable('subscriptions')
    .set({ payment_method_id: methodId })
    .where('account_id', '=', accountId)
    .where('order_type', '=', ORDER_TYPE.own)
    .where('state', 'in', ['active', 'past-due'])
    .returning(['id', 'state', 'subscription_id', 'auto_renew'])
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
  if (contract?.state !== 'past-due' || !contract.auto_renew) return []
  const { rows } = await sql<{ id: number; due: number; provider: string }>`select i.id, i.due, m.provider
    from periods p join invoices i on i.period_id = p.id and i.kind = 'invoice', payment_methods m
    where m.id = ${methodId} and p.subscription = ${contract.id} and p.state = 'open'
      and not exists (select from payment_attempts a where a.invoice_id = i.id and a.state not in ('declined'))
    order by p.sequence limit 1`.execute(trx)
  const overdue = rows[0]
  if (!overdue) return []
  const id = randomUUID()
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      invoice_id: overdue.id,
      payment_method_id: methodId,
      provider: overdue.provider,
      amount: overdue.due,
      currency: tariffOf(contract.subscription_id)!.currency,
      initiator: 'customer',
      created_at: now(),
    })
    .execute()
  await trx.updateTable('subscriptions').set({ next_charge_at: null }).where('id', '=', contract.id).execute()
  return [id]
}
