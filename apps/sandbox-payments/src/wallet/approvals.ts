import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import { HOUR_MS } from '../time.ts'
import type { Language } from '../words.ts'
import type { Events } from './events.ts'
import { newSubscriptionId, newToken } from './ids.ts'
import { type Country, isPayer, payerOf } from './payers.ts'
import type { Plans } from './plans.ts'
import { Rejected } from './rejected.ts'
import type { SubscriptionCharges } from './subscription-charges.ts'
import type { SubscriptionRecords } from './subscription-records.ts'

/** Time in which a subscription can be approved after its creation. */
const APPROVED_WITHIN_MS = 3 * HOUR_MS

export type SubscriptionRequested = {
  plan_id?: string
  custom_id?: string
  quantity?: string
  /** Prices that differ from the plan, as a manipulated page may send them. */
  plan?: {
    billing_cycles?: { sequence?: number; pricing_scheme?: { fixed_price?: { value?: string; currency_code?: string } } }[]
  }
}
type Decision = 'approve' | 'approve-silently' | 'cancel'
type Options = {
  store: Store
  clock: Clock
  events: Events
  plans: Plans
  records: SubscriptionRecords
  charges: SubscriptionCharges
}

/** Creates subscriptions, and records whether their payers approve them. */
export function approvalsOf({ store, clock, events, plans, records, charges }: Options) {
  const { requireSubscription, change, cyclesOf } = records

  return {
    /** Adds a subscription. @throws Rejected if the plan is not sold */
    add(
      requested: SubscriptionRequested,
      options: { key?: string | undefined; language: Language; merchant: string | null },
    ): Row {
      const { plan_id: planId = '', custom_id: customId = null, quantity = '1', plan: changes } = requested
      return store.inTransaction(() => {
        const known = options.key && store.row('select made from wallet_requests where key = ?', `subscription ${options.key}`)
        if (known) return requireSubscription(String(known.made))
        const plan = plans.find(planId)
        if (!plan) throw new Rejected(404, 'INVALID_RESOURCE_ID')
        if (plan.status !== 'ACTIVE') throw new Rejected(422, 'PLAN_STATUS_INVALID')
        if (customId !== null && !/^[\x20-\x7E]{1,127}$/.test(customId)) throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
        const id = newSubscriptionId()
        const cycles = changes?.billing_cycles ? plans.withPrices(planId, changes.billing_cycles) : null
        const now = clock.now()
        store.run(
          `insert into wallet_subscriptions (id, token, plan, custom_id, quantity, cycles, status, language, merchant, created_at, told_at, updated_at)
            values (?, ?, ?, ?, ?, ?, 'APPROVAL_PENDING', ?, ?, ?, ?, ?)`,
          id,
          newToken(),
          planId,
          customId,
          quantity,
          cycles && JSON.stringify(cycles),
          options.language,
          options.merchant,
          now,
          Math.min(now, Date.now()),
          now,
        )
        if (options.key) store.run('insert into wallet_requests values (?, ?)', `subscription ${options.key}`, id)
        const row = requireSubscription(id)
        events.ofSubscription('BILLING.SUBSCRIPTION.CREATED', row)
        return row
      })
    },

    /** Records the payer's decision. "approve-silently": the merchant's page gets no result. @returns false if already decided */
    decide: (id: string, decision: Decision, by: { payer: string; country: Country }): boolean =>
      store.inTransaction(() => {
        const row = requireSubscription(id)
        const now = clock.now()
        if (row.status !== 'APPROVAL_PENDING' || row.answer !== null || now - Number(row.created_at) > APPROVED_WITHIN_MS)
          return false
        if (decision === 'cancel') {
          change(id, { answer: 'cancelled' })
          return true
        }
        const name = isPayer(by.payer) ? by.payer : 'pays'
        if (by.country) store.run('insert into wallet_addresses values (?, ?)', id, by.country)
        const payer = payerOf(name)
        const instead = payer.insteadMinor
        const cycles = instead === undefined ? null : cyclesOf(row).map((each) => ({ ...each, amount: instead }))
        const approved = change(id, {
          status: 'APPROVED',
          payer: name,
          answer: decision === 'approve' ? 'approved' : 'silent',
          activates_at: now + (payer.activatesAfterMs ?? 0),
          ...(cycles && { cycles: JSON.stringify(cycles) }),
        })
        if (!payer.activatesAfterMs) charges.activate(approved, now)
        return true
      }),
  }
}
export type Approvals = ReturnType<typeof approvalsOf>
