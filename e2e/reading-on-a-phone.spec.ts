import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { readerAddress } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { pageAndArticleMessages } from '@kiosk/i18n/messages/page-and-article'
import { readerToolsMessages } from '@kiosk/i18n/messages/reader-tools'
import { readingMessages } from '@kiosk/i18n/messages/reading'
import { t as translate, type Values } from '@kiosk/i18n/translate'
import { expect, type Page, test } from '@playwright/test'
import { clickTool, type Data, expectImage, issueWith, onAPhone, open, readable, shown } from './open-reader.ts'
import { device } from './reader-device.ts'
import { premiumReader } from './reader-like.ts'
import { expectAccessible } from './visitor.ts'

const messages = { ...readingMessages.de, ...readerToolsMessages.de, ...pageAndArticleMessages.de }
const t = (key: keyof typeof messages, values: Values = {}) => translate(messages, key, values)

const newspaper = ({ contents }: Data) => contents.kind === 'newspaper' && contents.articles.length > 30
const list = (page: Page) => page.locator('[data-article-list]')
const switchTo = (page: Page, view: 'articles' | 'pages') =>
  page
    .locator('[data-view-switch]')
    .getByRole('button', { name: t(`READER.VIEW.${view}`) })
    .click()
async function openList(page: Page, uid: string): Promise<void> {
  await page.goto(readerAddress('/reader', uid))
  await expect(list(page)).toBeVisible()
}

/** Maximum number of entries of the contents that a phone shows. */
const MOST_IN_SIGHT = 13

test.use(onAPhone)

test('an issue opens at its first page, a tap at the edge turns, address and position follow', async ({
  page,
  request,
  baseURL,
}) => {
  // Positions are stored for visitors who have answered the cookie banner.
  await page.context().addCookies([{ name: 'consent', value: '1', url: baseURL! }])
  const { contents } = await issueWith(request, readable)
  await open(page, contents.uid)
  await expectImage(page, 1)
  await expectAccessible(page, 'first page')
  await page.touchscreen.tap(345, 380)
  await expectImage(page, 2)
  await expect(page).toHaveURL(/[?&]p=2\b/)
  await page.touchscreen.tap(345, 380)
  await page.touchscreen.tap(345, 380)
  await expectImage(page, 4)
  await page.touchscreen.tap(15, 380)
  await expectImage(page, 3)
  await expect(page).toHaveURL(/[?&]p=3\b/)
  await open(page, contents.uid)
  await expectImage(page, 3)
})

test('pages on a phone: swiped, enlarged, with tools and panels', async ({ page, request }) => {
  await test.step('a swipe turns, a pinch enlarges, a double tap shows the whole page again', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 3 })
    await expectImage(page, 3)
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    await touch('touchStart', [300, 400])
    for (let x = 280; x >= 120; x -= 20) await touch('touchMove', [x, 400])
    await touch('touchEnd')
    await expectImage(page, 4)
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

  await test.step('the tools disappear when a page is turned and return on a tap, without covering the page', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    const bar = page.locator('[data-bar="top"]')
    const lower = page.locator('[data-bar="bottom"]')
    await page.touchscreen.tap(345, 380)
    await expect(bar).not.toHaveAttribute('data-shown')
    const hidden = await lower.boundingBox()
    await page.touchscreen.tap(180, 90)
    await expect(bar).toHaveAttribute('data-shown', 'true')
    // It fades in its place.
    expect(hidden).toEqual(await lower.boundingBox())
    const [barBox, pageBox] = [await bar.boundingBox(), await shown(page, 2).boundingBox()]
    expect(pageBox!.y).toBeGreaterThanOrEqual(barBox!.y + barBox!.height)
  })

  await test.step('panels are sheets over the page, and every target is large enough for a thumb', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    for (const name of ['In dieser Ausgabe suchen', 'Inhalt', 'Ansicht und Hilfe']) {
      await clickTool(page, page.getByRole('button', { name, exact: true }))
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

test('the contents open with the entries in sight and the focus on the current one, and no page is rendered again', async ({
  page,
  request,
}) => {
  // The stage asks for the density of the screen whenever it is rendered.
  await page.addInitScript(() => {
    const seen = { renderings: 0, focused: [] as Element[], entries: 0 }
    Object.assign(window, { seen })
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const added of addedNodes) if (added instanceof HTMLDialogElement) seen.entries = added.querySelectorAll('li').length
    }).observe(document, { childList: true, subtree: true })
    Object.defineProperty(window, 'devicePixelRatio', {
      get() {
        seen.renderings++
        return 2
      },
    })
    addEventListener('focusin', ({ target }) => seen.focused.push(target as Element))
  })
  const { contents } = await issueWith(
    request,
    (data) => readable(data) && Math.max(data.contents.outline.length, data.contents.articles.length) > MOST_IN_SIGHT,
  )
  await open(page, contents.uid)
  await expectImage(page, 1)
  const panel = page.getByRole('dialog', { name: 'Inhalt', exact: true })
  const seen = () =>
    page.evaluate(() => {
      const { seen } = window as unknown as { seen: { renderings: number; focused: Element[]; entries: number } }
      return { ...seen, focused: seen.focused.splice(0).map((element) => element.hasAttribute('data-focus')) }
    })
  // Repeated, because parts that load after the first page render it again.
  await expect(async () => {
    const { renderings } = await seen()
    expect(renderings).toBeGreaterThan(0)
    await page.keyboard.press('o')
    await expect(panel.locator('[data-focus]')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    expect(await seen()).toEqual({ renderings, focused: [true], entries: MOST_IN_SIGHT })
  }).toPass({ timeout: 30_000 })
  await page.keyboard.press('o')
  await expect(panel.getByText(contents.articles.at(-1)!.headline).first()).toBeAttached()
})

