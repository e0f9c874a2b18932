import { createSign, generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DAY_MS } from '@kiosk/domain/time'
import { selfSigned } from '@kiosk/sandbox-payments/wallet/certificate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDescription } from '../../../../../../tools/description.ts'
import { MalformedEvent } from '../malformed-event.ts'
import { type VendorAnswer, type VendorCall, vendorEdge } from '../testing/vendor-specs.ts'
import { toMinorUnits } from './money.ts'
import { paypalProvider } from './paypal-provider.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema>; allOf?: Schema[]; enum?: string[] }

let answer: (call: VendorCall) => VendorAnswer
let edge: Awaited<ReturnType<typeof vendorEdge>>
const fetched: string[] = []
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const certificate = selfSigned(keys)
const UNKNOWN = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
const token = { body: { access_token: 't', expires_in: 3600 } }
const settings = {
  environment: 'sandbox',
  clientId: 'client',
  clientSecret: 'secret-of-paypal',
  webhookId: 'WH-1',
  plans: { '2': 'P-MAGZ', '2+SPRING': 'P-MAGZ-SPRING' },
} as const
let provider: ReturnType<typeof paypalProvider>
beforeAll(async () => {
  edge = await vendorEdge({
    description: readDescription('paypal-subscriptions.json'),
    answer: (call) => (call.path === '/v1/oauth2/token' ? token : answer(call)),
    // Tokens, sales and refunds have other descriptions, and the list of subscriptions is newer than this one.
    asDescribed: ({ path, method }, body) =>
      path.startsWith('/v1/billing/') && !(method === 'GET' && path === '/v1/billing/subscriptions') ? body : null,
  })
  const elsewhere: typeof fetch = async (address, init) => {
    const url = new URL(String(address))
    if (url.hostname === '127.0.0.1') return fetch(address, init)
    fetched.push(url.href)
    return new Response(url.pathname.endsWith('/old') ? selfSigned(keys, { ended: true }) : certificate)
  }
  provider = paypalProvider({ ...settings, baseUrl: edge.url, fetch: elsewhere })
})
afterAll(async () => {
  edge.close()
})
beforeEach(() => {
  edge.calls.length = 0
  edge.refused.length = 0
  fetched.length = 0
})

const subscription = (changes: object = {}) => ({
  id: 'I-1',
  status: 'ACTIVE',
  plan_id: 'P-MAGZ',
  custom_id: '7',
  start_time: '2026-11-01T10:00:00Z',
  quantity: '1',
  plan_overridden: false,
  subscriber: { email_address: 'payer@example.org', payer_id: 'PAYER1' },
  billing_info: { next_billing_time: '2026-12-01T10:00:00Z' },
  ...changes,
})

