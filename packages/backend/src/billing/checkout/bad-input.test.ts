import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
let reader: Reader
beforeAll(async () => {
  shop = await testCheckout()
  reader = await shop.reader()
  await shop.begin(reader)
})
afterAll(() => shop.close())

type Call = { method?: string; path: (subscription: string) => string; form?: (subscription: string) => Record<string, string> }
const body =
  (rest: Record<string, string> = {}) =>
  (subscription: string) => ({ subscription, ...rest })
const calls: Record<string, Call> = {
  newCart: { path: (id) => `payment/shoppingcart2/new/${id}` },
  cart: { path: (id) => `payment/shoppingcart2/${id}` },
  pricing: { path: (id) => `campaign/pricing/${id}` },
  voucher: { method: 'PUT', path: () => 'payment/voucher', form: body({ voucher: 'GUT' }) },
  acceptance: { path: () => 'payment/acceptance', form: body({ version: ACCEPTANCE_VERSIONS.kept, accepted: 'true' }) },
  purchase: { path: () => 'psp/purchaseCart', form: body() },
  registration: { path: (id) => `psp/url/registration?subscription=${id}&voucher=` },
  validation: { path: (id) => `paypal/subscription/validation/${id}` },
  log: { path: () => 'paypal/subscription/log', form: body({ paypalsubscription: 'I-1' }) },
  bind: { path: () => 'paypal/subscription', form: body({ paypalsubscription: 'I-1', paypalorder: '' }) },
}
const ask = ({ method, path, form }: Call, id: string, headers: Record<string, string>) =>
  shop.api.errorOf(path(encodeURIComponent(id)), { headers, ...(method && { method }), ...(form && { form: form(id) }) })

describe.each(Object.entries(calls))('%s', (name, call) => {
  test.each(['abc', '0', '-1', '1.5', '99999', ' ', "2'--", 'null', '２'])('rejects plan id %j', async (id) => {
    expect((await ask(call, id, reader.headers)).status).toBe(400)
  })

  test('rejects an unknown plan', async () => {
    const { status } = await ask(call, '7', reader.headers)
    expect(['acceptance', 'log'].includes(name) ? 400 : 404).toBe(status)
  })
})

test.each(Object.keys(calls).filter((name) => name !== 'pricing'))('%s requires a login', async (name) => {
  expect(await ask(calls[name]!, '2', {})).toEqual({ status: 401, code: 'not_signed_in' })
})

describe.each([
  ['payment/voucher', 'PUT', { subscription: '2', voucher: '' }],
  ['payment/voucher', 'PUT', { subscription: '2', voucher: '   ' }],
  ['payment/voucher', 'PUT', { subscription: '2', voucher: 'X'.repeat(41) }],
  ['payment/voucher', 'PUT', { subscription: '2', voucher: 'A\0B' }],
  ['payment/voucher', 'PUT', { subscription: '2' }],
  ['payment/voucher', 'PUT', {}],
  ['payment/acceptance', 'POST', { subscription: '2', version: ACCEPTANCE_VERSIONS.kept, accepted: 'maybe' }],
  ['payment/acceptance', 'POST', { subscription: '2', accepted: 'true' }],
  ['psp/purchaseCart', 'POST', {}],
  ['paypal/subscription', 'POST', { subscription: '2', paypalsubscription: '' }],
  ['paypal/subscription', 'POST', { subscription: '2', paypalsubscription: 'I'.repeat(101) }],
  ['paypal/subscription/log', 'POST', { subscription: '2' }],
  ['billing/autorenewal', 'PUT', { status: 'perhaps' }],
  ['billing/autorenewal', 'PUT', {}],
])('%s %s', (path, method, form) => {
  test(`rejects ${JSON.stringify(form).slice(0, 80)}`, async () => {
    expect(await shop.api.errorOf(path, { method, form: form as Record<string, string>, headers: reader.headers })).toMatchObject(
      {
        status: 400,
        code: 'wrong_input',
      },
    )
  })
})

test.each(['GUT😀', "' or 1=1", '%', 'ſommer', '../..', 'ÄÖÜ'])('rejects voucher %j', async (voucher) => {
  const form = { subscription: '2', voucher }
  expect(await shop.api.errorOf('payment/voucher', { method: 'PUT', form, headers: reader.headers })).toEqual({
    status: 406,
    code: 'voucher_invalid',
    field: 'voucher',
  })
})

test.each(['nonsense', '00000000-0000-0000-0000-000000000000', "'; drop", '1'])('does not find payment %j', async (id) => {
  const name = encodeURIComponent(id)
  for (const path of [
    `payment/attempt/${name}`,
    `payment/setup/${name}`,
    `psp/url/payment?id=${name}&reservation=false`,
    `psp/url/payment?id=${name}&reservation=true`,
  ])
    expect([path, (await shop.api.errorOf(path, { headers: reader.headers })).status]).toEqual([path, 404])
})

test('rejects a purchase from another site', async () => {
  const headers = { ...reader.headers, origin: 'https://evil.example' }
  for (const path of ['psp/purchaseCart', 'payment/acceptance', 'paypal/subscription'])
    expect((await shop.api.ask(path, { form: { subscription: '2' }, headers })).status).toBe(403)
})