test('a newspaper opens as a list of its articles; an article and a page are a tap away, and back returns to the same place', async ({
  browser,
  baseURL,
}) => {
  const { page, close } = await device(browser, baseURL!, onAPhone, {
    email: await premiumReader(),
    password: DEMONSTRATION_PASSWORD,
  })
  const { contents } = await issueWith(page.request, newspaper, page)
  const { uid } = contents
  const article = contents.articles[contents.articles.length - 4]!
  const entry = list(page).getByRole('link', { name: article.headline, exact: true }).first()
  const scrolled = () => list(page).evaluate((element) => element.scrollTop)

  await test.step('the list', async () => {
    await openList(page, uid)
    await expect(page.locator('[data-stage]')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`${uid}$`))
    await expect(page.getByRole('heading', { level: 2, name: t('READER.LIST') })).toBeVisible()
    for (const { headline, teaser } of contents.articles.slice(0, 3)) {
      const item = list(page).getByRole('listitem').filter({ hasText: headline }).first()
      await expect(item).toContainText(teaser)
    }
    await expect(list(page).locator('[data-closed], [data-gate]')).toHaveCount(0)
    const picture = list(page).locator('[data-picture]').first()
    const reserved = await picture.evaluate((image: HTMLImageElement) => image.clientHeight)
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await picture.evaluate((image: HTMLImageElement) => image.clientHeight)).toBe(reserved)
    await expectAccessible(page, 'list of articles')
  })

  let stood = 0
  await test.step('an article and back', async () => {
    await entry.scrollIntoViewIfNeeded()
    await entry.tap()
    const text = page.locator(`[data-article-view="${article.id}"]`)
    await expect(text.getByRole('heading', { level: 2, name: article.headline })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`a=${article.id}`))
    stood = await scrolled()
    expect(stood).toBeGreaterThan(500)
    await text.getByRole('button', { name: t('READER.BACK_TO_LIST') }).click()
    await expect(text).toBeHidden()
    await expect(entry).toBeInViewport()
    expect(await scrolled()).toBe(stood)
    await expect(entry).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`${uid}$`))
  })

  await test.step('the page of the article, from the article and from the list', async () => {
    await entry.tap()
    await page
      .locator('[data-article-view]')
      .getByRole('link', { name: t('READER.PAGE', { page: article.firstPage }) })
      .click()
    await expectImage(page, article.firstPage)
    await page.goBack()
    await expect(entry).toBeInViewport()
    const link = list(page).getByRole('link', { name: t('READER.PAGE', { page: article.firstPage }), exact: true })
    // A page of many articles is named far above the last of them.
    await link.scrollIntoViewIfNeeded()
    const left = await scrolled()
    await link.tap()
    await expectImage(page, article.firstPage)
    await expect(page).toHaveURL(new RegExp(`p=${article.firstPage}`))
    await clickTool(page, page.getByRole('button', { name: t('READER.TO_LIST') }))
    await expect(link).toBeInViewport()
    expect(await scrolled()).toBe(left)
  })

  await test.step('an address with a page or an article opens that', async () => {
    await open(page, uid, { page: 2 })
    await expectImage(page, 2)
    await open(page, uid, { page: article.firstPage, article: article.id })
    await page
      .locator('[data-article-view]')
      .getByRole('button', { name: t('READER.BACK_TO_PAGE') })
      .click()
    await expectImage(page, article.firstPage)
  })

  await test.step('what was read last is offered', async () => {
    await openList(page, uid)
    await list(page)
      .getByRole('link', { name: t('READER.LIST_RESUME', { page: article.firstPage }) })
      .tap()
    await expectImage(page, article.firstPage)
  })

  await test.step('the choice is remembered on the device', async () => {
    await openList(page, uid)
    await switchTo(page, 'pages')
    await expect(page.locator('[data-stage]')).toBeVisible()
    await open(page, uid)
    await clickTool(page, page.getByRole('button', { name: t('READER.MORE') }))
    await switchTo(page, 'articles')
    await expect(list(page)).toBeVisible()
    await openList(page, uid)
  })
  await close()
})

