import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkPush, switchPushOff, switchPushOn } from './push.ts'

const endpoint = { address: '/reader/push', worker: '/reader/sw.js', scope: '/' }
const KEY = Buffer.from([4, ...Array(64).fill(1)]).toString('base64url')
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Fake browser and server for push notifications. */
const fake = {
  permission: 'default' as NotificationPermission,
  /** The user's answer to the permission prompt. */
  answers: 'granted' as NotificationPermission,
  prompts: 0,
  held: null as null | { endpoint: string; key: string },
  told: null as string | null,
  serverStatus: 200,
  posted: [] as string[],
  registered: [] as string[],
}
let fresh = 0

function subscription() {
  const { held } = fake
  return held === null
    ? null
    : {
        endpoint: held.endpoint,
        toJSON: () => ({ endpoint: held.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          fake.held = null
          return true
        },
      }
}
const manager = {
  getSubscription: async () => subscription(),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    if (fake.permission !== 'granted') throw new Error('NotAllowedError')
    const key = Buffer.from(applicationServerKey).toString('base64url')
    if (fake.held && fake.held.key !== key) throw new Error('InvalidStateError')
    fake.held ??= { endpoint: `https://push.example.org/${++fresh}`, key }
    return subscription()
  },
}
const heldNow = () => fake.held
const registration = { active: {}, pushManager: manager }

beforeEach(() => {
  Object.assign(fake, { permission: 'default', answers: 'granted', prompts: 0, held: null, told: null, serverStatus: 200 })
  Object.assign(fake, { posted: [], registered: [] })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return fake.permission
    },
    requestPermission: async () => {
      fake.prompts++
      fake.permission = fake.answers
      return fake.permission
    },
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => (fake.registered.length > 0 ? registration : undefined),
      register: async (worker: string, { scope }: { scope: string }) => {
        fake.registered.push(`${worker} ${scope}`)
        return registration
      },
    },
  })
  vi.stubGlobal('fetch', async (_: string, init: { method?: string; body?: URLSearchParams }) => {
    if (init.method !== 'POST') return Response.json({ key: KEY, told: fake.told }, { status: fake.serverStatus })
    fake.posted.push(String(init.body))
    if (fake.serverStatus === 200) fake.told = init.body!.has('off') ? null : digest(init.body!.get('endpoint')!)
    return new Response(null, { status: fake.serverStatus === 200 ? 204 : fake.serverStatus })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('checking the state asks for no permission and changes nothing', async () => {
  expect(await checkPush(endpoint)).toBe('off')
  expect([fake.prompts, fake.posted, fake.registered]).toEqual([0, [], []])
})

test("switching on asks for permission, subscribes with the server's key and sends the endpoint", async () => {
  expect(await switchPushOn(endpoint)).toBe('on')
  expect(fake.prompts).toBe(1)
  expect(fake.registered).toEqual(['/reader/sw.js /'])
  expect(fake.held!.key).toBe(KEY)
  expect(fake.posted).toEqual([String(new URLSearchParams({ endpoint: fake.held!.endpoint, p256dh: 'p', auth: 'a' }))])
  expect(await checkPush(endpoint)).toBe('on')
  expect(fake.posted).toHaveLength(1)
})

test.each([
  ['denied', 'denied'],
  ['default', 'off'],
] as const)('who answers %s is not subscribed: %s', async (answers, state) => {
  fake.answers = answers
  expect(await switchPushOn(endpoint)).toBe(state)
  expect(await checkPush(endpoint)).toBe(state)
  expect([fake.held, fake.posted]).toEqual([null, []])
})

test('a worker that is registered already is used as it is', async () => {
  fake.registered = ['before']
  expect(await switchPushOn(endpoint)).toBe('on')
  expect([fake.registered, fake.posted.length]).toEqual([['before'], 1])
})

test('switching off notifies the server first, then unsubscribes the browser', async () => {
  await switchPushOn(endpoint)
  fake.serverStatus = 503
  await expect(switchPushOff(endpoint)).rejects.toThrow('503')
  expect(fake.held).not.toBeNull()
  fake.serverStatus = 200
  expect(await switchPushOff(endpoint)).toBe('off')
  expect([fake.held, fake.told]).toEqual([null, null])
})

test("a permission withdrawn in the browser ends the server's subscription", async () => {
  await switchPushOn(endpoint)
  fake.permission = 'denied'
  expect(await checkPush(endpoint)).toBe('denied')
  expect(fake.told).toBeNull()
})

test('a changed or lost endpoint is sent to the server', async () => {
  await switchPushOn(endpoint)
  fake.held = { endpoint: 'https://push.example.org/moved', key: KEY }
  expect(await checkPush(endpoint)).toBe('on')
  expect(fake.told).toBe(digest('https://push.example.org/moved'))
  fake.held = null
  expect(await checkPush(endpoint)).toBe('on')
  expect(fake.told).toBe(digest(heldNow()!.endpoint))
})

test("a subscription with another key is replaced by one with the server's key", async () => {
  fake.held = { endpoint: 'https://push.example.org/old', key: 'another' }
  expect(await switchPushOn(endpoint)).toBe('on')
  expect(fake.held).toMatchObject({ key: KEY })
  expect(fake.posted.join()).not.toContain('old')
})

test("another user's subscription in this browser counts as off", async () => {
  fake.permission = 'granted'
  fake.held = { endpoint: 'https://push.example.org/theirs', key: KEY }
  expect(await checkPush(endpoint)).toBe('off')
  expect(fake.posted).toEqual([])
})

test('cannot be switched without an account or without browser support', async () => {
  fake.serverStatus = 401
  expect(await checkPush(endpoint)).toBe('impossible')
  await expect(switchPushOn(endpoint)).rejects.toThrow()
  vi.stubGlobal('navigator', {})
  expect(await checkPush(endpoint)).toBe('impossible')
})
