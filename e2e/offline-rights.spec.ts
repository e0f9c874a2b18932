import { readerAddress } from '@kiosk/domain/addresses'
import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from '@playwright/test'
import {
  closeReadersAfterEach,
  downloadState,
  expectInstalled,
  expectLocked,
  expectPage,
  flightMode,
  issueToTake,
  keysLeft,
  reader,
  removeDevice,
  take,
} from './offline-reader.ts'
import { atADesk, onAPhone } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

closeReadersAfterEach()

test('downloads on a phone: encrypted, and complete again after the browser has deleted them', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)

  await test.step('stored parts are encrypted, and keys cannot be read', async () => {
    const found = await page.evaluate(
      () =>
        new Promise<{ heads: string[]; extractable: boolean[] }>((resolve) => {
          const request = indexedDB.open('offline')
          request.onsuccess = () => {
            const stores = request.result.transaction(['parts', 'keys'])
            const parts = stores.objectStore('parts').getAll() as IDBRequest<ArrayBuffer[]>
            const keys = stores.objectStore('keys').getAll() as IDBRequest<{ key: CryptoKey }[]>
            stores.oncomplete = () => {
              const heads = parts.result.map((part) => new TextDecoder('latin1').decode(part.slice(0, 400)))
              resolve({ heads, extractable: keys.result.map(({ key }) => key.extractable) })
            }
          }
        }),
    )
    expect(found.heads.length).toBeGreaterThan(20)
    expect(found.heads.filter((head) => /WEBP|"lines"|"contents"/.test(head))).toEqual([])
    expect(found.extractable).toEqual([false])
    const inCaches = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
      return all.flat()
    })
    expect(inCaches.filter((url) => url.includes('/api/'))).toEqual([])
  })

  await test.step('parts deleted by the browser are reported while offline and downloaded again when online', async () => {
    const all = (await downloadState(page, uid))!.parts
    await flightMode(reading, true)
    await page.evaluate(
      (uid) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('offline')
          request.onsuccess = () => {
            const change = request.result.transaction('parts', 'readwrite')
            const cursor = change.objectStore('parts').openKeyCursor(IDBKeyRange.bound([uid, ''], [uid, '\uffff']))
            let left = 9
            cursor.onsuccess = () => {
              if (!cursor.result || left-- === 0) return
              change.objectStore('parts').delete(cursor.result.primaryKey)
              cursor.result.continue()
            }
            change.oncomplete = () => {
              request.result.close()
              resolve()
            }
          }
        }),
      uid,
    )
    await page.goto(readerAddress('/reader', uid))
    await expect(page.locator('[data-closed]')).toContainText('Teile dieser Ausgabe fehlen')
    await expectAccessible(page, 'closed issue')
    expect((await downloadState(page, uid))!.parts).toBe(all - 9)
    await flightMode(reading, false)
    await expect(page.locator('[data-stage]')).toBeVisible()
    await expectInstalled(page, uid)
    await expect.poll(async () => (await downloadState(page, uid))!.parts).toBe(all)
  })

  await test.step('a browser that deleted everything downloads its issues again automatically', async () => {
    const { parts } = (await downloadState(page, uid))!
    await page.goto('about:blank')
    const tools = await reading.context.newCDPSession(page)
    await tools.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'indexeddb,cache_storage,local_storage' })
    await page.goto('/reader')
    await expectInstalled(page, uid)
    expect((await downloadState(page, uid))!.parts).toBe(parts)
    const listed = page.locator(`[data-downloads] [data-uid="${uid}"]`)
    await expect(listed).toContainText(contents.titleLine)
    await expect(listed).toContainText('Offline lesbar bis')
  })
})

test('a device removed elsewhere locks its downloads at the next contact and explains what to do', async ({
  browser,
  baseURL,
}) => {
  const train = await reader(browser, baseURL!, onAPhone)
  const home = await reader(browser, baseURL!, atADesk, train.email)
  const { contents } = await issueToTake(train)
  const { uid } = contents
  await take(train, uid)
  await flightMode(train, true)
  const vendorId = (await train.context.cookies()).find(({ name }) => name === 'device')!.value
  await removeDevice(home, vendorId)
  // Not informed yet, so it can still read.
  await train.page.goto(readerAddress('/reader', uid, { page: 2 }))
  await expectPage(train.page, 2)
  await flightMode(train, false)
  await expectLocked(train.page, uid, 'signed-out')
  await flightMode(train, true)
  await train.page.goto(readerAddress('/reader', uid))
  await expect(train.page.locator('[data-closed]')).toContainText('Sie sind abgemeldet')
  await train.page.goto('/reader')
  await expect(train.page.locator(`[data-uid="${uid}"]`)).toContainText('Gesperrt')
  expect(await keysLeft(train.page)).toBe(0)
})

