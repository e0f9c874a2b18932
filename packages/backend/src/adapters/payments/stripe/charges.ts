import Stripe from 'stripe'
import type { CardProvider, Outcome } from '../port.ts'
import { declineOf, needsCustomer, outcomeOf, takenBackOf } from './outcomes.ts'

/** Charges by PaymentIntents, whose metadata has the id of the attempt. */
export function stripeCharges(stripe: Stripe): Pick<CardProvider, 'charge' | 'fetchState' | 'ask' | 'giveUp'> {
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