describe('a subscription at PayPal', () => {
  test('is read in full with a masked payer', async () => {
    answer = () => ({ body: subscription() })
    expect(await provider.fetchSubscription('I-1')).toEqual({
      reference: 'I-1',
      state: 'active',
      planId: 'P-MAGZ',
      customId: '7',
      isOverridden: false,
      startsAt: new Date('2026-11-01T10:00:00Z'),
      nextChargeAt: new Date('2026-12-01T10:00:00Z'),
      payer: 'p•••@example.org',
      payerId: 'PAYER1',
      payerCountry: null,
    })
    expect(edge.calls.at(-1)!.path).toBe('/v1/billing/subscriptions/I-1')
    expect(edge.refused).toEqual([])
  })

  test.each([
    ['DE', 'DE'],
    // PayPal's own code for China, and no address.
    ['C2', null],
    [undefined, null],
  ])('returns the country of the payer if there is an address: %s', async (country_code, payerCountry) => {
    const subscriber = { email_address: 'p@example.org', shipping_address: { address: { country_code } } }
    answer = () => ({ body: subscription({ subscriber }) })
    expect(await provider.fetchSubscription('I-1')).toMatchObject({ payerCountry })
  })

  test.each([
    ['APPROVAL_PENDING', 'pending'],
    ['APPROVED', 'pending'],
    ['SUSPENDED', 'suspended'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
  ])('in state %s is %s', async (status, state) => {
    answer = () => ({ body: { id: 'I-1', status, plan_id: 'P-MAGZ' } })
    expect(await provider.fetchSubscription('I-1')).toMatchObject({ state, customId: null, nextChargeAt: null, payer: '' })
  })

  test.each([
    ['its price was changed in the browser', { plan_overridden: true }, true],
    ['it was bought twice over', { quantity: '2' }, true],
    ['nothing is said about it', { quantity: undefined, plan_overridden: undefined }, false],
  ])('reports whether it was altered if %s', async (_, changes, isOverridden) => {
    answer = () => ({ body: subscription(changes) })
    expect(await provider.fetchSubscription('I-1')).toMatchObject({ isOverridden })
    expect(edge.refused).toEqual([])
  })

  test.each([
    ['an error with status 200', { name: 'INTERNAL_SERVER_ERROR', message: 'An error occurred' }],
    ['an empty object', {}],
    ['a list', []],
    ['a text', 'Bad gateway'],
    ['no plan', { id: 'I-1', status: 'ACTIVE' }],
    ['a state that does not exist', subscription({ status: 'RENAMED' })],
    ['a name of an object as its state', subscription({ status: 'constructor' })],
  ])('is not known, rather than not ours, if the answer is %s', async (_, body) => {
    answer = () => ({ body })
    await expect(provider.fetchSubscription('I-1')).rejects.toThrow('paypal: ')
  })

  test('has one name: another that PayPal takes for it is unknown', async () => {
    answer = () => ({ body: subscription() })
    expect(await provider.fetchSubscription('i-1')).toBeNull()
  })

  test.each(['.', '..', 'I-1/../I-2', 'I-1?x', 'I-1 ', 'I-1\n'])(
    'is not asked for by a name with other characters: %j',
    async (name) => {
      answer = () => ({ body: subscription() })
      expect(await provider.fetchSubscription(name)).toBeNull()
      expect(edge.calls).toEqual([])
    },
  )

  test('is listed by our plans, page by page, whichever client created it', async () => {
    answer = ({ fields: { page } }) => ({
      body: { subscriptions: Array.from({ length: page === '2' ? 3 : 20 }, (_, place) => ({ id: `I-${page}-${place}` })) },
    })
    const found: string[] = []
    for await (const each of provider.listSubscriptions!(new Date('2026-11-01'), new Date('2026-11-02'))) found.push(each)
    expect([found.length, found.at(-1)]).toEqual([23, 'I-2-2'])
    expect(edge.calls.at(-1)).toMatchObject({
      path: '/v1/billing/subscriptions',
      fields: {
        plan_ids: 'P-MAGZ,P-MAGZ-SPRING',
        created_after: '2026-11-01T00:00:00.000Z',
        created_before: '2026-11-02T00:00:00.000Z',
        page: '2',
      },
    })
  })

  test('is found by a charge', async () => {
    answer = ({ path }) => (path === '/v1/payments/sale/T1' ? { body: { id: 'T1', billing_agreement_id: 'I-7' } } : UNKNOWN)
    expect([await provider.subscriptionOf('T1'), await provider.subscriptionOf('T9')]).toEqual(['I-7', null])
  })

  test.each([
    [
      'of a capture',
      '/v2/payments/refunds/R1',
      {
        status: 'COMPLETED',
        amount: { value: '5.00', currency_code: 'EUR' },
        create_time: '2026-11-02T10:00:00Z',
        links: [{ rel: 'up', href: 'https://api-m.paypal.com/v2/payments/captures/T1' }],
      },
    ],
    [
      'of a sale',
      '/v1/payments/refund/R1',
      { state: 'completed', amount: { total: '-5.00', currency: 'EUR' }, create_time: '2026-11-02T10:00:00Z', sale_id: 'T1' },
    ],
  ])('loads a refund by its id, %s', async (_, path, body) => {
    answer = (call) => (call.path === path ? { body: { id: 'R1', ...body } } : UNKNOWN)
    expect(await provider.fetchRefund('R1')).toEqual({
      chargeId: 'T1',
      reference: 'R1',
      amount: -500,
      currency: 'EUR',
      at: new Date('2026-11-02T10:00:00Z'),
      kind: 'refund',
    })
    expect(await provider.fetchRefund('R9')).toBeNull()
    answer = () => ({ body: { id: 'R1', ...body, status: 'PENDING', state: 'pending' } })
    expect(await provider.fetchRefund('R1')).toBeNull()
  })

  test('that PayPal does not know is null; a PayPal error is thrown', async () => {
    answer = () => UNKNOWN
    expect(await provider.fetchSubscription('I-1')).toBeNull()
    answer = () => ({ status: 500, body: {} })
    await expect(provider.fetchSubscription('I-1')).rejects.toThrow('500')
    // That of a proxy.
    answer = () => ({ status: 404, body: 'Not Found' })
    await expect(provider.fetchSubscription('I-1')).rejects.toThrow('404')
  })

  test('has the fields and states of the published description', () => {
    const { schemas } = readDescription('paypal-subscriptions.json').components as { schemas: Record<string, Schema> }
    const named = (name: string) => schemas[name]!
    const whole = (schema: Schema): Schema => (schema.$ref ? whole(named(schema.$ref.split('/').at(-1)!)) : schema)
    const fieldOf = (schema: Schema, name: string): Schema | undefined => {
      const { properties = {}, allOf = [] } = whole(schema)
      return properties[name] ?? allOf.map((each) => fieldOf(each, name)).find(Boolean)
    }
    const at = (name: string, path: string) =>
      path.split('.').reduce<Schema | undefined>((schema, step) => schema && fieldOf(schema, step), named(name))
    for (const path of [
      'id',
      'plan_id',
      'custom_id',
      'start_time',
      'quantity',
      'plan_overridden',
      'subscriber.email_address',
      'billing_info.next_billing_time',
    ])
      expect([path, at('subscription', path) !== undefined]).toEqual([path, true])
    for (const path of [
      'id',
      'time',
      'amount_with_breakdown.gross_amount.value',
      'amount_with_breakdown.gross_amount.currency_code',
    ])
      expect([path, at('transaction', path) !== undefined]).toEqual([path, true])
    expect(whole(at('subscription', 'status')!).enum?.toSorted()).toEqual([
      'ACTIVE',
      'APPROVAL_PENDING',
      'APPROVED',
      'CANCELLED',
      'EXPIRED',
      'SUSPENDED',
    ])
    expect(whole(at('transaction', 'status')!).enum?.toSorted()).toEqual([
      'COMPLETED',
      'DECLINED',
      'PARTIALLY_REFUNDED',
      'PENDING',
      'REFUNDED',
    ])
  })

  test('lists its charges of a period and marks those still pending', async () => {
    const charge = (id: string, status: string, value: string) => ({
      id,
      status,
      time: '2026-11-01T10:00:00Z',
      amount_with_breakdown: { gross_amount: { currency_code: 'EUR', value } },
    })
    answer = () => ({
      body: {
        transactions: [
          charge('T1', 'COMPLETED', '19.99'),
          charge('T2', 'REFUNDED', '3.9'),
          charge('T3', 'PENDING', '5'),
          charge('T4', 'DECLINED', '7.00'),
          charge('T5', 'PARTIALLY_REFUNDED', '8.00'),
          charge('T6', 'REVERSED', '9.00'),
        ],
      },
    })
    const found = await provider.charges('I-1', new Date('2026-11-01'), new Date('2026-11-02'))
    expect(found.map(({ transactionId, amount, state }) => [transactionId, amount, state])).toEqual([
      ['T1', 1999, 'completed'],
      ['T2', 390, 'refunded'],
      ['T3', 500, 'pending'],
      ['T4', 700, 'failed'],
      ['T5', 800, 'part-refunded'],
      ['T6', 900, 'pending'],
    ])
    expect(edge.calls.at(-1)!.fields).toEqual({ start_time: '2026-11-01T00:00:00.000Z', end_time: '2026-11-02T00:00:00.000Z' })
    expect(edge.refused).toEqual([])
  })

  test('is cancelled with a reason; cancelling an ended one succeeds', async () => {
    answer = () => ({ status: 204, body: null })
    await provider.cancel('I-1', '')
    expect(edge.calls.at(-1)).toMatchObject({ path: '/v1/billing/subscriptions/I-1/cancel', fields: { reason: 'cancelled' } })
    expect(edge.refused).toEqual([])
    answer = () => ({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } })
    await provider.cancel('I-1', 'ended')
    answer = () => ({ status: 500, body: {} })
    await expect(provider.cancel('I-1', 'ended')).rejects.toThrow()
  })

  test('is refunded under the id of the refund', async () => {
    for (const [status, state] of [
      ['COMPLETED', 'succeeded'],
      ['FAILED', 'failed'],
      ['PENDING', 'unknown'],
    ] as const) {
      answer = () => ({ status: 201, body: { id: 'R1', status } })
      expect(await provider.refund('T1', 'refund-1', { minor: 305, currency: 'EUR' })).toEqual({ state, reference: 'R1' })
    }
    expect(edge.calls.at(-1)).toMatchObject({
      path: '/v2/payments/captures/T1/refund',
      key: 'refund-1',
      fields: { amount: { currency_code: 'EUR', value: '3.05' } },
    })
    answer = () => 'broken'
    expect(await provider.refund('T1', 'refund-1', { minor: 305, currency: 'EUR' })).toMatchObject({ state: 'unknown' })
    answer = () => ({ status: 422, body: {} })
    expect(await provider.refund('T1', 'refund-1', { minor: 305, currency: 'EUR' })).toMatchObject({ state: 'failed' })
  })
})

