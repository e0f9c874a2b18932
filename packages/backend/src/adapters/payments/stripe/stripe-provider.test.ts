import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerContract } from '../testing/card-provider-contract.ts'
import { example, failure, intent, list, SECRET, succeeded, testStripe } from '../testing/stripe-server.ts'
import { outcomeOf } from './outcomes.ts'
import { stripeProvider } from './stripe-provider.ts'

let stripe: Awaited<ReturnType<typeof testStripe>>
beforeAll(async () => {
  stripe = await testStripe()
})
afterAll(() => stripe.close())
beforeEach(() => stripe.forget())

const requested = (more: object = {}) => ({
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
  test('is one confirmed PaymentIntent with the attempt as idempotency key and metadata', async () => {
    stripe.answers(() => ({ body: intent() }))
    const options = requested()
    expect(await stripe.provider.charge(options)).toEqual(succeeded('pi_1'))
    expect(stripe.calls).toEqual([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        key: options.attemptId,
        fields: {
          amount: '1999',
          currency: 'eur',
          payment_method: 'pm_1',
          'allowed_payment_method_types[0]': 'card',
          customer: 'cus_1',
          confirm: 'true',
          return_url: options.returnUrl,
          description: 'Kiosk 1',
          'metadata[attemptId]': options.attemptId,
        },
      },
    ])
    expect(stripe.refused).toEqual([])
  })

  test.each([
    ['by our clock', { initiator: 'merchant' as const }, 'card'],
    ['from an account', { kind: 'DD' as const }, 'sepa_debit'],
  ])('%s works off-session', async (_, more, kind) => {
    stripe.answers(() => ({ body: intent({ status: 'processing' }) }))
    expect(await stripe.provider.charge(requested(more))).toEqual({ state: 'processing', reference: 'pi_1' })
    expect(stripe.calls[0]!.fields).toMatchObject({ off_session: 'true', 'allowed_payment_method_types[0]': kind })
    expect(stripe.calls[0]!.fields).not.toHaveProperty('return_url')
    expect(stripe.refused).toEqual([])
  })

  test('by debit reports the debit date when the charge has it', async () => {
    const charge = (sepa_debit: object) => ({ id: 'ch_1', payment_method_details: { type: 'sepa_debit', sepa_debit } })
    stripe.answers(() => ({
      body: intent({ status: 'processing', latest_charge: charge({ expected_debit_date: '2026-11-25' }) }),
    }))
    const options = requested({ kind: 'DD' })
    expect(await stripe.provider.charge(options)).toEqual({ state: 'processing', reference: 'pi_1', debitOn: '2026-11-25' })
    expect(stripe.calls[0]!.fields).toMatchObject({ 'expand[0]': 'latest_charge' })
    for (const latest_charge of [charge({}), 'ch_1', null]) {
      stripe.answers(() => ({ body: intent({ status: 'processing', latest_charge }) }))
      expect(await stripe.provider.charge(options)).toEqual({ state: 'processing', reference: 'pi_1' })
    }
    expect(stripe.refused).toEqual([])
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
  ])('that is declined with %o has our decline code', async (error, why) => {
    stripe.answers(() => failure(402, { type: 'card_error', message: 'No.', payment_intent: intent({ id: 'pi_2' }), ...error }))
    expect(await stripe.provider.charge(requested())).toEqual({ state: 'declined', reference: 'pi_2', text: 'No.', ...why })
  })

  test('with a dropped connection or a server error is unknown; both tries send the same key', async () => {
    for (const broken of ['broken', failure(500, { type: 'api_error' }), failure(409, { type: 'idempotency_error' })] as const) {
      stripe.forget()
      stripe.answers(() => broken)
      expect(await stripe.provider.charge(requested())).toEqual({ state: 'unknown' })
      expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1)
    }
  })

  test('with a wrong key or an invalid request throws instead of reporting a decline', async () => {
    for (const wrong of [
      failure(401, { type: 'invalid_request_error' }),
      failure(400, { type: 'invalid_request_error', param: 'amount' }),
    ]) {
      stripe.answers(() => wrong)
      await expect(stripe.provider.charge(requested())).rejects.toThrow()
    }
  })

  test('below the minimum amount of Stripe is declined permanently', async () => {
    stripe.answers(() => failure(400, { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount' }))
    expect(await stripe.provider.charge(requested())).toMatchObject({ state: 'declined', code: 'declined', retryable: false })
    expect([stripe.provider.minimum('EUR'), stripe.provider.minimum('CHF')]).toEqual([50, 50])
  })

  test('with a detached method is declined permanently', async () => {
    stripe.answers(() =>
      failure(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'payment_method', message: 'No such' }),
    )
    expect(await stripe.provider.charge(requested())).toMatchObject({ state: 'declined', retryable: false })
  })
})

