import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerContract } from './provider-contract.ts'
import { outcomeOf, setupStateOf } from './stripe-outcomes.ts'
import { stripeProvider } from './stripe-provider.ts'
import { type VendorAnswer, type VendorCall, vendorEdge, vendorFixtures, vendorValidator } from './test-vendor.ts'

const SECRET = 'whsec_of_the_test'
const fixtures = vendorFixtures('stripe-fixtures.json')
/** Stripe's own example of a thing, changed where the test wants it; without their examples, the changes alone. */
const example = (name: string, changes: object): Record<string, unknown> => ({ ...fixtures?.[name], ...changes })
const intent = (changes: object = {}) =>
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
const list = (data: unknown[]) => ({ body: { object: 'list', data, has_more: false, url: '/' } })
const failure = (status: number, error: object) => ({ status, body: { error } })

let answer: (call: VendorCall) => VendorAnswer
let edge: Awaited<ReturnType<typeof vendorEdge>>
let validator: Awaited<ReturnType<typeof vendorValidator>>
let provider: ReturnType<typeof stripeProvider>
beforeAll(async () => {
  validator = await vendorValidator('stripe-openapi-v526.yaml')
  edge = await vendorEdge({
    validator,
    answer: (call) => answer(call),
    // The description is of 2023: embedded pages are newer than it, and the list of kinds had another name.
    asDescribed: ({ path }, body) =>
      path === '/v1/checkout/sessions' ? null : body.replaceAll('allowed_payment_method_types', 'payment_method_types'),
  })
  const host = { host: '127.0.0.1', port: edge.port, protocol: 'http' } as const
  provider = stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET, host })
})
afterAll(async () => {
  edge.close()
  await validator?.close()
})
beforeEach(() => {
  edge.calls.length = 0
  edge.refused.length = 0
})

const asked = (more: object = {}) => ({
  attemptId: randomUUID(),
  money: { minor: 1999, currency: 'EUR' as const },
  methodReference: 'pm_1',
  customerReference: 'cus_1',
  kind: 'CC' as const,
  initiator: 'customer' as const,
  returnUrl: 'https://kiosk.example.org/back',
  description: 'Kiosk 1',
  ...more,
})

describe('a charge through Stripe', () => {
  test('is one PaymentIntent, confirmed at once, whose key and mark are the attempt', async () => {
    answer = () => ({ body: intent() })
    const given = asked()
    expect(await provider.charge(given)).toEqual({ state: 'succeeded', reference: 'pi_1' })
    expect(edge.calls).toEqual([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        key: given.attemptId,
        fields: {
          amount: '1999',
          currency: 'eur',
          payment_method: 'pm_1',
          'allowed_payment_method_types[0]': 'card',
          customer: 'cus_1',
          confirm: 'true',
          return_url: given.returnUrl,
          description: 'Kiosk 1',
          'metadata[attemptId]': given.attemptId,
        },
      },
    ])
    expect(edge.refused).toEqual([])
  })

  test.each([
    ['by our clock', { initiator: 'merchant' as const }, 'card'],
    ['from an account', { kind: 'DD' as const }, 'sepa_debit'],
  ])('%s needs nobody', async (_, more, kind) => {
    answer = () => ({ body: intent({ status: 'processing' }) })
    expect(await provider.charge(asked(more))).toEqual({ state: 'processing', reference: 'pi_1' })
    expect(edge.calls[0]!.fields).toMatchObject({ off_session: 'true', 'allowed_payment_method_types[0]': kind })
    expect(edge.calls[0]!.fields).not.toHaveProperty('return_url')
    expect(edge.refused).toEqual([])
  })

  test.each([
    [
      { code: 'card_declined', decline_code: 'insufficient_funds' },
      { code: 'insufficient_funds', retryable: true },
    ],
    [
      { code: 'expired_card', decline_code: 'expired_card' },
      { code: 'expired', retryable: false },
    ],
    [{ code: 'authentication_required' }, { code: 'authentication_failed', retryable: true }],
    [
      { code: 'card_declined', decline_code: 'stolen_card' },
      { code: 'declined', retryable: false },
    ],
    [{ code: 'incorrect_number' }, { code: 'CC_ACCOUNT_VALIDATION', retryable: false }],
    [
      { code: 'card_declined', decline_code: 'something_new' },
      { code: 'declined', retryable: true },
    ],
  ])('that is declined with %o says so in our words', async (error, why) => {
    answer = () => failure(402, { type: 'card_error', message: 'No.', payment_intent: intent({ id: 'pi_2' }), ...error })
    expect(await provider.charge(asked())).toEqual({ state: 'declined', reference: 'pi_2', text: 'No.', ...why })
  })

  test('whose line drops, or whose answer is a fault of theirs, is unknown; both tries carry the same key', async () => {
    for (const broken of ['broken', failure(500, { type: 'api_error' }), failure(409, { type: 'idempotency_error' })] as const) {
      edge.calls.length = 0
      answer = () => broken
      expect(await provider.charge(asked())).toEqual({ state: 'unknown' })
      expect(new Set(edge.calls.map(({ key }) => key)).size).toBe(1)
    }
  })

  test('with a wrong key, or wrongly asked, is nobody’s decline', async () => {
    for (const wrong of [
      failure(401, { type: 'invalid_request_error' }),
      failure(400, { type: 'invalid_request_error', param: 'amount' }),
    ]) {
      answer = () => wrong
      await expect(provider.charge(asked())).rejects.toThrow()
    }
  })

  test('of a method that is gone is declined for good', async () => {
    answer = () =>
      failure(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'payment_method', message: 'No such' })
    expect(await provider.charge(asked())).toMatchObject({ state: 'declined', retryable: false })
  })
})