describe('a plan at PayPal', () => {
  const plan = (changes: object = {}) => ({
    id: 'P-MAGZ-SPRING',
    status: 'ACTIVE',
    billing_cycles: [
      {
        tenure_type: 'REGULAR',
        sequence: 2,
        total_cycles: 0,
        frequency: { interval_unit: 'DAY', interval_count: 30 },
        pricing_scheme: { fixed_price: { value: '19.99', currency_code: 'EUR' } },
      },
      {
        tenure_type: 'TRIAL',
        sequence: 1,
        total_cycles: 3,
        frequency: { interval_unit: 'MONTH' },
        pricing_scheme: { fixed_price: { value: '3.99', currency_code: 'EUR' } },
      },
    ],
    payment_preferences: { setup_fee: { value: '0', currency_code: 'EUR' } },
    taxes: { percentage: '10', inclusive: true },
    ...changes,
  })

  test('is read with its cycles in order and any setup fee or tax', async () => {
    answer = () => ({ body: plan() })
    expect(await provider.fetchPlan!('P-MAGZ-SPRING')).toEqual({
      id: 'P-MAGZ-SPRING',
      isActive: true,
      hasExtras: false,
      cycles: [
        { sequence: 1, amount: 399, currency: 'EUR', days: null, charges: 3 },
        { sequence: 2, amount: 1999, currency: 'EUR', days: 30, charges: null },
      ],
    })
    expect(edge.calls.at(-1)!.path).toBe('/v1/billing/plans/P-MAGZ-SPRING')
    answer = () => ({ body: plan({ status: 'INACTIVE', taxes: { percentage: '10', inclusive: false } }) })
    expect(await provider.fetchPlan!('P-MAGZ-SPRING')).toMatchObject({ isActive: false, hasExtras: true })
    answer = () => UNKNOWN
    expect(await provider.fetchPlan!('P-GONE')).toBeNull()
    expect(edge.refused).toEqual([])
  })

  test('gets a new price for one cycle', async () => {
    answer = () => ({ status: 204, body: null })
    await provider.revisePlan!('P-MAGZ', 1, { minor: 2199, currency: 'EUR' })
    expect(edge.calls.at(-1)).toMatchObject({
      path: '/v1/billing/plans/P-MAGZ/update-pricing-schemes',
      fields: {
        pricing_schemes: [
          { billing_cycle_sequence: 1, pricing_scheme: { fixed_price: { value: '21.99', currency_code: 'EUR' } } },
        ],
      },
    })
    expect(edge.refused).toEqual([])
  })

  test('is sold beside earlier wallet plans of the same plan', () => {
    const own = paypalProvider({ ...settings, plans: { '2': 'P-OLD P-NEW', '2+SPRING': 'P-SPRING' } })
    expect(own.plansOf(2, null)).toEqual(['P-OLD', 'P-NEW'])
    expect(own.plans()).toEqual(['P-OLD', 'P-NEW', 'P-SPRING'])
    expect(own.offers()).toEqual([
      { plan: 2, voucherCode: null },
      { plan: 2, voucherCode: 'SPRING' },
    ])
  })
})

