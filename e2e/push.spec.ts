import { createECDH, randomBytes } from 'node:crypto'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { ReleaseMessage } from '@kiosk/domain/reading/release-message'
import { issueMessages } from '@kiosk/i18n/messages/issue'
import { pushMessages } from '@kiosk/i18n/messages/push'
import { expect, type Page, test } from '@playwright/test'
import { wholeChromium } from './chromium.ts'
import config from './playwright.config.ts'
import { expectAccessible, firstIssue, settledVisitor } from './visitor.ts'

const { launchOptions } = config.use ?? {}
test.use({
  ...settledVisitor,
  permissions: ['notifications'],
  launchOptions: { ...launchOptions, executablePath: wholeChromium() },
  serviceWorkers: 'allow',
})

const words = { ...issueMessages.de, ...pushMessages.de }

/** Fakes push subscriptions, because the browser of a test has no push service. Nothing else is faked. */
async function fakeSubscriptions(page: Page): Promise<void> {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys().toString('base64url')
  const options = {
    endpoint: `https://push.example.org/to/${randomBytes(9).toString('base64url')}`,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  }
  await page.addInitScript((options) => {
    const subscription = {
      endpoint: options.endpoint,
      toJSON: () => options,
      unsubscribe: async () => sessionStorage.removeItem('subscribed') === undefined,
    }
    PushManager.prototype.getSubscription = async () =>
      (sessionStorage.getItem('subscribed') ? subscription : null) as unknown as PushSubscription
    PushManager.prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || (options.applicationServerKey as Uint8Array).byteLength !== 65) throw new Error('not so')
      sessionStorage.setItem('subscribed', '1')
      return subscription as unknown as PushSubscription
    }
  }, options)
}

test('after a favourite and one click this browser shows new issues until notifications are switched off', async ({
  page,
  baseURL,
}) => {
  await fakeSubscriptions(page)
  const { request } = page.context()
  const token = /"token":"([^"]+)"/.exec(await (await request.get('/reader/offline')).text())![1]!
  const headers = { 'x-api-token': token }
  const form = { type: '0', username: 'magz@example.org', password: DEMONSTRATION_PASSWORD }
  expect((await request.post('/api/v8/websession/login', { headers, form })).status()).toBe(200)
  const endpointHash = async () => ((await (await request.get('/reader/push')).json()) as { told: string | null }).told

  const address = await firstIssue(page)
  const uid = address.split('/').at(-1)!
  await page.goto(address)
  const heart = page.locator('main button[name="favourite"]')
  const on = page.getByRole('button', { name: words['PUSH.SWITCH_ON'] })
  const off = page.getByRole('button', { name: words['PUSH.SWITCH_OFF'] })
  if ((await heart.getAttribute('value')) === 'no') {
    // The heart changes before the response arrives, and a reload would cancel the request.
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes(address))
    await heart.click()
    await saved
    await expect(heart).toHaveAttribute('value', 'yes')
  }
  await page.reload()
  await expect(heart).toContainText(words['ISSUE.FAVOURITE'])
  await expect(on).toHaveCount(0)
  await heart.click()
  await expect(on).toBeVisible()
  await expectAccessible(page, 'offer of notifications')
  expect(await endpointHash()).toBeNull()
  await on.click()
  await expect(off).toBeVisible()
  await expect(page.locator('[data-push]')).toContainText(words['PUSH.ON'])
  const mark = await endpointHash()
  expect(mark).toMatch(/^[0-9a-f]{64}$/)

  await test.step('a message is shown, once an issue', async () => {
    const protocol = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === '/')
        if (found) resolve(found.registrationId)
      }),
    )
    await protocol.send('ServiceWorker.enable')
    const registrationId = await registered
    const message: ReleaseMessage = { uid, title: 'Frisch: Nr. 7 ist da', body: 'Am Kai', language: 'de', cover: null }
    const origin = new URL(baseURL!).origin
    for (let times = 0; times < 2; times++)
      await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/')
        const notifications = (await registration?.getNotifications()) ?? []
        return notifications.map(({ title, body, lang, tag }) => ({ title, body, lang, tag }))
      })
    const { title, body, language: lang } = message
    await expect.poll(shown).toEqual([{ title, body, lang, tag: `issue-${uid}` }])

    // A browser opens a window for a real click only, so the address is read in the worker.
    const worker = page
      .context()
      .serviceWorkers()
      .find((each) => each.url().endsWith('/reader/sw.js'))!
    const opened = await worker.evaluate(async () => {
      const scope = self as unknown as EventTarget & {
        registration: ServiceWorkerRegistration
        clients: { openWindow(address: string): Promise<null> }
      }
      const [notification] = await scope.registration.getNotifications()
      return new Promise<string>((resolve) => {
        scope.clients.openWindow = async (address) => {
          resolve(address)
          return null
        }
        scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
      })
    })
    expect(opened).toBe(readerAddress('/reader', uid))
    await expect.poll(shown).toEqual([])
  })

  await test.step('the shelf knows it, and switches it off', async () => {
    await page.goto('/reader')
    await expect(page.locator('#push')).toContainText(words['PUSH.ON'])
    expect(await endpointHash()).toBe(mark)
    await expectAccessible(page, 'notifications switched on')
    await off.click()
    await expect(on).toBeVisible()
    expect(await endpointHash()).toBeNull()
  })

  await test.step('after logging out there are no notifications', async () => {
    await on.click()
    await expect(off).toBeVisible()
    await page.goto(addressOf('logout', { redirect: addressOf('home') }))
    expect((await request.get('/reader/push')).status()).toBe(401)
    await page.goto(readerAddress('/reader', uid))
    expect((await request.post('/api/v8/websession/login', { headers, form })).status()).toBe(200)
    expect(await endpointHash()).toBeNull()
  })
})
