import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MalformedEvent } from '../malformed-event.ts'
import { example, intent, list, SECRET, succeeded, testStripe } from '../testing/stripe-server.ts'
import { setupStateOf } from './outcomes.ts'

let stripe: Awaited<ReturnType<typeof testStripe>>
beforeAll(async () => {
  stripe = await testStripe()
})
afterAll(() => stripe.close())
beforeEach(() => stripe.forget())

describe('a Stripe payment page', () => {
  test('is embedded, allows the accepted method types and carries our metadata', async () => {
    stripe.answers(({ path }) => ({
      body:
        path === '/v1/customers'
          ? example('customer', { id: 'cus_9' })
          : example('checkout.session', { id: 'cs_1', client_secret: 'cs_1_secret' }),
    }))
    const setupId = randomUUID()
    const options = {
      setupId,
      customerReference: null,
      email: 'reader@example.org',
      kinds: ['CC', 'DD'],
      language: 'de',
      returnUrl: 'https://kiosk.example.org/back',
      creditor: 'Kiosk',
    } as const
    expect(await stripe.provider.openSetup(options)).toEqual({
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
  const card = example('payment_method', {
    id: 'pm_1',
    customer: 'cus_1',
    card: { brand: 'visa', last4: '4242', country: 'IE', fingerprint: 'fp_card' },
  })
  const account = example('payment_method', {
    id: 'pm_2',
    customer: 'cus_1',
    card: undefined,
    sepa_debit: { country: 'AT', last4: '3201', fingerprint: 'fp_iban' },
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
        method: {
          kind: 'CC',
          reference: 'pm_1',
          customerReference: 'cus_1',
          brand: 'Visa',
          masked: '•••• 4242',
          country: 'IE',
          fingerprint: 'fp_card',
          mandate: null,
        },
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
          country: 'AT',
          fingerprint: 'fp_iban',
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
  ])('in state %s is parsed', (_, options, state) => {
    expect(setupStateOf(options)).toMatchObject(state)
  })
})

describe('a Stripe webhook', () => {
  const signed = async (type: string, object: object, secret = SECRET, timestamp?: number) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) })
    return stripe.provider.readWebhook(payload, new Headers({ 'stripe-signature': header }))
  }
  test.each([
    ['payment_intent.succeeded', null],
    ['payment_intent.succeeded', { id: 'pi_1', metadata: null }],
    ['mandate.updated', { status: 'inactive', payment_method: null }],
    ['refund.updated', { id: 're_1', status: 'succeeded', payment_intent: 'pi_1', amount: 1, currency: null }],
  ])('of %s with %j is malformed', async (type, object) => {
    await expect(signed(type, object as unknown as object)).rejects.toThrow(MalformedEvent)
  })

  const mark = { metadata: { attemptId: 'a1' } }
  test.each<[string, object, object]>([
    ['payment_intent.succeeded', intent(mark), { what: 'attempt', attemptId: 'a1', outcome: succeeded('pi_1') }],
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
    [
      'payment_method.automatically_updated',
      example('payment_method', { id: 'pm_3', card: { brand: 'mastercard', last4: '4444' } }),
      { what: 'method-updated', methodReference: 'pm_3', brand: 'Mastercard', masked: '•••• 4444' },
    ],
    ['customer.created', {}, { what: 'nothing' }],
  ])('%s is parsed', async (type, object, about) => {
    expect(await signed(type, object)).toMatchObject([{ id: 'evt_1', kind: type, about }])
  })

  test('about a dispute refers to its attempt', async () => {
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

  const disputed = (changes: object) =>
    example('dispute', { id: 'dp_1', amount: 1999, payment_intent: 'pi_1', reason: 'fraudulent', ...changes })
  test.each([
    ['charge.dispute.created', 'needs_response', 'returned'],
    ['charge.dispute.updated', 'under_review', 'returned'],
    ['charge.dispute.funds_withdrawn', 'needs_response', 'returned'],
    ['charge.dispute.closed', 'lost', 'returned'],
    ['charge.dispute.closed', 'won', 'reinstated'],
    ['charge.dispute.funds_reinstated', 'won', 'reinstated'],
    ['charge.dispute.funds_reinstated', 'under_review', 'reinstated'],
    ['charge.dispute.closed', 'warning_closed', null],
  ])('%s of a dispute in state %s reports the outcome %s', async (type, status, state) => {
    const charge = example('charge', { object: 'charge', payment_method_details: { type: 'card' } })
    stripe.answers(() => ({ body: intent({ ...mark, latest_charge: charge }) }))
    const outcome = { state, reference: 'pi_1', code: 'disputed', dispute: 'dp_1', amount: 1999, text: 'fraudulent' }
    expect(await signed(type, disputed({ status }))).toMatchObject([
      { about: state ? { what: 'attempt', attemptId: 'a1', outcome } : { what: 'nothing' } },
    ])
  })

  const byHand = (changes: object = {}) =>
    example('refund', {
      id: 're_1',
      status: 'succeeded',
      amount: 500,
      currency: 'eur',
      payment_intent: 'pi_1',
      metadata: {},
      ...changes,
    })
  test.each([
    ['refund.created', 'succeeded', 'succeeded'],
    ['refund.updated', 'succeeded', 'succeeded'],
    ['refund.failed', 'failed', 'failed'],
    ['charge.refund.updated', 'canceled', 'failed'],
  ])('%s of a refund made in the dashboard has charge, amount and state', async (type, status, state) => {
    stripe.answers(() => ({ body: intent(mark) }))
    expect(await signed(type, byHand({ status }))).toMatchObject([
      { about: { what: 'refunded', reference: 're_1', charge: 'pi_1', attemptId: 'a1', amount: 500, currency: 'EUR', state } },
    ])
    expect(await signed(type, byHand({ status: 'pending' }))).toMatchObject([{ about: { what: 'nothing' } }])
  })

  test('about a refunded charge yields one event per refund', async () => {
    const ownRefund = byHand({ id: 're_2', metadata: { refundId: 'r2' } })
    stripe.answers(({ path }) => (path === '/v1/refunds' ? list([byHand(), ownRefund]) : { body: intent() }))
    expect(await signed('charge.refunded', example('charge', { id: 'ch_1', object: 'charge' }))).toMatchObject([
      { id: 'evt_1/re_1', about: { what: 'refunded', reference: 're_1', attemptId: null } },
      { id: 'evt_1/re_2', about: { what: 'refund', refundId: 'r2', state: 'succeeded' } },
    ])
    expect(stripe.refused).toEqual([])
  })

  test('of another API version is fetched again', async () => {
    stripe.answers(() => ({ body: intent({ ...mark, status: 'processing' }) }))
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: '2019-02-11',
      data: { object: { id: 'pi_1', object: 'payment_intent', status: 'another word' } },
    })
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret: SECRET })
    expect(await stripe.provider.readWebhook(payload, new Headers({ 'stripe-signature': header }))).toMatchObject([
      { about: { what: 'attempt', attemptId: 'a1', outcome: { state: 'processing' } } },
    ])
  })

  test('with a forged or hour-old signature is rejected', async () => {
    expect(await signed('payment_intent.succeeded', intent(mark), 'whsec_other')).toBeNull()
    expect(await signed('payment_intent.succeeded', intent(mark), SECRET, Math.floor(Date.now() / 1000) - 3600)).toBeNull()
  })
})