test('a download granted within the second of the response is locked, too', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  // A Date header has whole seconds, so this response seems to be older than the grant.
  const date = new Date().toUTCString()
  await take(reading, contents.uid)
  await page.route('**/api/v8/reader/downloads', (route) =>
    route.fulfill({ status: 401, headers: { date }, json: { code: 'not_signed_in' } }),
  )
  await page.reload()
  await expectLocked(page, contents.uid, 'signed-out')
  expect(await keysLeft(page)).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an expired download is locked, whatever the clock shows; after renewal it opens without another download', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)
  const { parts } = (await downloadState(page, uid))!
  // The server's time in this response is past the term.
  await page.route('**/api/v8/reader/downloads', async (route) => {
    const requested = await route.fetch().catch(() => null)
    if (!requested) return route.abort()
    const answer = (await requested.json()) as { now: string; reader: string; downloads: object[] }
    const later = new Date(Date.now() + 31 * DAY_MS).toISOString()
    await route.fulfill({ json: { ...answer, now: later, downloads: [] } })
  })
  await page.reload()
  await expectLocked(page, uid, 'term')
  expect(await keysLeft(page)).toBe(0)
  await flightMode(reading, true)
  await page.goto(readerAddress('/reader', uid))
  await expect(page.locator('[data-closed]')).toContainText('Die Frist dieser Kopie ist abgelaufen')
  await flightMode(reading, false)
  // The page opens again by itself, which would end the next navigation.
  await expect(page.getByRole('main', { name: 'Seiten' })).toBeVisible()
  await page.goto('/reader')
  await page.locator(`[data-uid="${uid}"]`).getByRole('button', { name: 'Wieder freischalten' }).click()
  await expectInstalled(page, uid)
  expect((await downloadState(page, uid))!.parts).toBe(parts)
  await page.unroute('**/api/v8/reader/downloads')
  await flightMode(reading, true)
  await page.goto(readerAddress('/reader', uid, { page: 4 }))
  await expectPage(page, 4)
})

test('a download at its contacts: renewed, corrected, and locked', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)

  await test.step('halfway through its term a download is renewed at a contact; a corrected issue downloads only new parts', async () => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/download')) requested.push('grant')
      if (request.headers()['x-offline'] === 'part') requested.push('part')
    })
    const days = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString()
    let changes: object = { until: days(20) }
    await page.route('**/api/v8/reader/downloads', async (route) => {
      const answer = (await (await route.fetch()).json()) as { now: string; downloads: { uid: string }[] }
      await route.fulfill({
        json: { ...answer, now: days(2), downloads: answer.downloads.map((each) => ({ ...each, ...changes })) },
      })
    })
    const contact = async () => {
      const answer = page.waitForResponse('**/api/v8/reader/downloads')
      await page.reload()
      await answer
    }
    await contact()
    await page.waitForTimeout(800)
    expect(requested).toEqual([])
    changes = { until: days(12) }
    await contact()
    await expect.poll(() => requested).toEqual(['grant'])
    changes = { revision: contents.revision + 1 }
    await contact()
    await expect.poll(() => requested).toEqual(['grant', 'grant'])
    await expectInstalled(page, uid)
    expect(requested).toEqual(['grant', 'grant'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('a contact that fails because the network is unstable is retried soon', async () => {
    await flightMode(reading, true)
    await page.goto(readerAddress('/reader', uid, { page: 2 }))
    await expectPage(page, 2)
    let requested = 0
    await page.route('**/api/v8/reader/downloads', (route) =>
      ++requested <= 2 ? route.abort() : route.fulfill({ status: 401, json: { code: 'not_signed_in' } }),
    )
    await flightMode(reading, false)
    await expectLocked(page, uid, 'signed-out')
    expect(requested).toBeGreaterThan(2)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
