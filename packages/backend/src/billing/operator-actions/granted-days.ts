import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * Granted days depend on the payment before them: once that is fully refunded and no later period was paid, they grant no
 * access. The subscription is locked.
 */
export async function dropGrantedDays(trx: Transaction<DB>, subscription: number): Promise<void> {
  await sql`update periods set state = 'failed'
    where periods.subscription_id = ${subscription} and periods.granted and periods.state = 'paid'
      and not exists (select from periods q where q.subscription_id = periods.subscription_id and not q.granted
        and q.state <> 'failed' and q.sequence > periods.sequence)
      and (select q.state from periods q where q.subscription_id = periods.subscription_id and not q.granted
        and q.state <> 'failed' and q.sequence < periods.sequence order by q.sequence desc limit 1) = 'refunded'`.execute(trx)
}
