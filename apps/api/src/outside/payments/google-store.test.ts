import { createLocalJWKSet, decodeJwt, exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { googleStore } from './google-store.ts'
import { walletContract } from './wallet-contract.ts'

const AUDIENCE = 'https://kiosk.example.org/api/v8/psp/webhook/google'
const calls: { method: string; url: string; body: string }[] = []
let answers: Record<string, object | number>
let store: ReturnType<typeof googleStore>
let sign: (claims: object, given?: { audience?: string; issuer?: string; expires?: string }) => Promise<string>
beforeAll(async () => {
  const own = await generateKeyPair('RS256', { extractable: true })
  const theirs = await generateKeyPair('RS256', { extractable: true })
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(theirs.publicKey)), alg: 'RS256' }] })
  sign = (claims, { audience = AUDIENCE, issuer = 'https://accounts.google.com', expires = '1h' } = {}) =>
    new SignJWT({ email: 'push@example.org', email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(theirs.privateKey)
  store = googleStore({
    packageName: 'org.example.kiosk',
    products: { '2': 'magz' },
    serviceAccount: { client_email: 'kiosk@example.org', private_key: await exportPKCS8(own.privateKey) },
    push: { account: 'push@example.org', audience: AUDIENCE },
    keys,
    fetch: async (address, init) => {
      const url = String(address)
      calls.push({ method: init?.method ?? 'GET', url, body: String(init?.body ?? '') })
      if (url === 'https://oauth2.googleapis.com/token') return Response.json({ access_token: 't', expires_in: 3600 })
      const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1] ?? 404
      return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer)
    },
  })
})
beforeEach(() => {
  calls.length = 0
  answers = {
    'tokens/TOKEN': {
      subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
      externalAccountIdentifiers: { obfuscatedExternalAccountId: '7' },
      lineItems: [{ productId: 'magz', expiryTime: '2026-12-01T10:00:00Z', latestSuccessfulOrderId: 'GPA.1..2' }],
    },
    'orders/GPA.1..2': {
      orderId: 'GPA.1..2',
      state: 'PROCESSED',
      createTime: '2026-11-01T10:00:00Z',
      total: { currencyCode: 'EUR', units: '19', nanos: 990_000_000 },
    },
  }
})

describe('a subscription of the store', () => {
  test('is looked up with the key of the service account, by its purchase token', async () => {
    expect(await store.fetchSubscription('TOKEN')).toEqual({
      reference: 'TOKEN',
      state: 'active',
      planId: 'magz',
      isOverridden: false,
      startsAt: null,
      customId: '7',
      nextChargeAt: new Date('2026-12-01T10:00:00Z'),
      payer: '',
    })
    const claims = decodeJwt(new URLSearchParams(calls[0]!.body).get('assertion')!)
    expect(claims).toMatchObject({
      iss: 'kiosk@example.org',
      aud: 'https://oauth2.googleapis.com/token',
      scope: 'https://www.googleapis.com/auth/androidpublisher',
    })
    expect(calls[1]!.url).toContain('/org.example.kiosk/purchases/subscriptionsv2/tokens/TOKEN')
    expect(await store.fetchSubscription('OTHER')).toBeNull()
  })

  test.each([
    ['SUBSCRIPTION_STATE_IN_GRACE_PERIOD', 'active'],
    ['SUBSCRIPTION_STATE_ON_HOLD', 'suspended'],
    ['SUBSCRIPTION_STATE_CANCELED', 'cancelled'],
    ['SUBSCRIPTION_STATE_EXPIRED', 'expired'],
    ['SUBSCRIPTION_STATE_PENDING', 'pending'],
  ])('in %s is %s', async (subscriptionState, state) => {
    answers = { 'tokens/TOKEN': { subscriptionState, lineItems: [{ productId: 'magz' }] } }
    expect(await store.fetchSubscription('TOKEN')).toMatchObject({ state, nextChargeAt: null, customId: null })
  })

  test('has the charge of its latest order, within the days that were asked for', async () => {
    const [from, to] = [new Date('2026-10-31'), new Date('2026-11-02')]
    const at = new Date('2026-11-01T10:00:00Z')
    expect(await store.charges('TOKEN', from, to)).toEqual([
      { transactionId: 'GPA.1..2', amount: 1999, currency: 'EUR', at, state: 'completed' },
    ])
    expect(await store.charges('TOKEN', to, new Date('2026-12-01'))).toEqual([])
    answers['orders/GPA.1..2'] = { ...(answers['orders/GPA.1..2'] as object), state: 'REFUNDED' }
    expect(await store.charges('TOKEN', from, to)).toMatchObject([{ state: 'refunded' }])
  })

  test('is cancelled and given back there', async () => {
    answers['subscriptions/magz/tokens/TOKEN:cancel'] = 204
    answers['orders/GPA.1..2:refund'] = 204
    await store.cancel('TOKEN', 'ended')
    expect(calls.at(-1)).toMatchObject({
      method: 'POST',
      url: expect.stringContaining('/purchases/subscriptions/magz/tokens/TOKEN:cancel'),
    })
    expect(await store.refund('GPA.1..2', 'r1', { minor: 1999, currency: 'EUR' })).toMatchObject({ state: 'succeeded' })
    // A part of an order it can't give back.
    expect(await store.refund('GPA.1..2', 'r1', { minor: 1000, currency: 'EUR' })).toMatchObject({ state: 'failed' })
    expect(await store.refund('GPA.1..2', 'r1', { minor: 1999, currency: 'CHF' })).toMatchObject({ state: 'failed' })
    expect(calls.filter(({ url }) => url.endsWith(':refund'))).toHaveLength(1)
    expect(await store.refund('GPA.9', 'r1', { minor: 1999, currency: 'EUR' })).toMatchObject({ state: 'failed' })
    answers['subscriptions/magz/tokens/TOKEN:cancel'] = 500
    await expect(store.cancel('TOKEN', 'ended')).rejects.toThrow('500')
  })
})

