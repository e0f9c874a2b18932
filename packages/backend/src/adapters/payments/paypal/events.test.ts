import { expect, test } from 'vitest'
import { type PaypalEvent, paypalEventOf } from './events.ts'

const of = (event_type: string, resource: PaypalEvent['resource']) => {
  const { subscription, charge, refund } = paypalEventOf({ id: 'WH-1', event_type, ...(resource && { resource }) })
  return { subscription, charge, refund }
}
const links = (...all: [rel: string, path: string][]) =>
  all.map(([rel, path]) => ({ rel, href: `https://api.paypal.com${path}` }))

// Resources as PayPal's simulator and real accounts send them.
test.each<[string, PaypalEvent['resource'], object]>([
  ['BILLING.SUBSCRIPTION.ACTIVATED', { id: 'I-1' }, { subscription: 'I-1' }],
  ['BILLING.SUBSCRIPTION.PAYMENT.FAILED', { id: 'I-1' }, { subscription: 'I-1' }],
  ['PAYMENT.SALE.COMPLETED', { id: 'T1', billing_agreement_id: 'I-1' }, { subscription: 'I-1', charge: 'T1' }],
  ['PAYMENT.SALE.PENDING', { id: 'T1', billing_agreement_id: 'I-1' }, { subscription: 'I-1', charge: 'T1' }],
  // Simulator and API name the sale, never the subscription.
  ['PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: 'T1' }, { charge: 'T1', refund: 'R1' }],
  [
    'PAYMENT.SALE.REFUNDED',
    { id: 'R1', links: links(['self', '/v1/payments/refund/R1'], ['sale', '/v1/payments/sale/T1']) },
    { charge: 'T1', refund: 'R1' },
  ],
  // A refund made on PayPal's website may name only itself.
  ['PAYMENT.SALE.REFUNDED', { id: 'R1', links: links(['self', '/v1/payments/refund/R1']) }, { refund: 'R1' }],
  ['PAYMENT.SALE.REVERSED', { id: 'T1' }, { charge: 'T1' }],
  ['PAYMENT.SALE.REVERSED', { id: 'V1', sale_id: 'T1' }, { charge: 'T1' }],
  [
    'PAYMENT.CAPTURE.REFUNDED',
    { id: 'R1', links: links(['self', '/v2/payments/refunds/R1'], ['up', '/v2/payments/captures/T1']) },
    { charge: 'T1', refund: 'R1' },
  ],
  ['CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [{ seller_transaction_id: 'T1' }] }, { charge: 'T1' }],
  ['BILLING.PLAN.UPDATED', { id: 'P-1' }, {}],
  ['CUSTOMER.DISPUTE.CREATED', {}, {}],
  ['MERCHANT.ONBOARDING.COMPLETED', undefined, {}],
])('parses %s of %o as %o', (kind, resource, whose) => {
  expect(of(kind, resource)).toEqual({ subscription: null, charge: null, refund: null, ...whose })
})
