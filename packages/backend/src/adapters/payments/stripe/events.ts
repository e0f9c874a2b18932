import type Stripe from 'stripe'
import type { ProviderEvent } from '../port.ts'
import { idOf, isOfOurVersion, methodLook, outcomeOf, refundStateOf, takenBackOf } from './outcomes.ts'

type About = ProviderEvent['about']
const NOTHING: About = { what: 'nothing' }

/**
 * Converts a signed event of Stripe; docs/providers.md lists every kind. An event in another version of Stripe's API is
 * requested again in ours, because its fields may have other names.
 */
export async function eventsOf(stripe: Stripe, event: Stripe.Event): Promise<ProviderEvent[]> {
  const { id, type: kind } = event
  if (event.type === 'charge.refunded') return refundsOf(stripe, event)
  return [{ id, kind, about: await aboutOf(stripe, event) }]
}

async function aboutOf(stripe: Stripe, event: Stripe.Event): Promise<About> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled': {
      const reported = event.data.object
      const intent = isOfOurVersion(event) ? reported : await stripe.paymentIntents.retrieve(reported.id)
      const attemptId = intent.metadata.attemptId
      return attemptId ? { what: 'attempt', attemptId, outcome: outcomeOf(intent) } : NOTHING
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const reported = event.data.object
      const dispute = isOfOurVersion(event) ? reported : await stripe.disputes.retrieve(reported.id)
      return disputeOf(stripe, dispute, event.type === 'charge.dispute.funds_reinstated')
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const reported = event.data.object
      return refundOf(stripe, isOfOurVersion(event) ? reported : await stripe.refunds.retrieve(reported.id))
    }
    case 'checkout.session.completed':
    case 'checkout.session.expired': {
      const setupId = event.data.object.metadata?.setupId
      return setupId ? { what: 'setup', setupId } : NOTHING
    }
    case 'mandate.updated': {
      const { status, payment_method: method } = event.data.object
      return status === 'inactive' ? { what: 'mandate-cancelled', methodReference: idOf(method) } : NOTHING
    }
    case 'payment_method.automatically_updated': {
      const method = event.data.object
      return method.card ? { what: 'method-updated', methodReference: method.id, ...methodLook(method) } : NOTHING
    }
    default:
      return NOTHING
  }
}

async function disputeOf(stripe: Stripe, dispute: Stripe.Dispute, isBack: boolean): Promise<About> {
  if (!dispute.payment_intent) return NOTHING
  const intent = await stripe.paymentIntents.retrieve(idOf(dispute.payment_intent), { expand: ['latest_charge'] })
  const outcome = takenBackOf(intent, dispute, isBack)
  const attemptId = intent.metadata.attemptId
  return attemptId && outcome ? { what: 'attempt', attemptId, outcome } : NOTHING
}

/** Our refunds are identified by their metadata, those made in the dashboard by their charge. */
async function refundOf(stripe: Stripe, refund: Stripe.Refund): Promise<About> {
  const { id: reference, metadata, status, amount, currency, payment_intent: paymentIntent } = refund
  const state = refundStateOf(status)
  if (state === 'processing') return NOTHING
  const refundId = metadata?.refundId
  if (refundId) return { what: 'refund', refundId, state }
  if (!paymentIntent) return NOTHING
  const intent = await stripe.paymentIntents.retrieve(idOf(paymentIntent))
  const attemptId = intent.metadata.attemptId ?? null
  return { what: 'refunded', reference, charge: intent.id, attemptId, amount, currency: currency.toUpperCase(), state }
}

/** "charge.refunded" names only the charge; each of its refunds becomes a separate event. */
async function refundsOf(stripe: Stripe, event: Stripe.ChargeRefundedEvent): Promise<ProviderEvent[]> {
  const { id, type: kind } = event
  const { data } = await stripe.refunds.list({ charge: event.data.object.id, limit: 100 })
  const reported: ProviderEvent[] = []
  for (const refund of data) reported.push({ id: `${id}/${refund.id}`, kind, about: await refundOf(stripe, refund) })
  return reported
}
