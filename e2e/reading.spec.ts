import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { expect, test } from '@playwright/test'
import { atADesk, callTools, clickTool, expectImage, issueWith, open, readable, shown, withAccess } from './open-reader.ts'
import { all, type Element, first, follow, named, type PlainPage, textOf, visit } from './plain-visitor.ts'
import { expectAccessible } from './visitor.ts'

test.use({ ...atADesk, serviceWorkers: 'allow' })

const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName)

test('pages that stay visible are reported when the reader is closed, once and in one batch; skipped pages are not', async ({
  page,
  request,
}) => {
  await page.clock.install()
  const { contents } = await issueWith(request, (data) => readable(data) && data.contents.pages.length > 6)
  const reports: URLSearchParams[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().endsWith('/api/v8/reader/events'))
      reports.push(new URLSearchParams(each.postData()!))
  })
  await open(page, contents.uid)
  await page.clock.fastForward(3000)
  await page.keyboard.press('ArrowRight')
  await expect(shown(page, 2)).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(shown(page, 4)).toBeInViewport()
  await page.clock.fastForward(5000)
  const taken = page.waitForResponse('**/api/v8/reader/events')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    // The hidden page has reported already and must not do so again when it is left.
    dispatchEvent(new PageTransitionEvent('pagehide'))
  })
  expect((await taken).status()).toBe(204)
  expect(reports.map((each) => each.get('issue'))).toEqual([contents.uid])
  const seen = JSON.parse(reports[0]!.get('events')!) as { page: number; seconds: number }[]
  expect(seen.map((each) => each.page)).toEqual([1, 4, 5])
  expect(seen[0]!.seconds).toBeGreaterThanOrEqual(3)
})

test('an issue at a desk: addresses, its gate, a failed image, and the way back', async ({ page, request }) => {
  await test.step('a deep link opens its page, and one beyond the end the last open page', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 6 })
    await expectImage(page, 6)
    await open(page, contents.uid, { page: 90_000 })
    await expect(page.locator('[data-current]')).toBeInViewport()
  })

  await test.step('after the open pages a page explains how to read the rest, without showing it', async () => {
    const { contents, access } = await issueWith(
      request,
      ({ contents, access }) => access.pagesOpen > 0 && access.pagesOpen < contents.pages.length,
    )
    const requested: number[] = []
    page.on('request', (each) => {
      // Images of the issue before may still be requested.
      const number = each.url().includes(contents.uid) && /\/pages\/(\d+)\/picture/.exec(each.url())?.[1]
      if (number) requested.push(Number(number))
    })
    await open(page, contents.uid, { page: access.pagesOpen })
    await page.keyboard.press('ArrowRight')
    const gate = page.locator('[data-current] [data-gate]')
    await expect(gate).toBeInViewport()
    const back = { redirect: readerAddress('/reader', contents.uid, { page: access.pagesOpen + 1 }) }
    const way = addressOf(access.because === 'subscribe' ? 'subscriptions' : 'register', back)
    await expect(gate.locator(`a[href="${way}"]`)).toBeVisible()
    await expect(gate.locator(`a[href="${addressOf('issue', { id: contents.uid })}"]`)).toBeVisible()
    await expectAccessible(page, 'end of the open pages')
    await page.keyboard.press('ArrowLeft')
    await expectImage(page, access.pagesOpen)
    expect(Math.max(...requested)).toBe(access.pagesOpen)
  })

  await test.step('a failed image shows an error and loads on retry', async () => {
    const { contents } = await issueWith(request, readable)
    await page.route('**/pages/4/picture*', (route) => route.abort())
    await open(page, contents.uid, { page: 4 })
    const again = shown(page, 4).getByRole('button', { name: 'Erneut versuchen' })
    await expect(again).toBeVisible()
    await page.unroute('**/pages/4/picture*')
    await again.click()
    await expectImage(page, 4)
  })

  await test.step('back returns to the page of the issue, and from an unknown issue to the catalogue', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await clickTool(page, page.getByRole('link', { name: 'Zurück zur Ausgabe' }).first())
    await expect(page).toHaveURL(new RegExp(`${addressOf('issue', { id: contents.uid })}$`))
    const unknown = await page.goto(readerAddress('/reader', 'nope'))
    expect(unknown!.status()).toBe(404)
    await expectAccessible(page, 'unknown issue')
    await expect(page.locator(`a[href="${addressOf('catalogue')}"]`)).toBeVisible()
  })
})

