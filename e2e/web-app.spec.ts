import { expect, type Page, test } from '@playwright/test'
import { closeReadersAfterEach, expectPage, flightMode, issueToTake, reader, take } from './offline-reader.ts'
import { onAPhone, open } from './open-reader.ts'
import { desktop, expectAccessible, settledVisitor } from './visitor.ts'

test.use({ serviceWorkers: 'allow' })
closeReadersAfterEach()

const scopes = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort())
const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('offline, every page shows our own page with the downloads, in the language of the reader', async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page, context } = reading
  const { contents } = await issueToTake(reading)
  await take(reading, contents.uid)
  await page.goto('/')
  await page.goto('/user/account')
  await flightMode(reading, true)
  for (const path of ['/', '/magazines', '/user/account', '/user/payment/overview?id=2']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline')
    await expect(page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)).toBeVisible()
  }
  await page.goto('/magazines')
  await expectAccessible(page, 'offline page')
  const bar = page.getByRole('navigation', { name: 'Schnellzugriff' })
  await expect(bar.getByRole('link')).toHaveText(['Startseite', 'Magazine', 'Mein Regal', 'Profil'])
  await expect(bar.getByRole('link', { name: 'Magazine' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Mein Regal' }).click()
  await expect(page).toHaveURL('/reader')

  await test.step('online again, the page opens by itself, and the language changes', async () => {
    await page.goto('/faq')
    await flightMode(reading, false)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const storedLanguage = () =>
      page.evaluate(async () => (await caches.match('/reader/offline'))?.headers.get('content-language'))
    await expect.poll(storedLanguage).toBe('en')
    await flightMode(reading, true)
    await page.goto('/press')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'My shelf' })).toBeVisible()
    await flightMode(reading, false)
    // The page opens again by itself, which would end the next test step's navigation.
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  await test.step('no page of the account is stored, and logging out works', async () => {
    const stored = (await storedPaths(page)).filter((path) => !path.startsWith('/reader/assets/'))
    expect(stored).toEqual(['/reader/offline'])
    await page.goto('/user/account')
    await page.goto('/user/logout')
    expect((await context.cookies()).some(({ name }) => /session/.test(name))).toBe(false)
    await page.goto('/user/account')
    await expect(page).toHaveURL(/\/user\/login/)
  })
})

test('a browser with the earlier registration below /reader moves over and keeps its downloads', async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  const reading = await reader(browser, baseURL!, desktop)
  const { page } = reading
  const { contents } = await issueToTake(reading)
  await take(reading, contents.uid)
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
    const earlier = await navigator.serviceWorker.register('/reader/sw.js', { scope: '/reader' })
    await new Promise<void>((resolve) => {
      const worker = earlier.installing ?? earlier.waiting
      if (!worker) return resolve()
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    })
  })
  await page.goto('/faq')
  expect(await scopes(page)).toEqual(['/reader'])
  await page.goto('/reader')
  await expect.poll(() => scopes(page)).toEqual(['/'])
  await expect(page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)).toContainText('Offline lesbar bis')
  await flightMode(reading, true)
  await open(page, contents.uid, { page: 3 })
  await expectPage(page, 3)
  await page.goto('/')
  await expect(page.locator(`[data-downloads] [data-uid="${contents.uid}"]`)).toBeVisible()
})

test.describe('a visitor', () => {
  test.use(settledVisitor)

  test('finds the wordmark and the cards named once, and the same installable app on every page', async ({ page, request }) => {
    await test.step('the wordmark and the cards are named once', async () => {
      await page.goto('/')
      const wordmark = page.getByRole('banner').getByRole('link').first()
      await expect(wordmark).toHaveAccessibleName('read-it')
      const card = page.getByRole('list', { name: 'Heute ganz vorne' }).getByRole('link').first()
      const title = await card.locator('span:not(:has(*))').first().innerText()
      const name = await card.evaluate((link) => (link as HTMLElement).innerText)
      expect(name.split(title)).toHaveLength(2)
      await expect(card).toHaveAccessibleName(name.replace(/\s+/g, ' ').trim())
    })

    await test.step('every page belongs to one installable app', async () => {
      const manifests = new Set<string | null>()
      for (const path of ['/', '/magazines', '/faq', '/user/login', '/reader', '/reader/offline']) {
        const html = await (await request.get(path)).text()
        manifests.add(/<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? null)
      }
      expect([...manifests]).toEqual(['/reader/manifest.webmanifest'])
      const { start_url, scope } = await (await request.get('/reader/manifest.webmanifest')).json()
      expect([start_url, scope]).toEqual(['/', '/'])
      await page.goto('/magazines')
      expect(await scopes(page)).toEqual([])
    })
  })
})
