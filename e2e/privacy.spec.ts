import { addressOf, type Page as PageName, pages, readerAddress } from '@kiosk/domain/addresses'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { ownNetwork } from './new-reader.ts'
import { issueWith, open, readable } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'
import { becomeVisitor } from './visitors-of-journeys.ts'
import { newspaper } from './walks.ts'

/** Pages without required parameters: public ones, or those of a reader. */
const pagesOf = (wanted: 'public' | 'login') =>
  (Object.entries(pages) as [PageName, { path: string; access: string }][])
    .map(([, { path, access }]) => ({ path: path.replace(/\/:\w+\?/g, ''), access }))
    .filter(({ path, access }) => access === wanted && !path.includes(':'))
    .map(({ path }) => path)

type Stored = { local: string[]; session: string[]; databases: string[]; caches: string[]; workers: number; cookies: string[] }

async function storedIn(page: Page, context: BrowserContext): Promise<Stored> {
  const inPage = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage).sort(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? '').sort(),
    caches: (await caches.keys()).sort(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  return { ...inPage, cookies: (await context.cookies()).map(({ name }) => name).sort() }
}
const nothing: Stored = { local: [], session: [], databases: [], caches: [], workers: 0, cookies: [] }

test.describe('before the question about cookies is answered', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('no page stores anything, nor does the reader', async ({ page, context, request }) => {
    test.setTimeout(300_000)
    for (const path of ['/', '/magazines', '/user/login', '/user/register', '/privacy', '/feedback', '/linkinbio']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      // The router stores scroll positions when a page is left.
      await page.evaluate(() => scrollTo(0, 300))
      await page.goto('/terms')
      expect([path, await storedIn(page, context)]).toEqual([path, nothing])
    }
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(2500)
    expect(await storedIn(page, context)).toEqual(nothing)
    await page.goto('/reader', { waitUntil: 'networkidle' })
    await page.waitForTimeout(1000)
    expect(await storedIn(page, context)).toEqual(nothing)
    await expect(page.locator('#shelf li')).toHaveCount(0)
  })

  const windows = [
    { width: 1200, height: 850 },
    { width: 390, height: 844 },
    { width: 320, height: 256 },
  ]
  const hiddenOn = async (page: Page, path: string) => {
    const hidden: string[] = []
    await page.goto(path)
    for (const viewport of windows) {
      await page.setViewportSize(viewport)
      const banner = page.locator('[data-banner]')
      // The document of an issue has no banner, but bars.
      if (await banner.count()) expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(viewport.height / 3 + 1)
      else if (!(await page.locator('[data-bar]').count())) continue
      hidden.push(...(await hiddenFocus(page)).map((what) => `${path} at ${viewport.width}×${viewport.height}: ${what}`))
    }
    return hidden
  }
  const parts = 4
  for (let part = 0; part < parts; part++)
    test(`the focused element is visible in every window, on every public page: part ${part + 1} of ${parts}`, async ({
      page,
    }) => {
      const hidden: string[] = []
      for (const path of pagesOf('public').filter((_, place) => place % parts === part))
        hidden.push(...(await hiddenOn(page, path)))
      expect(hidden).toEqual([])
    })

  test('the focused element is visible in every window, on the pages of an issue, a title and a reader', async ({
    page,
    request,
  }) => {
    const { contents } = await issueWith(request, readable)
    const listed = (await issueWith(request, newspaper)).contents
    const headers = ownNetwork('AT')
    await page.setExtraHTTPHeaders(headers)
    await becomeVisitor(page.context().request, 'magz', 'AT', headers)
    const magazinekey = contents.magazineKey
    const paths = [
      addressOf('issue', { id: contents.uid }),
      addressOf('title', { magazinekey }),
      addressOf('archive', { magazinekey }),
      addressOf('paymentOverview', { id: 2 }),
      readerAddress('/reader', contents.uid, { page: 2 }),
      readerAddress('/reader', listed.uid),
      ...pagesOf('login'),
    ]
    const hidden: string[] = []
    for (const path of paths) hidden.push(...(await hiddenOn(page, path)))
    expect(hidden).toEqual([])
  })

  test('the focused element is visible with smooth scrolling, too', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    for (const path of [addressOf('home'), addressOf('catalogue')]) expect(await hiddenOn(page, path)).toEqual([])
  })

  test('the banner is the second focus stop, after the link to the content', async ({ page }) => {
    await page.goto('/faq')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-banner]') !== null)).toBe(true)
  })
})

