import { readerAddress } from '@kiosk/domain/addresses'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type Line, openLine } from './line.ts'
import { atADesk, type Data, issueWith, onAPhone, open, shown } from './open-reader.ts'
import { expectAccessible, settledVisitor } from './visitor.ts'

// One account of the demonstration has so many devices: its journeys follow each other.
test.describe.configure({ mode: 'default' })

const PREMIUM = 'swiss@example.org'
const PASSWORD = 'Lesehalle7'
const API = '/api/v8'
const local = { ...settledVisitor, locale: 'de-AT', reducedMotion: 'reduce' as const }

type Reader = { context: BrowserContext; page: Page; line: Line; token: string }
const opened: Reader[] = []

async function reader(browser: Browser, baseURL: string, device: object, email: string | null = PREMIUM): Promise<Reader> {
  const line = await openLine()
  const context = await browser.newContext({ ...local, ...device, baseURL, proxy: line.proxy })
  const page = await context.newPage()
  const html = await (await context.request.get('/reader/offline')).text()
  const token = /"token":"([^"]+)"/.exec(html)![1]!
  if (email) {
    const answer = await context.request.post(`${API}/websession/login`, {
      headers: { 'x-api-token': token },
      form: { type: '0', username: email, password: PASSWORD },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const made = { context, page, line, token }
  opened.push(made)
  return made
}

async function freeDevice({ context, token }: Pick<Reader, 'context' | 'token'>, vendorId?: string): Promise<void> {
  const own = vendorId ?? (await context.cookies()).find(({ name }) => name === 'device')?.value
  if (own) await context.request.delete(`${API}/user/device/${own}`, { headers: { 'x-api-token': token } })
}

test.afterEach(async () => {
  for (const each of opened.splice(0)) {
    each.line.restore()
    await each.context.setOffline(false).catch(() => undefined)
    await freeDevice(each).catch(() => undefined)
    await each.context.close()
    await each.line.close()
  }
})

const long = ({ contents, access }: Data) =>
  access.offline && contents.pages.length >= 12 && contents.articles.length >= 2 && contents.textLayer === 'full'
/** An issue to take along, and a word that stands in it. */
async function issueToTake(reader: Reader): Promise<Data & { word: string; on: number }> {
  const data = await issueWith(reader.context.request, long, reader.context)
  const { uid } = data.contents
  const address = `${API}/issuecontent/${uid}/pages/7/words?${data.access.signature}`
  const { lines } = (await (await reader.context.request.get(address)).json()) as { lines: [string, ...number[]][][] }
  const word = lines
    .flat()
    .map(([word]) => word)
    .find((word) => /^\p{Lu}\p{Ll}{7,}$/u.test(word))!
  return { ...data, word, on: 7 }
}

const tool = (page: Page) => page.locator('[data-download]')
const copyState = (page: Page, uid: string) =>
  page.evaluate(
    (uid) =>
      new Promise<{
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
          if (!database.objectStoreNames.contains('copies')) return resolve(null)
          const stores = database.transaction(['copies', 'parts'])
          const copy = stores.objectStore('copies').get(uid)
          const parts = stores.objectStore('parts').count(IDBKeyRange.bound([uid, ''], [uid, '\uffff']))
          stores.oncomplete = () => {
            database.close()
            const { standing, lock, repairs, problem } = copy.result ?? {}
            resolve(copy.result ? { standing: !!standing, lock, repairs, problem, parts: parts.result } : null)
          }
        }
      }),
    uid,
  )
const expectStanding = (page: Page, uid: string) =>
  expect.poll(() => copyState(page, uid), { timeout: 60_000 }).toMatchObject({ standing: true, lock: null, repairs: null })

/** Opens the issue with the worker in charge. */
async function openTaken(page: Page, uid: string): Promise<void> {
  await open(page, uid)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}
async function take(reader: Reader, uid: string): Promise<void> {
  await openTaken(reader.page, uid)
  await expect(tool(reader.page)).toHaveAccessibleName(/^Herunterladen \(.*[kM]B\)$/)
  await tool(reader.page).click()
  await expectStanding(reader.page, uid)
}
async function flightMode({ context, line }: Reader, on: boolean): Promise<void> {
  if (on) line.cut()
  else line.restore()
  await context.setOffline(on)
}
/** The picture of a page is there and decoded, at the width that the copy has. */
async function expectPage(page: Page, number: number): Promise<void> {
  await expect
    .poll(() =>
      shown(page, number)
        .locator('img')
        .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)),
    )
    .toBe(1240)
}

