import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { openidProvider } from './oidc/openid-provider.ts'
import { paypalProvider } from './payments/paypal/paypal-provider.ts'
import { stripeProvider } from './payments/stripe/stripe-provider.ts'

// Providers, or attackers in between, with answers that no provider should give.

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function host(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}
const stripeAt = (port: number) =>
  stripeProvider({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    host: { host: '127.0.0.1', port, protocol: 'http' },
  })
const paypalAt = (baseUrl: string) =>
  paypalProvider({ environment: 'sandbox', clientId: 'c', clientSecret: 's', webhookId: 'W', plans: {}, baseUrl })
const PAYPAL_TOKEN = JSON.stringify({ access_token: 't', expires_in: 3600 })
const charge = {
  attemptId: 'f0c3b8f0-0000-4000-8000-000000000001',
  money: { minor: 1999, currency: 'EUR' },
  methodReference: 'pm_1',
  customerReference: 'cus_1',
  kind: 'CC',
  initiator: 'customer',
  returnUrl: 'https://kiosk.example.org/back',
  description: 'Kiosk 1',
} as const

/** A JSON body of 200 MB in 200 KB. */
const bomb = gzipSync(Buffer.concat([Buffer.from('{"id":"'), Buffer.alloc(200 * 1024 ** 2, 'a'), Buffer.from('"}')]))
const sendBomb: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)

/** A JSON body that never ends. */
const sendForever: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"')
  const piece = 'a'.repeat(1024 ** 2)
  const goOn = () => {
    while (response.writable && response.write(piece));
  }
  response.on('drain', goOn)
  goOn()
}

test.each([
  ['never ends', sendForever],
  ['is a compressed bomb', sendBomb],
] as const)(
  'an answer of Stripe, PayPal or an identity provider that %s is given up before it fills the memory',
  async (_, send) => {
    const { url, port } = await host((request, response) =>
      request.url === '/v1/oauth2/token' ? void response.end(PAYPAL_TOKEN) : send(request, response),
    )
    const before = process.memoryUsage().rss
    expect(await stripeAt(port).charge(charge)).toEqual({ state: 'unknown' })
    await expect(stripeAt(port).fetchState(charge.attemptId, 'pi_1')).rejects.toThrow()
    await expect(paypalAt(url).fetchSubscription('I-1')).rejects.toThrow('more than')
    const money = { minor: 1999, currency: 'EUR' } as const
    expect(await paypalAt(url).refund('T1', 'f0c3b8f0-0000-4000-8000-000000000002', money)).toMatchObject({ state: 'unknown' })
    const apple = openidProvider('apple', { issuer: url, clientId: 'c', clientSecret: 's' })
    const handshake = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'https://kiosk.example.org/back' }
    await expect(apple.authorizationUrl(handshake)).rejects.toThrow()
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 ** 2)
  },
  60_000,
)

test('no adapter follows a redirect, so that credentials and questions stay at the provider', async () => {
  const asked: string[] = []
  const inside = await host((request, response) => {
    asked.push(request.url!)
    response.end('{}')
  })
  const { url, port } = await host(
    (_request, response) => void response.writeHead(307, { location: `${inside.url}/latest/meta-data` }).end('{}'),
  )
  expect(await stripeAt(port).charge(charge)).toEqual({ state: 'unknown' })
  await expect(paypalAt(url).fetchSubscription('I-1')).rejects.toThrow()
  const apple = openidProvider('apple', { issuer: url, clientId: 'c', clientSecret: 's' })
  const handshake = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'https://kiosk.example.org/back' }
  await expect(apple.authorizationUrl(handshake)).rejects.toThrow()
  expect(asked).toEqual([])
})

test('an answer of Stripe that arrives byte by byte is given up', async () => {
  const { port } = await host((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  // The clock runs a hundred times as fast; the answer arrives as slowly as before.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = setInterval(() => vi.advanceTimersByTime(1_000), 10)
  closing.push(() => {
    clearInterval(clock)
    vi.useRealTimers()
  })
  expect(await stripeAt(port).charge(charge)).toEqual({ state: 'unknown' })
})