/** Focuses each control, in order, and returns the names of those hidden below fixed elements (WCAG 2.4.11). */
function hiddenFocus(page: Page): Promise<string[]> {
  return page.evaluate(async (atEachEnd) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const hidden: string[] = []
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    // Between the first and the last controls of a long page, all cards are alike.
    const controls = all.length > 2 * atEachEnd ? [...all.slice(0, atEachEnd), ...all.slice(-atEachEnd)] : all
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled, [type="hidden"]')) continue
      control.focus()
      if (document.activeElement !== control) continue
      // Waits for the smooth scrolling of pages and rows of covers.
      for (let before = Number.NaN, still = 0; !isStill && still < 2; ) {
        await frame()
        const { left, top } = control.getBoundingClientRect()
        still = left + top === before ? still + 1 : 0
        before = left + top
      }
      // The link to more issues disappears when they are loaded.
      if (document.activeElement !== control) continue
      // A hidden checkbox is drawn by its label, so the position of the label counts.
      const { width, height } = control.getBoundingClientRect()
      const seen = width > 2 && height > 2 ? control : (control.closest('li, label, div') ?? control)
      const points = [...seen.getClientRects()].flatMap(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const)),
      )
      const isClear = ([x, y]: readonly [number, number]) => {
        const there = document.elementFromPoint(x, y)
        const over = there?.closest('[data-banner], nav[data-fixed], [data-bar], [data-notice]')
        return there !== null && (!over || over.contains(control))
      }
      if (!points.some(isClear))
        hidden.push(`${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30)}`)
    }
    return hidden
  }, 15)
}

test.describe('after signing out', () => {
  test.use(settledVisitor)

  const signIn = async (page: Page, shared: boolean) => {
    await page.goto(addressOf('login'))
    await page.locator('input[name="username"]').fill('free@example.org')
    await page.locator('input[name="password"]').fill('Lesehalle7')
    if (shared) await page.getByLabel('Dies ist ein gemeinsam genutztes Gerät').check()
    await page.locator('form:has(input[name="username"]) button[type="submit"]').click()
    await expect(page).toHaveURL(/\/user\/account/)
  }

  test('a personal device shows nothing that the account has read', async ({ page, context, request }) => {
    const { contents } = await issueWith(request, readable)
    await signIn(page, false)
    await open(page, contents.uid)
    await expect.poll(async () => (await storedIn(page, context)).local).toContain('reader.account-positions')
    await page.goto(addressOf('logout'))
    await expect(page.getByRole('link', { name: 'Anmelden' }).first()).toBeAttached()
    expect((await storedIn(page, context)).local).not.toContain('reader.account-positions')
    await page.goto('/reader')
    await expect(page.getByText(contents.titleLine)).toHaveCount(0)
    expect((await storedIn(page, context)).cookies).toContain('device')
  })

  test('a shared device stores nothing while somebody reads, and nothing afterwards', async ({ page, context, request }) => {
    const { contents } = await issueWith(request, readable)
    await signIn(page, true)
    for (const { name, expires } of await context.cookies())
      if (['session', 'device', 'shared_device'].includes(name)) expect([name, expires]).toEqual([name, -1])
    await page.goto(readerAddress('/reader', contents.uid))
    await expect(page.locator('[data-stage]')).toBeVisible()
    await page.waitForTimeout(2500)
    await expect(page.locator('[data-download]')).toHaveCount(0)
    expect(await storedIn(page, context)).toMatchObject({ local: [], databases: [], caches: [], workers: 0 })
    await page.goto(addressOf('logout'))
    await expect(page.getByRole('link', { name: 'Anmelden' }).first()).toBeAttached()
    expect(await storedIn(page, context)).toMatchObject({
      ...{ local: [], databases: [], caches: [], workers: 0 },
      cookies: ['consent', 'consent_social'],
    })
  })
})
