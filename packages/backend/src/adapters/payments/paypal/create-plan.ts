import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import type { RequestedPlan } from '../port.ts'
import type { AskPaypal } from './client.ts'
import { paypalMoney } from './money.ts'

/** Plans per page of the list. */
const PAGE_SIZE = 20
/** Maximum number of pages requested. */
const MOST_PAGES = 100

/**
 * Creates missing plans, for the sandbox, where no operator creates them. The same terms give one plan, even if several servers
 * request it, because the request id is derived from them.
 * @param owner owner of the plans, the same for all servers of an instance
 */
export function paypalPlanMaking(ask: AskPaypal, owner: string) {
  const made = new Map<string, Promise<string>>()

  async function make(plan: RequestedPlan, key: string): Promise<string> {
    const product = await ask<{ id: string }>(
      'POST',
      '/v1/catalogs/products',
      { name: 'Subscriptions', type: 'DIGITAL' },
      'subscriptions',
    )
    const created = await ask<{ id: string }>('POST', '/v1/billing/plans', planFor(plan, product!.id), `${owner} ${key}`)
    return created!.id
  }

  return {
    /** Returns the id of the plan with these terms, and creates it if it is missing. @throws if the wallet cannot be reached */
    ensure(plan: RequestedPlan): Promise<string> {
      const key = keyOf(plan)
      const known = made.get(key)
      if (known) return known
      const making = make(plan, key)
      made.set(key, making)
      making.catch(() => made.delete(key))
      return making
    },

    /** Returns the ids of all plans of the PayPal account. */
    async names(): Promise<string[]> {
      const names: string[] = []
      for (let page = 1; page <= MOST_PAGES; page++) {
        const query = new URLSearchParams({ page_size: String(PAGE_SIZE), page: String(page) })
        const found = (await ask<{ plans?: { id: string }[] }>('GET', `/v1/billing/plans?${query}`))?.plans ?? []
        names.push(...found.map(({ id }) => id))
        if (found.length < PAGE_SIZE) break
      }
      return names
    },
  }
}

/** Returns the terms of a plan as a key: "2+SPRING EUR 1999 3x399". */
function keyOf({ plan, voucherCode, currency, regular, reduced }: RequestedPlan): string {
  const first = reduced ? ` ${reduced.charges}x${reduced.price}` : ''
  return `${plan}${voucherCode ? `+${voucherCode}` : ''} ${currency} ${regular}${first}`
}

function planFor({ plan, currency, regular, reduced }: RequestedPlan, product: string) {
  const cycle = (sequence: number, minor: number, charges: number) => ({
    tenure_type: charges === 0 ? 'REGULAR' : 'TRIAL',
    sequence,
    total_cycles: charges,
    frequency: { interval_unit: 'DAY', interval_count: PERIOD_DAYS },
    pricing_scheme: { fixed_price: paypalMoney({ minor, currency }) },
  })
  const cycles = reduced ? [cycle(1, reduced.price, reduced.charges), cycle(2, regular, 0)] : [cycle(1, regular, 0)]
  return {
    product_id: product,
    name: `Tariff ${plan}`,
    status: 'ACTIVE',
    billing_cycles: cycles,
    payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 3 },
  }
}
