import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { RefundPolicy } from './perform-act.ts'

/** When the operator ends a contract, what goes back then, and the act that planned it. */
export type PlannedEnd = { endsAt: Date; refund: RefundPolicy; actId: string }

export async function plannedEndOf(db: Kysely<DB>, contract: number): Promise<PlannedEnd | undefined> {
  const found = await db.selectFrom('planned_ends').selectAll().where('contract', '=', contract).executeTakeFirst()
  return found && { endsAt: found.ends_at, refund: found.refund as RefundPolicy, actId: found.act_id }
}

/** Whether a contract (`subscriptions s`) is to end before its next charge, which does not come then. */
export function endsBeforeNextCharge(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from planned_ends e where e.contract = s.id and e.ends_at <= s.next_charge_at)`
}