describe('a return at PayPal', () => {
  const info = (id: string, kind: string, of: string, value: string, more: object = {}) => ({
    kind,
    transaction_info: {
      transaction_id: id,
      paypal_reference_id: of,
      paypal_reference_id_type: 'TXN',
      transaction_event_code: kind,
      transaction_initiation_date: '2025-11-02T10:00:00+0000',
      transaction_amount: { currency_code: 'EUR', value },
      transaction_status: 'S',
      ...more,
    },
  })
  type SubscriptionInfo = ReturnType<typeof info>
  const listed = (all: SubscriptionInfo[]) => {
    answer = ({ path, fields: { transaction_type: kind, page, page_size: size } }) => {
      expect(path).toBe('/v1/reporting/transactions')
      const own = all.filter((each) => each.kind === kind).map(({ transaction_info }) => ({ transaction_info }))
      const [first, each] = [(Number(page) - 1) * Number(size), Number(size)]
      return { body: { transaction_details: own.slice(first, first + each), total_pages: Math.ceil(own.length / each) } }
    }
  }
  const [from, to] = [new Date('2025-10-01T00:00:00Z'), new Date('2025-11-21T00:00:00Z')]
  const returns = () => provider.returns({ from, to, charges: [] })

  test('is a refund, reversal, chargeback or won chargeback of its charge', async () => {
    listed([
      info('R1', 'T1107', 'T1', '-5.00'),
      info('R2', 'T1106', 'T2', '-19.99'),
      info('R3', 'T1201', 'T3', '-7.99'),
      info('R4', 'T1202', 'R3', '7.99'),
      info('R5', 'T1107', 'T5', '-1.00', { transaction_status: 'P' }),
      info('R6', 'T1107', '', '-1.00'),
    ])
    expect((await returns()).map(({ chargeId, reference, amount, kind }) => [chargeId, reference, amount, kind])).toEqual([
      ['T2', 'R2', -1999, 'reversal'],
      ['T1', 'R1', -500, 'refund'],
      ['T3', 'R3', -799, 'reversal'],
      ['T3', 'R4', 799, 'won'],
    ])
  })

  test('is listed month by month and page by page to the end', async () => {
    listed(Array.from({ length: 501 }, (_, place) => info(`R${place}`, 'T1107', `T${place}`, '-1.00')))
    const found = await returns()
    // The server returns the same list for both months.
    expect(found).toHaveLength(501)
    const requested = edge.calls.filter(({ path }) => path === '/v1/reporting/transactions').map(({ fields }) => fields)
    expect([...new Set(requested.map(({ start_date, end_date }) => `${start_date} ${end_date}`))]).toEqual([
      '2025-10-01T00:00:00.000Z 2025-11-01T00:00:00.000Z',
      '2025-11-01T00:00:00.000Z 2025-11-21T00:00:00.000Z',
    ])
    expect(requested.filter(({ page }) => page === '2')).toHaveLength(2)
  })

  test('throws when the listing is not permitted instead of returning nothing', async () => {
    answer = () => ({ status: 403, body: { name: 'NOT_AUTHORIZED' } })
    await expect(returns()).rejects.toThrow('/v1/reporting/transactions answers 403')
  })

  test.each([
    ['that nothing is there', UNKNOWN],
    ['an error with status 200', { body: { name: 'INTERNAL_SERVER_ERROR' } }],
    ['a list without its length', { body: { transaction_details: [] } }],
  ])('throws when the answer is %s instead of returning nothing', async (_, given) => {
    answer = () => given
    await expect(returns()).rejects.toThrow('not a list of transactions')
  })

  test('ends at an empty page, whatever number of pages is named', async () => {
    answer = () => ({ body: { transaction_details: [], total_pages: 1_000_000_000 } })
    expect(await returns()).toEqual([])
  })
})

