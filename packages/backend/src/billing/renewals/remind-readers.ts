import { sql } from 'kysely'
import type { BillingContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { dunningReason, nextStep, unpaidEnd } from './dunning.ts'

const BATCH_SIZE = 200

type Due = {
  id: string
  state: string
  decline_code: string | null
  retryable: boolean | null
  reminders: number
  starts_at: Date
  account_id: number | null
  is_unpaid: boolean
}

/**
 * Sends reminders about renewals that wait for their reader, on the days of the schedule: for bank authentication, or for payment
 * data that can no longer be charged. Sends each step once, also with concurrent workers.
 * @returns number of reminders processed
 */
export async function remindReaders(ctx: BillingContext): Promise<number> {
  const { now, operator } = ctx
  return transact(ctx, async (trx) => {
    const { rows } = await sql<Due>`
      select a.id, a.state, a.decline_code, a.retryable, a.reminders, p.starts_at, s.account_id,
        s.state = 'past-due' and s.auto_renew and p.state = 'open' and s.payment_method_id is not distinct from a.payment_method_id
          as is_unpaid
      from payment_attempts a join invoices i on i.id = a.invoice_id join periods p on p.id = i.period_id
        join subscriptions s on s.id = p.subscription_id
      where a.remind_at <= ${now()} order by a.id limit ${BATCH_SIZE} for no key update of a skip locked`.execute(trx)
    for (const { id, state, decline_code: code, retryable, reminders, starts_at, account_id: accountId, is_unpaid } of rows) {
      const ends = unpaidEnd(operator.dunning, starts_at)
      const isDue = is_unpaid && accountId !== null && ends > now()
      const reason = state === 'action' ? 'bankQuestion' : dunningReason({ code, retryable: retryable ?? true })
      const next = isDue ? nextStep(operator.dunning, reason, reminders, now()) : null
      await trx
        .updateTable('payment_attempts')
        .set({ remind_at: next && next < ends ? next : null, reminders: reminders + 1 })
        .where('id', '=', id)
        .execute()
      const template = state === 'action' ? 'bank-question' : 'charge-declined'
      if (isDue) await enqueue(trx, 'letter', { letter: template, accountId, attemptId: id })
    }
    return rows.length
  })
}
