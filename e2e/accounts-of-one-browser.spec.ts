import { API_BASE } from '@kiosk/contract/route'
import { expect, type Page, test } from '@playwright/test'
import {
  closeReadersAfterEach,
  downloadState,
  expectLocked,
  flightMode,
  issueToTake,
  keysLeft,
  openTaken,
  pressTool,
  type Reader,
  reader,
  signInAs,
  take,
} from './offline-reader.ts'
import { callTools } from './open-reader.ts'
import { premiumReader } from './reader-like.ts'
import { desktop } from './visitor.ts'

closeReadersAfterEach()

/** Signs in as another account, which ends the sign-in of the first, as a link in an e-mail does. @returns its address */
async function nextAccount(reading: Reader): Promise<string> {
  const email = await premiumReader()
  await signInAs(reading, email)
  return email
}

type Bookmarks = { bookmarks: { id: number }[] }

/** Returns the bookmarks of the signed-in account in an issue. */
async function bookmarksIn(uid: string, { context, token }: Reader): Promise<Bookmarks['bookmarks']> {
  const answer = await context.request.get(`${API_BASE}reader/bookmarks?issue=${uid}`, { headers: { 'x-api-token': token } })
  return ((await answer.json()) as Bookmarks).bookmarks
}

/** Returns what waits for a network, as text. */
const queueOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('offline')
        request.onsuccess = () => {
          const letters = request.result.transaction('house').objectStore('house').get('letters')
          letters.onsuccess = () => {
            request.result.close()
            resolve(JSON.stringify(letters.result ?? []))
          }
        }
      }),
  )

/** Presses the bookmark button of a page. */
async function bookmark(page: Page): Promise<void> {
  await callTools(page)
  await page.locator('[data-bookmark]').first().click()
}

test('downloads, places and searches of one account are not for the next one that signs in, not even without a network', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, desktop)
  const { page } = reading
  const { uid } = (await issueToTake(reading)).contents
  await take(reading, uid)
  await page.goto('/magazines')
  await nextAccount(reading)
  await page.goto('/magazines')
  expect(await page.evaluate(() => localStorage.getItem('reader.account-positions'))).toBeNull()
  await flightMode(reading, true)
  await page.goto(`/reader/issues/${uid}`)
  await expectLocked(page, uid, 'signed-out')
  await expect(page.locator('main')).toBeVisible()
  expect([await page.locator('[data-stage]').count(), await keysLeft(page)]).toEqual([0, 0])
})

test('the next account sees nothing of what one has asked for, and its pages go when it signs out', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, desktop)
  const { page, context } = reading
  let email = ''

  await test.step('what one account has asked for and did not get is neither named to the next one nor fetched for it', async () => {
    const { uid, titleLine } = (await issueToTake(reading)).contents
    await openTaken(page, uid)
    const grants = (url: URL) => url.pathname.endsWith(`${uid}/download`)
    // Of the context, because the route of a page misses requests that pass through a service worker.
    await context.route(grants, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { code: 'not_entitled', field: 'device' } })
        : route.fallback(),
    )
    await pressTool(page)
    await expect.poll(() => downloadState(page, uid)).toMatchObject({ problem: 'devices' })
    await page.goto('/reader')
    await expect(page.locator('[data-downloads]')).toContainText(titleLine)
    await context.unroute(grants)
    email = await nextAccount(reading)
    await page.goto('/reader')
    await expect.poll(() => downloadState(page, uid)).toBeNull()
    await expect(page.locator('[data-downloads]')).not.toContainText(titleLine)
  })

  await test.step('signing out takes the pages of the account away in other tabs and behind the back button', async () => {
    await page.goto('/user/account')
    await expect(page.locator('main')).toContainText(email)
    const second = await context.newPage()
    await second.goto('/user/account')
    await expect(second.locator('main')).toContainText(email)
    await page.goto('/user/logout')
    await expect(page).not.toHaveURL(/logout|account/)
    await expect(second).toHaveURL(/\/user\/login/)
    await page.goBack()
    await expect(page).not.toHaveURL(/\/user\/account/)
    for (const each of [page, second]) await expect(each.locator('body')).not.toContainText(email)
  })
})

test('a page that an account has left open sends nothing in the name of the next one, and what it queues waits for its own', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, desktop)
  const { page, context } = reading
  const { uid } = (await issueToTake(reading)).contents
  await take(reading, uid)
  await nextAccount(reading)
  const second = await context.newPage()
  await second.goto('/reader')
  await expectLocked(second, uid, 'other-reader')
  const rejected = page.waitForResponse(
    (answer) => answer.url().endsWith('/reader/bookmarks') && answer.request().method() === 'POST',
  )
  await bookmark(page)
  expect((await rejected).status()).toBe(409)
  await flightMode(reading, true)
  await bookmark(page)
  await expect.poll(() => queueOf(page)).toContain(`issue=${uid}`)
  await flightMode(reading, false)
  await second.reload()
  await expect(second.locator('[data-downloads]')).toBeVisible()
  expect(await bookmarksIn(uid, reading)).toEqual([])
  await expect.poll(() => queueOf(page)).toContain(`issue=${uid}`)
  await signInAs(reading, reading.email!)
  await second.goto('/reader')
  await expect.poll(() => bookmarksIn(uid, reading)).toHaveLength(1)
})

async function signOutWithoutNetwork(reading: Reader): Promise<void> {
  const { page } = reading
  await flightMode(reading, true)
  await page.evaluate(() => location.assign('/user/logout'))
  await expect(page.getByRole('heading', { name: 'Abmelden' })).toBeVisible()
}

/** Requires that the next page with a network signs out, so that the account's own page asks for a login. */
async function expectSignedOutByNextPage(reading: Reader): Promise<void> {
  const { page } = reading
  await page.goto('about:blank')
  await flightMode(reading, false)
  await page.goto('/user/account')
  await expect(page).not.toHaveURL(/account|logout/)
  await page.goto('/user/account')
  await expect(page).toHaveURL(/\/user\/login/)
}

test('who signs out without a network is signed out by the next page with one, also on a shared device', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, desktop)
  const { page, context } = reading
  const { uid } = (await issueToTake(reading)).contents
  await take(reading, uid)

  await test.step('signing out without a network locks the downloads at once, and the next page with a network signs out', async () => {
    await page.goto('/user/account')
    await expect(page.locator('main')).toContainText(reading.email!)
    await signOutWithoutNetwork(reading)
    await expectLocked(page, uid, 'signed-out')
    expect(await keysLeft(page)).toBe(0)
    await page.goto(`/reader/issues/${uid}`)
    await expect(page.locator('main')).toBeVisible()
    expect(await page.locator('[data-stage]').count()).toBe(0)
    await expectSignedOutByNextPage(reading)
  })

  await test.step('who signs out without a network on a shared device, on which no account is stored, is signed out by the next page', async () => {
    // As if the next account had said at its login that others use this device. Its service worker stays.
    const email = await nextAccount(reading)
    await context.addCookies([{ name: 'shared_device', value: '1', url: baseURL! }])
    await page.evaluate(() => localStorage.removeItem('website.account'))
    await page.goto('/user/account')
    await expect(page.locator('main')).toContainText(email)
    expect(await page.evaluate(() => localStorage.getItem('website.account'))).toBeNull()
    await signOutWithoutNetwork(reading)
    await expectSignedOutByNextPage(reading)
  })
})
