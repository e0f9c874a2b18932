import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import type { SubscriptionRequested } from './approvals.ts'
import type { Plans } from './plans.ts'
import { Rejected } from './rejected.ts'
import type { SubscriptionRecords } from './subscription-records.ts'

type Action = 'cancel' | 'suspend' | 'activate'
type Options = { store: Store; clock: Clock; plans: Plans; records: SubscriptionRecords }

/** Changes subscriptions for the merchant or the payer. */
export function subscriptionsOf({ store, clock, plans, records }: Options) {
  const { requireSubscription, requireActive, change } = records
  return {
    /** Cancels, suspends or resumes a subscription. @throws Rejected if its state does not allow it */
    act: (id: string, act: Action, reason: string): void =>
      store.inTransaction(() => {
        const { status, started_at: startedAt, next_at: nextAt } = requireSubscription(id)
        const from = { cancel: ['ACTIVE', 'SUSPENDED', 'APPROVED'], suspend: ['ACTIVE'], activate: ['SUSPENDED'] }[act]
        if (!from.includes(String(status))) throw new Rejected(422, 'SUBSCRIPTION_STATUS_INVALID')
        if (act === 'cancel')
          change(id, { status: 'CANCELLED', reason, next_at: null, retry_at: null, activates_at: null }, 'CANCELLED')
        if (act === 'suspend') change(id, { status: 'SUSPENDED', reason, retry_at: null }, 'SUSPENDED')
        const now = clock.now()
        const resumed = { status: 'ACTIVE', failed: 0, next_at: Number(nextAt ?? startedAt ?? 0) < now ? now : nextAt! }
        if (act === 'activate') change(id, resumed, 'RE-ACTIVATED')
      }),

    /** Moves a subscription to another plan, from its next charge on. @throws Rejected */
    revise: (id: string, requested: SubscriptionRequested): Row =>
      store.inTransaction(() => {
        const { plan_id: plan = String(requireActive(id).plan), quantity } = requested
        if (!plans.find(plan)) throw new Rejected(404, 'INVALID_RESOURCE_ID')
        return change(id, { plan, cycles: null, ...(quantity && { quantity }) }, 'UPDATED')
      }),
  }
}
export type Subscriptions = ReturnType<typeof subscriptionsOf>
