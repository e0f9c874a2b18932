import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'

/**
 * Granted days go with the money of the days before them: once that has gone back whole, and nothing was paid for after them,
 * they entitle no more. The contract is locked.
 */
export async function dropGrantedDays(trx: Transaction<DB>, contract: number): Promise<void> {
  await sql`update periods set state = 'failed'
    where periods.subscription = ${contract} and periods.granted and periods.state = 'paid'
      and not exists (select from periods q where q.subscription = periods.subscription and not q.granted
        and q.state <> 'failed' and q.sequence > periods.sequence)
      and (select q.state from periods q where q.subscription = periods.subscription and not q.granted
        and q.state <> 'failed' and q.sequence < periods.sequence order by q.sequence desc limit 1) = 'refunded'`.execute(trx)
}
