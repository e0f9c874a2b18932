import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookAtPush, switchPushOff, switchPushOn } from './push.ts'

const place = { address: '/reader/push', worker: '/reader/sw.js', scope: '/' }
const KEY = Buffer.from([4, ...Array(64).fill(1)]).toString('base64url')
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Fake browser and server for push notifications. */
const pretend = {
  permission: 'default' as NotificationPermission,
  /** The user's answer to the permission prompt. */
  answers: 'granted' as NotificationPermission,
  asked: 0,
  held: null as null | { endpoint: string; key: string },
  told: null as string | null,
  serverStatus: 200,
  said: [] as string[],
  registered: [] as string[],
}
let fresh = 0

function subscription() {
  const { held } = pretend
  return held === null
    ? null
    : {
        endpoint: held.endpoint,
        toJSON: () => ({ endpoint: held.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          pretend.held = null
          return true
        },
      }
}
const manager = {
  getSubscription: async () => subscription(),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    if (pretend.permission !== 'granted') throw new Error('NotAllowedError')
    const key = Buffer.from(applicationServerKey).toString('base64url')
    if (pretend.held && pretend.held.key !== key) throw new Error('InvalidStateError')
    pretend.held ??= { endpoint: `https://push.example.org/${++fresh}`, key }
    return subscription()
  },
}
const heldNow = () => pretend.held
const registration = { active: {}, pushManager: manager }

beforeEach(() => {
  Object.assign(pretend, { permission: 'default', answers: 'granted', asked: 0, held: null, told: null, serverStatus: 200 })
  Object.assign(pretend, { said: [], registered: [] })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return pretend.permission
    },
    requestPermission: async () => {
      pretend.asked++
      pretend.permission = pretend.answers
      return pretend.permission
    },
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () => (pretend.registered.length > 0 ? registration : undefined),
      register: async (worker: string, { scope }: { scope: string }) => {
        pretend.registered.push(`${worker} ${scope}`)
        return registration
      },
    },
  })
  vi.stubGlobal('fetch', async (_: string, init: { method?: string; body?: URLSearchParams }) => {
    if (init.method !== 'POST') return Response.json({ key: KEY, told: pretend.told }, { status: pretend.serverStatus })
    pretend.said.push(String(init.body))
    if (pretend.serverStatus === 200) pretend.told = init.body!.has('off') ? null : digest(init.body!.get('endpoint')!)
    return new Response(null, { status: pretend.serverStatus === 200 ? 204 : pretend.serverStatus })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('checking the state asks for no permission and changes nothing', async () => {
  expect(await lookAtPush(place)).toBe('off')
  expect([pretend.asked, pretend.said, pretend.registered]).toEqual([0, [], []])
})

test("switching on asks for permission, subscribes with the server's key and sends the endpoint", async () => {
  expect(await switchPushOn(place)).toBe('on')
  expect(pretend.asked).toBe(1)
  expect(pretend.registered).toEqual(['/reader/sw.js /'])
  expect(pretend.held!.key).toBe(KEY)
  expect(pretend.said).toEqual([String(new URLSearchParams({ endpoint: pretend.held!.endpoint, p256dh: 'p', auth: 'a' }))])
  expect(await lookAtPush(place)).toBe('on')
  expect(pretend.said).toHaveLength(1)
})

test.each([
  ['denied', 'denied'],
  ['default', 'off'],
] as const)('who answers %s is not subscribed: %s', async (answers, mood) => {
  pretend.answers = answers
  expect(await switchPushOn(place)).toBe(mood)
  expect(await lookAtPush(place)).toBe(mood)
  expect([pretend.held, pretend.said]).toEqual([null, []])
})

test('a worker that is registered already is used as it is', async () => {
  pretend.registered = ['before']
  expect(await switchPushOn(place)).toBe('on')
  expect([pretend.registered, pretend.said.length]).toEqual([['before'], 1])
})

test('switching off notifies the server first, then unsubscribes the browser', async () => {
  await switchPushOn(place)
  pretend.serverStatus = 503
  await expect(switchPushOff(place)).rejects.toThrow('503')
  expect(pretend.held).not.toBeNull()
  pretend.serverStatus = 200
  expect(await switchPushOff(place)).toBe('off')
  expect([pretend.held, pretend.told]).toEqual([null, null])
})

test("a permission withdrawn in the browser ends the server's subscription", async () => {
  await switchPushOn(place)
  pretend.permission = 'denied'
  expect(await lookAtPush(place)).toBe('denied')
  expect(pretend.told).toBeNull()
})

test('a changed or lost endpoint is sent to the server', async () => {
  await switchPushOn(place)
  pretend.held = { endpoint: 'https://push.example.org/moved', key: KEY }
  expect(await lookAtPush(place)).toBe('on')
  expect(pretend.told).toBe(digest('https://push.example.org/moved'))
  pretend.held = null
  expect(await lookAtPush(place)).toBe('on')
  expect(pretend.told).toBe(digest(heldNow()!.endpoint))
})

test("a subscription with another key is replaced by one with the server's key", async () => {
  pretend.held = { endpoint: 'https://push.example.org/old', key: 'another' }
  expect(await switchPushOn(place)).toBe('on')
  expect(pretend.held).toMatchObject({ key: KEY })
  expect(pretend.said.join()).not.toContain('old')
})

test("another user's subscription in this browser counts as off", async () => {
  pretend.permission = 'granted'
  pretend.held = { endpoint: 'https://push.example.org/theirs', key: KEY }
  expect(await lookAtPush(place)).toBe('off')
  expect(pretend.said).toEqual([])
})

test('cannot be switched without an account or without browser support', async () => {
  pretend.serverStatus = 401
  expect(await lookAtPush(place)).toBe('impossible')
  await expect(switchPushOn(place)).rejects.toThrow()
  vi.stubGlobal('navigator', {})
  expect(await lookAtPush(place)).toBe('impossible')
})