describe('the outcome of a charge', () => {
  test.each<[string, object, object]>([
    ['succeeded', {}, succeeded('pi_1')],
    ['succeeded', { amount_received: 1899 }, { collected: { amount: 1899, currency: 'EUR' } }],
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
  ])('is derived from %s %o', (status, changes, outcome) => {
    expect(outcomeOf(intent({ status, ...changes }) as unknown as Stripe.PaymentIntent)).toMatchObject(outcome)
  })

  test('without an amount received is a success without what was collected', () => {
    const paid = intent({ amount_received: undefined }) as unknown as Stripe.PaymentIntent
    expect(outcomeOf(paid)).toEqual({ state: 'succeeded', reference: 'pi_1' })
  })

  test('is found by its id, otherwise by its metadata', async () => {
    const attemptId = randomUUID()
    stripe.answers(({ path }) => (path === '/v1/payment_intents/search' ? list([]) : { body: intent() }))
    expect(await stripe.provider.fetchState(attemptId, null)).toEqual({ state: 'absent' })
    expect(stripe.calls.at(-1)!.fields.query).toBe(`metadata['attemptId']:'${attemptId}'`)
    expect(await stripe.provider.fetchState(attemptId, 'pi_1')).toEqual(succeeded('pi_1'))
    stripe.answers(() => list([intent({ id: 'pi_9' })]))
    expect(await stripe.provider.fetchState(attemptId, null)).toEqual(succeeded('pi_9'))
    expect(stripe.refused).toEqual([])
  })

  test.each([
    ['lost', 'sepa_debit', { state: 'returned', code: 'returned' }],
    ['needs_response', 'card', { state: 'returned', code: 'disputed' }],
    ['won', 'card', { state: 'reinstated', code: 'disputed' }],
    ['warning_needs_response', 'card', { state: 'succeeded' }],
  ])('of a disputed charge: %s on a %s', async (status, type, outcome) => {
    const charge = example('charge', { object: 'charge', disputed: true, payment_method_details: { type } })
    stripe.answers(({ path }) =>
      path === '/v1/disputes' ? list([example('dispute', { status })]) : { body: intent({ latest_charge: charge }) },
    )
    expect(await stripe.provider.fetchState(randomUUID(), 'pi_1')).toMatchObject(outcome)
    expect(stripe.refused).toEqual([])
  })
})

