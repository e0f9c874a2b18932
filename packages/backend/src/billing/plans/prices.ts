import { dayInVienna } from '@kiosk/domain/day'
import type { Money } from '@kiosk/domain/money'
import { regionById } from '@kiosk/domain/regions'
import { type Plan, planById, plans } from '@kiosk/domain/subscriptions/plans'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'

export function planOf(subscriptionId: number): (Plan & { country: string; currency: Money['currency'] }) | undefined {
  const plan = planById(subscriptionId)
  const region = plan && regionById(plan.region)
  return plan && region && { ...plan, country: region.country, currency: region.currency }
}

/** Returns the regular price of each plan at a point in time: minor units per 30 days. */
export async function pricesAt(db: Kysely<DB>, at: Date): Promise<Map<number, number>> {
  const entered = await db
    .selectFrom('prices')
    .distinctOn('plan_id')
    .select(['plan_id', 'price'])
    .where('valid_from', '<=', dayInVienna(at))
    .orderBy('plan_id')
    .orderBy('valid_from', 'desc')
    .execute()
  const shipped = plans.map(({ subscriptionId, price }) => [subscriptionId, price] as const)
  return new Map([...shipped, ...entered.map(({ plan_id, price }) => [plan_id, price] as const)])
}