test('lists of articles on a phone: chosen, by keyboard, and closed', async ({ page, request }) => {
  await test.step('the list of articles is used by keyboard, which scrolls it as the browser does', async () => {
    const { contents } = await issueWith(request, newspaper)
    await openList(page, contents.uid)
    await page.getByRole('button', { name: t('READER.VIEW.pages'), exact: true }).focus()
    await page.keyboard.press('Tab')
    await expect(list(page).getByRole('link', { name: /^Titelseite/ })).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect.poll(() => list(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await page.keyboard.press('o')
    await expect(page.getByRole('dialog', { name: t('READER.OUTLINE') })).toBeVisible()
    await page.keyboard.press('Escape')
    const link = list(page).getByRole('link', { name: contents.articles[2]!.headline, exact: true }).first()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator(`[data-article-view="${contents.articles[2]!.id}"]`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()
  })

  await test.step('a magazine opens at its pages, and as a list of articles where that was chosen', async () => {
    const { contents } = await issueWith(request, (data) => readable(data) && data.contents.articles.length > 3)
    await open(page, contents.uid)
    await clickTool(page, page.getByRole('button', { name: t('READER.MORE') }))
    await switchTo(page, 'articles')
    await expect(list(page)).toBeVisible()
    await openList(page, contents.uid)
    await switchTo(page, 'pages')
    await open(page, contents.uid)
  })

  await test.step('a list of articles says what is closed and what opens it, with the price of the market', async () => {
    const { contents, access } = await issueWith(request, (data) => newspaper(data) && data.access.because === 'subscribe')
    for (const { country, id, currency } of regions) {
      await page.setExtraHTTPHeaders({ 'x-country': country })
      await openList(page, contents.uid)
      const lowest = Math.min(...plansOf(id).map(({ price }) => price))
      await expect(list(page).locator('[data-gate] [data-price]')).toContainText(formatMoney({ minor: lowest, currency }))
    }
    const closed = contents.articles.filter(({ lastPage }) => lastPage > access.pagesOpen)
    await expect(list(page).locator('[data-closed]')).toHaveCount(closed.length)
    const item = list(page).locator('[data-closed]').first()
    await expect(item).toContainText(t('READER.LIST_CLOSED_SUBSCRIBE'))
    await item.getByRole('link').tap()
    await expect(page.locator('[data-article-view]')).toContainText(t('READER.ARTICLE_PART'))
    await expect(page.locator('[data-article-view] [data-price]')).toBeVisible()
    await page.goBack()
    await list(page)
      .getByRole('link', { name: t('READER.PAGE', { page: 2 }), exact: true })
      .tap()
    await expect(page.locator('[data-current] [data-gate] [data-price]')).toBeVisible()
    await expectAccessible(page, 'gate with its price')
  })
})

test('a hint names the tools until one is used or the hint is closed', async ({ page, request }) => {
  await test.step('a hint names the tools once, covers no page, takes no focus, and goes when a tool is used', async () => {
    const { contents } = await issueWith(request, readable)
    const hint = page.getByRole('region', { name: t('READER.HINT') })
    await open(page, contents.uid)
    await expectImage(page, 1)
    await expect(hint).toContainText(t('READER.HINT_CONTENTS'))
    await expect(hint).toContainText(t('READER.HINT_TEXT'))
    await expect(page.getByRole('status').filter({ hasText: t('READER.HINT') })).toBeAttached()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    const [pageBox, hintBox] = [(await shown(page, 1).boundingBox())!, (await hint.boundingBox())!]
    expect(pageBox.y + pageBox.height).toBeLessThanOrEqual(hintBox.y)
    await expectAccessible(page, 'hint about the tools')
    // Closed without an action, it appears again.
    await open(page, contents.uid)
    await expect(hint).toBeVisible()
    await clickTool(page, page.getByRole('button', { name: t('READER.OUTLINE'), exact: true }))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('READER.CLOSE') })
      .click()
    await expect(hint).toBeHidden()
    await open(page, contents.uid)
    await expectImage(page, 1)
    await expect(hint).toBeHidden()
  })

  await test.step('the hint goes when it is closed', async () => {
    await page.evaluate(() => localStorage.clear())
    const { contents } = await issueWith(request, newspaper)
    await openList(page, contents.uid)
    const hint = page.getByRole('region', { name: t('READER.HINT') })
    await hint.getByRole('button', { name: t('READER.CLOSE') }).tap()
    await expect(hint).toBeHidden()
    await openList(page, contents.uid)
    await expect(hint).toBeHidden()
  })
})

/** Returns elements that are cut off at the side or make something scroll sideways, below an element. */
const sideways = (page: Page, within: string) =>
  page.locator(within).evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((each) => {
        const { overflowX } = getComputedStyle(each)
        const scrolls = each.scrollWidth > each.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll')
        const { left, right, width } = each.getBoundingClientRect()
        const outside = width > 1 && (right > innerWidth + 1 || left < -1)
        return scrolls || (outside && !each.closest('[data-stage] [data-page], [class*="unseen"], svg'))
      })
      .map((each) => `${each.tagName} ${each.className}`),
  )