describe('an off-session charge that needs its customer', () => {
  const required = { code: 'authentication_required', decline_code: 'authentication_required' }
  const waiting = (changes: object = {}) =>
    intent({
      id: 'pi_3',
      status: 'requires_payment_method',
      last_payment_error: required,
      metadata: { unattended: 'true' },
      ...changes,
    })
  const challenge = { type: 'redirect_to_url', redirect_to_url: { url: 'https://hooks.stripe.com/3ds' } }
  const open = waiting({ status: 'requires_action', next_action: challenge })
  const put = { attemptId: randomUUID(), reference: 'pi_3', methodReference: 'pm_1', returnUrl: 'https://kiosk.example.org/back' }
  const unexpected = failure(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' })

  test.each([required, { code: 'card_declined', decline_code: 'authentication_required' }])(
    'is not reported as declined: %o',
    async (error) => {
      stripe.answers(() => failure(402, { type: 'card_error', ...error, payment_intent: waiting() }))
      const options = requested({ initiator: 'merchant' })
      expect(await stripe.provider.charge(options)).toEqual({ state: 'needs-customer', reference: 'pi_3' })
      expect(stripe.calls[0]!.fields).toMatchObject({ off_session: 'true', 'metadata[unattended]': 'true' })
      expect(stripe.refused).toEqual([])
      stripe.answers(() => ({ body: waiting({ last_payment_error: error }) }))
      expect(await stripe.provider.fetchState(options.attemptId, 'pi_3')).toEqual({ state: 'needs-customer', reference: 'pi_3' })
    },
  )

  test('is challenged by confirming the same PaymentIntent on-session', async () => {
    stripe.answers(({ method }) => ({ body: method === 'POST' ? open : waiting() }))
    expect(await stripe.provider.ask(put)).toEqual({
      state: 'action',
      reference: 'pi_3',
      url: 'https://hooks.stripe.com/3ds',
      params: {},
    })
    expect(stripe.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents/pi_3/confirm',
      fields: { payment_method: 'pm_1', return_url: put.returnUrl, off_session: 'false' },
    })
    expect(stripe.refused).toEqual([])
  })

  test('is not confirmed again while a challenge is open or after it is paid', async () => {
    stripe.answers(() => ({ body: open }))
    expect(await stripe.provider.ask(put)).toMatchObject({ state: 'action', url: 'https://hooks.stripe.com/3ds' })
    stripe.answers(() => ({ body: intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.ask(put)).toEqual(succeeded('pi_3'))
    expect(stripe.calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('can be challenged again after a failed answer; a bank decline is final', async () => {
    const failed = waiting({ last_payment_error: { code: 'payment_intent_authentication_failure' } })
    stripe.answers(() => ({ body: failed }))
    expect(await stripe.provider.fetchState(put.attemptId, 'pi_3')).toEqual({ state: 'needs-customer', reference: 'pi_3' })
    const declined = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' }
    stripe.answers(({ method }) => (method === 'GET' ? { body: failed } : failure(402, { ...declined, payment_intent: failed })))
    expect(await stripe.provider.ask(put)).toMatchObject({ state: 'declined', code: 'insufficient_funds', retryable: true })
  })

  test('reports the current state when it was challenged or answered concurrently', async () => {
    let gets = 0
    stripe.answers(({ method }) => (method === 'POST' ? unexpected : { body: ++gets === 1 ? waiting() : intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.ask(put)).toEqual(succeeded('pi_3'))
  })

  test('is abandoned by cancelling its PaymentIntent; one that has ended reports its outcome', async () => {
    stripe.answers(({ method }) => ({ body: method === 'POST' ? intent({ id: 'pi_3', status: 'canceled' }) : open }))
    expect(await stripe.provider.giveUp(put.attemptId, 'pi_3')).toMatchObject({ state: 'declined', code: 'abandoned' })
    expect(stripe.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents/pi_3/cancel',
      fields: { cancellation_reason: 'abandoned' },
    })
    stripe.answers(({ method }) => (method === 'POST' ? unexpected : { body: intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.giveUp(put.attemptId, 'pi_3')).toEqual(succeeded('pi_3'))
    stripe.answers(() => list([]))
    expect(await stripe.provider.giveUp(put.attemptId, null)).toEqual({ state: 'absent' })
    stripe.answers(({ method }) => (method === 'POST' ? failure(500, { type: 'api_error' }) : { body: open }))
    await expect(stripe.provider.giveUp(put.attemptId, 'pi_3')).rejects.toThrow()
    expect(stripe.refused).toEqual([])
  })
})

describe('a refund through Stripe', () => {
  const options = { refundId: randomUUID(), attemptReference: 'pi_1', money: { minor: 500, currency: 'EUR' } } as const
  test('carries our metadata and is sent once even after idempotency keys expire', async () => {
    stripe.answers(({ method }) => (method === 'GET' ? list([]) : { body: example('refund', { id: 're_1', status: 'pending' }) }))
    expect(await stripe.provider.refund(options)).toEqual({ state: 'processing', reference: 're_1' })
    const { key, fields } = stripe.calls.at(-1)!
    expect({ key, fields }).toEqual({
      key: options.refundId,
      fields: { payment_intent: 'pi_1', amount: '500', 'metadata[refundId]': options.refundId },
    })
    expect(stripe.refused).toEqual([])
    stripe.forget()
    stripe.answers(() => list([example('refund', { id: 're_1', status: 'succeeded', metadata: { refundId: options.refundId } })]))
    expect(await stripe.provider.refund(options)).toEqual({ state: 'succeeded', reference: 're_1' })
    expect(stripe.calls.map(({ method }) => method)).toEqual(['GET'])
  })
  test('that Stripe rejects has failed; one with a dropped connection is unknown', async () => {
    stripe.answers(({ method }) =>
      method === 'GET' ? list([]) : failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded' }),
    )
    expect(await stripe.provider.refund(options)).toMatchObject({ state: 'failed' })
    stripe.answers(({ method }) => (method === 'GET' ? list([]) : 'broken'))
    expect(await stripe.provider.refund(options)).toMatchObject({ state: 'unknown' })
  })
})

test('detaches a payment method once; an already detached one succeeds', async () => {
  stripe.answers(() => ({ body: example('payment_method', {}) }))
  await stripe.provider.forgetMethod('pm_1')
  stripe.answers(() => failure(400, { type: 'invalid_request_error', code: 'resource_missing' }))
  await stripe.provider.forgetMethod('pm_1')
  expect(stripe.calls.map(({ path }) => path)).toEqual(['/v1/payment_methods/pm_1/detach', '/v1/payment_methods/pm_1/detach'])
})

test.each([
  ['no customer has it any more', 'forgotten', null],
  ['its customer has it still', 'tried again', 'cus_1'],
] as const)('a method that cannot be detached, where %s, is %s', async (_, means, customer) => {
  stripe.answers(({ method }) =>
    method === 'GET' ? { body: example('payment_method', { customer }) } : failure(400, { type: 'invalid_request_error' }),
  )
  const forgetting = stripe.provider.forgetMethod('pm_1')
  await (means === 'forgotten' ? expect(forgetting).resolves.toBeUndefined() : expect(forgetting).rejects.toThrow())
})

test.each([302, 403, 404, 500, 503])('JSON of a proxy with status %i is no success', async (status) => {
  stripe.answers(() => ({ status, body: { message: 'Service unavailable' } }))
  await expect(stripe.provider.forgetMethod('pm_1')).rejects.toThrow('connection')
  const refund = { refundId: randomUUID(), attemptReference: 'pi_1', money: { minor: 500, currency: 'EUR' } } as const
  await expect(stripe.provider.refund(refund)).rejects.toThrow('connection')
})

// With a test key in the environment, the contract suite also runs against Stripe itself.
const { STRIPE_TEST_SECRET_KEY: realKey } = process.env
if (realKey?.startsWith('sk_test_')) {
  const real = stripeProvider({ secretKey: realKey, publishableKey: 'pk_test_', webhookSecret: SECRET })
  const itself = new Stripe(realKey)
  async function leave(how: string) {
    const { id: customer } = await itself.customers.create({ email: 'reader@example.org' })
    const token = {
      succeeds: 'pm_card_visa',
      declined: 'pm_card_chargeCustomerFail',
      asks: 'pm_card_authenticationRequired',
      'asks-unattended': 'pm_card_authenticationRequired',
      debit: '',
    }[how]!
    const { id: reference } = await itself.paymentMethods.attach(token, { customer })
    return { kind: 'CC' as const, reference, customerReference: customer, brand: 'Visa', masked: '', mandate: null }
  }
  providerContract('Stripe', () => ({
    provider: real,
    leave: (how) => (how === 'debit' ? null : leave(how)),
    answer: null,
    ripen: null,
  }))
} else {
  test('skips the live contract when STRIPE_TEST_SECRET_KEY is not set', () => {
    console.warn('STRIPE_TEST_SECRET_KEY is not set: the promises of a provider are proved with the sandbox alone')
    expect(stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET }).name).toBe('stripe')
  })
}
