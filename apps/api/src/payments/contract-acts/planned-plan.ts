import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'

/** What a contract is from its next period on; `price` is regular, in minor units per 30 days. */
export type PlannedPlan = { planId: number; price: number; actId: string }

export async function plannedPlanOf(db: Kysely<DB>, contract: number): Promise<PlannedPlan | undefined> {
  const found = await db.selectFrom('planned_plans').selectAll().where('contract', '=', contract).executeTakeFirst()
  return found && { planId: found.plan_id, price: found.price, actId: found.act_id }
}

/**
 * Gives contracts whose next period is written now the plan that was put down for it. They are locked. Notices of other prices
 * were of the plan before.
 * @returns the same contracts, with the plan that they have now
 */
export async function moveToPlannedPlans<Renewed extends { id: number; subscription_id: number }>(
  trx: Transaction<DB>,
  renewed: readonly Renewed[],
  at: Date,
): Promise<Renewed[]> {
  const ids = renewed.map(({ id }) => id)
  const { rows } = await sql<{
    id: number
    plan: number
  }>`update subscriptions s set subscription_id = p.plan_id, regular_price = p.price
    from planned_plans p where p.contract = s.id and s.id = any(${ids}::bigint[]) returning s.id, p.plan_id as plan`.execute(trx)
  if (rows.length === 0) return [...renewed]
  const moved = new Map(rows.map(({ id, plan }) => [id, plan]))
  await trx
    .deleteFrom('planned_plans')
    .where('contract', 'in', [...moved.keys()])
    .execute()
  await trx
    .updateTable('price_notices')
    .set({ stopped_at: at })
    .where('contract_id', 'in', [...moved.keys()])
    .where('stopped_at', 'is', null)
    .execute()
  return renewed.map((each) => ({ ...each, subscription_id: moved.get(each.id) ?? each.subscription_id }))
}