describe('an access token', () => {
  let own: ReturnType<typeof paypalProvider>
  const tokens = () => edge.calls.filter(({ path }) => path === '/v1/oauth2/token').length
  const requested = () => edge.calls.filter(({ path }) => path !== '/v1/oauth2/token')
  beforeEach(async () => {
    answer = () => ({ body: subscription() })
    own = paypalProvider({ ...settings, baseUrl: edge.url })
    await own.fetchSubscription('I-1')
    edge.calls.length = 0
  })

  test('is requested once and reused', async () => {
    await own.fetchSubscription('I-1')
    expect(tokens()).toBe(0)
  })

  test('that is rejected early is replaced and the request is sent once more', async () => {
    const rejected = ['/v2/payments/captures/T-1/refund']
    answer = ({ path }) =>
      rejected.pop() === path ? { status: 401, body: {} } : { status: 201, body: { id: 'R-1', status: 'COMPLETED' } }
    const money = { minor: 999, currency: 'EUR' } as const
    expect(await own.refund('T-1', 'refund-7', money)).toEqual({ state: 'succeeded', reference: 'R-1' })
    expect(tokens()).toBe(1)
    const [first, second] = requested()
    expect(requested()).toHaveLength(2)
    expect(second).toEqual(first)
    expect(second!.key).toBe('refund-7')
  })

  test('that is rejected again throws an error without the secret', async () => {
    answer = () => ({ status: 401, body: {} })
    const rejected = own.fetchSubscription('I-1')
    await expect(rejected).rejects.toThrow('401')
    await expect(rejected).rejects.not.toThrow('secret-of-paypal')
    expect([tokens(), requested().length]).toEqual([1, 2])
    answer = () => ({ body: subscription() })
    await own.fetchSubscription('I-1')
    expect(tokens()).toBe(2)
  })
})

