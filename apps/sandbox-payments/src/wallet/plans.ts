import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import { addMonths, DAY_MS } from '../time.ts'
import { newPlanId, newProductId } from './ids.ts'
import { money, toMinorUnits } from './money.ts'
import { Rejected } from './rejected.ts'

const DAYS = { DAY: 1, WEEK: 7 } as const

/** A cycle of a plan: number of charges (null: unlimited), their amount, and one charge every `count` units. */
export type Cycle = {
  sequence: number
  trial: boolean
  unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
  count: number
  charges: number | null
  /** Minor units; 0: nothing is charged. */
  amount: number
  currency: string
}
type Requested = {
  tenure_type?: string
  sequence?: number
  total_cycles?: number
  frequency?: { interval_unit?: string; interval_count?: number }
  pricing_scheme?: { fixed_price?: { value?: string; currency_code?: string } }
}

/** Manages products and plans of the merchant. */
export function plansOf({ store, clock }: { store: Store; clock: Clock }) {
  /** Returns what an earlier request with the same id has made, otherwise makes it. */
  function once(key: string | undefined, make: () => string): string {
    if (!key) return make()
    const known = store.row('select made from wallet_requests where key = ?', key)
    if (known) return String(known.made)
    const made = make()
    store.run('insert into wallet_requests values (?, ?)', key, made)
    return made
  }
  const find = (id: string) => store.row('select * from wallet_plans where id = ?', id)
  function requirePlan(id: string): Row {
    const row = find(id)
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return row
  }

  return {
    find,
    addProduct: (key: string | undefined) => store.inTransaction(() => once(key && `product ${key}`, newProductId)),

    /** Adds a plan. @throws Rejected if PayPal would reject it */
    add(
      requested: {
        product_id?: string
        name?: string
        status?: string
        billing_cycles?: Requested[]
        payment_preferences?: object
      },
      key?: string,
    ) {
      const { product_id: product, name, status = 'ACTIVE', billing_cycles = [], payment_preferences: preferences } = requested
      if (!product || !name || !preferences || billing_cycles.length === 0) throw new Rejected(400, 'MISSING_REQUIRED_PARAMETER')
      const cycles = billing_cycles.map(cycleOf).toSorted((a, b) => a.sequence - b.sequence)
      if (cycles.some(({ sequence }, place) => sequence !== place + 1)) throw new Rejected(422, 'INVALID_BILLING_CYCLE_SEQUENCE')
      if (cycles.filter(({ trial }) => !trial).length !== 1) throw new Rejected(422, 'INVALID_BILLING_CYCLE')
      const id = store.inTransaction(() =>
        once(key && `plan ${key}`, () => {
          const made = newPlanId()
          store.run(
            'insert into wallet_plans values (?, ?, ?, ?, ?, ?, ?)',
            made,
            product,
            name,
            status,
            JSON.stringify(cycles),
            JSON.stringify(preferences),
            clock.now(),
          )
          return made
        }),
      )
      return requirePlan(id)
    },

    list: (page: number, size: number) => ({
      rows: store.rows('select * from wallet_plans order by created_at, id limit ? offset ?', size, (page - 1) * size),
      count: Number(store.row('select count(*) as count from wallet_plans')!.count),
    }),

    /** Changes the price of some of a plan's cycles; running subscriptions pay it from the next charge on. */
    reprice(id: string, schemes: { billing_cycle_sequence?: number; pricing_scheme?: Requested['pricing_scheme'] }[]): void {
      store.inTransaction(() => {
        const cycles = cyclesIn(requirePlan(id))
        for (const { billing_cycle_sequence: sequence, pricing_scheme: scheme } of schemes) {
          const cycle = cycles.find((each) => each.sequence === sequence)
          if (!cycle) throw new Rejected(422, 'INVALID_BILLING_CYCLE_SEQUENCE')
          Object.assign(cycle, priceIn(scheme))
        }
        store.run('update wallet_plans set cycles = ? where id = ?', JSON.stringify(cycles), id)
      })
    },

    /** Returns the cycles of a plan with the requested prices instead of its own. */
    withPrices(id: string, requested: { sequence?: number; pricing_scheme?: Requested['pricing_scheme'] }[]): Cycle[] {
      return cyclesIn(requirePlan(id)).map((cycle) => {
        const other = requested.find(({ sequence }) => sequence === cycle.sequence)?.pricing_scheme
        return other ? { ...cycle, ...priceIn(other) } : cycle
      })
    },

    setStatus(id: string, status: 'ACTIVE' | 'INACTIVE'): void {
      if (store.run('update wallet_plans set status = ? where id = ?', status, id) === 0)
        throw new Rejected(404, 'INVALID_RESOURCE_ID')
    },
  }
}
export type Plans = ReturnType<typeof plansOf>

export const cyclesIn = (row: Row): Cycle[] => JSON.parse(String(row.cycles)) as Cycle[]

/** Returns the cycle of the charge that follows `done` charges; undefined if the plan has ended. */
export function cycleAfter(cycles: readonly Cycle[], done: number): Cycle | undefined {
  let left = done
  return cycles.find(({ charges }) => {
    if (charges === null || left < charges) return true
    left -= charges
    return false
  })
}

/** Returns when the charge after one at `at` is due. Milliseconds. */
export function dueAfter(at: number, { unit, count }: Cycle): number {
  if (unit === 'DAY' || unit === 'WEEK') return at + DAYS[unit] * count * DAY_MS
  return addMonths(at, unit === 'MONTH' ? count : 12 * count)
}

function cycleOf({ tenure_type, sequence, total_cycles = 1, frequency, pricing_scheme }: Requested): Cycle {
  const { interval_unit: unit, interval_count: count = 1 } = frequency ?? {}
  const isUnit = unit === 'DAY' || unit === 'WEEK' || unit === 'MONTH' || unit === 'YEAR'
  const trial = tenure_type === 'TRIAL'
  if (!isUnit || !(trial || tenure_type === 'REGULAR') || !Number.isInteger(sequence))
    throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
  // A free trial has no price.
  const price = trial && !pricing_scheme ? { amount: 0, currency: '' } : priceIn(pricing_scheme)
  return { sequence: sequence!, trial, unit, count, charges: total_cycles === 0 ? null : total_cycles, ...price }
}

function priceIn(scheme: Requested['pricing_scheme']): { amount: number; currency: string } {
  const { value, currency_code: currency = '' } = scheme?.fixed_price ?? {}
  const amount = toMinorUnits(value)
  if (amount === null || amount < 0 || !/^[A-Z]{3}$/.test(currency)) throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
  return { amount, currency }
}

/** Returns a plan in PayPal's format. */
export function planOf(row: Row) {
  return {
    id: row.id,
    product_id: row.product,
    name: row.name,
    status: row.status,
    billing_cycles: cyclesIn(row).map(({ sequence, trial, unit, count, charges, amount, currency }) => ({
      tenure_type: trial ? 'TRIAL' : 'REGULAR',
      sequence,
      total_cycles: charges ?? 0,
      frequency: { interval_unit: unit, interval_count: count },
      ...(currency && { pricing_scheme: { version: 1, fixed_price: money(amount, currency) } }),
    })),
    payment_preferences: JSON.parse(String(row.preferences)) as object,
    quantity_supported: false,
    create_time: new Date(Math.min(Number(row.created_at), Date.now())).toISOString(),
  }
}
