import Stripe from 'stripe'
import { limitedFetch } from '../../limited-fetch.ts'
import { MalformedEvent } from '../malformed-event.ts'
import type { CardProvider, Outcome } from '../port.ts'
import { movementOf } from './balance.ts'
import { eventsOf } from './events.ts'
import { declineOf, needsCustomer, outcomeOf, refundStateOf, setupStateOf, takenBackOf } from './outcomes.ts'

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another host than Stripe's, for tests. */
  host?: { host: string; port: number; protocol: 'http' }
}

/** Stripe's browser script, of the same release as the SDK. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js'
/** Timeout of a request, from its start to the end of the response. */
const TIMEOUT_MS = 20_000
/** Stripe's minimum charge amounts, minor units. */
const MINIMUMS = { EUR: 50, CHF: 50 } as const

/**
 * Cards and SEPA debits through Stripe: payment methods are collected in an embedded Checkout page and charged by
 * PaymentIntents on our schedule. Subscriptions, vouchers and invoices are ours, without Stripe Billing.
 */
export function stripeProvider({ secretKey, publishableKey, webhookSecret, host }: StripeSettings): CardProvider {
  const call = limitedFetch()
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    // The library's own client waits forever for a response that keeps arriving, and does not limit its length.
    httpClient: Stripe.createFetchHttpClient((address, init) => call(address, { ...init, redirect: 'error' }).then(withError)),
    ...host,
  })

  async function returnIn(intent: Stripe.PaymentIntent): Promise<Outcome | null> {
    const charge = intent.latest_charge
    if (!charge || typeof charge === 'string' || !charge.disputed) return null
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 10 })
    const outcomes = data.flatMap((dispute) => takenBackOf(intent, dispute, false) ?? [])
    return outcomes.find(({ state }) => state === 'returned') ?? outcomes[0] ?? null
  }

  async function stateOf(intent: Stripe.PaymentIntent): Promise<Outcome> {
    return (await returnIn(intent)) ?? outcomeOf(intent)
  }

  async function find(attemptId: string, reference: string | null): Promise<Stripe.PaymentIntent | null> {
    const expand = ['latest_charge']
    if (reference?.startsWith('pi_')) return stripe.paymentIntents.retrieve(reference, { expand })
    const query = `metadata['attemptId']:'${attemptId}'`
    const { data } = await stripe.paymentIntents.search({ query, limit: 1, expand: ['data.latest_charge'] })
    return data[0] ?? null
  }

  return {
    name: 'stripe',

    minimum: (currency) => MINIMUMS[currency],

    async openSetup({ setupId, customerReference, email, kinds, language, returnUrl, creditor }) {
      const customer =
        customerReference ??
        (
          await stripe.customers.create(
            { email, preferred_locales: [language], metadata: { setupId } },
            { idempotencyKey: `customer-${setupId}` },
          )
        ).id
      const requested = {
        mode: 'setup',
        ui_mode: 'embedded_page',
        customer,
        allowed_payment_method_types: kinds.map((kind) => (kind === 'CC' ? 'card' : 'sepa_debit')),
        locale: language,
        return_url: returnUrl,
        client_reference_id: setupId,
        metadata: { setupId },
        setup_intent_data: { description: creditor, metadata: { setupId } },
      } satisfies Stripe.Checkout.SessionCreateParams
      const session = await stripe.checkout.sessions.create(requested, { idempotencyKey: setupId })
      if (!session.client_secret) throw new Error('stripe: a setup without a client secret')
      const embed = { script: SCRIPT, clientSecret: session.client_secret, publicKey: publishableKey }
      return { reference: session.id, url: '', embed }
    },

    async setupState(reference) {
      const expand = ['setup_intent.payment_method', 'setup_intent.mandate']
      return setupStateOf(await stripe.checkout.sessions.retrieve(reference, { expand }))
    },

    async charge({ attemptId, money, methodReference, customerReference, kind, initiator, returnUrl, description }) {
      // A debit is covered by its mandate, so the customer need not be present.
      const attended = initiator === 'customer' && kind === 'CC'
      const requested = {
        amount: money.minor,
        currency: money.currency.toLowerCase(),
        payment_method: methodReference,
        allowed_payment_method_types: [kind === 'CC' ? 'card' : 'sepa_debit'],
        ...(customerReference && { customer: customerReference }),
        confirm: true,
        ...(attended ? { return_url: returnUrl } : { off_session: true }),
        description,
        // If authentication is required after all, it is requested later and does not count as a decline.
        metadata: { attemptId, ...(initiator === 'merchant' && kind === 'CC' && { unattended: 'true' }) },
        // The charge has the day of the debit.
        ...(kind === 'DD' && { expand: ['latest_charge'] }),
      } satisfies Stripe.PaymentIntentCreateParams
      try {
        return outcomeOf(await stripe.paymentIntents.create(requested, { idempotencyKey: attemptId }))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError || isMethodGone(error) || isTooSmall(error)) {
          const reference = error.payment_intent?.id ?? null
          const needsOwner = initiator === 'merchant' && reference !== null && needsCustomer(error)
          return needsOwner ? { state: 'needs-customer', reference } : declineOf(error, reference)
        }
        // Money may have moved: the connection was lost, Stripe failed, or an earlier call with the same key is still running.
        if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) {
          return { state: 'unknown' }
        }
        throw error
      }
    },

    async fetchState(attemptId, reference) {
      const intent = await find(attemptId, reference)
      return intent ? stateOf(intent) : { state: 'absent' }
    },

    async ask({ attemptId, reference, methodReference, returnUrl }) {
      const intent = await find(attemptId, reference)
      if (!intent) return { state: 'unknown' }
      // Confirms the same PaymentIntent again, now that the customer is present. A pending authentication keeps its URL.
      if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation') return stateOf(intent)
      try {
        const requested = { payment_method: methodReference, return_url: returnUrl, off_session: false }
        return outcomeOf(await stripe.paymentIntents.confirm(intent.id, requested))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError || isMethodGone(error)) {
          return needsCustomer(error) ? { state: 'needs-customer', reference } : declineOf(error, reference)
        }
        // A concurrent call has confirmed or cancelled it.
        if (isOtherwise(error)) return stateOf(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }))
        throw error
      }
    },

    async giveUp(attemptId, reference) {
      const intent = await find(attemptId, reference)
      if (!intent) return { state: 'absent' }
      try {
        return outcomeOf(await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }))
      } catch (error) {
        // Too late: it has completed, or a debit is in progress.
        if (isOtherwise(error)) return stateOf(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }))
        throw error
      }
    },

    async refund({ refundId, attemptReference, money }) {
      // Idempotency keys expire after a day, refunds do not.
      const { data } = await stripe.refunds.list({ payment_intent: attemptReference, limit: 100 })
      const known = data.find(({ metadata }) => metadata?.refundId === refundId)
      if (known) return { state: refundStateOf(known.status), reference: known.id }
      try {
        const requested = { payment_intent: attemptReference, amount: money.minor, metadata: { refundId } }
        const made = await stripe.refunds.create(requested, { idempotencyKey: refundId })
        return { state: refundStateOf(made.status), reference: made.id }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return { state: 'failed', reference: null }
        if (error instanceof Stripe.errors.StripeConnectionError) return { state: 'unknown', reference: null }
        throw error
      }
    },

    async readWebhook(body, headers) {
      let event: Stripe.Event
      try {
        event = await stripe.webhooks.constructEventAsync(body, headers.get('stripe-signature') ?? '', webhookSecret)
      } catch {
        return null
      }
      return eventsOf(stripe, event).catch((error: unknown) => {
        // Failed requests have errors of Stripe's library.
        throw error instanceof TypeError ? new MalformedEvent(error.name) : error
      })
    },

    async *movements(from, to) {
      const created = { gte: seconds(from), lt: seconds(to) }
      for await (const entry of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
        yield await movementOf(stripe, entry)
      }
    },

    async balance() {
      const { available, pending } = await stripe.balance.retrieve()
      const sums = new Map<string, number>()
      for (const { amount, currency } of [...available, ...pending])
        sums.set(currency.toUpperCase(), (sums.get(currency.toUpperCase()) ?? 0) + amount)
      return [...sums].map(([currency, amount]) => ({ amount, currency }))
    },

    async forgetMethod(reference) {
      await stripe.paymentMethods.detach(reference).catch(async (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // A method that is gone cannot be detached again. After any other error, the job retries.
        if (error.code !== 'resource_missing' && (await stripe.paymentMethods.retrieve(reference)).customer !== null) throw error
      })
    },
  }
}

/**
 * Whether the amount is below Stripe's minimum, which no retry changes. Smaller amounts are waived before, so this is an old
 * attempt or a new minimum.
 */
function isTooSmall(error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small'
}

/** Whether the PaymentIntent is in another state than the call expects. */
function isOtherwise(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'
}

function isMethodGone(error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.param === 'payment_method' || error.param === 'customer' || error.code === 'payment_intent_mandate_invalid')
  )
}

/**
 * Returns a response that the library understands: it takes a failure for a success if the JSON, for example of a proxy, has no
 * `error`.
 * @throws TypeError as if the connection had failed
 */
async function withError(response: Response): Promise<Response> {
  if (response.ok) return response
  const text = await response.text()
  if (!/"error"\s*:\s*[{"]/.test(text)) throw new TypeError(`stripe: ${response.status} without an error`)
  return new Response(text, response)
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
