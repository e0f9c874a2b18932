import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * Withdraws granted days once the payment before them is fully refunded, unless a later period was paid. The subscription is
 * locked.
 */
export async function dropGrantedDays(trx: Transaction<DB>, subscription: number): Promise<void> {
  await sql`update periods set state = 'failed'
    where periods.subscription_id = ${subscription} and periods.granted and periods.state = 'paid'
      and not exists (select from periods q where q.subscription_id = periods.subscription_id and not q.granted
        and q.state <> 'failed' and q.sequence > periods.sequence)
      and (select q.state from periods q where q.subscription_id = periods.subscription_id and not q.granted
        and q.state <> 'failed' and q.sequence < periods.sequence order by q.sequence desc limit 1) = 'refunded'`.execute(trx)
}