/** Narrow windows and large text: what changes the page, and what takes it back. */
const enlargements = {
  'at 320 px': [
    (page: Page) => page.setViewportSize({ width: 320, height: 640 }),
    (page: Page) => page.setViewportSize(onAPhone.viewport),
  ],
  'with text at 200 %': [
    (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%')),
    (page: Page) => page.evaluate(() => document.documentElement.style.removeProperty('font-size')),
  ],
} as const

test('at 320 px and with text at 200 % nothing in the reader is cut off or scrolls sideways', async ({ page, request }) => {
  const newspaperIssue = await issueWith(request, (data) => newspaper(data) && data.access.because === 'subscribe')
  const short = await issueWith(request, ({ access, contents }) => access.pagesOpen === contents.pages.length)
  const check = async (what: string, within: string, more?: (size: string) => Promise<void>) => {
    for (const [size, [change, takeBack]] of Object.entries(enlargements)) {
      await change(page)
      await page.waitForTimeout(150)
      expect.soft(await sideways(page, within), `${what} ${size}`).toEqual([])
      await more?.(size)
      await takeBack(page)
    }
  }
  const canReachLast = (links: string) => async () => {
    const last = page.locator(links).last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
  }
  await openList(page, newspaperIssue.contents.uid)
  await check('list of articles', '#reader', (size) => expectAccessible(page, `list of articles ${size}`))
  await page.getByRole('button', { name: t('READER.OUTLINE'), exact: true }).click()
  await check('contents', 'dialog')
  await open(page, newspaperIssue.contents.uid, { page: 2 })
  await check('gate', '[data-current] [data-gate]', canReachLast('[data-current] [data-gate] a'))
  await open(page, short.contents.uid, { page: short.contents.pages.length })
  await check('page', '[data-bar="top"]')
  // The date below a title of two lines is left out as a whole where it does not fit.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '125%'))
  const shownOfDatePixels = await page.locator('[data-bar="top"] h1').evaluate((title) => {
    title.firstElementChild!.textContent = 'Inntaler Bote für Oberland und Unterland'
    return title.getBoundingClientRect().bottom - title.lastElementChild!.getBoundingClientRect().top
  })
  expect(shownOfDatePixels).toBeLessThan(0.1)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('[data-current] [data-end]')).toBeVisible()
  await check('end of the issue', '[data-current] [data-end]', canReachLast('[data-current] [data-end] a'))
  const [article] = newspaperIssue.contents.articles
  await open(page, newspaperIssue.contents.uid, { page: article!.firstPage, article: article!.id })
  await check('article', '[data-article-view]')
})
