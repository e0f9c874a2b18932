import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'

export type LastPeriod = {
  ends_at: Date
  state: 'open' | 'paid' | 'refunded'
  /** It is one of the reduced ones. */
  reduced: boolean
  /** Minor units that its invoice asks for. */
  due: number | null
  /** A charge for it is under way. */
  charging: boolean
  /** It was declined for good, and no other payment data have been left since: it is not tried again. */
  refused: boolean
}

/** The last period of a contract that was not given up. */
export async function lastPeriod(db: Database | Transaction<DB>, contract: number): Promise<LastPeriod | undefined> {
  const { rows } = await sql<LastPeriod>`
    select p.ends_at, p.state, p.reduced, i.due,
      exists (select from payment_attempts a where a.invoice_id = i.id
        and a.state in ('created', 'sent', 'processing', 'action', 'unknown')) as charging,
      ${isRefused(sql`i.id`, sql`s.payment_method_id`)} as refused
    from periods p join subscriptions s on s.id = p.subscription left join invoices i on i.period_id = p.id and i.kind = 'invoice'
    where p.subscription = ${contract} and p.state <> 'failed' order by sequence desc limit 1`.execute(db)
  return rows[0]
}

/** Whether this method was declined for good for this invoice. */
export function isRefused(invoice: ReturnType<typeof sql>, method: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select from payment_attempts a where a.invoice_id = ${invoice}
    and a.state = 'declined' and not a.retryable and a.payment_method_id = ${method})`
}
