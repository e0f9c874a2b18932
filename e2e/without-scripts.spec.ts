import { readerAddress } from '@kiosk/domain/addresses'
import { bookmarkMessages } from '@kiosk/i18n/messages/bookmarks'
import { shelfMessages } from '@kiosk/i18n/messages/shelf'
import { expect, test } from '@playwright/test'
import { issueWith, readable } from './open-reader.ts'
import { cards, firstIssue, openFilters, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, javaScriptEnabled: false })

test('the home page shows its counts, featured titles and prices', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('dd [aria-hidden="true"]').first()).toHaveText(/^[1-9]/)
  await expect(page.getByRole('list', { name: 'Heute ganz vorne' }).getByRole('listitem')).toHaveCount(15)
  await expect(page.getByRole('table')).toContainText('ab 9,99 €')
  await page.getByRole('list', { name: 'Heute ganz vorne' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/magazines\/issues\//)
})

test('the catalogue has three pages, no issue twice, and links back to the newest', async ({ page }) => {
  await page.goto('/magazines')
  const seen: string[] = []
  for (let number = 1; ; number++) {
    await expect(cards(page).first()).toBeVisible()
    seen.push(
      ...(await cards(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
    )
    if (number === 3) break
    const before = page.url()
    const more = page.getByRole('link', { name: 'Weitere Titel' })
    // Cards take their real height when they come into view: the link may move while the page scrolls to it.
    await more.scrollIntoViewIfNeeded()
    await more.click()
    await expect(page).not.toHaveURL(before)
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen).size).toBe(60)
  await page.getByRole('link', { name: 'Zum Anfang der Liste' }).click()
  await expect(page).toHaveURL('/magazines')
})

test('the search shows results, and a message without results', async ({ page }) => {
  for (const [term, found] of [
    ['garten', true],
    ['zzzzqq', false],
  ] as const) {
    await page.goto('/magazines')
    await page.getByRole('searchbox').fill(term)
    await page.getByRole('search').getByRole('button', { name: 'Suchen' }).click()
    await expect(page).toHaveURL(`/magazines/${term}`)
    await expect(page.getByRole('status').filter({ hasText: 'haben wir nichts gefunden' })).toHaveCount(found ? 0 : 1)
    await expect(page.getByRole('region', { name: 'In den Seiten gefunden' })).toHaveCount(found ? 1 : 0)
  }
})

test('a category opens and links to all its issues', async ({ page }) => {
  await page.goto('/magazines')
  await openFilters(page)
  const subject = page.getByRole('region', { name: 'Stöbern nach Themen' }).getByRole('group').first()
  await subject.locator('summary').click()
  await subject.getByRole('link', { name: /^Alles aus „/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Thema: /)
  await expect(cards(page).first()).toBeVisible()
})

test('an issue opens the reader', async ({ page }) => {
  await page.goto(await firstIssue(page))
  await expect(page.getByRole('main').getByRole('link', { name: 'Kostenlos registrieren' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Gratis lesen', exact: true }).click()
  await expect(page).toHaveURL(/\/reader\/issues\//)
})

test('language and theme are chosen and remembered', async ({ page }) => {
  await page.goto('/magazines')
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page).toHaveURL('/magazines')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Magazines et journaux')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Sombre' }).click()
  await expect(page).toHaveURL('/magazines')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/faq')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

test('the cookie banner is answered, and the settings open', async ({ page, context }) => {
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

test('the subscriptions show their prices, and the FAQ opens', async ({ page }) => {
  await page.goto('/user/subscription/pub')
  await expect(page.getByRole('main')).toContainText('9,99 €')
  await expect(page.getByRole('main')).toContainText('19,99 €')
  await page.goto('/faq')
  const questions = page.getByRole('main').getByRole('group')
  await expect(questions).toHaveCount(15)
  await questions.first().locator('summary').click()
  await expect(questions.first().locator('p').first()).toBeVisible()
})

test('the menu of a phone opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Menü' }).click()
  await page.getByRole('navigation', { name: 'Menü', exact: true }).getByRole('link', { name: 'Magazine' }).click()
  await expect(page).toHaveURL('/magazines')
})

test('a bookmark gets a note and is removed, an issue is removed from the history, recommendations are switched', async ({
  page,
}) => {
  const { request } = page.context()
  const headers = { 'x-api-token': /"token":"([^"]+)"/.exec(await (await request.get('/reader/offline')).text())![1]! }
  const form = { type: '0', username: 'promo@example.org', password: 'Lesehalle7' }
  expect((await request.post('/api/v8/websession/login', { headers, form })).status()).toBe(200)
  const { uid } = (await issueWith(request, readable, page)).contents
  await request.post('/api/v8/reader/bookmarks', { headers, form: { issue: uid, page: '2' } })
  await request.put(`/api/v8/reader/places/${uid}`, { headers, form: { page: '2' } })
  const words = { ...shelfMessages.de, ...bookmarkMessages.de }
  const entry = page.getByRole('listitem').filter({ has: page.locator(`a[href^="${readerAddress('/reader', uid)}"]`) })

  await page.goto('/reader/bookmarks')
  await entry.locator('summary').click()
  await entry.getByRole('textbox').fill('Ohne Skript')
  await entry.getByRole('button', { name: words['SHELF.SAVE_NOTE'] }).click()
  await expect(entry).toContainText('Ohne Skript')
  await expect(entry.getByRole('status')).toHaveText(words['SHELF.NOTE_SAVED'])
  await entry.getByRole('button', { name: words['SHELF.REMOVE_BOOKMARK'] }).click()
  await expect(page.getByText(words['SHELF.BOOKMARK_REMOVED'])).toBeVisible()
  await expect(entry).toHaveCount(0)

  await page.getByRole('navigation', { name: words['SHELF.ROOMS'] }).getByRole('link', { name: words['SHELF.HISTORY'] }).click()
  await entry.getByRole('button', { name: words['SHELF.ERASE'] }).click()
  await expect(page.getByText(words['SHELF.ERASED'], { exact: true })).toBeVisible()
  await expect(entry).toHaveCount(0)

  await page.goto('/reader')
  await page.getByRole('button', { name: words['SHELF.SWITCH_OFF'] }).click()
  await expect(page.getByRole('main')).toContainText(words['SHELF.FOR_YOU_OFF'])
  await page.getByRole('button', { name: words['SHELF.SWITCH_ON'] }).click()
  await expect(page.getByRole('button', { name: words['SHELF.SWITCH_OFF'] })).toBeVisible()
})
