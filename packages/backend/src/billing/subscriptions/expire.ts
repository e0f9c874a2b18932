import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { OPEN_IN_SQL } from '../charges/lock-attempts.ts'
import { creditFromLosses } from '../refunds/credit-returned.ts'

/**
 * Ends subscriptions at a timestamp, or at their own end if earlier, and gives up what is unpaid. A pending charge continues;
 * its money is refunded when it arrives (settle.ts).
 */
export async function expireSubscriptions(trx: Transaction<DB>, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update subscriptions set state = 'ended', ends_at = least(ends_at, ${at}::timestamptz), next_charge_at = null, auto_renew = false
    where id = any(${[...ids]}::bigint[])`.execute(trx)
  await dropUnpaid(trx, ids, at)
}

/** Gives up unpaid periods without a pending charge, with their invoices. */
export async function dropUnpaid(trx: Transaction<DB>, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; credit_note_id: number | null }>`
    update periods set state = 'failed' from invoices i
    where i.period_id = periods.id and i.kind = 'invoice' and periods.subscription_id = any(${[...ids]}::bigint[])
      and periods.state = 'open' and not exists (select from payment_attempts a where a.invoice_id = i.id
        and a.state in ${OPEN_IN_SQL})
    returning i.id, i.credit_note_id`.execute(trx)
  if (rows.length === 0) return
  await sql`update invoices set state = 'failed' where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(trx)
  const credits = rows.flatMap(({ credit_note_id }) => credit_note_id ?? [])
  const dropped = await sql<{ corrects: number }>`update invoices set state = 'void' where id = any(${credits}::bigint[])
    returning corrects`.execute(trx)
  await creditFromLosses(
    trx,
    dropped.rows.map(({ corrects }) => corrects),
    at,
  )
}
