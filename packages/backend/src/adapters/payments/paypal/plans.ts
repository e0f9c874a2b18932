import type { WalletPlan, WalletProvider } from '../port.ts'
import type { AskPaypal } from './client.ts'
import { type PaypalMoney, paypalMoney, toMinorUnits } from './money.ts'

type Cycle = {
  tenure_type: 'REGULAR' | 'TRIAL'
  sequence: number
  total_cycles?: number
  frequency: { interval_unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'; interval_count?: number }
  pricing_scheme?: { fixed_price?: PaypalMoney; tiers?: unknown[] }
}
/** A plan as PayPal returns it, as far as it is used. */
type PaypalPlan = {
  id: string
  status: string
  billing_cycles?: Cycle[]
  payment_preferences?: { setup_fee?: PaypalMoney }
  taxes?: { percentage?: string; inclusive?: boolean }
}

const DAYS = { DAY: 1, WEEK: 7, MONTH: null, YEAR: null } as const

/** Finds and changes the configured plans. @param configured as in the settings: ids by plan, "2", or plan and voucher, "2+SPRING" */
export function paypalPlans(
  ask: AskPaypal,
  configured: Readonly<Record<string, string>>,
): Pick<WalletProvider, 'plans' | 'plansOf' | 'offers' | 'fetchPlan' | 'revisePlan'> {
  const names = [...new Set(Object.values(configured).flatMap(namesIn))]
  return {
    plans: () => names,
    plansOf: (plan, voucherCode) => namesIn(configured[voucherCode ? `${plan}+${voucherCode}` : String(plan)]),
    offers: () =>
      Object.keys(configured).map((key) => {
        const [plan, voucherCode = null] = key.split('+')
        return { plan: Number(plan), voucherCode }
      }),

    async fetchPlan(id) {
      const plan = await ask<PaypalPlan>('GET', `/v1/billing/plans/${encodeURIComponent(id)}`)
      return plan && planOf(plan)
    },

    async revisePlan(id, sequence, price) {
      const pricing_scheme = { fixed_price: paypalMoney(price) }
      const pricing_schemes = [{ billing_cycle_sequence: sequence, pricing_scheme }]
      await ask('POST', `/v1/billing/plans/${encodeURIComponent(id)}/update-pricing-schemes`, { pricing_schemes })
    },
  }
}

/** Splits "P-OLD P-NEW": a plan may have several, because running subscriptions keep theirs. */
function namesIn(names: string | undefined): string[] {
  return (names ?? '').split(/\s+/).filter(Boolean)
}

function planOf({ id, status, billing_cycles = [], payment_preferences, taxes }: PaypalPlan): WalletPlan {
  const setupFee = payment_preferences?.setup_fee
  const taxOnTop = taxes?.inclusive === false && Number(taxes.percentage ?? '0') > 0
  return {
    id,
    isActive: status === 'ACTIVE',
    hasExtras: taxOnTop || (setupFee !== undefined && toMinorUnits(setupFee.value) !== 0),
    cycles: billing_cycles
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ sequence, total_cycles = 1, frequency, pricing_scheme }) => {
        const { interval_unit: unit, interval_count: count = 1 } = frequency
        const price = pricing_scheme?.fixed_price
        const days = DAYS[unit]
        return {
          sequence,
          // A trial cycle without a price is free.
          amount: price ? toMinorUnits(price.value) : 0,
          currency: price?.currency_code ?? null,
          days: days === null ? null : days * count,
          charges: total_cycles === 0 ? null : total_cycles,
        }
      }),
  }
}
