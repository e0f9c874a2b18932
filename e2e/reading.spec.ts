import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './visitor.ts'

type Data = { access: Access; contents: Contents }
type Wanted = (data: Data) => boolean

const dataIn = (html: string): Data | null => {
  const found = /<script type="application\/json" id="reader-data">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return found ? (JSON.parse(found) as Data) : null
}
/** Issues met so far, with what their documents bring along. */
const met = new Map<string, Data | null>()

/** An issue of the newsstand that has what a journey needs; issues of which only the cover stands have no pages. */
async function issueWith(request: APIRequestContext, wanted: Wanted): Promise<Data> {
  const list = await (await request.get(addressOf('issueLinks'))).text()
  const uids = new Set([...list.matchAll(/\/magazines\/issues\/([\w-]+)/g)].map((match) => match[1]!))
  for (const uid of uids) {
    if (!met.has(uid)) met.set(uid, dataIn(await (await request.get(readerAddress('/reader', uid))).text()))
    const data = met.get(uid)
    if (data && wanted(data)) return data
  }
  throw new Error('the newsstand has no such issue')
}
const readable: Wanted = ({ access, contents }) =>
  contents.pages.length >= 8 && access.pagesOpen >= 8 && contents.textLayer !== 'none'

async function open(page: Page, uid: string, at: { page?: number; article?: string } = {}): Promise<void> {
  await page.goto(readerAddress('/reader', uid, at))
  await expect(page.locator('[data-stage]')).toBeVisible()
}
const shown = (page: Page, number: number) => page.locator(`[data-current] [data-page="${number}"]`)

/** The page's picture is there, decoded and within the window. */
async function expectPicture(page: Page, number: number): Promise<void> {
  await expect(shown(page, number)).toBeInViewport()
  await expect
    .poll(() =>
      shown(page, number)
        .locator('img')
        .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)),
    )
    .toBeGreaterThan(300)
}

/** Calls the bars, which leave while one reads. */
async function callTools(page: Page): Promise<void> {
  const bar = page.locator('[data-bar="top"]')
  const { width } = page.viewportSize()!
  await expect(async () => {
    if ((await bar.getAttribute('data-shown')) !== null) return
    if (width < 600) await page.touchscreen.tap(width / 2, 80)
    else await page.mouse.move(width / 2, 12 + Math.random() * 20)
    await expect(bar).toHaveAttribute('data-shown', 'true', { timeout: 500 })
  }).toPass()
}

