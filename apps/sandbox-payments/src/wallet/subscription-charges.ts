import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import { DAY_MS } from '../time.ts'
import { payerOf } from './payers.ts'
import type { Payments } from './payments.ts'
import { type Cycle, cycleAfter, dueAfter } from './plans.ts'
import type { SubscriptionRecords } from './subscription-records.ts'

/** Delay and number of retries of a declined charge; then the subscription is suspended. */
const AGAIN_AFTER_MS = 5 * DAY_MS
const MOST_FAILURES = 3

type Options = { store: Store; clock: Clock; records: SubscriptionRecords; payments: Payments }

/** Charges subscriptions by the clock: activations, charges of each cycle, retries, ends. */
export function subscriptionChargesOf({ store, clock, records, payments }: Options) {
  const { requireSubscription, change, cyclesOf } = records

  function activate(row: Row, at: number): void {
    const id = String(row.id)
    change(id, { status: 'ACTIVE', started_at: at, activates_at: null, next_at: at }, 'ACTIVATED')
    chargeDueCycle(id, at)
  }

  /** Makes the charge of the next cycle, which is due now, or ends the subscription after its last one. */
  function chargeDueCycle(id: string, at: number): void {
    const row = requireSubscription(id)
    const done = Number(row.cycles_done)
    const cycle = cycleAfter(cyclesOf(row), done)
    if (!cycle) {
      change(id, { status: 'EXPIRED', next_at: null, retry_at: null }, 'EXPIRED')
      return
    }
    change(id, { cycles_done: done + 1, next_at: dueAfter(at, cycle) })
    charge(id, cycle, at, done === 0)
  }

  function charge(id: string, { amount, currency }: Cycle, at: number, isFirst: boolean): void {
    if (amount === 0) return
    const row = requireSubscription(id)
    const payer = payerOf(row.payer)
    const pending = isFirst && typeof payer.first === 'object' ? at + payer.first.pendingDays * DAY_MS : null
    const declined = isFirst ? payer.first === 'declined' : payer.renewals === 'declined'
    const status = declined ? 'DECLINED' : pending === null ? 'COMPLETED' : 'PENDING'
    payments.addCharge({ subscription: row, amount, currency, status, endsAt: pending, at })
    if (!declined) {
      change(id, { failed: 0, retry_at: null })
      return
    }
    const failed = Number(row.failed) + 1
    const isOver = failed >= MOST_FAILURES
    change(id, { failed, retry_at: isOver ? null : at + AGAIN_AFTER_MS }, 'PAYMENT.FAILED')
    if (isOver) change(id, { status: 'SUSPENDED', next_at: null }, 'SUSPENDED')
  }

  /** Retries a declined charge. */
  function retry(id: string, at: number): void {
    const row = requireSubscription(id)
    const done = Number(row.cycles_done) - 1
    charge(id, cycleAfter(cyclesOf(row), done)!, at, done === 0)
  }

  return {
    activate,

    /** Charges the next period now. @throws Rejected */
    billNow: (id: string): void =>
      store.inTransaction(() => {
        records.requireActive(id)
        chargeDueCycle(id, clock.now())
      }),

    /** Processes what is due by the clock, in order of time: activations, charges, retries, completions. */
    processDue(): void {
      const next = () =>
        store.row(
          `select 'activate' as what, id, activates_at as at from wallet_subscriptions where status = 'APPROVED' and activates_at <= ?
          union all select 'bill', id, next_at from wallet_subscriptions where status = 'ACTIVE' and next_at <= ?
          union all select 'retry', id, retry_at from wallet_subscriptions where status = 'ACTIVE' and retry_at <= ?
          union all select 'complete', id, ends_at from wallet_charges where ends_at <= ?
          order by at, what, id limit 1`,
          ...Array.from({ length: 4 }, () => clock.now()),
        )
      if (!next()) return
      store.inTransaction(() => {
        for (let due = next(); due; due = next()) {
          const [id, at] = [String(due.id), Number(due.at)]
          if (due.what === 'activate') activate(requireSubscription(id), at)
          else if (due.what === 'bill') chargeDueCycle(id, at)
          else if (due.what === 'retry') retry(id, at)
          else payments.complete(id)
        }
      })
    },
  }
}
export type SubscriptionCharges = ReturnType<typeof subscriptionChargesOf>
