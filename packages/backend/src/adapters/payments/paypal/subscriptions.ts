import { countryCode } from '../country-code.ts'
import type { WalletCharge, WalletProvider, WalletState } from '../port.ts'
import { type AskPaypal, WrongAnswer } from './client.ts'
import { type PaypalMoney, toMinorUnits } from './money.ts'

/** Subscriptions per page of the list, and maximum number of plans per request. */
const PAGE_SIZE = 20
const MOST_PLANS = 70

type Subscription = {
  id: string
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'
  plan_id: string
  custom_id?: string
  quantity?: string
  plan_overridden?: boolean
  start_time?: string
  subscriber?: { email_address?: string; payer_id?: string; shipping_address?: { address?: { country_code?: string } } }
  billing_info?: { next_billing_time?: string }
}
type SubscriptionPage = { subscriptions?: { id: string }[] }
type Transaction = {
  id: string
  status: 'COMPLETED' | 'DECLINED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'
  amount_with_breakdown: { gross_amount: PaypalMoney }
  time: string
}
const STATES = {
  APPROVAL_PENDING: 'pending',
  APPROVED: 'pending',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const

const CHARGES = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'part-refunded',
  REFUNDED: 'refunded',
  DECLINED: 'failed',
  FAILED: 'failed',
  PENDING: 'pending',
} as const

type Calls = 'fetchSubscription' | 'listSubscriptions' | 'subscriptionOf' | 'charges' | 'cancel'

/** Looks up and cancels subscriptions and their charges. @param planNames returns the ids of all our plans */
export function paypalSubscriptions(ask: AskPaypal, planNames: () => Promise<readonly string[]>): Pick<WalletProvider, Calls> {
  const at = (reference: string) => `/v1/billing/subscriptions/${encodeURIComponent(reference)}`

  async function subscriptionAt(reference: string): Promise<Subscription | null> {
    // The reference was posted by a browser. "..", for example, would lead to another address.
    if (!/^[\w-]{3,50}$/.test(reference)) return null
    const known = await ask<Subscription>('GET', at(reference))
    if (!known) return null
    // An error or a page of a proxy, with status 200.
    if (typeof known.id !== 'string' || !Object.hasOwn(STATES, known.status) || typeof known.plan_id !== 'string')
      throw new Error('paypal: the answer is not a subscription')
    // A subscription must have one name, or it could be settled once for each name.
    return known.id === reference ? known : null
  }

  return {
    async fetchSubscription(reference) {
      const known = await subscriptionAt(reference)
      if (!known) return null
      const next = known.billing_info?.next_billing_time
      return {
        reference: known.id,
        state: STATES[known.status],
        planId: known.plan_id,
        customId: known.custom_id ?? null,
        isOverridden: known.plan_overridden === true || Number(known.quantity ?? '1') !== 1,
        startsAt: known.start_time ? new Date(known.start_time) : null,
        nextChargeAt: next ? new Date(next) : null,
        payer: masked(known.subscriber?.email_address ?? ''),
        payerId: known.subscriber?.payer_id ?? null,
        payerCountry: countryCode(known.subscriber?.shipping_address?.address?.country_code),
      } satisfies WalletState
    },

    async *listSubscriptions(from, to) {
      const names = await planNames()
      for (let first = 0; first < names.length; first += MOST_PLANS) {
        for (let page = 1; ; page++) {
          const query = new URLSearchParams({
            plan_ids: names.slice(first, first + MOST_PLANS).join(','),
            created_after: from.toISOString(),
            created_before: to.toISOString(),
            page_size: String(PAGE_SIZE),
            page: String(page),
          })
          const found = (await ask<SubscriptionPage>('GET', `/v1/billing/subscriptions?${query}`))?.subscriptions ?? []
          for (const { id } of found) yield id
          if (found.length < PAGE_SIZE) break
        }
      }
    },

    async subscriptionOf(charge) {
      const sale = await ask<{ billing_agreement_id?: string }>('GET', `/v1/payments/sale/${encodeURIComponent(charge)}`)
      return sale?.billing_agreement_id ?? null
    },

    async charges(reference, from, to) {
      const query = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() })
      const answer = await ask<{ transactions?: Transaction[] }>('GET', `${at(reference)}/transactions?${query}`)
      return (answer?.transactions ?? []).map(chargeOf)
    },

    async cancel(reference, reason) {
      try {
        await ask('POST', `${at(reference)}/cancel`, { reason: reason.slice(0, 128) || 'cancelled' })
      } catch (error) {
        // The subscription has already ended.
        if (!(error instanceof WrongAnswer && error.status === 422)) throw error
      }
    },
  }
}

function chargeOf({ id, status, amount_with_breakdown: { gross_amount: gross }, time }: Transaction): WalletCharge {
  // What is not known yet is not booked, and is requested again later.
  const state = Object.hasOwn(CHARGES, status) ? CHARGES[status] : 'pending'
  return { transactionId: id, amount: toMinorUnits(gross.value), currency: gross.currency_code, at: new Date(time), state }
}

/** Masks an address: "p•••@example.org". */
function masked(email: string): string {
  const [name = '', domain] = email.split('@')
  return domain ? `${name.slice(0, 1)}•••@${domain}` : ''
}