/** As if the reader had the rights given; the pictures stay those of the real visitor. */
async function withAccess(page: Page, changed: Partial<Access>): Promise<void> {
  await page.route(/\/reader\/issues\//, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const data = dataIn(html)
    if (!data) return route.fulfill({ response })
    const access = { ...data.access, ...changed }
    const body = html.replace(JSON.stringify(data.access).replaceAll('<', '\\u003c'), JSON.stringify(access))
    expect(body).not.toBe(html)
    return route.fulfill({ response, body })
  })
  await page.route('**/api/v8/issuecontent/*/access', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), ...changed } })
  })
}

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

  test('an issue opens at its first page, a tap at the edge turns, the address follows, the place is remembered', async ({
    page,
    request,
  }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await expectPicture(page, 1)
    await expectAccessible(page, 'first page')
    await page.touchscreen.tap(345, 380)
    await expectPicture(page, 2)
    await expect(page).toHaveURL(/[?&]p=2\b/)
    await page.touchscreen.tap(345, 380)
    await page.touchscreen.tap(345, 380)
    await expectPicture(page, 4)
    await page.touchscreen.tap(15, 380)
    await expectPicture(page, 3)
    await expect(page).toHaveURL(/[?&]p=3\b/)
    await open(page, contents.uid)
    await expectPicture(page, 3)
  })

  test('a swipe turns, two fingers enlarge, a double tap shows the whole page again', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 3 })
    await expectPicture(page, 3)
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    await touch('touchStart', [300, 400])
    for (let x = 280; x >= 120; x -= 20) await touch('touchMove', [x, 400])
    await touch('touchEnd')
    await expectPicture(page, 4)
    const width = async () => (await shown(page, 4).boundingBox())!.width
    const fitted = await width()
    await touch('touchStart', [150, 320], [210, 420])
    for (let step = 1; step <= 8; step++)
      await touch('touchMove', [150 - step * 8, 320 - step * 8], [210 + step * 8, 420 + step * 8])
    await touch('touchEnd')
    await expect.poll(width).toBeGreaterThan(fitted * 1.8)
    await page.touchscreen.tap(180, 400)
    await page.touchscreen.tap(180, 400)
    await expect.poll(width).toBeCloseTo(fitted, 0)
  })

  test('the tools leave when a page is turned and come back by a tap, without covering the page', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    const bar = page.locator('[data-bar="top"]')
    await page.touchscreen.tap(345, 380)
    await expect(bar).not.toHaveAttribute('data-shown')
    await page.touchscreen.tap(180, 90)
    await expect(bar).toHaveAttribute('data-shown', 'true')
    const [barBox, pageBox] = [await bar.boundingBox(), await shown(page, 2).boundingBox()]
    expect(pageBox!.y).toBeGreaterThanOrEqual(barBox!.y + barBox!.height)
  })

  test('panels are sheets over the page, and every target is large enough for a thumb', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    for (const name of ['In dieser Ausgabe suchen', 'Inhalt', 'Ansicht und Hilfe']) {
      await callTools(page)
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
      await expectAccessible(page, name)
      await page.getByRole('button', { name: 'Schließen' }).click()
    }
    for (const button of await page.locator('[data-bar] :is(button, a)').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
    }
  })
})

