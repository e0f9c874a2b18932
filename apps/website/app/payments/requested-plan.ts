import { type Plan, planById } from '@kiosk/domain/subscriptions/plans'
import { redirect } from 'react-router'
import type { RequestContext } from '../shell/request-context.ts'
import { subscriptionPageOf } from './local-path.ts'

/** Order in the address of a checkout page: `?id=&voucher=`. */
export type Requested = { id: number; voucher: string; plan: Plan }

/**
 * Parses the order; redirects to the subscriptions if the id is missing, already subscribed, or a plan of another region
 * (with a message).
 */
export async function requestedPlan(ctx: RequestContext, { searchParams }: URL): Promise<Requested> {
  const { state, user, region } = await ctx.whoForSure()
  const written = searchParams.get('id') ?? ''
  const id = Number(written)
  if (!/^\d{1,9}$/.test(written) || (user.subscription?.paymentRequired && id === user.subscription.id)) {
    throw redirect(subscriptionPageOf(state))
  }
  const plan = planById(id)
  if (!plan || plan.region !== region.id) throw unavailableHere(state)
  return { id, voucher: (searchParams.get('voucher') ?? '').trim(), plan }
}

export function unavailableHere(state: Parameters<typeof subscriptionPageOf>[0]): Response {
  return redirect(subscriptionPageOf(state, { unavailable: 1 }))
}
