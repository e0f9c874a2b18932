import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { RefundPolicy } from './perform.ts'

/** Returns the refund policy with which an operator ended a subscription; undefined if it ended otherwise. */
export async function refundPolicyOf(db: Kysely<DB>, subscription: number): Promise<RefundPolicy | undefined> {
  const { rows } = await sql<{ refund: RefundPolicy }>`select details ->> 'refund' as refund from subscription_actions
    where subscription_id = ${subscription} and kind in ('end', 'withdraw', 'dispute-lost') order by sequence desc limit 1`.execute(
    db,
  )
  return rows[0]?.refund
}
