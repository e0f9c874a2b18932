import { readFileSync } from 'node:fs'
import { descriptionFile, readDescription } from '../../../../../../tools/description.ts'
import { stripeProvider } from '../stripe/stripe-provider.ts'
import { type VendorAnswer, type VendorCall, vendorEdge } from './vendor-specs.ts'

// Stripe as our adapter meets it: its own SDK on our side, its published description and examples on the other.

export const SECRET = 'whsec_of_the_test'
const examples = JSON.parse(readFileSync(descriptionFile('stripe-examples.json'), 'utf8')) as Record<string, object>
/** Returns Stripe's example of an object, with the changes of the test. */
export function example(name: string, changes: object): Record<string, unknown> {
  if (!examples[name]) throw new Error(`${name} is not among the examples: tools/extract-descriptions.ts takes them`)
  return { ...examples[name], ...changes }
}
export const intent = (changes: object = {}) =>
  example('payment_intent', {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 1999,
    currency: 'eur',
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
    ...changes,
  })
/** The result that is made of `intent({ id: reference })`. */
export const succeeded = (reference: string) => ({
  state: 'succeeded',
  reference,
  collected: { amount: 1999, currency: 'EUR' },
})
export const list = (data: unknown[]) => ({ body: { object: 'list', data, has_more: false, url: '/' } })
export const failure = (status: number, error: object) => ({ status, body: { error } })

export async function testStripe() {
  let answer: (call: VendorCall) => VendorAnswer = () => ({ status: 500, body: {} })
  const edge = await vendorEdge({
    description: readDescription('stripe-requests.json'),
    answer: (call) => answer(call),
    // The description is from 2023: it has no embedded pages, and another name for the list of payment method types.
    asDescribed: ({ path }, body) =>
      path === '/v1/checkout/sessions' ? null : body.replaceAll('allowed_payment_method_types', 'payment_method_types'),
  })
  const host = { host: '127.0.0.1', port: edge.port, protocol: 'http' } as const
  return {
    provider: stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET, host }),
    calls: edge.calls,
    /** Violations of the description. */
    refused: edge.refused,
    answers: (how: typeof answer) => {
      answer = how
    },
    forget() {
      edge.calls.length = 0
      edge.refused.length = 0
    },
    async close() {
      edge.close()
    },
  }
}
