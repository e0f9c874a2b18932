import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { issueWith, open, readable } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

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
/** Returns a list that fills with the addresses at other hosts that a page requests. */
function strangersAskedBy(page: Page, baseURL: string): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
  })
  return strangers
}
const nothing: Stored = { local: [], session: [], databases: [], caches: [], workers: 0, cookies: [] }

test.use({ serviceWorkers: 'allow' })

test.describe('before the question about cookies is answered', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('neither the pages nor the reader store anything, the banner is the second focus stop, and no other host is contacted', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const strangers = strangersAskedBy(page, baseURL!)
    const paths = ['/', '/magazines', '/user/subscription/pub', '/user/login', '/user/register', '/privacy', '/feedback']
    for (const path of [...paths, '/linkinbio']) {
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

    await test.step('the banner is the second focus stop, after the link to the content', async () => {
      await page.goto('/faq')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[data-banner]') !== null)).toBe(true)
    })

    await test.step('no other host is contacted, neither before nor after the answer', async () => {
      await page.getByRole('region', { name: 'Ein Wort zu Cookies' }).getByRole('button', { name: 'Alle annehmen' }).click()
      await expect(page.locator('[data-banner]')).toHaveCount(0)
      for (const path of ['/', '/magazines', '/user/subscription/pub', '/user/login', '/feedback'])
        await page.goto(path, { waitUntil: 'networkidle' })
      expect(strangers).toEqual([])
    })
  })
})

test.describe('after signing out', () => {
  test.use(settledVisitor)

  const signIn = async (page: Page, shared: boolean) => {
    await page.goto(addressOf('login'))
    await page.locator('input[name="username"]').fill('free@example.org')
    await page.locator('input[name="password"]').fill(DEMONSTRATION_PASSWORD)
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
      local: [],
      databases: [],
      caches: [],
      workers: 0,
      cookies: ['consent', 'consent_social'],
    })
  })
})