test('reports the available and pending balance by currency', async () => {
  const of = (amount: number, currency: string) => ({ amount, currency, source_types: { card: amount } })
  const body = { object: 'balance', livemode: false, available: [of(5000, 'eur')], pending: [of(1999, 'eur'), of(700, 'chf')] }
  stripe.answers(({ path }) => ({ body: path === '/v1/balance' ? body : {} }))
  expect(await stripe.provider.balance()).toEqual([
    { amount: 6999, currency: 'EUR' },
    { amount: 700, currency: 'CHF' },
  ])
})

test('lists charges, refunds and disputes in the customer’s currency with our metadata and their fees', async () => {
  let count = 0
  const entry = (source: object | null, amount: number, more: object = {}) =>
    example('balance_transaction', {
      id: `txn_${++count}`,
      source,
      amount,
      currency: 'eur',
      fee: 0,
      type: 'adjustment',
      created: 1_790_000_000,
      ...more,
    })
  const charge = (changes: object = {}) =>
    example('charge', {
      object: 'charge',
      amount: 1999,
      currency: 'chf',
      payment_intent: 'pi_1',
      metadata: { attemptId: 'a1' },
      ...changes,
    })
  const refund = (changes: object) =>
    example('refund', { object: 'refund', amount: 500, currency: 'chf', payment_intent: 'pi_1', ...changes })
  const dispute = example('dispute', { object: 'dispute', id: 'dp_1', amount: 1499, currency: 'chf', payment_intent: 'pi_1' })
  stripe.answers(({ path }) =>
    path !== '/v1/balance_transactions'
      ? { body: intent({ metadata: { attemptId: 'a1' } }) }
      : list([
          entry(charge(), 2090, { type: 'charge', fee: 55 }),
          entry(refund({ id: 're_1', metadata: { refundId: 'r1' } }), -520, { type: 'refund' }),
          entry(refund({ id: 're_2', metadata: {} }), -520, { type: 'refund' }),
          entry(dispute, -1560, { fee: 2000 }),
          entry(dispute, 1560),
          entry(charge(), -2090, { type: 'payment_reversal' }),
          entry({ object: 'payout', id: 'po_1', amount: 5000 }, -5000, { type: 'payout' }),
          entry(null, -30, { type: 'stripe_fee' }),
          entry({ object: 'topup', id: 'tu_1' }, 100, { type: 'topup' }),
        ]),
  )
  const found: unknown[] = []
  for await (const each of stripe.provider.movements(new Date(0), new Date())) found.push(each)
  const at = new Date(1_790_000_000_000)
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  const none = { attemptId: null, refundId: null, currency: 'CHF', at, fee: null }
  expect(found).toEqual([
    {
      ...none,
      kind: 'charge',
      attemptId: 'a1',
      reference: 'pi_1',
      charge: 'pi_1',
      amount: 1999,
      entry: 'txn_1',
      settled: eur(2090),
      fee: eur(55),
    },
    {
      ...none,
      kind: 'refund',
      refundId: 'r1',
      reference: 're_1',
      charge: 'pi_1',
      amount: -500,
      entry: 'txn_2',
      settled: eur(-520),
    },
    { ...none, kind: 'refund', reference: 're_2', charge: 'pi_1', amount: -500, entry: 'txn_3', settled: eur(-520) },
    {
      ...none,
      kind: 'dispute',
      attemptId: 'a1',
      reference: 'dp_1',
      charge: 'pi_1',
      amount: -1499,
      entry: 'txn_4',
      settled: eur(-1560),
      fee: eur(2000),
    },
    {
      ...none,
      kind: 'dispute',
      attemptId: 'a1',
      reference: 'dp_1',
      charge: 'pi_1',
      amount: 1499,
      entry: 'txn_5',
      settled: eur(1560),
    },
    {
      ...none,
      kind: 'dispute',
      attemptId: 'a1',
      reference: 'txn_6',
      charge: 'pi_1',
      amount: -1999,
      entry: 'txn_6',
      settled: eur(-2090),
    },
    { ...none, kind: 'payout', reference: 'po_1', amount: -5000, currency: 'EUR', entry: 'txn_7', settled: eur(-5000) },
    { ...none, kind: 'fee', reference: 'txn_8', amount: -30, currency: 'EUR', entry: 'txn_8', settled: eur(-30) },
    { ...none, kind: 'other', reference: 'txn_9', amount: 100, currency: 'EUR', entry: 'txn_9', settled: eur(100) },
  ])
  expect(stripe.refused).toEqual([])
})
