import { expect, type Locator, type Page, test } from '@playwright/test'
import { cards, expectAccessible, openFilters, phone, settledVisitor } from './visitor.ts'

test.use({ ...settledVisitor, ...phone, viewport: { width: 360, height: 780 } })

const names = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label') ?? ''))
const choose = async (page: Page, group: string, choice: string | RegExp) => {
  await openFilters(page)
  await page.getByRole('navigation', { name: group }).getByRole('link', { name: choice }).click()
}
const count = async (page: Page) =>
  Number(/\d+/.exec(await page.getByRole('heading', { name: /^(\d+ Titel|Ein Titel)$/ }).innerText())?.[0] ?? 1)

/** Records what moves in view on the current page; returns what reads the record. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push(`${value} ${sources.map(({ node }) => (node as Element | null)?.className).join(', ')}`)
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
}
/** Jumps so far that the end of an element is at the lower edge of the window. */
const jumpTo = (element: Locator) => element.evaluate((it) => it.scrollIntoView({ block: 'end', behavior: 'instant' }))

test('lists every title once, and moves nothing in view; the first card is in the upper half of a phone', async ({ page }) => {
  await page.goto('/magazines')
  const shifts = await watchShifts(page)
  const { y } = (await cards(page).first().boundingBox())!
  expect(y).toBeLessThan(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // At the foot of the page the footer stays; a link leads back to the end of the list.
  await jumpTo(page.getByRole('contentinfo'))
  await expect(page.locator('[role=feed][data-infinite]')).toBeAttached()
  await page.waitForTimeout(500)
  expect(await cards(page).count()).toBe(20)
  await page.getByRole('link', { name: 'Weitere Titel' }).tap()
  await expect(cards(page).nth(20)).toBeInViewport()
  await expect(async () => {
    await jumpTo(page.getByRole('feed'))
    await expect(page.getByText(/^Das waren alle Titel, \d+ insgesamt\.$/)).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 35_000 })
  expect(await shifts()).toEqual([])
  const listed = await names(page)
  expect(listed).toHaveLength(await count(page))
  expect(new Set(listed).size).toBe(listed.length)

  await test.step('as does the list of links for a profile', async () => {
    // So low that the end of the list is not near.
    await page.setViewportSize({ width: 360, height: 400 })
    await page.goto('/linkinbio')
    const shifts = await watchShifts(page)
    const links = page.locator('main ul > li')
    const more = page.getByRole('link', { name: 'Mehr laden' })
    const before = await links.count()
    await jumpTo(more)
    await expect(page.locator('ul[data-links][data-infinite]')).toBeAttached()
    await page.waitForTimeout(500)
    expect(await links.count()).toBe(before)
    await more.tap()
    await expect(links.nth(before)).toBeInViewport()
    await expect(more).toHaveCount(0)
    await jumpTo(page.getByRole('contentinfo'))
    expect(await shifts()).toEqual([])
  })

  await test.step('and the shelf, before its script shows what this browser remembers', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/reader')
    await expect(page.getByRole('heading', { name: 'Zuletzt gelesen' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
    const position = {
      uid: 'almzeit',
      owner: null,
      page: 2,
      pageCount: 20,
      titleLine: 'Almzeit',
      detailLine: 'Nr. 7',
      coverURL: '',
    }
    await page.evaluate((stored) => localStorage.setItem('reader.positions', stored), JSON.stringify([position]))
    await page.reload()
    const place = async () => (await page.getByText('Ihr Regal auf jedem Gerät').boundingBox())!.y
    const before = await place()
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Almzeit' })).toBeVisible()
    expect(Math.abs((await place()) - before)).toBeLessThan(2)
  })
})

test('choices of the catalogue pass axe, combine, are undone one by one, and remain when a category is added', async ({
  page,
}) => {
  await test.step('the open choices have no accessibility violations', async () => {
    await page.goto('/magazines?language=fr')
    await openFilters(page)
    await expectAccessible(page, 'choices of the catalogue')
  })

  await test.step('language, letter and order combine, are undone one by one, and remain after returning from an issue', async () => {
    await page.goto('/magazines')
    const all = await count(page)
    await openFilters(page)
    const letters = page.getByRole('navigation', { name: 'Anfangsbuchstabe' }).getByRole('link')
    await expect(letters.first()).toBeVisible()
    const widths = await letters.evaluateAll((links) => links.map((link) => (link as HTMLElement).offsetWidth))
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(24)
    await openFilters(page)
    await choose(page, 'Sprache', /^Englisch/)
    await expect(page).toHaveURL('/magazines?language=en')
    const english = await count(page)
    expect(english).toBeLessThan(all)
    await page.getByRole('navigation', { name: 'Sortierung' }).getByRole('link', { name: 'A–Z' }).click()
    await expect(page).toHaveURL('/magazines?language=en&order=name')
    const sorted = await names(page)
    expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b, 'de', { ignorePunctuation: true })))
    const letter = sorted[0]![0]!
    await choose(page, 'Anfangsbuchstabe', letter)
    await expect(page).toHaveURL(`/magazines?language=en&letter=${letter.toLowerCase()}&order=name`)
    await expect(cards(page).first()).toBeVisible()
    const chosen = await names(page)
    for (const name of chosen) expect(name[0]).toBe(letter)
    const address = page.url()
    await cards(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/magazines\/issues\//)
    await page.goBack()
    await expect(page).toHaveURL(address)
    expect(await names(page)).toEqual(chosen)
    await page.getByRole('link', { name: 'Filter „Englisch“ entfernen' }).click()
    await expect(page).toHaveURL(`/magazines?letter=${letter.toLowerCase()}&order=name`)
  })

  await test.step('the country of the visitor is offered first; a category keeps the other choices', async () => {
    await page.goto('/magazines')
    await openFilters(page)
    await expect(page.getByRole('navigation', { name: 'Erscheint in' }).getByRole('link').first()).toHaveText(/^Österreich/)
    await page.getByRole('navigation', { name: 'Erscheint in' }).getByRole('link').first().click()
    await expect(page).toHaveURL('/magazines?country=AT')
    const austrian = await names(page)
    await openFilters(page)
    const subject = page.getByRole('region', { name: 'Stöbern nach Themen' }).getByRole('group').first()
    await subject.locator('summary').click()
    await subject.getByRole('link', { name: /^Alles aus „/ }).click()
    await expect(page).toHaveURL(/\/magazines\?(country=AT&category=|category=[\w-]+&country=AT)/)
    for (const name of await names(page)) expect(austrian).toContain(name)
  })
})

test('a name that is one endless word breaks on the pages of its title, issue and topic', async ({ page }) => {
  const hrefOf = async (link: string) => (await page.locator(`main ${link}`).first().getAttribute('href'))!
  await page.goto('/magazines')
  const issue = await hrefOf('a[href^="/magazines/issues/"]')
  await page.goto(issue)
  for (const path of [issue, await hrefOf('a[href^="/title/"]'), '/topic/vier-tage']) {
    await page.goto(path)
    const width = await page.evaluate(() => {
      // Not our own words: buttons, dates and the like.
      const words = 'p:not([class*=actions], [class*=actions] *, [class*=facts])'
      for (const element of document.querySelectorAll(`main :is(h1, ${words}, ${words} > *)`)) element.append('W'.repeat(150))
      return document.documentElement.scrollWidth
    })
    expect.soft(width, path).toBe(360)
  }
})