describe('what became of it', () => {
  test.each<[string, object, object]>([
    ['succeeded', {}, { state: 'succeeded' }],
    ['processing', {}, { state: 'processing' }],
    [
      'requires_action',
      { next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://hooks.stripe.com/x' } } },
      { state: 'action', url: 'https://hooks.stripe.com/x', params: {} },
    ],
    ['requires_action', { next_action: { type: 'use_stripe_sdk' } }, { state: 'declined', code: 'authentication_failed' }],
    [
      'requires_payment_method',
      { last_payment_error: { code: 'payment_intent_authentication_failure' } },
      { state: 'declined', code: 'authentication_failed' },
    ],
    [
      'requires_payment_method',
      { last_payment_error: { code: 'debit_not_authorized' } },
      { state: 'declined', code: 'mandate_cancelled' },
    ],
    ['canceled', {}, { state: 'declined', code: 'abandoned' }],
    ['requires_confirmation', {}, { state: 'unknown' }],
    ['requires_capture', {}, { state: 'unknown' }],
  ])('is read from %s %o', (status, changes, outcome) => {
    expect(outcomeOf(intent({ status, ...changes }) as unknown as Stripe.PaymentIntent)).toMatchObject(outcome)
  })

  test('is found by its name, else by its mark', async () => {
    const attemptId = randomUUID()
    answer = ({ path }) => (path === '/v1/payment_intents/search' ? list([]) : { body: intent() })
    expect(await provider.fetchState(attemptId, null)).toEqual({ state: 'absent' })
    expect(edge.calls.at(-1)!.fields.query).toBe(`metadata['attemptId']:'${attemptId}'`)
    expect(await provider.fetchState(attemptId, 'pi_1')).toEqual({ state: 'succeeded', reference: 'pi_1' })
    answer = () => list([intent({ id: 'pi_9' })])
    expect(await provider.fetchState(attemptId, null)).toEqual({ state: 'succeeded', reference: 'pi_9' })
    expect(edge.refused).toEqual([])
  })

  test.each([
    ['lost', 'sepa_debit', { state: 'returned', code: 'returned' }],
    ['needs_response', 'card', { state: 'returned', code: 'disputed' }],
    ['won', 'card', { state: 'succeeded' }],
    ['warning_needs_response', 'card', { state: 'succeeded' }],
  ])('where a dispute is %s on a %s', async (status, type, outcome) => {
    const charge = example('charge', { object: 'charge', disputed: true, payment_method_details: { type } })
    answer = ({ path }) =>
      path === '/v1/disputes' ? list([example('dispute', { status })]) : { body: intent({ latest_charge: charge }) }
    expect(await provider.fetchState(randomUUID(), 'pi_1')).toMatchObject(outcome)
    expect(edge.refused).toEqual([])
  })
})

describe('a refund through Stripe', () => {
  const given = { refundId: randomUUID(), attemptReference: 'pi_1', money: { minor: 500, currency: 'EUR' } } as const
  test('carries its mark, and goes out once even when keys are forgotten', async () => {
    answer = ({ method }) => (method === 'GET' ? list([]) : { body: example('refund', { id: 're_1', status: 'pending' }) })
    expect(await provider.refund(given)).toEqual({ state: 'processing', reference: 're_1' })
    const { key, fields } = edge.calls.at(-1)!
    expect({ key, fields }).toEqual({
      key: given.refundId,
      fields: { payment_intent: 'pi_1', amount: '500', 'metadata[refundId]': given.refundId },
    })
    expect(edge.refused).toEqual([])
    edge.calls.length = 0
    answer = () => list([example('refund', { id: 're_1', status: 'succeeded', metadata: { refundId: given.refundId } })])
    expect(await provider.refund(given)).toEqual({ state: 'succeeded', reference: 're_1' })
    expect(edge.calls.map(({ method }) => method)).toEqual(['GET'])
  })
  test('that is refused has failed, one whose line drops is unknown', async () => {
    answer = ({ method }) =>
      method === 'GET' ? list([]) : failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded' })
    expect(await provider.refund(given)).toMatchObject({ state: 'failed' })
    answer = ({ method }) => (method === 'GET' ? list([]) : 'broken')
    expect(await provider.refund(given)).toMatchObject({ state: 'unknown' })
  })
})

describe('a page of Stripe', () => {
  test('is embedded, for the kinds that are taken, and carries our mark', async () => {
    answer = ({ path }) => ({
      body:
        path === '/v1/customers'
          ? example('customer', { id: 'cus_9' })
          : example('checkout.session', { id: 'cs_1', client_secret: 'cs_1_secret' }),
    })
    const setupId = randomUUID()
    const given = {
      setupId,
      customerReference: null,
      email: 'reader@example.org',
      kinds: ['CC', 'DD'],
      language: 'de',
      returnUrl: 'https://kiosk.example.org/back',
      creditor: 'Kiosk',
    } as const
    expect(await provider.openSetup(given)).toEqual({
      reference: 'cs_1',
      url: '',
      embed: {
        script: expect.stringMatching(/^https:\/\/js\.stripe\.com\//),
        clientSecret: 'cs_1_secret',
        publicKey: 'pk_test_1',
      },
    })
    expect(edge.calls.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/customers', `customer-${setupId}`],
      ['/v1/checkout/sessions', setupId],
    ])
    expect(edge.calls[1]!.fields).toMatchObject({
      mode: 'setup',
      ui_mode: 'embedded_page',
      customer: 'cus_9',
      'allowed_payment_method_types[1]': 'sepa_debit',
      'metadata[setupId]': setupId,
    })
    expect(edge.refused).toEqual([])
  })

  const session = (status: string, setup: object | null) =>
    example('checkout.session', {
      status,
      setup_intent: setup && example('setup_intent', setup),
    }) as unknown as Stripe.Checkout.Session
  const card = example('payment_method', { id: 'pm_1', customer: 'cus_1', card: { brand: 'visa', last4: '4242' } })
  const account = example('payment_method', {
    id: 'pm_2',
    customer: 'cus_1',
    card: undefined,
    sepa_debit: { country: 'AT', last4: '3201' },
  })
  const mandate = example('mandate', {
    payment_method_details: { type: 'sepa_debit', sepa_debit: { reference: 'REF1', url: 'https://mandate.example' } },
  })
  test.each<[string, Stripe.Checkout.Session, object]>([
    ['open', session('open', null), { state: 'open' }],
    ['expired', session('expired', null), { state: 'failed', code: 'abandoned' }],
    ['under way', session('complete', { status: 'processing', payment_method: card }), { state: 'open' }],
    [
      'left',
      session('complete', { status: 'succeeded', payment_method: card }),
      {
        state: 'done',
        method: { kind: 'CC', reference: 'pm_1', customerReference: 'cus_1', brand: 'Visa', masked: '•••• 4242', mandate: null },
      },
    ],
    [
      'mandated',
      session('complete', { status: 'succeeded', payment_method: account, mandate }),
      {
        state: 'done',
        method: {
          kind: 'DD',
          reference: 'pm_2',
          customerReference: 'cus_1',
          brand: 'SEPA',
          masked: 'AT•• •••• 3201',
          mandate: { reference: 'REF1', text: 'https://mandate.example' },
        },
      },
    ],
    [
      'refused',
      session('complete', {
        status: 'requires_payment_method',
        payment_method: null,
        last_setup_error: { code: 'setup_intent_authentication_failure', message: 'No.' },
      }),
      { state: 'failed', code: 'authentication_failed', text: 'No.' },
    ],
  ])('that is %s is read so', (_, given, state) => {
    expect(setupStateOf(given)).toMatchObject(state)
  })
})

describe('a message of Stripe', () => {
  const signed = async (type: string, object: object, secret = SECRET, timestamp?: number) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) })
    return provider.readWebhook(payload, new Headers({ 'stripe-signature': header }))
  }
  const mark = { metadata: { attemptId: 'a1' } }
  test.each<[string, object, object]>([
    [
      'payment_intent.succeeded',
      intent(mark),
      { what: 'attempt', attemptId: 'a1', outcome: { state: 'succeeded', reference: 'pi_1' } },
    ],
    [
      'payment_intent.processing',
      intent({ ...mark, status: 'processing' }),
      { what: 'attempt', outcome: { state: 'processing' } },
    ],
    [
      'payment_intent.payment_failed',
      intent({ ...mark, status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } }),
      { what: 'attempt', outcome: { state: 'declined' } },
    ],
    ['payment_intent.succeeded', intent(), { what: 'nothing' }],
    [
      'refund.updated',
      example('refund', { status: 'succeeded', metadata: { refundId: 'r1' } }),
      { what: 'refund', refundId: 'r1', state: 'succeeded' },
    ],
    ['refund.failed', example('refund', { status: 'failed', metadata: { refundId: 'r1' } }), { what: 'refund', state: 'failed' }],
    ['refund.updated', example('refund', { status: 'pending', metadata: { refundId: 'r1' } }), { what: 'nothing' }],
    [
      'checkout.session.completed',
      example('checkout.session', { metadata: { setupId: 's1' } }),
      { what: 'setup', setupId: 's1' },
    ],
    [
      'mandate.updated',
      example('mandate', { status: 'inactive', payment_method: 'pm_2' }),
      { what: 'mandate-cancelled', methodReference: 'pm_2' },
    ],
    ['mandate.updated', example('mandate', { status: 'active' }), { what: 'nothing' }],
    ['customer.created', {}, { what: 'nothing' }],
  ])('%s is understood', async (type, object, about) => {
    expect(await signed(type, object)).toMatchObject([{ id: 'evt_1', kind: type, about }])
  })

  test('of a dispute leads to its attempt', async () => {
    answer = () => ({
      body: intent({
        ...mark,
        latest_charge: example('charge', { object: 'charge', payment_method_details: { type: 'sepa_debit' } }),
      }),
    })
    const dispute = example('dispute', { status: 'lost', payment_intent: 'pi_1', reason: 'debit_not_authorized' })
    expect(await signed('charge.dispute.created', dispute)).toMatchObject([
      { about: { what: 'attempt', attemptId: 'a1', outcome: { state: 'returned', code: 'returned' } } },
    ])
    expect(await signed('charge.dispute.created', { ...dispute, status: 'warning_needs_response' })).toMatchObject([
      { about: { what: 'nothing' } },
    ])
  })

  test('that is forged, or an hour old, is nobody’s', async () => {
    expect(await signed('payment_intent.succeeded', intent(mark), 'whsec_other')).toBeNull()
    expect(await signed('payment_intent.succeeded', intent(mark), SECRET, Math.floor(Date.now() / 1000) - 3600)).toBeNull()
  })
})