for (const [where, device] of [
  ['on a phone', onAPhone],
  ['at a desk', atADesk],
] as const) {
  test.describe(where, () => {
    test('a download is cut ten times, goes on after a reload, and stands', async ({ browser, baseURL }) => {
      const reading = await reader(browser, baseURL!, device)
      const { page, line } = reading
      const { contents } = await issueToTake(reading)
      const { uid } = contents
      await openTaken(page, uid)
      await expect(tool(page)).toHaveAccessibleName(/^Herunterladen \(.*[kM]B\)$/)
      line.slow(90_000)
      await tool(page).click()
      let before = 0
      for (let cut = 1; cut <= 10; cut++) {
        await expect
          .poll(async () => (await copyState(page, uid))?.parts ?? 0, { timeout: 60_000, intervals: [40] })
          .toBeGreaterThan(before)
        line.cut()
        if (cut % 3 === 0) await reading.context.setOffline(true)
        before = (await copyState(page, uid))!.parts
        expect(before).toBeLessThan(contents.pages.length * 3 + 1)
        await page.waitForTimeout(120)
        line.restore()
        await reading.context.setOffline(false)
        if (cut === 5) {
          await page.reload()
          await expect(page.locator('[data-stage]')).toBeVisible()
        }
        expect((await copyState(page, uid))!.parts).toBeGreaterThanOrEqual(before)
      }
      line.slow(null)
      await expectStanding(page, uid)
      expect((await copyState(page, uid))!.parts).toBeLessThanOrEqual(contents.pages.length * 3 + 1)
      await expect(tool(page).locator('svg')).toHaveAttribute('data-state', 'ready')
    })

    test('flight mode in mid-issue: every page, zoom, search and an article; then from a fresh start', async ({
      browser,
      baseURL,
    }) => {
      const reading = await reader(browser, baseURL!, device)
      const { page } = reading
      const { contents, word, on } = await issueToTake(reading)
      const { uid } = contents
      await take(reading, uid)
      await page.keyboard.press('ArrowRight')
      await flightMode(reading, true)
      await expect(page.getByRole('alert')).toContainText('liegt auf Ihrem Gerät')
      for (let number = contents.pages.length; number >= 1; number -= 3) {
        await page.getByRole('slider').fill(String(number))
        await expectPage(page, number)
      }

      await page.goto('about:blank')
      await open(page, uid, { page: 3 })
      await expectPage(page, 3)
      await page.keyboard.press('+')
      await page.keyboard.press('+')
      await expect(page.locator('[data-enlarged]')).toBeVisible()
      await expectPage(page, 3)
      await page.keyboard.press('0')

      await page.keyboard.press('s')
      await page.getByRole('searchbox').fill(word)
      await page.keyboard.press('Enter')
      const hits = page.locator('dialog li button').filter({ hasText: `Seite ${on}` })
      await expect(hits.first()).toContainText(word)
      await hits.first().click()
      await expectPage(page, on)
      await page.keyboard.press('Escape')

      const article = contents.articles[0]!
      await open(page, uid, { page: article.firstPage, article: article.id })
      await expect(page.locator('[data-article-view] article')).toContainText(article.headline)
      await expect(page.locator('[data-article-view] article p').nth(1)).toBeVisible()

      await page.goto('/reader')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ohne Netz')
      await expect(page.locator(`[data-downloads] [data-uid="${uid}"]`)).toContainText('Ohne Netz lesbar bis')
      await expectAccessible(page, 'offline shelf')
      await page.locator(`[data-downloads] [data-uid="${uid}"] a`).first().click()
      await expect(page.locator('[data-stage]')).toBeVisible()
    })

    test('parts that the browser threw away: closed with a word while offline, fetched again when online', async ({
      browser,
      baseURL,
    }) => {
      const reading = await reader(browser, baseURL!, device)
      const { page } = reading
      const { contents } = await issueToTake(reading)
      const { uid } = contents
      await take(reading, uid)
      const all = (await copyState(page, uid))!.parts
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
      await expect(page.locator('[data-closed]')).toContainText('Der Browser hat Teile dieser Ausgabe weggeräumt')
      await expectAccessible(page, 'closed issue')
      expect((await copyState(page, uid))!.parts).toBe(all - 9)
      await flightMode(reading, false)
      await expect(page.locator('[data-stage]')).toBeVisible()
      await expectStanding(page, uid)
      await expect.poll(async () => (await copyState(page, uid))!.parts).toBe(all)
    })

    test('a device freed from elsewhere locks its copies at the next contact, and says what to do', async ({
      browser,
      baseURL,
    }) => {
      const train = await reader(browser, baseURL!, device)
      const home = await reader(browser, baseURL!, atADesk)
      const { contents } = await issueToTake(train)
      const { uid } = contents
      await take(train, uid)
      await flightMode(train, true)
      const vendorId = (await train.context.cookies()).find(({ name }) => name === 'device')!.value
      await freeDevice(home, vendorId)
      // Nobody told it yet: it reads on.
      await train.page.goto(readerAddress('/reader', uid, { page: 2 }))
      await expectPage(train.page, 2)
      await flightMode(train, false)
      await expect.poll(() => copyState(train.page, uid)).toMatchObject({ lock: 'signed-out' })
      await flightMode(train, true)
      await train.page.goto(readerAddress('/reader', uid))
      await expect(train.page.locator('[data-closed]')).toContainText('Sie sind abgemeldet')
      await train.page.goto('/reader')
      await expect(train.page.locator(`[data-uid="${uid}"]`)).toContainText('Gesperrt')
      expect(await keysLeft(train.page)).toBe(0)
    })

    test('a term that is over locks the copy, however the clock is set; renewed, it opens without being fetched again', async ({
      browser,
      baseURL,
    }) => {
      const reading = await reader(browser, baseURL!, device)
      const { page } = reading
      const { contents } = await issueToTake(reading)
      const { uid } = contents
      await take(reading, uid)
      const { parts } = (await copyState(page, uid))!
      // The house's clock, as this browser hears it, is past the term.
      await page.route('**/api/v8/reader/downloads', async (route) => {
        const asked = await route.fetch().catch(() => null)
        if (!asked) return route.abort()
        const answer = (await asked.json()) as { now: string; reader: string; downloads: object[] }
        const later = new Date(Date.now() + 31 * 24 * 3600 * 1000).toISOString()
        await route.fulfill({ json: { ...answer, now: later, downloads: [] } })
      })
      await page.reload()
      await expect.poll(() => copyState(page, uid)).toMatchObject({ lock: 'term' })
      expect(await keysLeft(page)).toBe(0)
      await flightMode(reading, true)
      await page.goto(readerAddress('/reader', uid))
      await expect(page.locator('[data-closed]')).toContainText('Die Frist dieser Kopie ist abgelaufen')
      await flightMode(reading, false)
      await page.goto('/reader')
      await page.locator(`[data-uid="${uid}"]`).getByRole('button', { name: 'Wieder freischalten' }).click()
      await expectStanding(page, uid)
      expect((await copyState(page, uid))!.parts).toBe(parts)
      await page.unroute('**/api/v8/reader/downloads')
      await flightMode(reading, true)
      await page.goto(readerAddress('/reader', uid, { page: 4 }))
      await expectPage(page, 4)
    })
  })
}

