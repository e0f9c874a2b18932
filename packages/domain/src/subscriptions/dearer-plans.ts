import { FREE_SUBSCRIPTION_ID, planById, plans, type Tier } from './plans.ts'

/** From the cheapest on: readers who pay more in a market may read at least as much. */
const ORDER: readonly Tier[] = ['FREE', 'MAGZ', 'PREMIUM']

/** Returns a plan and those that cost more in its market; for the FREE plan, all of them. */
export function withDearerPlans(planId: number): number[] {
  if (planId === FREE_SUBSCRIPTION_ID) return [FREE_SUBSCRIPTION_ID, ...plans.map(({ subscriptionId }) => subscriptionId)]
  const plan = planById(planId)
  if (!plan) return []
  return plans
    .filter(({ region, tier }) => region === plan.region && ORDER.indexOf(tier) >= ORDER.indexOf(plan.tier))
    .map(({ subscriptionId }) => subscriptionId)
}

/** Whether each market's dearer plans open what its cheaper ones open. */
export function isNested(planIds: readonly number[]): boolean {
  return planIds.every((id) => withDearerPlans(id).every((dearer) => planIds.includes(dearer)))
}