test('movements are charges, refunds and disputes in the currency of the customer, by our marks', async () => {
  const entry = (source: object, amount: number) => example('balance_transaction', { source, amount, created: 1_790_000_000 })
  answer = ({ path }) =>
    path !== '/v1/balance_transactions'
      ? { body: intent({ metadata: { attemptId: 'a1' } }) }
      : list([
          entry(
            example('charge', {
              object: 'charge',
              amount: 1999,
              currency: 'chf',
              payment_intent: 'pi_1',
              metadata: { attemptId: 'a1' },
            }),
            2090,
          ),
          entry(
            example('refund', { object: 'refund', id: 're_1', amount: 500, currency: 'chf', metadata: { refundId: 'r1' } }),
            -520,
          ),
          entry(
            example('dispute', { object: 'dispute', id: 'dp_1', amount: 1499, currency: 'chf', payment_intent: 'pi_1' }),
            -1560,
          ),
          entry({ object: 'payout' }, -5),
        ])
  const found: unknown[] = []
  for await (const each of provider.movements(new Date(0), new Date())) found.push(each)
  const at = new Date(1_790_000_000_000)
  expect(found).toEqual([
    { attemptId: 'a1', refundId: null, reference: 'pi_1', amount: 1999, currency: 'CHF', at },
    { attemptId: null, refundId: 'r1', reference: 're_1', amount: -500, currency: 'CHF', at },
    { attemptId: 'a1', refundId: null, reference: 'dp_1', amount: -1499, currency: 'CHF', at },
  ])
  expect(edge.refused).toEqual([])
})

