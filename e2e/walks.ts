import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { addressOf } from '@kiosk/domain/addresses'
import type { Language } from '@kiosk/domain/locale'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { mySubscriptionMessages } from '@kiosk/i18n/messages/my-subscription'
import { pageAndArticleMessages } from '@kiosk/i18n/messages/page-and-article'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { codeMailedTo } from './mailbox.ts'
import { enterCard, readerIn } from './new-reader.ts'
import { type Data, expectImage, issueWith, readable } from './open-reader.ts'
import { newAddress } from './reader-like.ts'

// What the visitors of docs/journeys.md do, wish by wish.

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog').or(main(page).getByRole('alertdialog'))
export const newspaper = ({ access, contents }: Data) =>
  contents.kind === 'newspaper' && access.because === 'subscribe' && contents.pages.length > 2

/** A visitor with a wish. */
type Walk = {
  page: Page
  request: APIRequestContext
  visitor: string
  country: string
  language: Language
  /** Taps an element and counts it. @returns its text */
  tap(element: Locator): Promise<string>
}
/** What the visitor saw first, and an element at the end. */
type Walked = { first: string; end: string }

export const journeys: Record<string, (walk: Walk) => Promise<Walked>> = {
  'read a magazine': (walk) => readFromCover(walk, readable),
  'read a newspaper': (walk) => readFromCover(walk, newspaper),
  'read a newspaper article': async ({ page, request, visitor, language, tap }) => {
    const { contents } = await issueWith(request, newspaper)
    await page.goto(addressOf('catalogue', { magazine: contents.magazineKey }))
    await tap(
      main(page)
        .locator(`a[href="${addressOf('issue', { id: contents.uid })}"]`)
        .first(),
    )
    const first = await tap(main(page).locator('[data-action="read"]'))
    const link = page.locator('[data-article-list] h4 a').first()
    if (visitor === 'stranger' || visitor === 'free') {
      await expectImage(page, 1)
      await tap(page.getByRole('button', { name: pageAndArticleMessages[language]['READER.TO_LIST'] }))
    }
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
  'find a word': async ({ page, language, tap }) => {
    const words = catalogueMessages[language]
    const first = await searchFor({ de: 'garten', en: 'garden', fr: 'fenêtre' }[language], { page, language, tap })
    const hit = hits(page, language)
      .filter({ hasText: new RegExp(`${words['CATALOGUE.FREE_TO_READ']}|${words['CATALOGUE.IN_YOUR_SUBSCRIPTION']}`) })
      .first()
    const number = Number(new URL((await hit.getAttribute('href'))!, page.url()).searchParams.get('p'))
    await tap(hit)
    await expectImage(page, number)
    return { first, end: 'the page with the word' }
  },
  'find a word in a newspaper': async ({ page, language, tap }) => {
    const first = await searchFor('verkehr', { page, language, tap })
    await tap(hits(page, language).filter({ hasText: catalogueMessages[language]['CATALOGUE.WITH_SUBSCRIPTION'] }).first())
    await tap(
      page.locator(`:is([data-article-view], [data-current] [data-gate]) a[href^="${addressOf('subscriptions')}"]`).first(),
    )
    await page.waitForURL((url) => url.pathname === addressOf('subscriptions'))
    return { first, end: await endOf(page) }
  },
  'follow a title': async ({ page, request, visitor, country, tap }) => {
    const { contents } = await issueWith(request, readable)
    await page.goto(addressOf('issue', { id: contents.uid }))
    const heart = main(page).locator('button[name="favourite"]')
    const first = await tap(heart)
    if (visitor === 'stranger') {
      const email = await readerIn(country)
      await page.locator('input[name="username"]').fill(email)
      await page.locator('input[name="password"]').fill(DEMONSTRATION_PASSWORD)
      await tap(page.locator('form:has(input[name="username"]) button[type="submit"]'))
    }
    await expect(heart).toHaveAttribute('value', 'no')
    return { first, end: await heart.innerText() }
  },
  'buy a subscription': async ({ page, visitor, language, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(premium(page))
    if (visitor === 'stranger') {
      const email = newAddress('kauft')
      await main(page).locator('input[name="email"]').first().fill(email)
      await main(page).locator('input[autocomplete="new-password"]').fill(DEMONSTRATION_PASSWORD)
      await tap(main(page).locator('input[name="terms"]'))
      await tap(main(page).getByRole('button', { name: checkoutMessages[language]['CHECKOUT.ACCOUNT_CREATE'] }))
      await main(page)
        .locator('input[name="code"]')
        .fill(await codeMailedTo(email))
    }
    await tap(main(page).locator('input[name="accepted"]'))
    await tap(main(page).getByRole('button', { name: checkoutMessages[language]['CHECKOUT.ORDER'], exact: true }))
    await tap(await enterCard(page, '4242 4242 4242 4242'))
    await page.waitForURL((url) => url.pathname.startsWith(addressOf('paymentSuccess')))
    return { first, end: await heading(page).innerText() }
  },
  'move to Premium': async ({ page, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(premium(page))
    await page.waitForURL((url) => url.pathname === addressOf('paymentOverview'))
    return { first, end: await endOf(page) }
  },
  'see the subscription': async ({ page, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(main(page).locator(`a[href="${addressOf('currentSubscription')}"]`))
    await page.waitForURL((url) => url.pathname === addressOf('currentSubscription'))
    return { first, end: await endOf(page) }
  },
  'cancel a subscription': async ({ page, visitor, language, tap }) => {
    if (visitor === 'stranger') {
      await page.goto(addressOf('home'))
      const link = page.getByRole('contentinfo').locator(`a[href^="${addressOf('cancel')}"]`)
      // The shelves above get their height when they come into sight, and the footer moves under the finger.
      await link.scrollIntoViewIfNeeded()
      const first = await tap(link)
      return { first, end: await endOf(page) }
    }
    await page.goto(addressOf('account'))
    const first = await tap(main(page).locator(`a[href="${addressOf('currentSubscription')}"]`))
    // The button opens its dialog once the scripts of the page run.
    await page.waitForLoadState('networkidle')
    await tap(main(page).getByRole('button', { name: mySubscriptionMessages[language]['BILLING.CANCEL'] }))
    return { first, end: await dialog(page).getByRole('heading').innerText() }
  },
  'delete the account': async ({ page, language, tap }) => {
    // The button opens its dialog once the scripts of the page run.
    await page.goto(addressOf('account'), { waitUntil: 'networkidle' })
    const first = await tap(main(page).getByRole('button', { name: accountMessages[language]['ACCOUNT.DELETE_BUTTON'] }))
    return { first, end: await dialog(page).getByRole('heading').innerText() }
  },
}

const premium = (page: Page) => main(page).locator('[data-tier="PREMIUM"] a').first()

/** Links of a search to pages and articles. */
const hits = (page: Page, language: Language) => {
  const words = catalogueMessages[language]
  const headings = new RegExp(`^(${words['CATALOGUE.SEARCH_PAGES']}|${words['CATALOGUE.SEARCH_ARTICLES']})$`)
  return page.getByRole('region', { name: headings }).getByRole('link')
}

/** Searches on the home page. @returns what the visitor saw first */
async function searchFor(term: string, { page, language, tap }: Pick<Walk, 'page' | 'language' | 'tap'>): Promise<string> {
  await page.goto(addressOf('home'))
  const name = shellMessages[language]['SHELL.SEARCH']
  const first = await tap(page.getByRole('banner').getByRole('button', { name }).first())
  await page.locator('input[type="search"]').fill(term)
  await tap(page.getByRole('search').getByRole('button', { name }))
  return first
}

/** Taps the cover of an issue in the catalogue and then the first button of its page. */
async function readFromCover({ page, request, tap }: Walk, fits: (data: Data) => boolean): Promise<Walked> {
  const { contents } = await issueWith(request, fits)
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
