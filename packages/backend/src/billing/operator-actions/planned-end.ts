import { HOUR_MS } from '@kiosk/domain/time'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { RefundPolicy } from './perform.ts'

/**
 * Minimum time between a charge and a planned end: the longest day, when summer time ends, so that nobody is charged for thirty
 * days on the last day.
 */
const LAST_DAY_MS = 25 * HOUR_MS

/** Planned end of a subscription, its refund policy, and the action that planned it. */
export type PlannedEnd = { endsAt: Date; refund: RefundPolicy; actId: string }

export async function plannedEndOf(db: Kysely<DB>, subscription: number): Promise<PlannedEnd | undefined> {
  const found = await db.selectFrom('planned_ends').selectAll().where('subscription_id', '=', subscription).executeTakeFirst()
  return found && { endsAt: found.ends_at, refund: found.refund as RefundPolicy, actId: found.act_id }
}

/** Returns whether a planned end prevents a charge, because it comes before the charge or on the same day. */
export function preventsCharge(endsAt: Date, charge: Date): boolean {
  return endsAt.getTime() < charge.getTime() + LAST_DAY_MS
}

/** Returns the same as an SQL condition for the next charge of `subscriptions s`. */
export function endsBeforeNextCharge(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from planned_ends e where e.subscription_id = s.id and ${prevents('s.next_charge_at')})`
}

/** Returns the same for `subscriptions s` and `planned_ends e` at the end of the paid period, when a wallet charges. */
export const endsBeforeWalletCharge = () => prevents('s.ends_at')

const prevents = (charge: string) => sql<boolean>`e.ends_at < ${sql.ref(charge)} + make_interval(secs => ${LAST_DAY_MS / 1000})`
