import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Plan of a subscription from its next period on. `price`: regular, in minor units per 30 days. */
export type PlannedPlan = { planId: number; price: number; actId: string }

export async function plannedPlanOf(db: Kysely<DB>, subscription: number): Promise<PlannedPlan | undefined> {
  const found = await db
    .selectFrom('planned_plan_changes')
    .selectAll()
    .where('subscription_id', '=', subscription)
    .executeTakeFirst()
  return found && { planId: found.plan_id, price: found.price, actId: found.act_id }
}

/**
 * Applies the planned plan to locked subscriptions whose next period is created now, and stops price announcements of the
 * previous plan.
 * @returns the same subscriptions with their new plan
 */
export async function moveToPlannedPlans<Renewed extends { id: number; plan_id: number }>(
  trx: Transaction<DB>,
  renewed: readonly Renewed[],
  at: Date,
): Promise<Renewed[]> {
  const ids = renewed.map(({ id }) => id)
  const { rows } = await sql<{
    id: number
    plan: number
  }>`update subscriptions s set plan_id = p.plan_id, regular_price = p.price
    from planned_plan_changes p where p.subscription_id = s.id and s.id = any(${ids}::bigint[]) returning s.id, p.plan_id as plan`.execute(
    trx,
  )
  if (rows.length === 0) return [...renewed]
  const moved = new Map(rows.map(({ id, plan }) => [id, plan]))
  await trx
    .deleteFrom('planned_plan_changes')
    .where('subscription_id', 'in', [...moved.keys()])
    .execute()
  await trx
    .updateTable('price_notices')
    .set({ stopped_at: at })
    .where('subscription_id', 'in', [...moved.keys()])
    .where('stopped_at', 'is', null)
    .execute()
  return renewed.map((each) => ({ ...each, plan_id: moved.get(each.id) ?? each.plan_id }))
}
