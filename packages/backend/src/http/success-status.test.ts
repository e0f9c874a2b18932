import { API_BASE } from '@kiosk/contract/route'
import { type Endpoint, successStatus } from '@kiosk/domain/endpoint'
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { accountReference } from '../auth/account-reference.ts'
import { issueToken } from '../auth/one-time-tokens.ts'
import { type Checkout, type Reader, testCheckout } from '../billing/testing/checkout.ts'
import { endpoints } from './endpoints.ts'
import { type Description, describeApi } from './openapi/openapi.ts'

// Apps of version 8 compare with the status that the specification documents (ADR-0069).

const declared: Endpoint[] = Object.values(endpoints).flatMap((each) => each.map((one) => one.declared))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const description: Description = describeApi(endpoints, { title: 'Kiosk', server: `https://kiosk.example.org${API_BASE}` })
const responsesOf = ({ method, path }: Endpoint) => description.paths[`/${path}`]![method.toLowerCase()]!.responses

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

type Requested = Parameters<Checkout['api']['ask']>[1]
type Sent = { path?: string } & Requested

async function paying(): Promise<Reader> {
  const reader = await shop.reader()
  await shop.leave(reader)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  return reader
}
async function approved(): Promise<Reader & { form: Record<string, string> }> {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers: reader.headers })
  const paypalsubscription = shop.wallet.approve({ customId, planId: 'plan-2' })
  return { ...reader, form: { subscription: '2', paypalsubscription, paypalorder: 'O-1' } }
}
async function boughtInStore(): Promise<Reader> {
  const reader = await shop.reader()
  const customId = await accountReference(reader.id, shop.api.ctx)
  const paidUntil = new Date(shop.now().getTime() + 30 * DAY_MS)
  const purchasetoken = shop.store.sell({ customId, planId: 'plan-10', paidUntil })
  const form = { subscription: '10', purchasetoken }
  expect((await shop.api.ask('inAppPurchase/google_subscription', { form, headers: reader.headers })).status).toBe(204)
  return reader
}
const listed = () => createAccount(shop.db, { send_newsletter: true, send_release_newsletter: true })

/** Calls that return "200" without a body, in the specification and here, each with what it needs to succeed. */
const calls: Record<string, () => Promise<Sent>> = {
  'PUT user/changePassword': async () => {
    const { headers } = await shop.reader()
    return { headers, form: { oldPassword: PASSWORD_OF_TESTS, newPassword: 'Neu-am-Morgen' } }
  },
  'PUT user/deleteAccount': async () => ({ headers: (await shop.reader()).headers, form: {} }),
  'POST user/registration/newuser': async () => ({ form: { email: 'neu@example.org', password: PASSWORD_OF_TESTS } }),
  'POST user/registration/sendNewEmail': async () => ({
    form: { email: (await createAccount(shop.db, { verified_at: null })).email },
  }),
  'POST user/newsletter/unsubscribe': async () => ({ form: { email: (await listed()).email } }),
  'POST user/newsletter/unsubscribe/releases': async () => ({ form: { email: (await listed()).email } }),
  'DELETE user/device/{vendorId}': async () => {
    const { account, headers } = await shop.reader()
    await signedIn(shop.db, account, { vendorId: 'another-device' })
    return { path: 'user/device/another-device', headers }
  },
  'POST feedback': async () => ({ form: { email: 'ida@example.org', name: 'Ida', title: 'Lob', content: 'Weiter so!' } }),
  'POST crashreport': async () => ({ form: { device: 'Pixel', os: 'Android 17', app: '8.1', exception: 'TypeError: x' } }),
  'POST websession/logout': async () => ({ headers: (await shop.reader()).headers, form: {} }),
  'POST websession/passwordRecovery': async () => ({ form: { email: (await shop.reader()).account.email } }),
  'POST websession/newPassword': async () => {
    const accountId = (await shop.reader()).id
    const token = await issueToken(shop.db, { purpose: 'recovery', accountId, now: shop.now() })
    return { form: { token, newPassword: 'Neu-am-Morgen' } }
  },
  'PUT payment/voucher': async () => {
    const reader = await shop.reader()
    await shop.begin(reader)
    return { headers: reader.headers, form: { subscription: '2', voucher: await shop.voucher() } }
  },
  'POST paypal/subscription': approved,
  'POST paypal/subscription/log': approved,
  'PUT billing/autorenewal': async () => ({ headers: (await paying()).headers, form: { status: 'false' } }),
  'POST paypal/subscription/cancel': async () => {
    const { headers, form } = await approved()
    await shop.api.ask('paypal/subscription', { headers, form })
    return { headers, form: {} }
  },
  'POST inAppPurchase/google_subscription/cancel': async () => ({ headers: (await boughtInStore()).headers, form: {} }),
}

/** Calls that return "200" without a body in the specification, but with one here. */
const ANSWERED_ANYWAY = [
  'PUT user/edit/newsletter',
  'PUT user/edit/newsletter/releases',
  'PUT user/edit/agerestriction',
  'PUT user/edit/userdata',
  'GET user/registration/verification',
  'GET websession/emailVerification',
  'POST websession/login',
  'POST websession/login/sessiontoken',
  'POST websession/login/sso',
  'PUT websession/terms',
  'GET paypal/subscription/validation/{subscriptionId}',
  'POST promo/{code}',
]

describe('a success without a body', () => {
  test('is tested for every specified call that has one', () => {
    const without = declared.filter(
      ({ output, produces, status, isExtension }) => !output && !produces && !status && !isExtension,
    )
    expect(Object.keys(calls).sort()).toEqual(without.map(nameOf).sort())
  })

  test.each(Object.keys(calls))('is 200 with an empty body: %s', async (name) => {
    const [method, path] = name.split(' ') as [string, string]
    const sent = await calls[name]!()
    const response = await shop.api.ask(sent.path ?? path, { method, ...sent })
    const body = await response.text()
    expect({ status: response.status, body }).toEqual({ status: 200, body: '' })
    expect(response.headers.get('content-type')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is 204 in our own calls', async () => {
    const { account, headers } = await shop.reader()
    const { id } = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    const form = { name: 'Küche' }
    const response = await shop.api.ask(`user/sessions/${id}`, { method: 'PUT', headers, form })
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 204, body: '' })
  })

  test.each(declared.filter(({ output, produces }) => !output && !produces).map((each) => [nameOf(each), each] as const))(
    'is described with its status: %s',
    (_, endpoint) => {
      const expected = endpoint.status ?? (endpoint.isExtension ? 204 : 200)
      expect(successStatus(endpoint)).toBe(expected)
      const { [expected]: described, ...others } = responsesOf(endpoint)
      expect(described).toEqual({ description: expect.any(String) })
      expect(Object.keys(others).filter((status) => Number(status) < 400)).toEqual([])
    },
  )
})

describe('a success with a body', () => {
  test.each(ANSWERED_ANYWAY)('is 200 when the specification names no schema: %s', (name) => {
    const endpoint = declared.find((each) => nameOf(each) === name)!
    expect(successStatus(endpoint)).toBe(200)
    expect(Object.keys(responsesOf(endpoint))).not.toContain('204')
  })

  test('is a described 204 only in four calls without content', () => {
    const empty = declared.filter((each) => each.output && '204' in responsesOf(each))
    expect(empty.map(nameOf).sort()).toEqual([
      'GET billing',
      'GET payment/billingdata',
      'GET psp/url/payment',
      'GET psp/url/registration',
    ])
    expect(empty.map(({ nothing }) => nothing)).not.toContain(undefined)
  })
})
