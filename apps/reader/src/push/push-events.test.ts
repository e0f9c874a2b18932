import { API_BASE } from '@kiosk/contract/route'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { afterEach, expect, test, vi } from 'vitest'
import { notificationOf, openIssueOf, subscriptionChanged } from './push-events.ts'

const message: ReleaseMessage = {
  uid: 'hafen-7',
  title: 'Hafen: Nr. 7 ist da',
  body: 'Am Kai',
  language: 'de',
  cover: `${API_BASE}issues/hafen-7/cover?coverheight=280`,
}
afterEach(() => vi.unstubAllGlobals())

test('shows one notification per issue, in its language, with its cover', () => {
  expect(notificationOf(JSON.stringify(message))).toEqual({
    title: message.title,
    options: { body: 'Am Kai', lang: 'de', tag: 'issue-hafen-7', icon: message.cover, data: { uid: 'hafen-7' } },
  })
})

test.each([null, 'https://elsewhere.example/x.png', '//elsewhere.example/x.png', `${API_BASE}/elsewhere.example/x.png`])(
  'replaces a foreign picture with the app icon: %s',
  (cover) => {
    expect(notificationOf(JSON.stringify({ ...message, cover }))?.options.icon).toBe('/reader/icons/reader-192.png')
  },
)

test.each([
  '',
  'Hallo',
  '{}',
  'null',
  JSON.stringify({ ...message, uid: '../user/logout' }),
  JSON.stringify({ ...message, title: '' }),
])('ignores an invalid message: %s', (text) => {
  expect(notificationOf(text)).toBeNull()
})

function windows(urls: string[]) {
  const done: string[] = []
  return {
    done,
    matchAll: async () => urls.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) })),
    openWindow: async (address: string) => void done.push(`open ${address}`),
  }
}

test('a click opens the issue in its open window or a new one', async () => {
  const elsewhere = windows(['https://kiosk.example/reader', 'https://kiosk.example/reader/issues/hafen-71'])
  await openIssueOf({ uid: 'hafen-7' }, elsewhere)
  expect(elsewhere.done).toEqual(['open /reader/issues/hafen-7'])
  const open = 'https://kiosk.example/reader/issues/hafen-7?p=4'
  const there = windows(['https://kiosk.example/', open])
  await openIssueOf({ uid: 'hafen-7' }, there)
  expect(there.done).toEqual([`focus ${open}`])
})

function fakeServer(known: string | null, status = 200) {
  const reported: string[] = []
  vi.stubGlobal('fetch', async (_: string, init: { method?: string; body?: URLSearchParams }) => {
    if (init.method === 'POST') {
      reported.push(init.body!.get('endpoint')!)
      return new Response(null, { status: 204 })
    }
    return Response.json({ key: 'BA', told: known }, { status })
  })
  return reported
}
const subscription = (endpoint: string) =>
  ({ endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) }) as unknown as PushSubscription
const manager = { subscribe: async () => subscription('https://push.example.org/renewed') } as unknown as PushManager

test('reports a changed subscription to the server, and subscribes again if the browser did not', async () => {
  const reported = fakeServer('before')
  await subscriptionChanged(subscription('https://push.example.org/next'), manager)
  await subscriptionChanged(null, manager)
  expect(reported).toEqual(['https://push.example.org/next', 'https://push.example.org/renewed'])
})

test('renews nothing for a disabled subscription or a signed-out reader', async () => {
  for (const reported of [fakeServer(null), fakeServer('before', 401)]) {
    await subscriptionChanged(subscription('https://push.example.org/next'), manager)
    expect(reported).toEqual([])
  }
})
