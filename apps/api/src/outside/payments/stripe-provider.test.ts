import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { providerContract } from './provider-contract.ts'
import { outcomeOf } from './stripe-outcomes.ts'
import { stripeProvider } from './stripe-provider.ts'
import { example, failure, intent, list, SECRET, testStripe } from './test-stripe.ts'

let stripe: Awaited<ReturnType<typeof testStripe>>
beforeAll(async () => {
  stripe = await testStripe()
})
afterAll(() => stripe.close())
beforeEach(() => stripe.forget())

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
    stripe.answers(() => ({ body: intent() }))
    const given = asked()
    expect(await stripe.provider.charge(given)).toEqual({ state: 'succeeded', reference: 'pi_1' })
    expect(stripe.calls).toEqual([
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
    expect(stripe.refused).toEqual([])
  })

  test.each([
    ['by our clock', { initiator: 'merchant' as const }, 'card'],
    ['from an account', { kind: 'DD' as const }, 'sepa_debit'],
  ])('%s needs nobody', async (_, more, kind) => {
    stripe.answers(() => ({ body: intent({ status: 'processing' }) }))
    expect(await stripe.provider.charge(asked(more))).toEqual({ state: 'processing', reference: 'pi_1' })
    expect(stripe.calls[0]!.fields).toMatchObject({ off_session: 'true', 'allowed_payment_method_types[0]': kind })
    expect(stripe.calls[0]!.fields).not.toHaveProperty('return_url')
    expect(stripe.refused).toEqual([])
  })

  test('a debit says when the account is debited, where its charge knows it', async () => {
    const charge = (sepa_debit: object) => ({ id: 'ch_1', payment_method_details: { type: 'sepa_debit', sepa_debit } })
    stripe.answers(() => ({
      body: intent({ status: 'processing', latest_charge: charge({ expected_debit_date: '2026-11-25' }) }),
    }))
    const given = asked({ kind: 'DD' })
    expect(await stripe.provider.charge(given)).toEqual({ state: 'processing', reference: 'pi_1', debitOn: '2026-11-25' })
    expect(stripe.calls[0]!.fields).toMatchObject({ 'expand[0]': 'latest_charge' })
    for (const latest_charge of [charge({}), 'ch_1', null]) {
      stripe.answers(() => ({ body: intent({ status: 'processing', latest_charge }) }))
      expect(await stripe.provider.charge(given)).toEqual({ state: 'processing', reference: 'pi_1' })
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
  ])('that is declined with %o says so in our words', async (error, why) => {
    stripe.answers(() => failure(402, { type: 'card_error', message: 'No.', payment_intent: intent({ id: 'pi_2' }), ...error }))
    expect(await stripe.provider.charge(asked())).toEqual({ state: 'declined', reference: 'pi_2', text: 'No.', ...why })
  })

  test('whose line drops, or whose answer is a fault of theirs, is unknown; both tries carry the same key', async () => {
    for (const broken of ['broken', failure(500, { type: 'api_error' }), failure(409, { type: 'idempotency_error' })] as const) {
      stripe.forget()
      stripe.answers(() => broken)
      expect(await stripe.provider.charge(asked())).toEqual({ state: 'unknown' })
      expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1)
    }
  })

  test('with a wrong key, or wrongly asked, is nobody’s decline', async () => {
    for (const wrong of [
      failure(401, { type: 'invalid_request_error' }),
      failure(400, { type: 'invalid_request_error', param: 'amount' }),
    ]) {
      stripe.answers(() => wrong)
      await expect(stripe.provider.charge(asked())).rejects.toThrow()
    }
  })

  test('of less than Stripe takes is declined for good', async () => {
    stripe.answers(() => failure(400, { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount' }))
    expect(await stripe.provider.charge(asked())).toMatchObject({ state: 'declined', code: 'declined', retryable: false })
    expect([stripe.provider.minimum('EUR'), stripe.provider.minimum('CHF')]).toEqual([50, 50])
  })

  test('of a method that is gone is declined for good', async () => {
    stripe.answers(() =>
      failure(400, { type: 'invalid_request_error', code: 'resource_missing', param: 'payment_method', message: 'No such' }),
    )
    expect(await stripe.provider.charge(asked())).toMatchObject({ state: 'declined', retryable: false })
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
    stripe.answers(({ path }) => (path === '/v1/payment_intents/search' ? list([]) : { body: intent() }))
    expect(await stripe.provider.fetchState(attemptId, null)).toEqual({ state: 'absent' })
    expect(stripe.calls.at(-1)!.fields.query).toBe(`metadata['attemptId']:'${attemptId}'`)
    expect(await stripe.provider.fetchState(attemptId, 'pi_1')).toEqual({ state: 'succeeded', reference: 'pi_1' })
    stripe.answers(() => list([intent({ id: 'pi_9' })]))
    expect(await stripe.provider.fetchState(attemptId, null)).toEqual({ state: 'succeeded', reference: 'pi_9' })
    expect(stripe.refused).toEqual([])
  })

  test.each([
    ['lost', 'sepa_debit', { state: 'returned', code: 'returned' }],
    ['needs_response', 'card', { state: 'returned', code: 'disputed' }],
    ['won', 'card', { state: 'reinstated', code: 'disputed' }],
    ['warning_needs_response', 'card', { state: 'succeeded' }],
  ])('where a dispute is %s on a %s', async (status, type, outcome) => {
    const charge = example('charge', { object: 'charge', disputed: true, payment_method_details: { type } })
    stripe.answers(({ path }) =>
      path === '/v1/disputes' ? list([example('dispute', { status })]) : { body: intent({ latest_charge: charge }) },
    )
    expect(await stripe.provider.fetchState(randomUUID(), 'pi_1')).toMatchObject(outcome)
    expect(stripe.refused).toEqual([])
  })
})

describe('a charge by our clock that needs its customer', () => {
  const required = { code: 'authentication_required', decline_code: 'authentication_required' }
  const waiting = (changes: object = {}) =>
    intent({
      id: 'pi_3',
      status: 'requires_payment_method',
      last_payment_error: required,
      metadata: { unattended: 'true' },
      ...changes,
    })
  const question = { type: 'redirect_to_url', redirect_to_url: { url: 'https://hooks.stripe.com/3ds' } }
  const open = waiting({ status: 'requires_action', next_action: question })
  const put = { attemptId: randomUUID(), reference: 'pi_3', methodReference: 'pm_1', returnUrl: 'https://kiosk.example.org/back' }
  const unexpected = failure(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' })

  test.each([required, { code: 'card_declined', decline_code: 'authentication_required' }])(
    'is no decline: %o',
    async (error) => {
      stripe.answers(() => failure(402, { type: 'card_error', ...error, payment_intent: waiting() }))
      const given = asked({ initiator: 'merchant' })
      expect(await stripe.provider.charge(given)).toEqual({ state: 'needs-customer', reference: 'pi_3' })
      expect(stripe.calls[0]!.fields).toMatchObject({ off_session: 'true', 'metadata[unattended]': 'true' })
      expect(stripe.refused).toEqual([])
      stripe.answers(() => ({ body: waiting({ last_payment_error: error }) }))
      expect(await stripe.provider.fetchState(given.attemptId, 'pi_3')).toEqual({ state: 'needs-customer', reference: 'pi_3' })
    },
  )

  test('is asked by confirming the same PaymentIntent with its customer there', async () => {
    stripe.answers(({ method }) => ({ body: method === 'POST' ? open : waiting() }))
    expect(await stripe.provider.ask(put)).toEqual({
      ...{ state: 'action', reference: 'pi_3', url: 'https://hooks.stripe.com/3ds', params: {} },
    })
    expect(stripe.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents/pi_3/confirm',
      fields: { payment_method: 'pm_1', return_url: put.returnUrl, off_session: 'false' },
    })
    expect(stripe.refused).toEqual([])
  })

  test('is not confirmed twice while the question is open, nor once it is paid', async () => {
    stripe.answers(() => ({ body: open }))
    expect(await stripe.provider.ask(put)).toMatchObject({ state: 'action', url: 'https://hooks.stripe.com/3ds' })
    stripe.answers(() => ({ body: intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.ask(put)).toEqual({ state: 'succeeded', reference: 'pi_3' })
    expect(stripe.calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('after a failed answer it can be asked again; a decline of the bank is one', async () => {
    const failed = waiting({ last_payment_error: { code: 'payment_intent_authentication_failure' } })
    stripe.answers(() => ({ body: failed }))
    expect(await stripe.provider.fetchState(put.attemptId, 'pi_3')).toEqual({ state: 'needs-customer', reference: 'pi_3' })
    const declined = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No.' }
    stripe.answers(({ method }) => (method === 'GET' ? { body: failed } : failure(402, { ...declined, payment_intent: failed })))
    expect(await stripe.provider.ask(put)).toMatchObject({ state: 'declined', code: 'insufficient_funds', retryable: true })
  })

  test('that somebody else asked or answered in the same moment says what it is', async () => {
    let gets = 0
    stripe.answers(({ method }) => (method === 'POST' ? unexpected : { body: ++gets === 1 ? waiting() : intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.ask(put)).toEqual({ state: 'succeeded', reference: 'pi_3' })
  })

  test('is given up by cancelling its PaymentIntent; what has ended says so', async () => {
    stripe.answers(({ method }) => ({ body: method === 'POST' ? intent({ id: 'pi_3', status: 'canceled' }) : open }))
    expect(await stripe.provider.giveUp(put.attemptId, 'pi_3')).toMatchObject({ state: 'declined', code: 'abandoned' })
    expect(stripe.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents/pi_3/cancel',
      fields: { cancellation_reason: 'abandoned' },
    })
    stripe.answers(({ method }) => (method === 'POST' ? unexpected : { body: intent({ id: 'pi_3' }) }))
    expect(await stripe.provider.giveUp(put.attemptId, 'pi_3')).toEqual({ state: 'succeeded', reference: 'pi_3' })
    stripe.answers(() => list([]))
    expect(await stripe.provider.giveUp(put.attemptId, null)).toEqual({ state: 'absent' })
    stripe.answers(({ method }) => (method === 'POST' ? failure(500, { type: 'api_error' }) : { body: open }))
    await expect(stripe.provider.giveUp(put.attemptId, 'pi_3')).rejects.toThrow()
    expect(stripe.refused).toEqual([])
  })
})

describe('a refund through Stripe', () => {
  const given = { refundId: randomUUID(), attemptReference: 'pi_1', money: { minor: 500, currency: 'EUR' } } as const
  test('carries its mark, and goes out once even when keys are forgotten', async () => {
    stripe.answers(({ method }) => (method === 'GET' ? list([]) : { body: example('refund', { id: 're_1', status: 'pending' }) }))
    expect(await stripe.provider.refund(given)).toEqual({ state: 'processing', reference: 're_1' })
    const { key, fields } = stripe.calls.at(-1)!
    expect({ key, fields }).toEqual({
      key: given.refundId,
      fields: { payment_intent: 'pi_1', amount: '500', 'metadata[refundId]': given.refundId },
    })
    expect(stripe.refused).toEqual([])
    stripe.forget()
    stripe.answers(() => list([example('refund', { id: 're_1', status: 'succeeded', metadata: { refundId: given.refundId } })]))
    expect(await stripe.provider.refund(given)).toEqual({ state: 'succeeded', reference: 're_1' })
    expect(stripe.calls.map(({ method }) => method)).toEqual(['GET'])
  })
  test('that is refused has failed, one whose line drops is unknown', async () => {
    stripe.answers(({ method }) =>
      method === 'GET' ? list([]) : failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded' }),
    )
    expect(await stripe.provider.refund(given)).toMatchObject({ state: 'failed' })
    stripe.answers(({ method }) => (method === 'GET' ? list([]) : 'broken'))
    expect(await stripe.provider.refund(given)).toMatchObject({ state: 'unknown' })
  })
})

test('a method is forgotten once; one that is gone is forgotten already', async () => {
  stripe.answers(() => ({ body: example('payment_method', {}) }))
  await stripe.provider.forgetMethod('pm_1')
  stripe.answers(() => failure(400, { type: 'invalid_request_error', code: 'resource_missing' }))
  await stripe.provider.forgetMethod('pm_1')
  expect(stripe.calls.map(({ path }) => path)).toEqual(['/v1/payment_methods/pm_1/detach', '/v1/payment_methods/pm_1/detach'])
})

// With keys for tests in the environment the same promises are held against Stripe itself.
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
  test('how Stripe itself behaves is proved where STRIPE_TEST_SECRET_KEY is set; here it is not', () => {
    console.warn('STRIPE_TEST_SECRET_KEY is not set: the promises of a provider are proved with the sandbox alone')
    expect(stripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET }).name).toBe('stripe')
  })
}
