import { expect, test } from 'vitest'
import { type DescribedRequest, readDescription, requestFaults } from './description.ts'

const stripe = requestFaults(readDescription('stripe-requests.json'))
const paypal = requestFaults(readDescription('paypal-subscriptions.json'))
const form = (address: string, fields: Record<string, string>): DescribedRequest => ({
  method: 'POST',
  address,
  type: 'application/x-www-form-urlencoded',
  body: String(new URLSearchParams(fields)),
})
const json = (address: string, body: unknown): DescribedRequest => ({
  method: 'POST',
  address,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

test('a request that is as described has no faults: lists, nested fields and numbers in a form, parts of an address', () => {
  const charge = {
    amount: '499',
    currency: 'eur',
    'payment_method_types[0]': 'card',
    'metadata[attemptId]': 'a',
    'expand[]': 'x',
  }
  expect(stripe(form('/v1/payment_intents', charge))).toEqual([])
  expect(stripe({ method: 'GET', address: '/v1/refunds?limit=100&created[gte]=1', type: '', body: '' })).toEqual([])
  expect(stripe({ method: 'GET', address: '/v1/payment_intents/search?query=a', type: '', body: '' })).toEqual([])
  expect(paypal(json('/v1/billing/subscriptions/I-1/cancel', { reason: 'It ended.' }))).toEqual([])
})

test.each([
  ['an unknown field', form('/v1/refunds', { amuont: '1' }), /additional properties .*amuont/],
  [
    'an unknown field within another',
    form('/v1/payment_intents', { ...{ amount: '1', currency: 'eur' }, 'transfer_data[nmae]': 'x' }),
    /nmae/,
  ],
  ['a text where a number belongs', form('/v1/refunds', { amount: 'much' }), /body\/amount must be integer/],
  ['a missing field', form('/v1/payment_intents', { amount: '1' }), /required property 'currency'/],
  ['a value that is not in the list', form('/v1/refunds', { reason: 'because' }), /body\/reason must be equal to one of/],
  ['a missing body', { ...form('/v1/payment_intents', {}), body: '' }, /the body is missing/],
  ['an unknown parameter', { method: 'GET', address: '/v1/refunds?chrage=x', type: '', body: '' }, /query .*chrage/],
  ['an unknown path', form('/v1/subscriptions', {}), /is not described/],
  ['another method', { method: 'DELETE', address: '/v1/refunds', type: '', body: '' }, /is not described/],
] as const)('%s in a form is a fault', (_, request, fault) => {
  expect(stripe(request).join('\n')).toMatch(fault)
})

test.each([
  ['a body of another type', form('/v1/billing/subscriptions', { plan_id: 'P-1' }), /is not described/],
  ['a missing field', json('/v1/billing/subscriptions', {}), /required property 'plan_id'/],
  ['a number where a text belongs', json('/v1/billing/subscriptions', { plan_id: 5 }), /must be string/],
] as const)('%s in JSON is a fault', (_, request, fault) => {
  expect(paypal(request).join('\n')).toMatch(fault)
})
