import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { RefundPolicy } from './perform-act.ts'

/** What the operator decided about money for days that have not passed when ending a contract; undefined: it ended otherwise. */
export async function refundPolicyOf(db: Kysely<DB>, contract: number): Promise<RefundPolicy | undefined> {
  const { rows } = await sql<{ refund: RefundPolicy }>`select details ->> 'refund' as refund from contract_acts
    where contract = ${contract} and kind in ('end', 'withdraw', 'dispute-lost') order by sequence desc limit 1`.execute(db)
  return rows[0]?.refund
}
