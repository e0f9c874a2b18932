import Stripe from 'stripe'
import type { CardProvider } from '../port.ts'
import { setupStateOf } from './outcomes.ts'

/** Stripe's browser script, of the same release as the SDK. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js'

/** Collects payment methods in an embedded Checkout page, and deletes them. */
export function stripePaymentMethods(
  stripe: Stripe,
  publishableKey: string,
): Pick<CardProvider, 'openSetup' | 'setupState' | 'forgetMethod'> {
  return {
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

    async forgetMethod(reference) {
      await stripe.paymentMethods.detach(reference).catch(async (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        // A method that is gone cannot be detached again. After any other error, the job retries.
        if (error.code !== 'resource_missing' && (await stripe.paymentMethods.retrieve(reference)).customer !== null) throw error
      })
    },
  }
}
