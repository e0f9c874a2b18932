import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type NetworkProxy, openProxy } from './network-proxy.ts'
import { ownNetwork } from './new-reader.ts'
import { callTools, type Data, issueWith, open, shown } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

const PREMIUM = 'swiss@example.org'
const PASSWORD = 'Lesehalle7'
/** Width of page images in a download. Pixels. */
const DOWNLOADED_WIDTH_PIXELS = 1240
export const API = '/api/v8'
const local = { ...settledVisitor, locale: 'de-AT', serviceWorkers: 'allow' } as const

/** A reader with a separate device, whose connection can be cut. */
export type Reader = { context: BrowserContext; page: Page; line: NetworkProxy; token: string }
const opened: Reader[] = []

export async function reader(browser: Browser, baseURL: string, device: object, email: string | null = PREMIUM): Promise<Reader> {
  const line = await openProxy()
  const context = await browser.newContext({ ...local, ...device, baseURL, proxy: line.proxy })
  const page = await context.newPage()
  const html = await (await context.request.get('/reader/offline')).text()
  const token = /"token":"([^"]+)"/.exec(html)![1]!
  if (email) {
    const answer = await context.request.post(`${API}/websession/login`, {
      headers: { ...ownNetwork('CH'), 'x-api-token': token },
      form: { type: '0', username: email, password: PASSWORD },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const made = { context, page, line, token }
  opened.push(made)
  return made
}

export async function freeDevice({ context, token }: Pick<Reader, 'context' | 'token'>, vendorId?: string): Promise<void> {
  const own = vendorId ?? (await context.cookies()).find(({ name }) => name === 'device')?.value
  if (own) await context.request.delete(`${API}/user/device/${own}`, { headers: { 'x-api-token': token } })
}

/** Frees the devices of all readers after each test. */
export function freeReadersAfterEach(): void {
  test.afterEach(async () => {
    for (const each of opened.splice(0)) {
      each.line.restore()
      await each.context.setOffline(false).catch(() => undefined)
      await freeDevice(each).catch(() => undefined)
      // A worker that waits for the network may keep its context from closing; it ends with the browser.
      await Promise.race([each.context.close(), pause(5_000)])
      each.line.close()
    }
  })
}

/** A download has three parts a page: more pages than a test turns only take longer. */
const short = ({ contents, access }: Data) =>
  access.offline &&
  contents.kind === 'magazine' &&
  contents.pages.length >= 8 &&
  contents.pages.length <= 12 &&
  contents.articles.length >= 2 &&
  contents.textLayer === 'full'
/** An issue with more parts than the interruptions of its download. */
export const long = ({ contents, access }: Data) =>
  access.offline && contents.kind === 'magazine' && contents.pages.length >= 24 && contents.pages.length <= 32
/** Finds an issue to download; `other`: one that no other test reads, for tests of the account's positions and bookmarks. */
export async function issueToTake({ context }: Reader, other = false): Promise<Data> {
  const usual = await issueWith(context.request, short, context)
  if (!other) return usual
  return issueWith(context.request, (data) => short(data) && data.contents.uid !== usual.contents.uid, context)
}

export const tool = (page: Page) => page.locator('[data-download]')
/** Presses the download button. Shows the tools first, because they hide after a while. */
export async function pressTool(page: Page): Promise<void> {
  await callTools(page)
  await tool(page).click()
}
export const downloadState = (page: Page, uid: string) =>
  page.evaluate(async (uid) => {
    // Opening the database here would create it, empty, before the reader does.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'offline')) return null
    return new Promise<{
      standing: boolean
      lock: string | null
      repairs: string | null
      problem: string | null
      parts: number
    } | null>((resolve) => {
      const request = indexedDB.open('offline')
      request.onerror = () => resolve(null)
      request.onsuccess = () => {
        const database = request.result
        const stores = database.transaction(['copies', 'parts'])
        const record = stores.objectStore('copies').get(uid)
        const parts = stores.objectStore('parts').count(IDBKeyRange.bound([uid, ''], [uid, '\uffff']))
        stores.oncomplete = () => {
          database.close()
          const { standing, lock, repairs, problem } = record.result ?? {}
          resolve(record.result ? { standing: !!standing, lock, repairs, problem, parts: parts.result } : null)
        }
      }
    })
  }, uid)
export const expectInstalled = (page: Page, uid: string) =>
  expect
    .poll(() => downloadState(page, uid), { timeout: 60_000, intervals: [100] })
    .toMatchObject({ standing: true, lock: null, repairs: null })

export const expectLocked = (page: Page, uid: string, lock: string) =>
  expect.poll(() => downloadState(page, uid), { intervals: [100] }).toMatchObject({ lock })

export const keysLeft = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('offline')
        request.onsuccess = () => {
          const count = request.result.transaction('keys').objectStore('keys').count()
          count.onsuccess = () => {
            request.result.close()
            resolve(count.result)
          }
        }
      }),
  )

/** Opens an issue and waits until the service worker controls the page. */
export async function openTaken(page: Page, uid: string, at: { page?: number } = {}): Promise<void> {
  await open(page, uid, at)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}
export async function take(reader: Reader, uid: string, at: { page?: number } = {}): Promise<void> {
  await openTaken(reader.page, uid, at)
  await expect(tool(reader.page)).toHaveAccessibleName(/^Offline speichern \(.*[kM]B\)$/)
  await pressTool(reader.page)
  await expectInstalled(reader.page, uid)
}
export async function flightMode({ context, page, line }: Reader, on: boolean): Promise<void> {
  // Chromium tells a document that was opened without a network only about changes, so it would miss the end of flight mode.
  if (!on && (await page.evaluate(() => navigator.onLine))) {
    await context.setOffline(false)
    await context.setOffline(true)
  }
  if (on) line.cut()
  else line.restore()
  await context.setOffline(on)
}
/** Expects the image of a page, decoded, in the width of the download. */
export async function expectPage(page: Page, number: number): Promise<void> {
  await expect.poll(() => shownWidth(page, number), { intervals: [50, 100] }).toBe(DOWNLOADED_WIDTH_PIXELS)
}

/** Expects the same, or a larger image that was loaded before the connection was cut. */
export async function expectPageOrLarger(page: Page, number: number): Promise<void> {
  await expect.poll(() => shownWidth(page, number), { intervals: [50, 100] }).toBeGreaterThanOrEqual(DOWNLOADED_WIDTH_PIXELS)
}

/** Returns the width of a page's image. Pixels; 0 = not decoded yet. */
function shownWidth(page: Page, number: number): Promise<number> {
  return shown(page, number)
    .locator('img')
    .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))
}
