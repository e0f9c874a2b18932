import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupStateOf } from './stripe-outcomes.ts'
import { example, intent, list, SECRET, testStripe } from './test-stripe.ts'

let stripe: Awaited<ReturnType<typeof testStripe>>
beforeAll(async () => {
  stripe = await testStripe()
})
afterAll(() => stripe.close())
beforeEach(() => stripe.forget())

describe('a page of Stripe', () => {
  test('is embedded, for the kinds that are taken, and carries our mark', async () => {
    stripe.answers(({ path }) => ({
      body:
        path === '/v1/customers'
          ? example('customer', { id: 'cus_9' })
          : example('checkout.session', { id: 'cs_1', client_secret: 'cs_1_secret' }),
    }))
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
    expect(await stripe.provider.openSetup(given)).toEqual({
      reference: 'cs_1',
      url: '',
      embed: {
        script: expect.stringMatching(/^https:\/\/js\.stripe\.com\//),
        clientSecret: 'cs_1_secret',
        publicKey: 'pk_test_1',
      },
    })
    expect(stripe.calls.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/customers', `customer-${setupId}`],
      ['/v1/checkout/sessions', setupId],
    ])
    expect(stripe.calls[1]!.fields).toMatchObject({
      mode: 'setup',
      ui_mode: 'embedded_page',
      customer: 'cus_9',
      'allowed_payment_method_types[1]': 'sepa_debit',
      'metadata[setupId]': setupId,
    })
    expect(stripe.refused).toEqual([])
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
    return stripe.provider.readWebhook(payload, new Headers({ 'stripe-signature': header }))
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
    stripe.answers(() => ({
      body: intent({
        ...mark,
        latest_charge: example('charge', { object: 'charge', payment_method_details: { type: 'sepa_debit' } }),
      }),
    }))
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
  stripe.answers(({ path }) =>
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
        ]),
  )
  const found: unknown[] = []
  for await (const each of stripe.provider.movements(new Date(0), new Date())) found.push(each)
  const at = new Date(1_790_000_000_000)
  expect(found).toEqual([
    { attemptId: 'a1', refundId: null, reference: 'pi_1', amount: 1999, currency: 'CHF', at },
    { attemptId: null, refundId: 'r1', reference: 're_1', amount: -500, currency: 'CHF', at },
    { attemptId: 'a1', refundId: null, reference: 'dp_1', amount: -1499, currency: 'CHF', at },
  ])
  expect(stripe.refused).toEqual([])
})
