import { limitedFetch } from '../../limited-fetch.ts'
import { countryCode } from '../country-code.ts'
import { jsonIn, jsonOf } from '../json-answer.ts'
import { readSignedEvent } from '../malformed-event.ts'
import type { WalletCharge, WalletProvider, WalletState } from '../port.ts'
import { paypalPlanMaking } from './create-plan.ts'
import { balanceOf, type PaypalBalances, paypalEntries } from './entries.ts'
import { paypalEventOf } from './events.ts'
import { type PaypalMoney, paypalMoney, toMinorUnits } from './money.ts'
import { type PaypalPlan, planOf } from './plans.ts'
import { type PaypalRefund, refundOf } from './refunds.ts'
import { paypalReturns } from './returns.ts'
import { paypalSignatures } from './signature.ts'

export type PaypalSettings = {
  environment: 'live' | 'sandbox'
  clientId: string
  clientSecret: string
  webhookId: string
  /**
   * Wallet plans by plan, "2", or by plan and voucher, "2+SPRING". Each charges every 30 days (DAY × 30), with reduced charges
   * as a trial cycle. Several are separated by a space, the latest last; the first with the current price is sold.
   */
  plans: Readonly<Record<string, string>>
  /**
   * Set for the sandbox: plans are created when they are needed. The value identifies the instance, so that two instances with
   * one sandbox have separate plans.
   */
  makesPlansFor?: string
  /** URLs of the API, the webhook certificates and the browser script, if not PayPal's. */
  baseUrl?: string
  certificates?: string
  script?: string
  /** Replaces the network, for tests. */
  fetch?: typeof fetch
}

const BASES = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' } as const
/** The only host whose certificates are accepted. */
const CERTIFICATES = {
  live: 'https://api.paypal.com/v1/notifications/certs/',
  sandbox: 'https://api.sandbox.paypal.com/v1/notifications/certs/',
} as const
const TIMEOUT_MS = 20_000
/** Time before its expiry at which a token is renewed. */
const RENEWED_EARLY_MS = 60_000
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

/** Looks up, cancels and refunds subscriptions that PayPal charges on its own schedule. */
export function paypalProvider(settings: PaypalSettings): WalletProvider {
  const { environment, clientId, clientSecret, webhookId, plans } = settings
  const call = settings.fetch ?? limitedFetch()
  const base = settings.baseUrl ?? BASES[environment]
  const isSigned = paypalSignatures({ certificates: settings.certificates ?? CERTIFICATES[environment], webhookId, fetch: call })
  let token: { value: string; ends: number } | null = null

  async function authorisation(): Promise<string> {
    if (token && token.ends > Date.now()) return token.value
    const answer = await call(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`paypal: the token endpoint answered ${answer.status}`)
    const { access_token, expires_in } = (await jsonOf(answer, 'paypal: token')) as {
      access_token: string
      expires_in: number
    }
    token = { value: `Bearer ${access_token}`, ends: Date.now() + expires_in * 1000 - RENEWED_EARLY_MS }
    return token.value
  }

  /** @returns null if PayPal does not know it. @throws for every other response that is not a success */
  async function ask<Answer>(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer | null> {
    const send = (authorization: string) =>
      call(`${base}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...(key && { 'paypal-request-id': key }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const used = await authorisation()
    let answer = await send(used)
    if (answer.status === 401) {
      // A token can expire early: PayPal may revoke it, or the clocks differ. A rejected request has had no effect.
      await answer.body?.cancel()
      if (token?.value === used) token = null
      answer = await send(await authorisation())
    }
    if (answer.status === 204) return {} as Answer
    if (answer.ok) return (await jsonOf(answer, `paypal: ${withoutIds(path)}`)) as Answer
    if (answer.status === 401) token = null
    const error = jsonIn(await answer.text()) as { name?: unknown } | null
    // A proxy or a wrong address answers 404 as well, but not with the name of an error.
    if (answer.status === 404 && typeof error?.name === 'string') return null
    throw new WrongAnswer(answer.status, path)
  }

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

  const configuredNames = [...new Set(Object.values(plans).flatMap(namesIn))]
  const making = settings.makesPlansFor ? paypalPlanMaking(ask, settings.makesPlansFor) : null

  return {
    name: 'paypal',
    brand: 'PayPal',
    clientId,
    script: settings.script ?? null,
    ensurePlan: making && ((plan) => making.ensure(plan)),
    plans: () => configuredNames,
    plansOf: (plan, voucherCode) => namesIn(plans[voucherCode ? `${plan}+${voucherCode}` : String(plan)]),
    offers: () =>
      Object.keys(plans).map((key) => {
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
      const names = making ? await making.names() : configuredNames
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

    async fetchRefund(reference) {
      // Refunds of sales are in version 1 of the payments API, those of captures in version 2.
      for (const path of ['/v2/payments/refunds', '/v1/payments/refund']) {
        const found = await ask<PaypalRefund>('GET', `${path}/${encodeURIComponent(reference)}`)
        if (found) return refundOf(found)
      }
      return null
    },

    async charges(reference, from, to) {
      const query = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() })
      const answer = await ask<{ transactions?: Transaction[] }>('GET', `${at(reference)}/transactions?${query}`)
      return (answer?.transactions ?? []).map(chargeOf)
    },

    returns: ({ from, to }) => paypalReturns((path) => ask('GET', path), from, to),

    entries: (from, to) => paypalEntries((path) => ask('GET', path), from, to),
    balance: async () => balanceOf(await ask<PaypalBalances>('GET', '/v1/reporting/balances')),

    async cancel(reference, reason) {
      try {
        await ask('POST', `${at(reference)}/cancel`, { reason: reason.slice(0, 128) || 'cancelled' })
      } catch (error) {
        // The subscription has already ended.
        if (!(error instanceof WrongAnswer && error.status === 422)) throw error
      }
    },

    async refund(transactionId, refundId, money) {
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`
      const amount = paypalMoney(money)
      try {
        const made = await ask<{ id: string; status: string }>('POST', path, { amount }, refundId)
        if (!made) return { state: 'failed', reference: null }
        if (made.status === 'COMPLETED') return { state: 'succeeded', reference: made.id }
        const isOver = made.status === 'FAILED' || made.status === 'CANCELLED'
        return { state: isOver ? 'failed' : 'unknown', reference: made.id }
      } catch (error) {
        if (error instanceof WrongAnswer && error.status === 422) return { state: 'failed', reference: null }
        if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return { state: 'unknown', reference: null }
        throw error
      }
    },

    async readWebhook(body, headers, mayAsk) {
      if (!(await isSigned(body, headers, mayAsk))) return null
      return [readSignedEvent(body, paypalEventOf)]
    },
  }
}

/** Splits "P-OLD P-NEW": a plan may have several, because running subscriptions keep theirs. */
function namesIn(names: string | undefined): string[] {
  return (names ?? '').split(/\s+/).filter(Boolean)
}

class WrongAnswer extends Error {
  readonly status: number
  constructor(status: number, path: string) {
    super(`paypal: ${withoutIds(path)} answers ${status}`)
    this.status = status
  }
}

function withoutIds(path: string): string {
  return path.split('?')[0]!.replace(/[^/]*-[^/]*/g, '…')
}

const CHARGES = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'part-refunded',
  REFUNDED: 'refunded',
  DECLINED: 'failed',
  FAILED: 'failed',
  PENDING: 'pending',
} as const

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