test('parses amounts without floating point', () => {
  expect(['19.99', '4.35', '1.1', '0.07', '-3.00', '1000000.01', '5'].map(toMinorUnits)).toEqual([
    1999, 435, 110, 7, -300, 100_000_001, 500,
  ])
  for (const wrong of ['', 'x', '1,99', '1.999']) expect(() => toMinorUnits(wrong)).toThrow(TypeError)
})

describe('a PayPal webhook', () => {
  const body = JSON.stringify({ id: 'WH-EVENT-1', event_type: 'BILLING.SUBSCRIPTION.CANCELLED', resource: { id: 'I-1' } })
  const CERTIFICATE = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1'
  function headersOf(text: string, options: { at?: Date; webhookId?: string; certificate?: string; algorithm?: string } = {}) {
    const { at = new Date(), webhookId = 'WH-1', certificate: address = CERTIFICATE, algorithm = 'SHA256withRSA' } = options
    const time = at.toISOString()
    const signature = createSign('RSA-SHA256')
      .update(`t-1|${time}|${webhookId}|${crc32(Buffer.from(text))}`)
      .sign(keys.privateKey, 'base64')
    return new Headers({
      'paypal-transmission-id': 't-1',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-cert-url': address,
      'paypal-auth-algo': algorithm,
    })
  }

  test('is accepted with a valid signature, names only its subject, and fetches the certificate once', async () => {
    const read = () => provider.readWebhook(body, headersOf(body))
    expect(await read()).toEqual([
      { id: 'WH-EVENT-1', kind: 'BILLING.SUBSCRIPTION.CANCELLED', subscription: 'I-1', charge: null, refund: null },
    ])
    await read()
    expect(fetched).toEqual([CERTIFICATE])
    const sale = JSON.stringify({
      id: 'WH-2',
      event_type: 'PAYMENT.SALE.COMPLETED',
      resource: { id: 'T1', billing_agreement_id: 'I-2' },
    })
    expect(await provider.readWebhook(sale, headersOf(sale))).toMatchObject([{ subscription: 'I-2' }])
  })

  test.each(['x', 'null', '{}', '{"id":"WH-3","event_type":"CUSTOMER.DISPUTE.CREATED","resource":null}'])(
    'of %s is malformed',
    async (text) => {
      await expect(provider.readWebhook(text, headersOf(text))).rejects.toThrow(MalformedEvent)
    },
  )

  test.each([
    ['of another text', () => headersOf('{}')],
    ['to another webhook', () => headersOf(body, { webhookId: 'WH-9' })],
    ['that is a week old', () => headersOf(body, { at: new Date(Date.now() - 7 * DAY_MS) })],
    ['of another algorithm', () => headersOf(body, { algorithm: 'none' })],
    ['without anything', () => new Headers()],
    [
      'with a certificate that has ended',
      () => headersOf(body, { certificate: 'https://api.sandbox.paypal.com/v1/notifications/certs/old' }),
    ],
  ])('%s is rejected', async (_, headers) => {
    expect(await provider.readWebhook(body, headers())).toBeNull()
  })

  test.each([
    'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com@evil.example/v1/notifications/certs/CERT-1',
    'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/../../../mine',
    'http://169.254.169.254/',
    'not an address',
  ])('with the certificate address %s is rejected without a request', async (address) => {
    expect(await provider.readWebhook(body, headersOf(body, { certificate: address }))).toBeNull()
    expect(fetched).toEqual([])
  })
})
