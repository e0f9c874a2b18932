import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

export type LastPeriod = {
  ends_at: Date
  state: 'open' | 'paid' | 'refunded'
  /** The price is reduced by a voucher. */
  reduced: boolean
  /** Amount due on its invoice, in minor units. */
  due: number | null
  /** A charge is pending; one that waits for the reader does not count. */
  charging: boolean
  /** Attempt that needs bank authentication, and its deadline; null = none. */
  authentication: { attempt: string; until: Date } | null
  /** A hard decline, and no other payment data since: the charge is not retried. */
  rejected: boolean
}

/** Finds the last period of a subscription that was not given up. */
export async function lastPeriod(db: Kysely<DB>, subscription: number): Promise<LastPeriod | undefined> {
  const { rows } = await sql<Omit<LastPeriod, 'authentication'> & { attempt: string | null; answer_by: Date | null }>`
    select p.ends_at, p.state, p.reduced, i.due,
      exists (select from payment_attempts a where a.invoice_id = i.id
        and (a.state in ('created', 'sent', 'processing', 'unknown') or a.state = 'action' and a.answer_by is null)) as charging,
      w.id as attempt, w.answer_by,
      ${isRejected(sql`i.id`, sql`s.payment_method_id`)} as rejected
    from periods p join subscriptions s on s.id = p.subscription_id left join invoices i on i.period_id = p.id and i.kind = 'invoice'
      left join payment_attempts w on w.invoice_id = i.id and w.state = 'action' and w.answer_by is not null
        and w.payment_method_id = s.payment_method_id
    where p.subscription_id = ${subscription} and p.state <> 'failed' order by sequence desc limit 1`.execute(db)
  if (!rows[0]) return undefined
  const { attempt, answer_by, ...last } = rows[0]
  return { ...last, authentication: attempt === null ? null : { attempt, until: answer_by! } }
}

/** Returns an SQL condition: this method got a hard decline for this invoice. */
export function isRejected(invoice: ReturnType<typeof sql>, method: ReturnType<typeof sql>) {
  return sql<boolean>`exists (select from payment_attempts a where a.invoice_id = ${invoice}
    and a.state = 'declined' and not a.retryable and a.payment_method_id = ${method})`
}
