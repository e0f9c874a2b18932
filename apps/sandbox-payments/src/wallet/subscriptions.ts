import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { Language } from '../words.ts'
import type { Events } from './events.ts'
import { newSubscriptionId, newToken } from './ids.ts'
import { type Country, isPayer, payerOf } from './payers.ts'
import type { Payments } from './payments.ts'
import { type Cycle, cycleAfter, cyclesIn, dueAfter, type Plans } from './plans.ts'
import { Rejected } from './rejected.ts'

/** Delay and number of retries of a declined charge; then the subscription is suspended. */
const AGAIN_AFTER_MS = 5 * DAY_MS
const MOST_FAILURES = 3
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
type Action = 'cancel' | 'suspend' | 'activate'
type Options = { store: Store; clock: Clock; events: Events; plans: Plans; payments: Payments }

/** Manages subscriptions: creation, approval by the payer, charges by the clock, end. */
export function subscriptionsOf({ store, clock, events, plans, payments }: Options) {
  /** Subscriptions with the country of the payer, null without an address. */
  const ROWS = 'select wallet_subscriptions.*, country from wallet_subscriptions left join wallet_addresses on subscription = id'
  const find = (id: string) => store.row(`${ROWS} where id = ?`, id)
  const byToken = (token: string) => store.row(`${ROWS} where token = ?`, token)
  const kindOf = (status: string) => `BILLING.SUBSCRIPTION.${status}`

  function requireSubscription(id: string): Row {
    const row = find(id)
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return row
  }

  function change(id: string, fields: Record<string, string | number | null>, kind?: string): Row {
    const names = Object.keys(fields)
    store.run(
      `update wallet_subscriptions set ${names.map((name) => `${name} = ?`).join(', ')}, updated_at = ? where id = ?`,
      ...Object.values(fields),
      clock.now(),
      id,
    )
    const row = requireSubscription(id)
    if (kind) events.ofSubscription(kind, row)
    return row
  }

  /** Returns a subscription's own cycles if its payer approved another price, otherwise those of its plan. */
  const cyclesOf = (row: Row): Cycle[] =>
    row.cycles ? (JSON.parse(String(row.cycles)) as Cycle[]) : cyclesIn(plans.find(String(row.plan))!)

  function activate(row: Row, at: number): void {
    const id = String(row.id)
    change(id, { status: 'ACTIVE', started_at: at, activates_at: null, next_at: at }, kindOf('ACTIVATED'))
    chargeDueCycle(id, at)
  }

  /** Makes the charge of the next cycle, which is due now, or ends the subscription after its last one. */
  function chargeDueCycle(id: string, at: number): void {
    const row = requireSubscription(id)
    const done = Number(row.cycles_done)
    const cycle = cycleAfter(cyclesOf(row), done)
    if (!cycle) {
      change(id, { status: 'EXPIRED', next_at: null, retry_at: null }, kindOf('EXPIRED'))
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
    change(id, { failed, retry_at: isOver ? null : at + AGAIN_AFTER_MS }, `${kindOf('PAYMENT')}.FAILED`)
    if (isOver) change(id, { status: 'SUSPENDED', next_at: null }, kindOf('SUSPENDED'))
  }

  /** Retries a declined charge. */
  function retry(id: string, at: number): void {
    const row = requireSubscription(id)
    const done = Number(row.cycles_done) - 1
    charge(id, cycleAfter(cyclesOf(row), done)!, at, done === 0)
  }

  return {
    byToken,
    requireSubscription,
    cyclesOf,

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
        events.ofSubscription(kindOf('CREATED'), requireSubscription(id))
        return requireSubscription(id)
      })
    },

    /** Records the payer's decision. "approve-silently": the merchant's page gets no result. @returns false if already decided */
    decide(id: string, decision: Decision, by: { payer: string; country: Country }): boolean {
      return store.inTransaction(() => {
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
        if (!payer.activatesAfterMs) activate(approved, now)
        return true
      })
    },

    /** Cancels, suspends or resumes a subscription for the merchant or the payer. @throws Rejected if its state does not allow it */
    act(id: string, act: Action, reason: string): void {
      store.inTransaction(() => {
        const { status, started_at: startedAt, next_at: nextAt } = requireSubscription(id)
        const from = { cancel: ['ACTIVE', 'SUSPENDED', 'APPROVED'], suspend: ['ACTIVE'], activate: ['SUSPENDED'] }[act]
        if (!from.includes(String(status))) throw new Rejected(422, 'SUBSCRIPTION_STATUS_INVALID')
        if (act === 'cancel')
          change(id, { status: 'CANCELLED', reason, next_at: null, retry_at: null, activates_at: null }, kindOf('CANCELLED'))
        if (act === 'suspend') change(id, { status: 'SUSPENDED', reason, retry_at: null }, kindOf('SUSPENDED'))
        const resumed = {
          status: 'ACTIVE',
          failed: 0,
          next_at: Number(nextAt ?? startedAt ?? 0) < clock.now() ? clock.now() : nextAt!,
        }
        if (act === 'activate') change(id, resumed, kindOf('RE-ACTIVATED'))
      })
    },

    /** Moves a subscription to another plan, from its next charge on. */
    revise(id: string, requested: SubscriptionRequested): Row {
      return store.inTransaction(() => {
        if (requireSubscription(id).status !== 'ACTIVE') throw new Rejected(422, 'SUBSCRIPTION_STATUS_INVALID')
        const { plan_id: plan = String(requireSubscription(id).plan), quantity } = requested
        if (!plans.find(plan)) throw new Rejected(404, 'INVALID_RESOURCE_ID')
        return change(id, { plan, cycles: null, ...(quantity && { quantity }) }, kindOf('UPDATED'))
      })
    },

    /** Charges the next period now. @throws Rejected */
    billNow(id: string): void {
      store.inTransaction(() => {
        if (requireSubscription(id).status !== 'ACTIVE') throw new Rejected(422, 'SUBSCRIPTION_STATUS_INVALID')
        chargeDueCycle(id, clock.now())
      })
    },

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
export type Subscriptions = ReturnType<typeof subscriptionsOf>