const keysLeft = (page: Page) =>
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

test('what lies in the browser is sealed, and keys cannot be read', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  await take(reading, contents.uid)
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

test('a browser that cleared everything gets its copies again, by itself', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  await take(reading, contents.uid)
  const { parts } = (await copyState(page, contents.uid))!
  await page.goto('about:blank')
  const tools = await reading.context.newCDPSession(page)
  await tools.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'indexeddb,cache_storage,local_storage' })
  await page.goto('/reader')
  await expectStanding(page, contents.uid)
  expect((await copyState(page, contents.uid))!.parts).toBe(parts)
  const listed = page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)
  await expect(listed).toContainText(contents.titleLine)
  await expect(listed).toContainText('Ohne Netz lesbar bis')
})

test('places and bookmarks made without a network reach the house when it is back, the later place wins', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page, context, token } = reading
  const headers = { 'x-api-token': token }
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)
  await flightMode(reading, true)
  const answers = await page.evaluate(
    async ([uid, token]) => {
      const send = async (method: string, path: string, fields: Record<string, string>) => {
        const body = new URLSearchParams(fields)
        const answer = await fetch(`/api/v8/reader/${path}`, { method, headers: { 'x-api-token': token! }, body })
        return answer.status === 204 ? null : ((await answer.json()) as { id?: number; place?: { page: number } })
      }
      await send('PUT', `places/${uid}`, { page: '3' })
      const place = await send('PUT', `places/${uid}`, { page: '5' })
      const mark = await send('POST', 'bookmarks', { issue: uid!, page: '6' })
      await send('PUT', `bookmarks/${mark!.id}`, { note: 'über den Wolken' })
      const asked = await fetch(`/api/v8/reader/bookmarks?issue=${uid}`, { headers: { 'x-api-token': token! } })
      return { place, mark, listed: (await asked.json()) as { bookmarks: { note: string }[] } }
    },
    [uid, token],
  )
  expect(answers.place?.place?.page).toBe(5)
  expect(answers.mark?.id).toBeLessThan(0)
  expect(answers.listed.bookmarks).toMatchObject([{ note: 'über den Wolken' }])
  await flightMode(reading, false)
  const place = async () =>
    ((await (await context.request.get(`${API}/reader/places/${uid}`, { headers })).json()) as { place: { page: number } | null })
      .place
  await expect.poll(place).toMatchObject({ page: 5 })
  const kept = (await (await context.request.get(`${API}/reader/bookmarks?issue=${uid}`, { headers })).json()) as {
    bookmarks: { id: number; page: number; note: string }[]
  }
  expect(kept.bookmarks).toMatchObject([{ page: 6, note: 'über den Wolken' }])
  await context.request.delete(`${API}/reader/bookmarks/${kept.bookmarks[0]!.id}`, { headers })
  await context.request.delete(`${API}/reader/history/${uid}`, { headers })
})

