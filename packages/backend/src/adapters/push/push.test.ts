import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areBrowserKeys, encryptedMessage } from './encrypt-message.ts'
import { isPublicAddress, publicLookup } from './public-address.ts'
import { outcomeOf } from './push-request.ts'
import { fakePush, openedMessage } from './testing/fake-push-service.ts'
import { pushContract } from './testing/push-contract.ts'
import { here, testPushServer, toTestServer } from './testing/push-server.ts'
import { newPushKeys, readPushKeys } from './vapid-keys.ts'
import { webPush } from './web-push.ts'

type Server = Awaited<ReturnType<typeof testPushServer>>
let server: Server
beforeAll(async () => {
  server = await testPushServer()
})
afterAll(() => server.close())

const sender = { ...readPushKeys(newPushKeys()), contact: 'mailto:kiosk@example.org' }
const message = { text: '{}', topic: 'x', lifetime: 60 }

const pretend = fakePush()
pushContract('the fake push service', () => ({ push: pretend, service: pretend.service }))

describe('over a real connection', () => {
  const connected: ReturnType<typeof webPush>[] = []
  const toHere = (more: object = {}) => {
    const push = webPush({ ...toTestServer(server.certificate), ...more })
    connected.push(push)
    return push
  }
  let push: ReturnType<typeof webPush>
  beforeAll(() => {
    push = toHere()
  })
  afterAll(() => Promise.all(connected.map((each) => each.close())))
  pushContract('Web Push', () => ({ push, service: server.service }))

  test('never connects to a host name that resolves to an internal address and drops its subscription', async () => {
    const before = server.requests()
    const address = server.service.subscribe()
    expect(await toHere({ lookup: publicLookup(undefined, here) }).send(address, message, sender)).toEqual({ state: 'gone' })
    for (const host of ['127.0.0.1', '[::1]', '10.0.0.8', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
      const endpoint = `https://${host}:${server.port}/to/x`
      expect(await push.send({ ...address, endpoint }, message, sender), host).toEqual({ state: 'gone' })
    }
    const plain = address.endpoint.replace('https', 'http')
    expect(await push.send({ ...address, endpoint: plain }, message, sender)).toEqual({ state: 'gone' })
    expect(server.requests()).toBe(before)
  })

  test('follows no redirect', async () => {
    const address = server.service.subscribe()
    server.service.declines.set(address.endpoint, { status: 307 })
    const before = server.requests()
    expect((await push.send(address, message, sender)).state).toBe('refused')
    expect(server.requests()).toBe(before + 1)
  })

  test('retries on an untrusted certificate or an unreachable host', async () => {
    const strict = webPush({ lookup: publicLookup(() => true, here) })
    connected.push(strict)
    const address = server.service.subscribe()
    const outcome = await strict.send(address, message, sender)
    expect(outcome).toMatchObject({ state: 'later', seconds: null })
    expect(JSON.stringify(outcome)).not.toContain(address.endpoint)
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    await new Promise((resolve) => silent.close(resolve))
    const endpoint = `https://push.example.org:${port}/to/x`
    expect(await push.send({ ...address, endpoint }, message, sender)).toMatchObject({ state: 'later' })
  })
})

test.each([
  ['93.184.216.34', true],
  ['2a00:1450:4001:82a::200e', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd12::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['2002:7f00:1::', false],
  ['2001:0:1::', false],
  ['ff02::1', false],
  ['nonsense', false],
])('the address %s is public: %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is)
})

test('rejects a host name when one of its addresses is internal', async () => {
  const mixed = ((_host: string, _options: object, callback: (error: null, found: object) => void) =>
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: 'fd00::1', family: 6 },
    ])) as never
  const error = await new Promise((resolve) => publicLookup(undefined, mixed)('push.example.org', {}, resolve))
  expect(error).toBeInstanceOf(Error)
})

test('encrypts the message of the RFC example identically', () => {
  const example = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const chance = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  }
  const encrypted = encryptedMessage('When I grow up, I want to be a watermelon', example, chance)
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const privateKey = Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  expect(openedMessage(encrypted, { privateKey, auth: example.auth })).toBe('When I grow up, I want to be a watermelon')
  expect(areBrowserKeys(example)).toBe(true)
  const offTheCurve = Buffer.from(example.p256dh, 'base64url')
  offTheCurve[64]! ^= 1
  expect(areBrowserKeys({ ...example, p256dh: offTheCurve.toString('base64url') })).toBe(false)
  expect(areBrowserKeys({ ...example, auth: 'AAAA' })).toBe(false)
})

test('reports the Retry-After time of a push service', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect(outcomeOf(503, 'Sat, 21 Nov 2026 10:02:00 GMT', now)).toMatchObject({ seconds: 120 })
  expect(outcomeOf(503, 'Sat, 21 Nov 2026 09:00:00 GMT', now)).toMatchObject({ seconds: null })
})
