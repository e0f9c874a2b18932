import { readFileSync } from 'node:fs'
import { addressOf } from '@kiosk/domain/addresses'
import { regions } from '@kiosk/domain/regions'
import { plansOf } from '@kiosk/domain/subscriptions/plans'
import { issueMessages } from '@kiosk/i18n/messages/issue'
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
    if (visitor === 'stranger' || visitor === 'free') {
      await expectImage(page, 1)
      await tap(page.getByRole('button', { name: 'Alle Artikel dieser Ausgabe' }))
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
  'find a word': async ({ page, tap }) => {
    const first = await searchFor('garten', { page, tap })
    const hit = hits(page)
      .filter({ hasText: /Gratis lesbar|In Ihrem Abo/ })
      .first()
    const number = Number(new URL((await hit.getAttribute('href'))!, page.url()).searchParams.get('p'))
    await tap(hit)
    await expectImage(page, number)
    return { first, end: 'the page with the word' }
  },
  'find a word in a newspaper': async ({ page, tap }) => {
    const first = await searchFor('verkehr', { page, tap })
    await tap(hits(page).filter({ hasText: 'Mit Abo' }).first())
    await tap(
      page.locator(`:is([data-article-view], [data-current] [data-gate]) a[href^="${addressOf('subscriptions')}"]`).first(),
    )
    await page.waitForURL((url) => url.pathname === addressOf('subscriptions'))
    return { first, end: await endOf(page) }
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
  'move to Premium': async ({ page, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(main(page).getByRole('link', { name: 'Premium wählen' }))
    await page.waitForURL((url) => url.pathname === addressOf('paymentOverview'))
    return { first, end: await endOf(page) }
  },
  'see the subscription': async ({ page, tap }) => {
    await page.goto(addressOf('subscriptions'))
    const first = await tap(main(page).getByRole('link', { name: 'Mein Abo ansehen' }))
    await page.waitForURL((url) => url.pathname === addressOf('currentSubscription'))
    return { first, end: await endOf(page) }
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

const hits = (page: Page) => page.getByRole('region', { name: /^(In den Seiten gefunden|Artikel)$/ }).getByRole('link')

/** Searches on the home page. @returns what the visitor saw first */
async function searchFor(term: string, { page, tap }: Pick<Walk, 'page' | 'tap'>): Promise<string> {
  await page.goto(addressOf('home'))
  const first = await tap(page.getByRole('banner').getByRole('button', { name: 'Suchen' }).first())
  await page.locator('input[type="search"]').fill(term)
  await tap(page.getByRole('search').getByRole('button', { name: 'Suchen' }))
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

/** Rows of the table below a heading of the document, without its header. */
const rowsBelow = (heading: string) =>
  (
    readFileSync(new URL('../docs/journeys.md', import.meta.url), 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith(heading)) ?? ''
  )
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(1)

for (const [visitors, wish, , first, taps, end] of rowsBelow('Every visitor')) {
  const [visitor, ...others] = visitors!.split(', ')
  test(`${visitors}: ${wish}`, async ({ page, request, browser }) => {
    await page.setExtraHTTPHeaders(ownNetwork('AT'))
    if (visitor !== 'stranger') await signIn(page, visitor!, CHANGES_ACCOUNT.includes(wish!))
    let count = 0
    const tap = async (element: Locator) => {
      const text = (await element.innerText()).trim() || (await element.getAttribute('aria-label'))!
      await element.tap()
      count++
      return text
    }
    const walked = await journeys[wish!]!({ page, request, visitor: visitor!, tap })
    expect({ ...walked, taps: String(count) }).toEqual({ first, end, taps })
    for (const other of others) {
      const context = await browser.newContext({ extraHTTPHeaders: ownNetwork('AT') })
      await signIn(await context.newPage(), other, false)
      expect(await seenFirst(wish!, context.request), other).toBe(first)
      await context.close()
    }
  })
}

const issueAddress = async (request: APIRequestContext, wanted: (data: Data) => boolean) =>
  addressOf('issue', { id: (await issueWith(request, wanted)).contents.uid })

type Start = { at(request: APIRequestContext): Promise<string> | string; text: RegExp }
/** Page on which a visitor with a wish begins, and what is seen first in its HTML. */
const starts: Record<string, Start> = {
  'read a magazine': { at: (request) => issueAddress(request, readable), text: /data-action="\w+"[^>]*>([^<]*)/ },
  'read a newspaper': { at: (request) => issueAddress(request, newspaper), text: /data-action="\w+"[^>]*>([^<]*)/ },
  'see a front page': { at: (request) => issueAddress(request, newspaper), text: /data-action="read"[^>]*>([^<]*)/ },
  "read today's": { at: () => addressOf('home'), text: /<main[\s\S]*?class="button"[^>]*>([^<]*)/ },
  'find a word': { at: () => addressOf('home'), text: /<button[^>]*popovertarget="frame-search" aria-label="([^"]*)"/i },
  'follow a title': {
    at: (request) => issueAddress(request, readable),
    text: /<button[^>]*name="favourite"[^>]*>([\s\S]*?)<\/button>/,
  },
  'buy a subscription': { at: () => addressOf('subscriptions'), text: /data-tier="PREMIUM"[\s\S]*?<a [^>]*>([\s\S]*?)<\/a>/ },
  'cancel a subscription': { at: () => addressOf('home'), text: /<footer[\s\S]*?href="\/cancel[^>]*>([^<]*)/ },
  'delete the account': {
    at: () => addressOf('account'),
    text: /name="about" value="delete"[\s\S]*?<button[^>]*>([\s\S]*?)<\/button>/,
  },
}

/** Returns what somebody sees first, from the HTML of the page. */
async function seenFirst(wish: string, request: APIRequestContext, headers: Record<string, string> = {}): Promise<string> {
  const { at, text } = starts[wish]!
  return plain(text.exec(await htmlAt(request, await at(request), headers))?.[1] ?? '')
}

const htmlAt = async (request: APIRequestContext, path: string, headers: Record<string, string> = {}) =>
  (await request.get(path, { headers })).text()

/** Returns the text of HTML. */
const plain = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ')
    .trim()

const LANGUAGES = ['de', 'en', 'fr'] as const

test('what is seen first, in every language', async ({ request }) => {
  for (const [visitors, wish, ...expected] of rowsBelow('In every language')) {
    // Subscribers see the same everywhere: their rows are compared with the messages.
    if (visitors !== 'stranger') {
      expect(
        LANGUAGES.map((language) => issueMessages[language]['ISSUE.READ_NOW']),
        wish,
      ).toEqual(expected)
      continue
    }
    const found = []
    for (const language of LANGUAGES)
      found.push(await seenFirst(wish!, request, { 'x-country': 'AT', 'accept-language': language }))
    expect.soft(found, wish).toEqual(expected)
  }
})

test('prices and ways of paying, in every market and language', async ({ playwright, request, baseURL }) => {
  const { contents } = await issueWith(request, newspaper)
  const found: string[][] = []
  for (const { country, id } of regions) {
    const context = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: ownNetwork(country) })
    const order = addressOf('paymentOverview', { id: plansOf(id).at(-1)!.subscriptionId })
    const pages = (path: string) =>
      Promise.all(LANGUAGES.map((language) => htmlAt(context, path, { 'x-country': country, 'accept-language': language })))
    const [issues, subscriptions] = [
      await pages(addressOf('issue', { id: contents.uid })),
      await pages(addressOf('subscriptions')),
    ]
    await registerByHttp(context, country)
    const orders = await pages(order)
    for (const [at, language] of LANGUAGES.entries()) {
      const price = /data-action="read"[\s\S]*?<p[^>]*>([\s\S]*?)<\/p>/.exec(issues[at]!)?.[1] ?? ''
      const plans = [...subscriptions[at]!.matchAll(/data-tier="(?!FREE)\w+"[\s\S]*?<h2>([^<]*)</g)].map(([, name]) => name)
      const ways = [...orders[at]!.matchAll(/<input[^>]*name="way"[^>]*>\s*<span>([\s\S]*?)<\/span>/g)].map(([, way]) =>
        plain(way!),
      )
      found.push([country, language, plain(price), plans.join(', '), ways.join(', ')])
    }
    await context.dispose()
  }
  expect(found).toEqual(rowsBelow('In every market'))
})

/** Registers a reader without a browser; the code from the e-mail signs in. */
async function registerByHttp(request: APIRequestContext, country: string): Promise<void> {
  const email = newAddress('markt')
  const headers = { 'x-country': country, origin: new URL(test.info().project.use.baseURL!).origin }
  const send = (form: Record<string, string>) => request.post(addressOf('register'), { form: { ...form, email }, headers })
  await send({ intent: 'register', password: NEW_PASSWORD, repeat: NEW_PASSWORD, terms: '1' })
  await send({ intent: 'code', code: await codeMailedTo(email) })
}
