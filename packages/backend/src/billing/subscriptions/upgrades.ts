import { upgrades as declared } from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { type Plan, plans } from '@kiosk/domain/subscriptions/plans'
import type { Kysely, Selectable } from 'kysely'
import type { DB, Subscriptions } from '../../db/schema.ts'
import { defineHandler } from '../../http/handler.ts'
import { methodsOf } from '../checkout/carts.ts'
import { planOf } from '../plans/prices.ts'
import { runningOffers, type SpecialOffer } from '../plans/special-offers.ts'
import { activeSubscription } from './create.ts'

export const upgrades = defineHandler(declared, 'personal', async ({ ctx, session }) => {
  const account = session.account!
  const active = await activeSubscription(ctx.db, account.id)
  const plan = active && largerPlanOf(active, account.region_id)
  if (!plan || methodsOf(ctx, { plan: planOf(plan.subscriptionId)!, active }).length === 0) return []
  const offer = await offerForUpgrade(ctx.db, active, plan, ctx.now())
  return [{ shortname: plan.tier, id: plan.subscriptionId, voucherCode: offer?.code ?? '' }]
})

/** Returns the plan to which the reader can upgrade a running subscription; undefined: there is none, or a store charges it. */
export function largerPlanOf(
  active: Pick<Selectable<Subscriptions>, 'plan_id' | 'order_type'>,
  region: number,
): Plan | undefined {
  if (planOf(active.plan_id)?.tier !== 'MAGZ' || active.order_type === ORDER_TYPE.google) return undefined
  return plans.find((each) => each.region === region && each.tier === 'PREMIUM')
}

/** Returns the special offer that applies to an upgrade. */
export async function offerForUpgrade(
  db: Kysely<DB>,
  active: Pick<Selectable<Subscriptions>, 'reduced_left'>,
  { subscriptionId }: Plan,
  now: Date,
): Promise<SpecialOffer | undefined> {
  // A reader cannot have a second special offer during the first.
  return active.reduced_left > 0 ? undefined : (await runningOffers(db, now)).get(subscriptionId)
}
