import { randomUUID } from 'node:crypto'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { tariffOf } from './prices.ts'

type Overdue = { subscription: number; plan: number; invoice_id: number; due: number; method_id: number; provider: string }

/**
 * Writes down the charge of an overdue renewal by the payment data that its owner has left just now, and is there for. Nothing
 * where nothing is overdue, or another charge of it is under way. The account and its subscription are locked.
 * @returns id of the attempt, to be sent after the commit; null = there is nothing to charge
 */
export async function chargeOverdue(trx: Transaction<DB>, { now }: House, accountId: number): Promise<string | null> {
  const { rows } = await sql<Overdue>`
    select s.id as subscription, s.subscription_id as plan, i.id as invoice_id, i.due, m.id as method_id, m.provider
    from subscriptions s join payment_methods m on m.id = s.payment_method_id and m.active
      join periods p on p.subscription = s.id and p.state = 'open' join invoices i on i.period_id = p.id and i.kind = 'invoice'
    where s.account_id = ${accountId} and s.order_type = ${ORDER_TYPE.own} and s.state = 'past-due' and s.auto_renew
      and not exists (select from payment_attempts a where a.invoice_id = i.id and a.state <> 'declined')
    order by p.sequence limit 1`.execute(trx)
  const overdue = rows[0]
  if (!overdue) return null
  const id = randomUUID()
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      invoice_id: overdue.invoice_id,
      payment_method_id: overdue.method_id,
      provider: overdue.provider,
      amount: overdue.due,
      currency: tariffOf(overdue.plan)!.currency,
      initiator: 'customer',
      created_at: now(),
    })
    .execute()
  await trx.updateTable('subscriptions').set({ next_charge_at: null }).where('id', '=', overdue.subscription).execute()
  return id
}