test.describe('at a desk', () => {
  test.use({ viewport: desk })

  test('the cover stands alone, then pages lie side by side; one at a time by choice', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await expectPicture(page, 1)
    await expect(page.locator('[data-current] [data-page]')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expectPicture(page, 2)
    await expectPicture(page, 3)
    await expectAccessible(page, 'two pages')
    await callTools(page)
    await page.getByRole('button', { name: 'Ansicht und Hilfe' }).click()
    await page.getByRole('radio', { name: 'Einzelseite' }).check()
    await page.keyboard.press('Escape')
    await expect(shown(page, 2)).toBeInViewport()
    await expect(page.locator('[data-current] [data-page]')).toHaveCount(1)
  })

  test('the next page in order is there at once', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await expectPicture(page, 1)
    await expect
      .poll(() =>
        page
          .locator('[data-page="2"] img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth)
          .catch(() => 0),
      )
      .toBeGreaterThan(300)
    await page.keyboard.press('ArrowRight')
    const width = await shown(page, 2)
      .locator('img')
      .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))
    expect(width).toBeGreaterThan(300)
  })

  test('the keyboard does everything, and the help says how', async ({ page, request }) => {
    const { contents, access } = await issueWith(request, readable)
    await open(page, contents.uid)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Tastatur und Gesten' })
    await expect(help).toBeVisible()
    await expectAccessible(page, 'help')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('PageDown')
    await expect(shown(page, 2)).toBeInViewport()
    await expect(page.getByRole('status').filter({ hasText: 'Seiten 2 und 3' })).toBeAttached()
    await page.keyboard.press('Home')
    await expect(shown(page, 1)).toBeInViewport()
    await page.keyboard.press('End')
    if (access.pagesOpen === contents.pages.length) await expect(shown(page, contents.pages.length)).toBeInViewport()
    else await expect(page.locator('[data-gate]')).toBeInViewport()
    await page.keyboard.press('t')
    await expect(page.getByRole('navigation', { name: 'Seitenübersicht' })).toBeVisible()
    await expectAccessible(page, 'thumbnails')
    await page.getByRole('navigation', { name: 'Seitenübersicht' }).evaluate((strip) => strip.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Seite 4', exact: true }).click()
    await expect(shown(page, 4)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Seitenübersicht' })).toBeHidden()
  })

  test('zooming keeps what lies under the mouse there, swaps in a sharper picture, and Escape fits the page again', async ({
    page,
    request,
  }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 2 })
    await expectPicture(page, 2)
    const before = (await shown(page, 2).boundingBox())!
    const width = () => shown(page, 2).locator('img').getAttribute('data-width').then(Number)
    const first = await width()
    const [x, y] = [before.x + before.width * 0.8, before.y + before.height * 0.5]
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await shown(page, 2).boundingBox())!.width / before.width).toBeGreaterThan(2)
    const after = (await shown(page, 2).boundingBox())!
    expect(Math.abs((x - after.x) / after.width - 0.8)).toBeLessThan(0.02)
    expect(Math.abs((y - after.y) / after.height - 0.5)).toBeLessThan(0.02)
    await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(first)
    await page.keyboard.press('Escape')
    await expect.poll(async () => Math.round((await shown(page, 2).boundingBox())!.width)).toBe(Math.round(before.width))
    await page.keyboard.press('w')
    await expect
      .poll(async () => (await shown(page, 3).boundingBox())!.x + (await shown(page, 3).boundingBox())!.width)
      .toBeCloseTo(desk.width, 0)
  })

  test('words of the page can be selected and searched; hits are marked, and one goes from one to the next', async ({
    page,
    request,
  }) => {
    const { contents, access } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 4 })
    const words = shown(page, 4).locator('div[aria-hidden] > span')
    await expect.poll(() => words.count()).toBeGreaterThan(5)
    const all = await words.allTextContents()
    const wanted = all.map((word) => word.trim()).find((word) => /^\p{L}{7,}$/u.test(word))
    expect(wanted).toBeDefined()
    const order = await shown(page, 4).evaluate((section) => {
      const layer = section.querySelector('div[aria-hidden]')!
      const range = document.createRange()
      range.selectNodeContents(layer)
      getSelection()!.removeAllRanges()
      getSelection()!.addRange(range)
      return getSelection()!.toString()
    })
    expect(order.replace(/\s+/g, ' ').trim()).toBe(all.join(' ').replace(/\s+/g, ' ').trim())
    await page.evaluate(() => getSelection()!.removeAllRanges())

    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(wanted!)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'In dieser Ausgabe suchen' })
    await expect(panel.getByRole('status').first()).toContainText(/Fundstelle/)
    await expect(panel.locator('mark').first()).toBeVisible()
    const here = panel.getByRole('button', { name: /^Seite 4\b/ })
    await here.click()
    await expect(shown(page, 4)).toBeInViewport()
    await expect(page.locator('[data-current] [data-page="4"] > span[data-current]')).toBeInViewport()
    await expectAccessible(page, 'search with hits')
    await page.keyboard.press('n')
    await expect(panel.getByText(/^\d+ von \d+$/).or(panel.getByText('1 von 1'))).toBeVisible()
    await page.getByRole('searchbox').fill('zzqqxxzz')
    await page.keyboard.press('Enter')
    await expect(panel.getByText(/keine Fundstelle/)).toBeVisible()
    expect(access.pagesOpen).toBeGreaterThanOrEqual(4)
  })

  test('the contents lead to their pages', async ({ page, request }) => {
    const { contents } = await issueWith(
      request,
      (data) => readable(data) && data.contents.outline.some((entry) => entry.page > 1 && entry.page <= data.access.pagesOpen),
    )
    const entry = contents.outline.find((each) => each.page > 1)!
    await open(page, contents.uid)
    await page.keyboard.press('o')
    const panel = page.getByRole('dialog', { name: 'Inhalt', exact: true })
    await expectAccessible(page, 'contents')
    await panel.locator('li button').filter({ hasText: entry.headline }).first().click()
    await expect(page).toHaveURL(new RegExp(`[?&]p=${entry.page}\\b`))
  })

  test('an article opens from the page as text, is set as one likes, and leads back to the same spot', async ({
    page,
    request,
  }) => {
    const inReach = ({ access, contents }: Data) =>
      contents.articles.filter(
        (each) => each.lastPage <= access.pagesOpen && each.regions.some((region) => region.page === each.firstPage),
      )
    const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 0)
    const article = inReach(data)[0]!
    await open(page, data.contents.uid, { page: article.firstPage })
    await expectPicture(page, article.firstPage)
    const stood = await shown(page, article.firstPage).boundingBox()
    await page.locator(`[data-current] a[data-article="${article.id}"]`).first().focus()
    await page.keyboard.press('Enter')
    const view = page.locator(`[data-article-view="${article.id}"]`)
    await expect(view.getByRole('heading', { name: article.headline })).toBeVisible()
    await expect(view.locator('article p').nth(1)).not.toBeEmpty()
    await expect(page).toHaveURL(new RegExp(`[?&]a=${article.id}\\b`))
    await expectAccessible(page, 'article')
    await page.getByRole('button', { name: 'Schrift und Farben' }).click()
    await page.getByRole('radio', { name: 'Sehr groß' }).check()
    await page.getByRole('radio', { name: 'Sepia' }).check()
    await expectAccessible(page, 'article in sepia')
    await page.getByRole('button', { name: 'Zurück zur Seite' }).click()
    await expect(view).toBeHidden()
    expect(await shown(page, article.firstPage).boundingBox()).toEqual(stood)
    await expect(page).not.toHaveURL(/[?&]a=/)

    await open(page, data.contents.uid, { article: article.id })
    await expect(view.getByRole('heading', { name: article.headline })).toBeVisible()
    await expect(view).toHaveAttribute('data-size', 'largest')
    await page.keyboard.press('Escape')
    await expectPicture(page, article.firstPage)
  })

  test('a page that stays in sight is told as read, once', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    const told: string[] = []
    page.on('request', (each) => {
      if (each.method() === 'POST' && each.url().endsWith(`/issuecontent/${contents.uid}/reading`))
        told.push(each.postData() ?? '')
    })
    await open(page, contents.uid)
    await expect.poll(() => told).toEqual(['page=1'])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.waitForTimeout(2500)
    expect(told).toEqual(['page=1'])
  })

  test('a deep link opens its page, and one that leads past the end the last that may be seen', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 6 })
    await expectPicture(page, 6)
    await open(page, contents.uid, { page: 90_000 })
    await expect(page.locator('[data-current]')).toBeInViewport()
  })

  test('after the open pages a calm page says what opens the rest, and never shows them', async ({ page, request }) => {
    const { contents, access } = await issueWith(
      request,
      ({ contents, access }) => access.pagesOpen > 0 && access.pagesOpen < contents.pages.length,
    )
    const asked: number[] = []
    page.on('request', (each) => {
      const number = /\/pages\/(\d+)\/picture/.exec(each.url())?.[1]
      if (number) asked.push(Number(number))
    })
    await open(page, contents.uid, { page: access.pagesOpen })
    await page.keyboard.press('ArrowRight')
    const gate = page.locator('[data-current] [data-gate]')
    await expect(gate).toBeInViewport()
    const way = access.because === 'subscribe' ? addressOf('subscriptions') : addressOf('register')
    await expect(gate.locator(`a[href="${way}"]`)).toBeVisible()
    await expect(gate.locator(`a[href="${addressOf('issue', { id: contents.uid })}"]`)).toBeVisible()
    await expectAccessible(page, 'end of the open pages')
    await page.keyboard.press('ArrowLeft')
    await expectPicture(page, access.pagesOpen)
    expect(Math.max(...asked)).toBeLessThanOrEqual(access.pagesOpen)
  })

  test('an advertisement stands between pages after eight of them, is labelled, turned like a page and not met twice', async ({
    page,
    request,
  }) => {
    const { contents } = await issueWith(request, (data) => readable(data) && data.contents.pages.length > 10)
    await withAccess(page, { ads: true, pagesOpen: contents.pages.length })
    const told = page.waitForResponse('**/api/v8/reader/advertisements')
    await open(page, contents.uid, { page: 8 })
    await told
    const advertisement = page.locator('[data-current] [data-advertisement]')
    await expect(advertisement).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(advertisement).toBeInViewport()
    await expect(advertisement).toContainText('Anzeige')
    await expect(page.locator('[data-current] [data-page]')).toHaveCount(0)
    await expectAccessible(page, 'advertisement')
    await page.keyboard.press('ArrowRight')
    await expect(shown(page, 10)).toBeInViewport()
    await page.keyboard.press('ArrowLeft')
    await expect(shown(page, 8)).toBeInViewport()
    await page.keyboard.press('ArrowRight')
    await expect(shown(page, 10)).toBeInViewport()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('an address that has expired is renewed without a word', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    let refusals = 0
    await page.route('**/pages/6/picture*', (route) => (refusals++ ? route.fallback() : route.fulfill({ status: 403, json: {} })))
    const renewed = page.waitForResponse('**/api/v8/issuecontent/*/access')
    await open(page, contents.uid, { page: 4 })
    await renewed
    await page.keyboard.press('ArrowRight')
    await expectPicture(page, 6)
    expect(refusals).toBeGreaterThan(1)
  })

  test('a picture that fails says so and comes when asked again', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await page.route('**/pages/4/picture*', (route) => route.abort())
    await open(page, contents.uid, { page: 4 })
    const again = shown(page, 4).getByRole('button', { name: 'Noch einmal versuchen' })
    await expect(again).toBeVisible()
    await page.unroute('**/pages/4/picture*')
    await again.click()
    await expectPicture(page, 4)
  })

  test('the way back leads to the page of the issue, and an unknown issue to the newsstand', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await callTools(page)
    await page.getByRole('link', { name: 'Zurück zur Ausgabe' }).first().click()
    await expect(page).toHaveURL(new RegExp(`${addressOf('issue', { id: contents.uid })}$`))
    const unknown = await page.goto(readerAddress('/reader', 'nope'))
    expect(unknown!.status()).toBe(404)
    await expectAccessible(page, 'unknown issue')
    await expect(page.locator(`a[href="${addressOf('catalogue')}"]`)).toBeVisible()
  })

  test('the shelf of the installed reader remembers what was read', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 5 })
    await expectPicture(page, 5)
    await page.goto('/reader')
    await expect(page.locator(`a[href^="${readerAddress('/reader', contents.uid)}?p="]`)).toBeVisible()
    await expectAccessible(page, 'shelf')
  })
})

test('the reader can be installed, and keeps its own shell only', async ({ page, request }) => {
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid)
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(new URL(scope).pathname).toBe('/reader/')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((each) => new URL(each.url).pathname)
  })
  expect(kept.length).toBeGreaterThan(2)
  expect(kept.filter((path) => !path.startsWith('/reader/assets/'))).toEqual([])
  const manifest = await (await request.get('/reader/manifest.webmanifest')).json()
  for (const { src } of manifest.icons) expect((await request.get(src)).ok()).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the first pages and their text can be read', async ({ page, request }) => {
    const { contents } = await issueWith(request, readable)
    await page.goto(readerAddress('/reader', contents.uid))
    await page.getByRole('link', { name: 'Einfache Ansicht' }).click()
    await expect(page.getByRole('heading', { name: 'Seite 1', exact: true })).toBeVisible()
    await expect(page.locator('main section p').first()).not.toBeEmpty()
    await page.getByRole('link', { name: 'Nächste Seiten' }).click()
    await expect(page.getByRole('heading', { name: 'Seite 5', exact: true })).toBeVisible()
  })
})