test('a method is forgotten once; one that is gone is forgotten already', async () => {
  answer = () => ({ body: example('payment_method', {}) })
  await provider.forgetMethod('pm_1')
  answer = () => failure(400, { type: 'invalid_request_error', code: 'resource_missing' })
  await provider.forgetMethod('pm_1')
  expect(edge.calls.map(({ path }) => path)).toEqual(['/v1/payment_methods/pm_1/detach', '/v1/payment_methods/pm_1/detach'])
})

// With keys for tests in the environment the same promises are held against Stripe itself.
const { STRIPE_TEST_SECRET_KEY: realKey } = process.env
if (realKey?.startsWith('sk_test_')) {
  const real = stripeProvider({ secretKey: realKey, publishableKey: 'pk_test_', webhookSecret: SECRET })
  const stripe = new Stripe(realKey)
  async function leave(how: string) {
    const { id: customer } = await stripe.customers.create({ email: 'reader@example.org' })
    const token = {
      succeeds: 'pm_card_visa',
      declined: 'pm_card_chargeCustomerFail',
      asks: 'pm_card_authenticationRequired',
      debit: '',
    }[how]!
    const { id: reference } = await stripe.paymentMethods.attach(token, { customer })
    return { kind: 'CC' as const, reference, customerReference: customer, brand: 'Visa', masked: '', mandate: null }
  }
  providerContract('Stripe', () => ({
    provider: real,
    leave: (how) => (how === 'debit' ? null : leave(how)),
    answer: null,
    ripen: null,
  }))
} else {
  test('how Stripe itself behaves is proved where STRIPE_TEST_SECRET_KEY is set; here it is not', () => {
    console.warn('STRIPE_TEST_SECRET_KEY is not set: the promises of a provider are proved with the sandbox alone')
    expect(stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET }).name).toBe('stripe')
  })
}
