import { addressOf } from '@kiosk/domain/addresses'
import { expect, type Page, test } from '@playwright/test'
import { wholeChromium } from './chromium.ts'
import { signInNewReader } from './new-reader.ts'
import { plainBrowser } from './plain-browser.ts'
import config from './playwright.config.ts'
import { firstIssue, settledVisitor } from './visitor.ts'

const { launchOptions } = config.use ?? {}
test.use({
  ...settledVisitor,
  serviceWorkers: 'allow',
  launchOptions: {
    ...launchOptions,
    executablePath: wholeChromium(),
    // Playwright switches off what is tested here.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})
// One process for all tests of this file: another one starts another browser.
test.describe.configure({ mode: 'default' })

const isRestored = (page: Page) => page.evaluate(() => (window as { restored?: boolean }).restored)
const noteRestored = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      ;(window as { restored?: boolean }).restored = persisted
    }),
  )

test('back restores public pages as they were, with the scroll position', async ({ page }) => {
  await noteRestored(page)
  const issue = await firstIssue(page)
  await page.goto(issue)
  const title = (await page.locator('main a[href^="/title/"]').first().getAttribute('href'))!
  for (const path of [addressOf('home'), addressOf('catalogue'), addressOf('catalogue', { search: 'und' }), issue, title]) {
    await page.goto(path)
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await page.goto(addressOf('faq'))
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => isRestored(page).catch(() => null), path).toBe(true)
    expect([new URL(page.url()).pathname, await page.evaluate(() => scrollY)]).toEqual([path, before])
  }
})

test('back after signing out in another tab shows no page of the reader', async ({ page, context }) => {
  await signInNewReader(page.request)
  await page.goto(addressOf('catalogue'))
  const account = page.locator('html[data-account]')
  await expect(account).toHaveCount(1)
  await page.goto(addressOf('faq'))
  await page.goBack({ waitUntil: 'commit' })
  await expect(account).toHaveCount(1)
  await page.goto(addressOf('faq'))
  const other = await context.newPage()
  await other.goto(addressOf('logout'))
  await expect(other.locator('a[href="/user/logout"]')).toHaveCount(0)
  // The page loads again when the other tab has signed out.
  await expect(page.locator('a[href="/user/logout"]')).toHaveCount(0)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(addressOf('catalogue'))
  await expect(account).toHaveCount(0)
  await expect(page.locator('a[href="/user/logout"]')).toHaveCount(0)
})

test('a hovered link is rendered ahead, and opened without another request', async ({ baseURL }) => {
  const { send, targets, evaluate, page, close } = await plainBrowser()
  try {
    await send('Network.setCookie', { name: 'consent', value: '1', url: baseURL! }, page)
    await send('Page.navigate', { url: baseURL! + addressOf('catalogue') }, page)
    const link = `document.querySelector('[role=feed] article a')`
    // The rules follow once the page has loaded.
    await expect.poll(() => evaluate(`!!document.querySelector('script[type=speculationrules]') && !!${link}`, page)).toBe(true)
    const rectangle = `(({ x, y, width }) => [x + width / 2, y + 30])(${link}.getBoundingClientRect())`
    const [x, y] = (await evaluate(rectangle, page)) as [number, number]
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, page)
    await expect.poll(() => targets.some(({ subtype }) => subtype === 'prerender')).toBe(true)
    const ahead = targets.find(({ subtype }) => subtype === 'prerender')!.session
    await expect.poll(() => evaluate(`document.prerendering && document.readyState === 'complete'`, ahead)).toBe(true)
    // Nothing is stored by a page that nobody has opened.
    await evaluate(`localStorage.setItem('website.account-searches', '1')`, page)
    for (const type of ['mousePressed', 'mouseReleased'])
      await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, page)
    await expect.poll(() => evaluate(`performance.getEntriesByType('navigation')[0].activationStart`, ahead)).toBeGreaterThan(0)
    expect(await evaluate('location.pathname', ahead)).toMatch(/^\/magazines\/issues\//)
    // It has now done what it does once somebody opens it.
    expect(await evaluate(`localStorage.getItem('website.account-searches')`, ahead)).toBe(null)
  } finally {
    close()
  }
})
