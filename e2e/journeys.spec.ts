import { readFileSync } from 'node:fs'
import { addressOf } from '@kiosk/domain/addresses'
import { type APIRequestContext, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { codeMailedTo } from './mailbox.ts'
import { enterCard, logIn, PASSWORD as NEW_PASSWORD, newAddress, ownNetwork, registerReader, stranger } from './new-reader.ts'
import { type Data, expectImage, issueWith, onAPhone, readable } from './open-reader.ts'
import { settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, ...onAPhone })

/** Password of the demonstration's readers. */
const PASSWORD = 'Lesehalle7'
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog').or(main(page).getByRole('alertdialog'))
const newspaper = ({ access, contents }: Data) => access.because === 'subscribe' && contents.pages.length > 2

type Walk = {
  page: Page
  request: APIRequestContext
  visitor: string
  /** Taps an element and counts it. @returns its text */
  tap(element: Locator): Promise<string>
}
/** What the visitor saw first, and an element of the end. */
type Walked = { first: string; end: string }

const journeys: Record<string, (walk: Walk) => Promise<Walked>> = {
  'read a magazine': (walk) => readFromCover(walk, readable),
  'read a newspaper': (walk) => readFromCover(walk, newspaper),
  'read a newspaper article': async ({ page, request, visitor, tap }) => {
    const { contents } = await issueWith(request, newspaper)
    await page.goto(addressOf('catalogue', { magazine: contents.magazineKey }))
    await tap(
      main(page)
        .locator(`a[href="${addressOf('issue', { id: contents.uid })}"]`)
        .first(),
    )
    const first = await tap(main(page).locator('[data-action="read"]'))
    const link = page.locator('[data-article-list] h4 a').first()
    const headline = await tap(link)
    const article = page.locator('[data-article-view]')
    await expect(article.getByRole('heading', { level: 2, name: headline })).toBeVisible()
    if (visitor === 'magz' || visitor === 'premium') return { first, end: await article.getByRole('button').first().innerText() }
    await tap(article.locator(`a[href^="${addressOf('subscriptions')}"]`))
    await page.waitForURL((url) => url.pathname === addressOf('subscriptions'))
    return { first, end: await endOf(page) }
  },
  "read today's": async ({ page, tap }) => {
    await page.goto(addressOf('home'))
    return { first: await tap(main(page).locator('a.button').first()), end: await endOf(page) }
  },
  'follow a title': async ({ page, request, visitor, tap }) => {
    const { contents } = await issueWith(request, readable)
    await page.goto(addressOf('issue', { id: contents.uid }))
    const heart = main(page).locator('button[name="favourite"]')
    const first = await tap(heart)
    if (visitor === 'stranger') {
      const email = await registerReader(await stranger(page.context().browser()!), 'folgt')
      await page.locator('input[name="username"]').fill(email)
      await page.locator('input[name="password"]').fill('Sommerwind-7')
      await tap(page.locator('form:has(input[name="username"]) button[type="submit"]'))
    }
    await expect(heart).toHaveAttribute('data-on')
    return { first, end: await heart.innerText() }
  },
  'buy a subscription': async ({ page, visitor, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(main(page).getByRole('link', { name: 'Premium wählen' }))
    if (visitor === 'stranger') {
      const email = newAddress('kauft')
      await main(page).locator('input[name="email"]').first().fill(email)
      await main(page).locator('input[autocomplete="new-password"]').fill(NEW_PASSWORD)
      await tap(main(page).locator('input[name="terms"]'))
      await tap(main(page).getByRole('button', { name: 'Konto erstellen und weiter' }))
      await main(page)
        .locator('input[name="code"]')
        .fill(await codeMailedTo(email))
    }
    await tap(main(page).locator('input[name="accepted"]'))
    await tap(main(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }))
    await tap(await enterCard(page, '4242 4242 4242 4242'))
    await page.waitForURL((url) => url.pathname.startsWith(addressOf('paymentSuccess')))
    return { first, end: await heading(page).innerText() }
  },
  'cancel a subscription': async ({ page, visitor, tap }) => {
    if (visitor === 'stranger') {
      await page.goto(addressOf('home'))
      const first = await tap(page.getByRole('contentinfo').locator(`a[href^="${addressOf('cancel')}"]`))
      return { first, end: await endOf(page) }
    }
    await page.goto(addressOf('account'))
    const first = await tap(main(page).locator(`a[href="${addressOf('currentSubscription')}"]`))
    await tap(main(page).getByRole('button', { name: 'Abo kündigen' }))
    return { first, end: await dialog(page).getByRole('heading').innerText() }
  },
  'delete the account': async ({ page, tap }) => {
    // The button opens its dialog once the scripts of the page run.
    await page.goto(addressOf('account'), { waitUntil: 'networkidle' })
    const first = await tap(main(page).getByRole('button', { name: 'Konto löschen' }))
    return { first, end: await dialog(page).getByRole('heading').innerText() }
  },
}

/** Taps the cover of an issue in the catalogue and then the first button of its page. */
async function readFromCover({ page, request, tap }: Walk, wanted: (data: Data) => boolean): Promise<Walked> {
  const { contents } = await issueWith(request, wanted)
  await page.goto(addressOf('catalogue', { magazine: contents.magazineKey }))
  await tap(
    main(page)
      .locator(`a[href="${addressOf('issue', { id: contents.uid })}"]`)
      .first(),
  )
  return { first: await tap(main(page).locator('[data-action]').first()), end: await endOf(page) }
}

/**
 * Returns "page 1" when the first page of an issue is visible, the heading of its list of articles when that is, else the
 * heading of the page.
 */
async function endOf(page: Page): Promise<string> {
  await page.waitForURL((url) => url.pathname !== addressOf('home') && !url.pathname.startsWith('/magazines'))
  if (!page.url().includes('/reader/issues/')) return heading(page).innerText()
  const list = page.locator('[data-article-list]')
  await expect(list.or(page.locator('[data-stage]'))).toBeVisible()
  if (await list.isVisible()) return list.getByRole('heading', { level: 2 }).innerText()
  await expectImage(page, 1)
  return 'page 1'
}

/** Cookies of the visitors of this process: an account reads on few devices only, and other tests use the same ones. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Wishes that change the account, so that it must be a new one. */
const CHANGES_ACCOUNT = ['follow a title', 'buy a subscription']

/** Signs in as a reader of the demonstration, or, without a subscription or promo code, as a new one. */
async function signIn(page: Page, visitor: string, isNew: boolean): Promise<void> {
  const known = isNew ? undefined : sessions.get(visitor)
  if (known) return page.context().addCookies(known)
  if (visitor === 'free') await registerReader(page, 'geht')
  else {
    await logIn(page, `${visitor}@example.org`, addressOf('account'), PASSWORD)
    await page.waitForURL(addressOf('account'))
  }
  if (!isNew) sessions.set(visitor, await page.context().cookies())
}

const rows = readFileSync(new URL('../docs/journeys.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(1)

for (const [visitor, wish, , first, taps, end] of rows) {
  test(`${visitor}: ${wish}`, async ({ page, request }) => {
    await page.setExtraHTTPHeaders(ownNetwork('AT'))
    if (visitor !== 'stranger') await signIn(page, visitor!, CHANGES_ACCOUNT.includes(wish!))
    let count = 0
    const tap = async (element: Locator) => {
      const text = (await element.innerText()).trim()
      await element.tap()
      count++
      return text
    }
    const walked = await journeys[wish!]!({ page, request, visitor: visitor!, tap })
    expect({ ...walked, taps: String(count) }).toEqual({ first, end, taps })
  })
}
