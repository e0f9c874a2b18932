import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '@kiosk/contract/route'
import { expect, test } from 'vitest'
import { paymentProviders, paymentSettingsFrom } from './settings.ts'

const ctx = { environment: 'development', publicUrl: 'http://localhost:3000', port: 3000 } as const
const production = { environment: 'production', publicUrl: 'https://kiosk.example.org', port: 3000 } as const
const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const paypal = {
  PAYPAL_CLIENT_ID: 'c',
  PAYPAL_CLIENT_SECRET: 's',
  PAYPAL_WEBHOOK_ID: 'w',
  PAYPAL_PLANS: '{"2":"P-1","2+SPRING":"P-2"}',
}

test('development uses the sandbox ten ports above the app; elsewhere nothing is sold without a provider', () => {
  expect(paymentSettingsFrom({}, ctx)).toMatchObject({
    payments: { card: { is: 'sandbox', startsHere: true, url: 'http://localhost:3010' } },
    wrong: [],
  })
  for (const environment of ['staging', 'production'] as const) {
    expect(paymentSettingsFrom({}, { ...production, environment })).toEqual({
      payments: { card: null, wallet: null, store: null },
      wrong: [],
    })
  }
})

test('the sandbox has a wallet, replaced by PayPal when it is set up and absent without the sandbox', () => {
  const { wallet } = paymentSettingsFrom({}, ctx).payments
  expect(wallet).toMatchObject({
    makesPlansFor: 'http://localhost:3000',
    baseUrl: 'http://localhost:3010/wallet',
    script: 'http://localhost:3010/wallet/sdk/js',
    certificates: 'http://localhost:3010/wallet/v1/notifications/certs/',
  })
  const elsewhere = { SANDBOX_PAYMENTS_URL: 'https://sandbox.example/', SANDBOX_PAYMENTS_KEY: 'k' }
  expect(paymentSettingsFrom(elsewhere, ctx).payments.wallet).toMatchObject({
    baseUrl: 'https://sandbox.example/wallet',
    clientSecret: 'k',
  })
  const own = paymentSettingsFrom(paypal, ctx).payments.wallet!
  expect([own.clientId, own.baseUrl, own.script, own.makesPlansFor]).toEqual(['c', undefined, undefined, undefined])
  for (const [options, where] of [
    [{ PAYMENTS: 'none' }, ctx],
    [stripe, ctx],
    [stripe, production],
    [{}, production],
  ] as const)
    expect(paymentSettingsFrom(options, where).payments.wallet).toBeNull()
  // Production does not start with the sandbox, so it cannot have the sandbox's wallet either.
  expect(paymentSettingsFrom({ PAYMENTS: 'sandbox' }, production).wrong).toEqual([expect.stringMatching(/^PAYMENTS: /)])
})

test('Stripe keys select Stripe in every environment', () => {
  for (const where of [ctx, production])
    expect(paymentSettingsFrom(stripe, where)).toMatchObject({ payments: { card: { is: 'stripe' } }, wrong: [] })
  expect(paymentSettingsFrom({ ...stripe, PAYMENTS: 'none' }, production).payments.card).toBeNull()
})

test('production rejects the sandbox and test keys', () => {
  const wrongIn = (options: Parameters<typeof paymentSettingsFrom>[0]) =>
    paymentSettingsFrom(options, production).wrong.join('\n')
  expect(wrongIn({ PAYMENTS: 'sandbox' })).toMatch(/^PAYMENTS: /)
  expect(wrongIn({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(/^STRIPE_SECRET_KEY: /)
  expect(wrongIn({ ...paypal, PAYPAL_ENVIRONMENT: 'sandbox' })).toMatch(/^PAYPAL_ENVIRONMENT: /)
})

test('names the missing settings of an incomplete provider', () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...half } = stripe
  expect(paymentSettingsFrom(half, ctx).wrong).toEqual(['STRIPE_WEBHOOK_SECRET: is missing, PAYMENTS=stripe needs it'])
  expect(paymentSettingsFrom({ PAYMENTS: 'stripe' }, ctx).wrong).toHaveLength(3)
  expect(paymentSettingsFrom({ PAYPAL_CLIENT_ID: 'c' }, ctx).wrong).toEqual([
    'PAYPAL_CLIENT_SECRET: missing, although related settings are set',
    'PAYPAL_WEBHOOK_ID: missing, although related settings are set',
    'PAYPAL_PLANS: missing, although related settings are set',
  ])
  expect(paymentSettingsFrom({ PAYMENTS: 'gold' }, ctx).wrong).toEqual(['PAYMENTS: set sandbox, stripe or none'])
  for (const PAYPAL_PLANS of ['P-1', '["P-1"]', '{"magz":"P-1"}', '{"2":7}', 'null']) {
    expect(paymentSettingsFrom({ ...paypal, PAYPAL_PLANS }, ctx).wrong).toEqual([expect.stringMatching(/^PAYPAL_PLANS: /)])
  }
  const google = { GOOGLE_PACKAGE: 'p', GOOGLE_PRODUCTS: '{}', GOOGLE_PUSH_ACCOUNT: 'a', GOOGLE_SERVICE_ACCOUNT: '/nowhere' }
  expect(paymentSettingsFrom(google, ctx).wrong).toEqual([expect.stringMatching(/^GOOGLE_SERVICE_ACCOUNT: /)])
})

test('a wallet sells its configured plans, with a voucher only where a plan exists for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'google-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(join(folder, 'account.json'), JSON.stringify({ client_email: 'a@b.example', private_key }))
  const google = {
    GOOGLE_PACKAGE: 'org.example.kiosk',
    GOOGLE_PRODUCTS: '{"2":"magz"}',
    GOOGLE_PUSH_ACCOUNT: 'push@b.example',
    GOOGLE_SERVICE_ACCOUNT: join(folder, 'account.json'),
  }
  const { payments, wrong } = paymentSettingsFrom({ ...stripe, ...paypal, ...google }, production)
  await rm(folder, { recursive: true })
  expect(wrong).toEqual([])
  expect(payments.store?.push.audience).toBe(`https://kiosk.example.org${API_BASE}psp/webhook/google`)
  const { card, wallet, store } = paymentProviders(payments)
  expect([card?.name, wallet?.name, store?.name]).toEqual(['stripe', 'paypal', 'google'])
  expect([
    wallet!.plansOf(2, null),
    wallet!.plansOf(2, 'SPRING'),
    wallet!.plansOf(2, 'AUTUMN'),
    wallet!.plansOf(3, null),
  ]).toEqual([['P-1'], ['P-2'], [], []])
  expect([store!.plansOf(2, null), store!.plansOf(2, 'SPRING')]).toEqual([['magz'], []])
})
