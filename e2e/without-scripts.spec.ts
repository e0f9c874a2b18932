import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { readerAddress } from '@kiosk/domain/addresses'
import { bookmarkMessages } from '@kiosk/i18n/messages/bookmarks'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { expect, test } from '@playwright/test'
import { issueWith, readable } from './open-reader.ts'
import {
  all,
  attribute,
  type Element,
  first,
  follow,
  having,
  named,
  type PlainPage,
  press,
  textOf,
  visit,
} from './plain-visitor.ts'
import { cards, firstIssue, openFilters, settledVisitor } from './visitor.ts'

// The server's answers are requested without a browser. What opens and closes on a page is tested in a browser.

test.use({ ...settledVisitor, javaScriptEnabled: false })

const FEATURED = 'Heute ganz vorne'

test('the home page shows its counts, featured titles and prices', async ({ request }) => {
  const home = await visit(request, '/')
  const [count] = all(home.document, 'dd').flatMap((each) => all(each, '*', having('aria-hidden', 'true')))
  expect(textOf(count!)).toMatch(/^[1-9]/)
  const row = first(home.document, 'ul', named(FEATURED))
  expect(all(row, 'li')).toHaveLength(15)
  expect(textOf(first(home.document, 'table'))).toContain('ab 9,99 €')
  const issue = await follow(request, home, first(row, 'a'))
  expect([issue.status, issue.path]).toEqual([200, expect.stringMatching(/^\/magazines\/issues\//)])
})

test('the catalogue has three pages, no issue twice, and links back to the newest', async ({ request }) => {
  let page = await visit(request, '/magazines')
  const seen: string[] = []
  for (let number = 1; ; number++) {
    const feed = first(page.document, 'div', having('role', 'feed'))
    const links = all(feed, 'article').flatMap((card) => all(card, 'a'))
    seen.push(...links.map((link) => attribute(link, 'href')!))
    if (number === 3) break
    page = await follow(request, page, first(page.document, 'a', named('Weitere Titel')))
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen).size).toBe(60)
  expect((await follow(request, page, first(page.document, 'a', named(/Zum Anfang der Liste$/)))).path).toBe('/magazines')
})

test('the search shows results, and a message without results', async ({ request }) => {
  for (const [term, found] of [
    ['garten', true],
    ['zzzzqq', false],
  ] as const) {
    const catalogue = await visit(request, '/magazines')
    const button = first(first(catalogue.document, 'search'), 'button', named('Suchen'))
    const { path, document } = await press(request, catalogue, button, { search: term })
    expect(path).toBe(`/magazines/${term}`)
    const message = all(document, '*', having('role', 'status')).filter((each) =>
      textOf(each).includes('haben wir nichts gefunden'),
    )
    expect(message).toHaveLength(found ? 0 : 1)
    expect(all(document, 'h2', named('In den Seiten gefunden'))).toHaveLength(found ? 1 : 0)
  }
})

test('a category, the menu of a phone and the cookie banner open', async ({ page, context }) => {
  await test.step('a category opens and links to all its issues', async () => {
    await page.goto('/magazines')
    await openFilters(page)
    const subject = page.getByRole('region', { name: 'Stöbern nach Themen' }).getByRole('group').first()
    await subject.locator('summary').click()
    await subject.getByRole('link', { name: /^Alles aus „/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Thema: /)
    await expect(cards(page).first()).toBeVisible()
  })

  await test.step('the menu of a phone opens', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto('/')
    await page.getByRole('banner').locator('summary').filter({ hasText: 'Menü' }).click()
    await page.getByRole('navigation', { name: 'Menü', exact: true }).getByRole('link', { name: 'Magazine' }).click()
    await expect(page).toHaveURL('/magazines')
  })

  await test.step('the cookie banner is answered, and the settings open', async () => {
    await context.clearCookies()
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Cookie-Einstellungen' })
    await dialog.getByRole('checkbox', { name: /^Soziale Netzwerke/ }).check()
    await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
    await expect(page).toHaveURL('/faq')
    await expect(page.getByRole('region', { name: 'Ein Wort zu Cookies' })).toHaveCount(0)
    expect((await context.cookies()).find(({ name }) => name === 'consent_social')?.value).toBe('1')
  })
})

test('an issue opens the reader', async ({ request }) => {
  const issue = await visit(request, await firstIssue({ request }))
  const main = first(issue.document, 'main')
  expect(all(main, 'a', named('Kostenlos registrieren'))).toHaveLength(1)
  const reader = await follow(request, issue, first(main, 'a', named('Gratis lesen')))
  expect([reader.status, reader.path]).toEqual([200, expect.stringMatching(/^\/reader\/issues\//)])
})

test('language and theme are chosen and remembered', async ({ request }) => {
  const lookOf = ({ document }: PlainPage) => {
    const html = first(document, 'html')
    return [attribute(html, 'lang'), attribute(html, 'data-theme')]
  }
  const german = await visit(request, '/magazines')
  const french = await press(request, german, first(first(german.document, 'footer'), 'button', named('Français')))
  expect(french.path).toBe('/magazines')
  expect(textOf(first(french.document, 'h1'))).toBe('Magazines et journaux')
  const dark = await press(request, french, first(first(french.document, 'footer'), 'button', named('Sombre')))
  expect(dark.path).toBe('/magazines')
  expect(lookOf(dark)).toEqual(['fr', 'dark'])
  expect(lookOf(await visit(request, '/faq'))).toEqual(['fr', 'dark'])
})

test('the subscriptions show their prices, and the FAQ opens', async ({ request }) => {
  const prices = textOf(first((await visit(request, '/user/subscription/pub')).document, 'main'))
  for (const price of ['9,99 €', '19,99 €']) expect(prices).toContain(price)
  const questions = all(first((await visit(request, '/faq')).document, 'main'), 'details')
  expect(questions).toHaveLength(15)
  // A browser opens it by its summary.
  expect(all(questions[0]!, 'summary')).toHaveLength(1)
  expect(textOf(first(questions[0]!, 'p'))).not.toBe('')
})

test('a bookmark gets a note and is removed, an issue is removed from the history, recommendations are switched', async ({
  request,
}) => {
  const headers = { 'x-api-token': /"token":"([^"]+)"/.exec(await (await request.get('/reader/offline')).text())![1]! }
  const form = { type: '0', username: 'promo@example.org', password: DEMONSTRATION_PASSWORD }
  expect((await request.post('/api/v8/websession/login', { headers, form })).status()).toBe(200)
  const { uid } = (await issueWith(request, readable, request)).contents
  await request.post('/api/v8/reader/bookmarks', { headers, form: { issue: uid, page: '2' } })
  await request.put(`/api/v8/reader/places/${uid}`, { headers, form: { page: '2' } })
  const words = { ...shelfMessages.de, ...bookmarkMessages.de }
  const leadsThere = having('href', new RegExp(`^${readerAddress('/reader', uid)}`))
  const entries = ({ document }: PlainPage) => all(document, 'li', (each) => all(each, 'a', leadsThere).length > 0)
  const button = (within: Element, name: string) => first(within, 'button', named(new RegExp(`^${name}`)))
  const statuses = (within: PlainPage['document']) => all(within, '*', having('role', 'status')).map(textOf).filter(Boolean)

  let page = await visit(request, '/reader/bookmarks')
  page = await press(request, page, button(entries(page)[0]!, words['SHELF.SAVE_NOTE']), { note: 'Ohne Skript' })
  expect(textOf(entries(page)[0]!)).toContain('Ohne Skript')
  expect(statuses(entries(page)[0]!)).toEqual([words['SHELF.NOTE_SAVED']])
  page = await press(request, page, button(entries(page)[0]!, words['SHELF.REMOVE_BOOKMARK']))
  expect(statuses(page.document)).toContain(words['SHELF.BOOKMARK_REMOVED'])
  expect(entries(page)).toEqual([])

  const rooms = first(page.document, 'nav', named(words['SHELF.ROOMS']))
  page = await follow(request, page, first(rooms, 'a', named(words['SHELF.HISTORY'])))
  page = await press(request, page, button(entries(page)[0]!, words['SHELF.ERASE']))
  expect(statuses(page.document)).toContain(words['SHELF.ERASED'])
  expect(entries(page)).toEqual([])

  page = await visit(request, '/reader')
  page = await press(request, page, first(page.document, 'button', named(words['SHELF.SWITCH_OFF'])))
  expect(textOf(first(page.document, 'main'))).toContain(words['SHELF.FOR_YOU_OFF'])
  page = await press(request, page, first(page.document, 'button', named(words['SHELF.SWITCH_ON'])))
  expect(all(page.document, 'button', named(words['SHELF.SWITCH_OFF']))).toHaveLength(1)
})