walletContract('the store', () => {
  type Order = { state: string; orderHistory?: object }
  const order = () => answers['orders/GPA.1..2'] as Order
  const parts: object[] = []
  return {
    ...{ provider: store, subscription: 'TOKEN', charge: 'GPA.1..2', at: new Date('2026-11-01T10:00:00Z') },
    back(amount) {
      const total = { currencyCode: 'EUR', units: String(Math.trunc(amount / 100)), nanos: (amount % 100) * 10_000_000 }
      parts.push({ state: 'PROCESSED_SUCCESSFULLY', processTime: '2026-11-02T10:00:00Z', refundDetails: { total } })
      answers['orders/GPA.1..2'] = { ...order(), state: 'PARTIALLY_REFUNDED', orderHistory: { partialRefundEvents: parts } }
    },
    backWhole() {
      const refundEvent = { eventTime: '2026-11-03T10:00:00Z' }
      answers['orders/GPA.1..2'] = { ...order(), state: 'REFUNDED', orderHistory: { partialRefundEvents: parts, refundEvent } }
    },
  }
})

describe('a message of the store', () => {
  const told = (packageName = 'org.example.kiosk') => {
    const data = {
      packageName,
      subscriptionNotification: { notificationType: 2, purchaseToken: 'TOKEN', subscriptionId: 'magz' },
    }
    return JSON.stringify({ message: { data: Buffer.from(JSON.stringify(data)).toString('base64'), messageId: 'm1' } })
  }
  const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })

  test('is read where Google vouches for who pushes it', async () => {
    expect(await store.readWebhook(told(), bearer(await sign({})))).toEqual([
      { id: 'm1', kind: '2', subscription: 'TOKEN', charge: null, refund: null },
    ])
    expect(await store.readWebhook(told('org.example.other'), bearer(await sign({})))).toEqual([
      { id: 'm1', kind: 'other', subscription: null, charge: null, refund: null },
    ])
  })

  test('from somebody else, to somebody else, or too late, is nobody’s', async () => {
    const wrong = [
      await sign({ email: 'other@example.org' }),
      await sign({ email_verified: false }),
      await sign({}, { audience: 'https://elsewhere.example/' }),
      await sign({}, { issuer: 'https://evil.example' }),
      await sign({}, { expires: '-1h' }),
      `${(await sign({})).slice(0, -6)}AAAAAA`,
      'x',
    ]
    for (const token of wrong) expect(await store.readWebhook(told(), bearer(token))).toBeNull()
    expect(await store.readWebhook(told(), new Headers())).toBeNull()
  })
})
