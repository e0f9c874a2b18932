import type Stripe from 'stripe'
import { MalformedEvent } from '../malformed-event.ts'
import type { CardProvider } from '../port.ts'
import { stripeBalance } from './balance.ts'
import { stripeCharges } from './charges.ts'
import { type StripeSettings, stripeClient } from './client.ts'
import { eventsOf } from './events.ts'
import { stripePaymentMethods } from './payment-methods.ts'
import { refund } from './refund.ts'

/** Stripe's minimum charge amounts, minor units. */
const MINIMUMS = { EUR: 50, CHF: 50 } as const

/**
 * Cards and SEPA debits through Stripe: payment methods are collected in an embedded Checkout page and charged by
 * PaymentIntents on our schedule. Subscriptions, vouchers and invoices are ours, without Stripe Billing.
 */
export function stripeProvider({ publishableKey, webhookSecret, ...settings }: StripeSettings): CardProvider {
  const stripe = stripeClient(settings)
  return {
    name: 'stripe',
    minimum: (currency) => MINIMUMS[currency],
    ...stripePaymentMethods(stripe, publishableKey),
    ...stripeCharges(stripe),
    refund: (requested) => refund(stripe, requested),
    ...stripeBalance(stripe),

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
  }
}
