import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { draftAttempts } from './draft-charges.ts'

type Overdue = { subscription: number; plan: number; invoice_id: number; due: number; method_id: number; provider: string }

/**
 * Creates the charge of an overdue renewal with payment data that the owner, who is on the page, has just saved. Does nothing if
 * nothing is overdue or another charge is pending. The account and its subscription are locked.
 * @returns id of the attempt, to be sent after the commit; null = nothing to charge
 */
export async function chargeOverdue(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  accountId: number,
): Promise<string | null> {
  const { rows } = await sql<Overdue>`
    select s.id as subscription, s.plan_id as plan, i.id as invoice_id, i.due, m.id as method_id, m.provider
    from subscriptions s join payment_methods m on m.id = s.payment_method_id and m.active
      join periods p on p.subscription_id = s.id and p.state = 'open' join invoices i on i.period_id = p.id and i.kind = 'invoice'
    where s.account_id = ${accountId} and s.order_type = ${ORDER_TYPE.own} and s.state = 'past-due' and s.auto_renew
      and not exists (select from payment_attempts a where a.invoice_id = i.id and a.state <> 'declined')
    order by p.sequence limit 1`.execute(trx)
  const overdue = rows[0]
  if (!overdue) return null
  const { plan, invoice_id: invoiceId, due: amount, method_id: methodId, provider } = overdue
  const [id] = await draftAttempts(trx, [{ plan, invoiceId, amount, methodId, provider, initiator: 'customer' }], now())
  await trx.updateTable('subscriptions').set({ next_charge_at: null }).where('id', '=', overdue.subscription).execute()
  return id!
}
