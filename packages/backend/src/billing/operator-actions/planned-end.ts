import { HOUR_MS } from '@kiosk/domain/time'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { RefundPolicy } from './perform.ts'

/**
 * Milliseconds: the longest day, when summer time ends. A charge buys thirty days; none is made for the last day of a
 * subscription.
 */
const LAST_DAY_MS = 25 * HOUR_MS

/** When the operator ends a subscription, the refund policy, and the action that planned it. */
export type PlannedEnd = { endsAt: Date; refund: RefundPolicy; actId: string }

export async function plannedEndOf(db: Kysely<DB>, subscription: number): Promise<PlannedEnd | undefined> {
  const found = await db.selectFrom('planned_ends').selectAll().where('subscription_id', '=', subscription).executeTakeFirst()
  return found && { endsAt: found.ends_at, refund: found.refund as RefundPolicy, actId: found.act_id }
}

/** Whether a planned end prevents a charge: it comes before the charge, or on the day of the charge. */
export function preventsCharge(endsAt: Date, charge: Date): boolean {
  return endsAt.getTime() < charge.getTime() + LAST_DAY_MS
}

/** The same for the next charge of `subscriptions s`, in SQL. */
export function endsBeforeNextCharge(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from planned_ends e where e.subscription_id = s.id and ${prevents('s.next_charge_at')})`
}

/** The same for the end of the paid period of `subscriptions s` and `planned_ends e`, when a wallet charges. */
export const endsBeforeWalletCharge = () => prevents('s.ends_at')

const prevents = (charge: string) => sql<boolean>`e.ends_at < ${sql.ref(charge)} + make_interval(secs => ${LAST_DAY_MS / 1000})`
