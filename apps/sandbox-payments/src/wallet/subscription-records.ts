import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import type { Events } from './events.ts'
import { type Cycle, cyclesIn, type Plans } from './plans.ts'
import { Rejected } from './rejected.ts'

type SubscriptionEvent = 'ACTIVATED' | 'RE-ACTIVATED' | 'UPDATED' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' | 'PAYMENT.FAILED'
type Options = { store: Store; clock: Clock; events: Events; plans: Plans }

/** Finds and changes the records of subscriptions. A row has the country of the payer, null without an address. */
export function subscriptionRecordsOf({ store, clock, events, plans }: Options) {
  const ROWS = 'select wallet_subscriptions.*, country from wallet_subscriptions left join wallet_addresses on subscription = id'

  /** @throws Rejected if there is no such subscription */
  function requireSubscription(id: string): Row {
    const row = store.row(`${ROWS} where id = ?`, id)
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return row
  }

  return {
    requireSubscription,

    /** @throws Rejected if there is no such subscription or it is not active */
    requireActive(id: string): Row {
      const row = requireSubscription(id)
      if (row.status !== 'ACTIVE') throw new Rejected(422, 'SUBSCRIPTION_STATUS_INVALID')
      return row
    },

    byToken: (token: string) => store.row(`${ROWS} where token = ?`, token),

    /** Changes fields of a subscription. @param event what the merchant is told of it, if anything */
    change(id: string, fields: Record<string, string | number | null>, event?: SubscriptionEvent): Row {
      const names = Object.keys(fields)
      store.run(
        `update wallet_subscriptions set ${names.map((name) => `${name} = ?`).join(', ')}, updated_at = ? where id = ?`,
        ...Object.values(fields),
        clock.now(),
        id,
      )
      const row = requireSubscription(id)
      if (event) events.ofSubscription(`BILLING.SUBSCRIPTION.${event}`, row)
      return row
    },

    /** Returns a subscription's own cycles if its payer approved another price, otherwise those of its plan. */
    cyclesOf: (row: Row): Cycle[] =>
      row.cycles ? (JSON.parse(String(row.cycles)) as Cycle[]) : cyclesIn(plans.find(String(row.plan))!),

    latest: (most: number): Row[] => store.rows(`${ROWS} order by created_at desc, id limit ?`, most),

    /** Returns a page of the subscriptions of some plans (default: all), made between two times, the oldest first. */
    list(options: { plans: string[]; after: number; before: number; page: number; size: number }): Row[] {
      const { plans: names, after, before, page, size } = options
      return store
        .rows(`${ROWS} where told_at between ? and ? order by told_at, id`, after, before)
        .filter(({ plan }) => names.length === 0 || names.includes(String(plan)))
        .slice((page - 1) * size, page * size)
    },
  }
}
export type SubscriptionRecords = ReturnType<typeof subscriptionRecordsOf>
