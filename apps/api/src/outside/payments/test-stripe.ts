import { stripeProvider } from './stripe-provider.ts'
import { type VendorAnswer, type VendorCall, vendorEdge, vendorFixtures, vendorValidator } from './test-vendor.ts'

// Stripe as our adapter meets it: its own SDK on our side, its published description and examples on the other.

export const SECRET = 'whsec_of_the_test'
const fixtures = vendorFixtures('stripe-fixtures.json')
/** Stripe's own example of a thing, changed where the test wants it; without their examples, the changes alone. */
export const example = (name: string, changes: object): Record<string, unknown> => ({ ...fixtures?.[name], ...changes })
export const intent = (changes: object = {}) =>
  example('payment_intent', {
    id: 'pi_1',
    object: 'payment_intent',
    status: 'succeeded',
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    metadata: {},
    ...changes,
  })
export const list = (data: unknown[]) => ({ body: { object: 'list', data, has_more: false, url: '/' } })
export const failure = (status: number, error: object) => ({ status, body: { error } })

export async function testStripe() {
  let answer: (call: VendorCall) => VendorAnswer = () => ({ status: 500, body: {} })
  const validator = await vendorValidator('stripe-openapi-v526.yaml')
  const edge = await vendorEdge({
    validator,
    answer: (call) => answer(call),
    // The description is of 2023: embedded pages are newer than it, and the list of kinds had another name.
    asDescribed: ({ path }, body) =>
      path === '/v1/checkout/sessions' ? null : body.replaceAll('allowed_payment_method_types', 'payment_method_types'),
  })
  const host = { host: '127.0.0.1', port: edge.port, protocol: 'http' } as const
  return {
    provider: stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET, host }),
    calls: edge.calls,
    /** What the description does not allow. */
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
      await validator?.close()
    },
  }
}
