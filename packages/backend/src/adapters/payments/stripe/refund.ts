import Stripe from 'stripe'
import type { CardProvider } from '../port.ts'
import { refundStateOf } from './outcomes.ts'

/** Refunds once, however often it is called with the same `refundId`. */
export async function refund(
  stripe: Stripe,
  { refundId, attemptReference, money }: Parameters<CardProvider['refund']>[0],
): ReturnType<CardProvider['refund']> {
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
}