test('an advertisement is shown after eight pages, labelled, turned like a page and not repeated', async ({ page, request }) => {
  const { contents } = await issueWith(request, (data) => readable(data) && data.contents.pages.length > 10)
  await withAccess(page, { ads: true, pagesOpen: contents.pages.length })
  await open(page, contents.uid, { page: 8 })
  // The reader inserts it after it has the response; a key pressed before would turn past its place.
  await expect(page.locator('[data-advertisement]')).toBeAttached()
  const advertisement = page.locator('[data-current] [data-advertisement]')
  await expect(advertisement).toHaveCount(0)
  const counting = page.waitForRequest((request) => /\/reader\/advertisements\/\d+\/count$/.test(request.url()))
  await page.keyboard.press('ArrowRight')
  await expect(advertisement).toBeInViewport()
  await expect(advertisement).toContainText('Anzeige')
  expect((await counting).postData()).toBe('what=seen')
  await expect(page.locator('[data-current] [data-page]')).toHaveCount(0)
  await expectAccessible(page, 'advertisement')
  const finger = await page.context().newCDPSession(page)
  const card = (await advertisement.boundingBox())!
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: card.y + 20 }] })
  await touch('touchStart', card.x + card.width - 20)
  for (let by = 40; by <= 400; by += 20) await touch('touchMove', card.x + card.width - by)
  await touch('touchEnd')
  await expect(shown(page, 10)).toBeInViewport()
  await page.keyboard.press('ArrowLeft')
  await expect(shown(page, 8)).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(shown(page, 10)).toBeInViewport()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('images at a desk: from the server, with renewed signatures, and after a jump', async ({ page, request }) => {
  await test.step('after a jump, a page shows its thumbnail until its image has arrived; a page that is turned to needs none', async () => {
    const { contents } = await issueWith(request, readable)
    const thumbnails: string[] = []
    page.on('request', (each) => {
      const number = /\/pages\/(\d+)\/picture\?width=160&/.exec(each.url())?.[1]
      if (number) thumbnails.push(number)
    })
    const held = Promise.withResolvers<void>()
    await page.route(/\/pages\/8\/picture\?width=(?!160&)/, (route) => held.promise.then(() => route.continue()))
    await open(page, contents.uid)
    await expectImage(page, 1)
    // The next pages have been loaded beside the current one.
    for (const number of [2, 3]) {
      const next = page.locator(`[data-page="${number}"] img[data-width]`)
      await expect.poll(() => next.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
    }
    await page.keyboard.press('ArrowRight')
    await expectImage(page, 2)
    expect(thumbnails).toEqual([])
    await callTools(page)
    await page.getByRole('slider').fill('8')
    const pictures = shown(page, 8).locator('img')
    await expect
      .poll(() => pictures.evaluateAll((images: HTMLImageElement[]) => images.map((each) => each.naturalWidth)))
      .toEqual([160])
    held.resolve()
    await expectImage(page, 8)
    await expect(pictures).toHaveCount(1)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('images that a browser does not get from the bucket come from the server', async () => {
    const { contents } = await issueWith(request, readable)
    // Addresses as a server with S3_PUBLIC_URL writes them; this reader's network blocks all requests to the bucket.
    await page.route(/\/reader\/issues\//, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(/signature=[\w-]+/g, '$&&bucket=1') })
    })
    let refused = 0
    await page.route(/\/picture\?.*bucket=1.*/, (route) => {
      refused++
      return route.abort()
    })
    await open(page, contents.uid)
    await expectImage(page, 1)
    await page.keyboard.press('ArrowRight')
    await expectImage(page, 2)
    expect(refused).toBeGreaterThan(1)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('an expired signature is renewed silently', async () => {
    const { contents } = await issueWith(request, readable)
    // The issue that is still open may load page 6 ahead, and would take the rejection.
    await page.goto('about:blank')
    let rejections = 0
    await page.route('**/pages/6/picture*', (route) =>
      rejections++ ? route.fallback() : route.fulfill({ status: 403, json: {} }),
    )
    const renewed = page.waitForResponse('**/api/v8/issuecontent/*/access')
    await open(page, contents.uid, { page: 4 })
    await renewed
    await page.keyboard.press('ArrowRight')
    await expectImage(page, 6)
    expect(rejections).toBeGreaterThan(1)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('thumbnails that come into sight after the signature was renewed are requested with the new one', async () => {
    const { contents } = await issueWith(request, (data) => readable(data) && data.contents.pages.length >= 16)
    await page.setViewportSize({ width: 620, height: 800 })
    await withAccess(page, { pagesOpen: contents.pages.length, until: Date.now() / 1000 + 60 })
    await page.route('**/api/v8/issuecontent/*/access', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, pagesOpen: contents.pages.length, signature: `${json.signature}&renewed=1` } })
    })
    await open(page, contents.uid)
    await page.keyboard.press('t')
    const thumbnails = page.getByRole('navigation', { name: 'Seitenübersicht' })
    const thumbnail = (number: number) =>
      thumbnails.getByRole('button', { name: `Seite ${number}`, exact: true }).locator('img[src*="&renewed=1"]')
    await expect(thumbnails).toBeVisible()
    const renewed = page.waitForResponse('**/api/v8/issuecontent/*/access')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await renewed
    await thumbnails.evaluate((strip) => strip.scrollTo(strip.scrollWidth, 0))
    await expect(thumbnail(contents.pages.length)).toBeVisible()
  })
})

test('the installed reader: its shelf and its files', async ({ page, request, baseURL }) => {
  await test.step('the shelf of the installed reader remembers what was read', async () => {
    await page.context().addCookies([{ name: 'consent', value: '1', url: baseURL! }])
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 5 })
    await expectImage(page, 5)
    await page.goto('/reader')
    await expect(page.locator(`a[href^="${readerAddress('/reader', contents.uid)}?p="]`)).toBeVisible()
    await expectAccessible(page, 'shelf')
  })

  await test.step('the web app can be installed, and stores only its own files', async () => {
    await page.context().addCookies([{ name: 'consent', value: '1', url: baseURL! }])
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(new URL(scope).pathname).toBe('/')
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map((each) => new URL(each.url).pathname)
    })
    expect(cached.length).toBeGreaterThan(2)
    expect(cached.filter((path) => !path.startsWith('/reader/assets/'))).toEqual(['/reader/offline'])
    const manifest = await (await request.get('/reader/manifest.webmanifest')).json()
    for (const { src } of manifest.icons) expect((await request.get(src)).ok()).toBe(true)
  })
})

test('without JavaScript the first pages and their text can be read', async ({ request }) => {
  const { contents } = await issueWith(request, readable)
  const headingOf = (page: PlainPage, number: number) => all(page.document, '*', named(`Seite ${number}`)).filter(isHeading)
  const reader = await visit(request, readerAddress('/reader', contents.uid))
  const plain = await follow(request, reader, first(reader.document, 'a', named('Einfache Ansicht')))
  expect(headingOf(plain, 1)).toHaveLength(1)
  expect(textOf(first(first(first(plain.document, 'main'), 'section'), 'p'))).not.toBe('')
  const next = await follow(request, plain, first(plain.document, 'a', named('Nächste Seiten')))
  expect(headingOf(next, 5)).toHaveLength(1)
})