test('a term half over is renewed at a contact, a corrected issue fetches only what is new', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/download')) asked.push('grant')
    if (request.headers()['x-offline'] === 'part') asked.push('part')
  })
  const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000).toISOString()
  let told: object = { until: days(20) }
  await page.route('**/api/v8/reader/downloads', async (route) => {
    const answer = (await (await route.fetch()).json()) as { now: string; downloads: { uid: string }[] }
    await route.fulfill({ json: { ...answer, now: days(2), downloads: answer.downloads.map((each) => ({ ...each, ...told })) } })
  })
  const contact = async () => {
    const answer = page.waitForResponse('**/api/v8/reader/downloads')
    await page.reload()
    await answer
    await page.waitForTimeout(800)
  }
  await contact()
  expect(asked).toEqual([])
  told = { until: days(12) }
  await contact()
  await expect.poll(() => asked).toEqual(['grant'])
  told = { revision: contents.revision + 1 }
  await contact()
  await expectStanding(page, uid)
  expect(asked).toEqual(['grant', 'grant'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('from the shelf an issue is taken along by one tap, its size said before', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  await openTaken(page, contents.uid)
  await page.goto('/reader')
  await page.getByRole('button', { name: /^Herunterladen \(.*[kM]B\)/ }).click()
  await expectStanding(page, contents.uid)
  await expect(page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)).toContainText('Ohne Netz lesbar bis')
  await expect(page.getByRole('meter', { name: 'Platz auf diesem Gerät' })).toBeVisible()
  await expectAccessible(page, 'shelf with downloads')
})

test('a copy can be paused, taken up again and removed; removed, the house knows of it no more', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page, line, context, token } = reading
  const { contents } = await issueToTake(reading)
  await openTaken(page, contents.uid)
  await expect(tool(page)).toHaveAccessibleName(/^Herunterladen \(/)
  line.slow(60_000)
  await tool(page).click()
  await expect.poll(async () => (await copyState(page, contents.uid))?.parts ?? 0).toBeGreaterThan(2)
  await tool(page).click()
  const panel = page.getByRole('dialog', { name: 'Ohne Netz lesen' })
  await expect(panel.getByRole('progressbar')).toBeVisible()
  await expect(panel).toContainText(/von .* Teilen/)
  await expectAccessible(page, 'download under way')
  await panel.getByRole('button', { name: 'Anhalten' }).click()
  await expect(panel).toContainText('Angehalten')
  line.slow(null)
  await panel.getByRole('button', { name: 'Weiterladen' }).click()
  await expectStanding(page, contents.uid)
  await expect(panel).toContainText('Ohne Netz lesbar bis')
  await expectAccessible(page, 'download done')
  await panel.getByRole('button', { name: /vom Gerät entfernen/ }).click()
  await expect.poll(() => copyState(page, contents.uid)).toBe(null)
  const list = () => context.request.get(`${API}/reader/downloads`, { headers: { 'x-api-token': token } })
  await expect.poll(async () => ((await (await list()).json()) as { downloads: object[] }).downloads).toEqual([])
})

for (const [who, email, words] of [
  ['a free reader', 'free@example.org', 'Mit MAGZ nehmen Sie jedes Magazin mit'],
  ['a visitor', null, 'Mit MAGZ nehmen Sie jedes Magazin mit'],
] as const) {
  test(`${who} is told what it takes, by a button that does not fail`, async ({ browser, baseURL }) => {
    const { page, context } = await reader(browser, baseURL!, onAPhone, email)
    const wanted = ({ contents, access }: Data) => contents.kind === 'magazine' && access.pagesOpen >= 8
    const { contents } = await issueWith(context.request, wanted, context)
    await open(page, contents.uid)
    await tool(page).click()
    const panel = page.getByRole('dialog', { name: 'Ohne Netz lesen' })
    await expect(panel).toContainText(words)
    await expect(panel.getByRole('link', { name: 'Abos ansehen' })).toBeVisible()
    await expectAccessible(page, 'what it takes')
  })
}
