import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@kiosk/contract/route'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type NetworkProxy, openProxy } from './network-proxy.ts'
import { clickTool, type Data, issueWith, open, shown } from './open-reader.ts'
import { apiTokenOf, signIn } from './reader-device.ts'
import { premiumReader } from './reader-like.ts'
import { settledVisitor } from './visitor.ts'

/** Width of page images in a download. Pixels. */
const DOWNLOADED_WIDTH_PIXELS = 1240
const local = { ...settledVisitor, locale: 'de-AT', serviceWorkers: 'allow' } as const

/** A signed-in reader, if there is an address, whose connection can be cut. */
export type Reader = { email: string | null; context: BrowserContext; page: Page; line: NetworkProxy; token: string }
const opened: Reader[] = []

/** Opens a device of a reader; default: a new reader who has subscribed. `givenEmail`: null is a visitor. */
export async function reader(browser: Browser, baseURL: string, device: object, givenEmail?: string | null): Promise<Reader> {
  const email = givenEmail === undefined ? await premiumReader() : givenEmail
  const line = await openProxy()
  const context = await browser.newContext({ ...local, ...device, baseURL, proxy: line.proxy })
  const page = await context.newPage()
  const token = await apiTokenOf(context)
  const made = { email, context, page, line, token }
  opened.push(made)
  if (email) await signInAs(made, email)
  return made
}

/** Signs in as a reader, in place of the one who is signed in. */
export const signInAs = ({ context, token }: Reader, email: string): Promise<void> =>
  signIn(context, token, { email, password: DEMONSTRATION_PASSWORD })

/** Removes a device from the account that is signed in. */
export async function removeDevice({ context, token }: Reader, vendorId: string): Promise<void> {
  await context.request.delete(`${API_BASE}user/device/${vendorId}`, { headers: { 'x-api-token': token } })
}

/** Closes the browsers of all readers after each test. */
export function closeReadersAfterEach(): void {
  test.afterEach(async () => {
    for (const each of opened.splice(0)) {
      each.line.restore()
      await each.context.setOffline(false).catch(() => undefined)
      // A worker that waits for the network may keep its context from closing; it ends with the browser.
      await Promise.race([each.context.close(), pause(5_000)])
      each.line.close()
    }
  })
}

/** A download has three parts per page, so more pages than a test turns only take longer. */
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
/** Finds an issue to download. */
export const issueToTake = ({ context }: Reader): Promise<Data> => issueWith(context.request, short, context)

export const tool = (page: Page) => page.locator('[data-download]')
/** Presses the download button. */
export const pressTool = (page: Page): Promise<void> => clickTool(page, tool(page))
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

/** The page may be loaded again meanwhile, because its reader is signed out. */
export const expectLocked = (page: Page, uid: string, lock: string) =>
  expect(async () => expect(await downloadState(page, uid)).toMatchObject({ lock })).toPass({ intervals: [100], timeout: 20_000 })

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
  // Chromium tells a document that was opened without a network only about changes, so the document would miss the end of flight
  // mode.
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
