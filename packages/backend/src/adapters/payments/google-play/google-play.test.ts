import { API_BASE } from '@kiosk/contract/route'
import { createLocalJWKSet, decodeJwt, exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MalformedEvent } from '../malformed-event.ts'
import { googleStore } from './google-play.ts'

const AUDIENCE = `https://kiosk.example.org${API_BASE}psp/webhook/google`
const calls: { method: string; url: string; body: string }[] = []
const UNKNOWN = { error: { code: 404, message: 'The purchase token was not found.', status: 'NOT_FOUND' } }
let answers: Record<string, object>
let store: ReturnType<typeof googleStore>
let sign: (claims: object, options?: { audience?: string; issuer?: string; expires?: string }) => Promise<string>
beforeAll(async () => {
  const own = await generateKeyPair('RS256', { extractable: true })
  const googleKeys = await generateKeyPair('RS256', { extractable: true })
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(googleKeys.publicKey)), alg: 'RS256' }] })
  sign = (claims, { audience = AUDIENCE, issuer = 'https://accounts.google.com', expires = '1h' } = {}) =>
    new SignJWT({ email: 'push@example.org', email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(googleKeys.privateKey)
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
      const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1]
      if (!answer) return Response.json(UNKNOWN, { status: 404 })
      return answer instanceof Response ? answer.clone() : Response.json(answer)
    },
  })
})
beforeEach(() => {
  calls.length = 0
  answers = {
    'tokens/TOKEN': {
      subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
      acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
      externalAccountIdentifiers: { obfuscatedExternalAccountId: '7' },
      lineItems: [{ productId: 'magz', expiryTime: '2026-12-01T10:00:00Z' }],
    },
  }
})

describe('a Google Play subscription', () => {
  test('is looked up with the key of the service account, by its purchase token', async () => {
    expect(await store.fetchSubscription('TOKEN')).toEqual({
      reference: 'TOKEN',
      state: 'active',
      planId: 'magz',
      customId: '7',
      paidUntil: new Date('2026-12-01T10:00:00Z'),
      isAcknowledged: false,
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
  ])('in state %s is %s', async (subscriptionState, state) => {
    answers = { 'tokens/TOKEN': { subscriptionState, lineItems: [{ productId: 'magz' }] } }
    expect(await store.fetchSubscription('TOKEN')).toMatchObject({ state, paidUntil: null, customId: null, isAcknowledged: true })
  })

  test.each([
    {},
    { error: { code: 500, message: 'Internal error' } },
    { subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems: [] },
    { lineItems: [{ productId: 'magz' }] },
    { subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE', lineItems: [{ productId: 'magz', expiryTime: 'soon' }] },
  ])('has not ended because the answer is %j', async (answer) => {
    answers = { 'tokens/TOKEN': answer }
    await expect(store.fetchSubscription('TOKEN')).rejects.toThrow('not a subscription')
  })

  test.each([
    ['the 404 of a proxy', new Response('<h1>Not Found</h1>', { status: 404 })],
    ['a 404 with another JSON', Response.json({ error: 'no route' }, { status: 404 })],
    [
      'that Google does not know the app',
      Response.json({ error: { code: 404, errors: [{ reason: 'applicationNotFound' }] } }, { status: 404 }),
    ],
    ['a page with status 200', new Response('<h1>Secret</h1>')],
    ['an empty body with status 200', new Response('')],
  ])('has not ended because the answer is %s', async (_, answer) => {
    answers = { 'tokens/TOKEN': answer }
    await expect(store.fetchSubscription('TOKEN')).rejects.toThrow(/^google: a subscription answers \d{3}(, no JSON object)?$/)
  })

  test('has ended when Google says that it is gone', async () => {
    answers = {
      'tokens/TOKEN': Response.json(
        { error: { code: 410, errors: [{ reason: 'purchaseTokenNoLongerValid' }] } },
        { status: 410 },
      ),
    }
    expect(await store.fetchSubscription('TOKEN')).toBeNull()
  })

  test('is asked for with a new token after Google has rejected the old one', async () => {
    const tokens = () => calls.filter(({ url }) => url.endsWith('/token')).length
    answers = { 'tokens/TOKEN': new Response(null, { status: 401 }) }
    await expect(store.fetchSubscription('TOKEN')).rejects.toThrow('401')
    expect(tokens()).toBe(0)
    await expect(store.fetchSubscription('TOKEN')).rejects.toThrow('401')
    expect(tokens()).toBe(1)
  })

  test.each(['cancel', 'acknowledge'] as const)('receives the command %s', async (what) => {
    const path = `subscriptions/magz/tokens/TOKEN:${what}`
    answers[path] = new Response(null, { status: 204 })
    await store[what]('TOKEN', 'ended')
    expect(calls.at(-1)).toMatchObject({ method: 'POST', url: expect.stringContaining(`/purchases/${path}`) })
    answers[path] = new Response(null, { status: 500 })
    await expect(store[what]('TOKEN', 'ended')).rejects.toThrow('500')
    const before = calls.length
    await store[what]('OTHER', 'ended')
    expect(calls.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })
})

describe('a Google Play notification', () => {
  const webhook = (packageName = 'org.example.kiosk') => {
    const data = {
      packageName,
      subscriptionNotification: { notificationType: 2, purchaseToken: 'TOKEN', subscriptionId: 'magz' },
    }
    return JSON.stringify({ message: { data: Buffer.from(JSON.stringify(data)).toString('base64'), messageId: 'm1' } })
  }
  const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })

  test('is accepted when Google signed it for our push address', async () => {
    expect(await store.readWebhook(webhook(), bearer(await sign({})))).toEqual([
      { id: 'm1', kind: '2', subscription: 'TOKEN', charge: null, refund: null },
    ])
    expect(await store.readWebhook(webhook('org.example.other'), bearer(await sign({})))).toEqual([
      { id: 'm1', kind: 'other', subscription: null, charge: null, refund: null },
    ])
  })

  test.each(['x', 'null', '{}', '{"message":{"messageId":"m1","data":"eA=="}}'])('of %s is malformed', async (body) => {
    await expect(store.readWebhook(body, bearer(await sign({})))).rejects.toThrow(MalformedEvent)
  })

  test('with another signer or audience, or an expired token, is rejected', async () => {
    const wrong = [
      await sign({ email: 'other@example.org' }),
      await sign({ email_verified: false }),
      await sign({}, { audience: 'https://elsewhere.example/' }),
      await sign({}, { issuer: 'https://evil.example' }),
      await sign({}, { expires: '-1h' }),
      `${(await sign({})).slice(0, -6)}AAAAAA`,
      'x',
    ]
    for (const token of wrong) expect(await store.readWebhook(webhook(), bearer(token))).toBeNull()
    expect(await store.readWebhook(webhook(), new Headers())).toBeNull()
  })
})
