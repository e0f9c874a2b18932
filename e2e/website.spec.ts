import { expect, type Page, test } from '@playwright/test'
import { all, attribute, first, follow, having, named, textOf, visit } from './plain-visitor.ts'
import { cards, desktop, firstIssue, openFilters, phone, settledVisitor, tabTo } from './visitor.ts'

test.use(settledVisitor)

test('the link list continues one screen before its end, and shows that it is loading', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const requested: string[] = []
  await page.route('**/linkinbio?*', async (route) => {
    requested.push(route.request().url())
    await held
    await route.continue()
  })
  await page.goto('/linkinbio')
  const posts = page.getByRole('main').getByRole('listitem')
  await expect(posts).toHaveCount(12)
  const status = page.getByRole('main').getByRole('status')
  const grid = page.getByRole('main').getByRole('list')
  const below = () => grid.evaluate((element) => element.getBoundingClientRect().bottom - innerHeight)
  expect(await below()).toBeGreaterThan(500)
  expect(requested).toEqual([])
  await page.evaluate((by) => scrollBy(0, by), (await below()) - 480)
  await expect(status).toHaveText('Weitere Beiträge werden geladen …')
  expect(await below()).toBeGreaterThan(0)
  await page.evaluate((by) => scrollBy(0, by), (await below()) + 100)
  await expect(status).toBeInViewport()
  release()
  await expect(posts).toHaveCount(16)
  await expect(status).toHaveText('')
  await expect(page.getByRole('link', { name: 'Mehr laden' })).toHaveCount(0)
})

test.describe('home', () => {
  const shelf = (page: Page) => page.getByRole('list', { name: 'Heute ganz vorne' })
  const section = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Heute ganz vorne' }) })
  const forward = (page: Page) => section(page).getByRole('button', { name: 'Weiterblättern' })

  test('the featured row of the home page is browsed by buttons and arrow keys, and scrolls to a focused cover up to 1500 pixels', async ({
    page,
  }) => {
    await test.step('the featured row has 15 covers, browsed by buttons and arrow keys, and links to all magazines', async () => {
      await page.setViewportSize(desktop.viewport)
      await page.goto('/')
      await expect(shelf(page).getByRole('listitem')).toHaveCount(15)
      const covers = shelf(page).getByRole('link')
      const left = () => shelf(page).evaluate((row) => row.scrollLeft)
      const back = section(page).getByRole('button', { name: 'Zurückblättern' })
      await expect(back).toBeDisabled()
      await forward(page).click()
      await expect.poll(left).toBeGreaterThan(300)
      await expect(back).toBeEnabled()
      await back.click()
      await expect.poll(left).toBeLessThan(8)
      await covers.first().focus()
      for (let step = 0; step < 14; step++) await page.keyboard.press('ArrowRight')
      await expect(covers.last()).toBeFocused()
      await expect(covers.last()).toBeInViewport()
      await expect(forward(page)).toBeDisabled()
      await section(page).getByRole('link', { name: 'Alle Magazine ansehen' }).click()
      await expect(page).toHaveURL('/magazines')
    })

    await test.step('up to 1500 pixels a focused cover scrolls to the start of its row; above, the row does not move', async () => {
      const offsetOf = (place: number) =>
        shelf(page).evaluate((row, at) => {
          const { left } = row.children[at]!.getBoundingClientRect()
          return Math.round(left - row.getBoundingClientRect().left - Number.parseFloat(getComputedStyle(row).paddingLeft))
        }, place)
      await page.goto('/')
      for (const [width, snaps] of [
        [1400, true],
        [1600, false],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await expect(forward(page)).toBeVisible()
        await shelf(page).evaluate((row) => row.scrollTo({ left: 0, behavior: 'instant' }))
        await shelf(page).getByRole('link').first().focus()
        for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
        await expect(shelf(page).getByRole('link').nth(3)).toBeFocused()
        if (snaps) await expect.poll(() => offsetOf(3)).toBeLessThan(3)
        else expect(await offsetOf(3)).toBeGreaterThan(200)
        expect(await shelf(page).evaluate((row) => getComputedStyle(row).scrollSnapType)).toBe(snaps ? 'x' : 'none')
      }
    })
  })

  const count = (page: Page) => page.locator('dd [aria-hidden="true"]').first()
  const final = (page: Page) => page.locator('dd .unseen').first()
  type Seen = { number: string; at: number }
  /** Records every number that was shown since the page began to load, with its time. Milliseconds. */
  const numbersSeen = async (page: Page) => {
    await page.addInitScript(() => {
      const seen: Seen[] = []
      Object.assign(globalThis, { seen })
      const look = () => {
        const number = document.querySelector('dd [aria-hidden="true"]')?.textContent
        if (number && number !== seen.at(-1)?.number) seen.push({ number, at: performance.now() })
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    })
    return () => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen)
  }

  test('the number of titles counts up on a large screen, and is complete after two seconds', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 800, height: 900 })
    const seen = await numbersSeen(page)
    await page.goto('/')
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(3)
    await expect(count(page)).toHaveText(await final(page).innerText())
    const counted = (await seen()).slice(1)
    expect(counted[0]?.number).toBe('0')
    const took = counted.at(-1)!.at - counted[0]!.at
    expect(took).toBeGreaterThan(1900)
    // A busy machine may be late, but never early.
    expect(took).toBeLessThan(6000)
  })

  test('the number of titles is shown at once on a small screen, and where movement is unwelcome', async ({ page }) => {
    const seen = await numbersSeen(page)
    for (const [width, height, reducedMotion] of [
      [799, 900, 'no-preference'],
      [900, 799, 'no-preference'],
      [1280, 900, 'reduce'],
    ] as const) {
      const state = `${width}×${height}, ${reducedMotion}`
      await page.emulateMedia({ reducedMotion })
      await page.setViewportSize({ width, height })
      await page.goto('/')
      // The row's buttons appear with the scripts that would also count.
      await expect(forward(page)).toBeVisible()
      expect(Number((await final(page).innerText()).replace(/\D/g, '')), state).toBeGreaterThan(0)
      expect(
        (await seen()).map(({ number }) => number),
        state,
      ).toEqual([await final(page).innerText()])
    }
  })
})

test.describe('catalogue', () => {
  const toTheEnd = (page: Page) =>
    page.getByRole('feed').evaluate((feed) => feed.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const sizesSeen = async (page: Page) => {
    await page.addInitScript(() => {
      const sizes: number[] = []
      Object.assign(globalThis, { sizes })
      const look = () => {
        const size = document.querySelectorAll('[role="feed"] article').length
        if (document.readyState !== 'loading' && size !== sizes.at(-1)) sizes.push(size)
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true })
      document.addEventListener('DOMContentLoaded', look)
    })
    return () => page.evaluate(() => (globalThis as unknown as { sizes: number[] }).sizes)
  }

  /** Scrolls until the end of the cards is this many window heights below the window. */
  const leaveEndBelow = (page: Page, heights: number) =>
    page.evaluate(async (heights) => {
      const feed = document.querySelector('[role="feed"]')!
      // Distant cards have an estimated height, so this approaches step by step.
      for (const more of [1.5, 0.8, 0.4, 0.2, 0.1, 0, 0]) {
        scrollBy({ top: feed.getBoundingClientRect().bottom - innerHeight * (1 + heights + more), behavior: 'instant' })
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30)))
      }
    }, heights)
  /** Scrolls near enough for the script that makes the list infinite, and waits for it. */
  const endless = async (page: Page) => {
    await leaveEndBelow(page, 0.85)
    await expect(page.locator('[role="feed"][data-infinite]')).toBeAttached()
  }

  for (const [name, screen, chunk, tenths] of [
    ['a desktop', desktop, 4, 1],
    ['a phone', phone, 2, 5],
  ] as const) {
    test(`twenty cards first, then ${chunk} at a time, ${tenths} tenths of the window before the end, on ${name}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ ...settledVisitor, ...screen, baseURL: test.info().project.use.baseURL! })
      const page = await context.newPage()
      const sizes = await sizesSeen(page)
      await page.goto('/magazines')
      await endless(page)
      await leaveEndBelow(page, tenths / 10 + 0.12)
      await page.waitForTimeout(500)
      expect(await cards(page).count()).toBe(20)
      await leaveEndBelow(page, tenths / 10 - 0.05)
      await expect.poll(() => cards(page).count()).toBeGreaterThan(20)
      await expect(async () => {
        await toTheEnd(page)
        expect(await cards(page).count()).toBeGreaterThanOrEqual(32)
      }).toPass()
      const seen = await sizes()
      expect(seen[0]).toBe(20)
      // Several chunks are loaded at once if the view is still not filled.
      const steps = seen.slice(1).map((size, index) => size - seen[index]!)
      expect(Math.min(...steps)).toBe(chunk)
      expect(steps.filter((step) => step % chunk)).toEqual([])
      await context.close()
    })
  }

  test('scrolling reaches the end of the list, with one request per page', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => request.url().includes('after=') && requested.push(request.url()))
    await page.goto('/magazines?list=issues')
    const end = page.getByText(/^Das waren alle Ausgaben, \d+ insgesamt\.$/)
    await expect(async () => {
      await toTheEnd(page)
      expect(await end.isVisible()).toBe(true)
    }).toPass({ timeout: 35_000, intervals: [40] })
    const size = await cards(page).count()
    expect(await end.innerText()).toContain(String(size))
    const uids = await cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.issue))
    expect(new Set(uids).size).toBe(size)
    expect(requested.length).toBe(Math.ceil(size / 20) - 1)
    expect(new Set(requested).size).toBe(requested.length)
  })

  test('the list of the catalogue by keyboard, and in a very tall window', async ({ page }) => {
    await test.step('Tab moves from the list to the footer; more is loaded by keyboard on request', async () => {
      const focused = (within: string) => page.evaluate((within) => document.activeElement?.closest(within) !== null, within)
      await page.goto('/magazines?list=issues')
      await endless(page)
      const places = () => cards(page).count()
      await cards(page).last().getByRole('link').focus()
      const before = await places()
      expect(await tabTo(page, /^Weitere Ausgaben$/, 12)).not.toBeNull()
      await page.keyboard.press('Tab')
      expect(await focused('footer')).toBe(true)
      await page.waitForTimeout(500)
      expect(await focused('footer')).toBe(true)
      expect(await places()).toBe(before)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(cards(page).nth(before).getByRole('link')).toBeFocused()
      await expect(cards(page).nth(before)).toBeInViewport()
      await cards(page).last().getByRole('link').focus()
      const more = await places()
      await page.keyboard.press('PageDown')
      await expect(cards(page).nth(more).getByRole('link')).toBeFocused()
    })

    await test.step('a very tall window is filled without scrolling', async () => {
      await page.setViewportSize({ width: 1280, height: 5000 })
      await page.goto('/magazines')
      const endIsBelow = () => page.getByRole('feed').evaluate((feed) => feed.getBoundingClientRect().bottom > innerHeight)
      await expect.poll(endIsBelow).toBe(true)
      expect(await cards(page).count()).toBeGreaterThan(40)
    })
  })

  test('after returning from an issue the list is at its former position', async ({ page }) => {
    await page.goto('/magazines')
    await expect(async () => {
      await toTheEnd(page)
      expect(await cards(page).count()).toBeGreaterThanOrEqual(48)
    }).toPass()
    const card = cards(page).nth(37)
    await card.scrollIntoViewIfNeeded()
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN
    // Rows get their real heights when they come into view.
    let before = Number.NaN
    await expect(async () => {
      before = await top()
      await page.waitForTimeout(300)
      expect(await top()).toBe(before)
    }).toPass()
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/magazines\/issues\//)
    await page.goBack()
    await expect(card.getByRole('link')).toBeFocused()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40)
  })

  test('an empty result shows a message with a link back', async ({ request }) => {
    const results = await visit(request, '/magazines/zzzzqq')
    const message = first(
      results.document,
      '*',
      (each) => having('role', 'status')(each) && textOf(each).includes('Zu „zzzzqq“ haben wir nichts gefunden.'),
    )
    const catalogue = await follow(request, results, first(message, 'a', named('Zurück zur Übersicht')))
    expect([catalogue.status, catalogue.path]).toEqual([200, '/magazines'])
  })

  test('the catalogue is filtered and searched', async ({ page }) => {
    await test.step('a category opens its row, also before the scripts are loaded; another one closes it', async () => {
      await page.goto('/magazines', { waitUntil: 'commit' })
      const subjects = page.getByRole('region', { name: 'Stöbern nach Themen' })
      const drawers = subjects.getByRole('group')
      await openFilters(page)
      await drawers.nth(0).locator('summary').click()
      await expect(drawers.nth(0).getByRole('listitem').first()).toBeVisible()
      await drawers.nth(1).locator('summary').click()
      await expect(drawers.nth(1).getByRole('listitem').first()).toBeVisible()
      await expect(drawers.nth(0).getByRole('listitem').first()).toBeHidden()
      await drawers
        .nth(1)
        .getByRole('link', { name: /^Alles aus „/ })
        .click()
      await expect(page).toHaveURL(/\/magazines\?category=[\w-]+$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Thema: /)
    })

    await test.step('the subscription filters the list, and the choice is marked', async () => {
      await page.goto('/magazines')
      const filter = page.getByRole('navigation', { name: 'Nach Abo-Modell filtern' })
      await openFilters(page)
      await expect(filter.getByRole('link', { name: 'Alle', exact: true })).toHaveAttribute('aria-current', 'true')
      const model = filter.getByRole('link').nth(1)
      await model.click()
      await expect(page).toHaveURL(/\/magazines\?subscription=\d+$/)
      await openFilters(page)
      await expect(model).toHaveAttribute('aria-current', 'true')
      await expect(cards(page).first()).toBeVisible()
      await filter.getByRole('link', { name: 'Alle', exact: true }).click()
      await expect(page).toHaveURL('/magazines')
    })

    await test.step('the search opens a field, has its own path, and links to pages', async () => {
      // The field of the header, which has its button while somebody types, is the only one.
      const search = page.getByRole('banner').getByRole('search')
      const field = page.locator('input[type="search"]')
      await expect(field).toHaveCount(1)
      await expect(search.getByRole('button', { name: 'Suchen' })).toBeHidden()
      await field.focus()
      await field.fill('garten')
      await search.getByRole('button', { name: 'Suchen' }).click()
      await expect(page).toHaveURL('/magazines/garten')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche nach „garten“')
      await expect(field).toHaveCount(1)
      await expect(field).toHaveValue('garten')
      // Results on closed pages show the headline of their article, without a highlight.
      const found = page.getByRole('region', { name: 'In den Seiten gefunden' }).getByRole('link')
      const hit = found.filter({ has: page.locator('mark') }).first()
      await expect(hit.locator('mark').first()).toHaveText(/gart/i)
      const number = /Seite (\d+)/.exec(await hit.innerText())?.[1]
      await expect(hit).toHaveAttribute('href', new RegExp(`/reader/issues/[\\w-]+\\?p=${number}$`))
      await page.getByRole('link', { name: 'Zurück zur Übersicht' }).click()
      await expect(page).toHaveURL('/magazines')
    })

    await test.step('a term with a slash, an umlaut and a sign is found under its path', async () => {
      await page.locator('input[type="search"]').fill('käse & brot / 100 %')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche nach „käse & brot / 100 %“')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche nach „käse & brot / 100 %“')
    })
  })
})

test.describe('issue', () => {
  test('the page of an issue opens the reader and has no markup from its address; an unknown title leads to all magazines', async ({
    page,
  }) => {
    await test.step('cover and button open the reader, visitors can register', async () => {
      const path = await firstIssue(page)
      const reader = `/reader${path.replace('/magazines', '')}`
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Kostenlos registrieren' })).toHaveAttribute(
        'href',
        `/user/register?redirect=${encodeURIComponent(reader)}`,
      )
      await expect(main.getByRole('link', { name: 'Gratis lesen', exact: true })).toHaveAttribute('href', reader)
      await expect(main.getByRole('link', { name: 'Abo ansehen' })).toHaveCount(0)
      await main.getByRole('link', { name: /: jetzt lesen$/ }).click()
      await expect(page).toHaveURL(new RegExp(`${reader}(\\?|$)`))
    })

    await test.step('texts in the address become meta data and never markup', async () => {
      const script = '<script>globalThis.broken = 1</script><img src=x onerror="globalThis.broken = 1">'
      await page.goto(
        `${await firstIssue(page)}?title=${encodeURIComponent(script)}&desc=${encodeURIComponent(`"><b>${script}`)}`,
      )
      await expect(page).toHaveTitle(new RegExp(script.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', script)
      await expect(page.locator('img[src="x"]')).toHaveCount(0)
      expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
    })

    await test.step('an unknown title redirects to all magazines with a message', async () => {
      await page.goto('/magazine/no-such-title')
      await expect(page).toHaveURL(/\/magazines(\?|$)/)
      const dialog = page.getByRole('dialog', { name: 'Ein Fehler ist aufgetreten' })
      await expect(dialog).toContainText('Dieser Inhalt ist nicht oder nicht mehr verfügbar.')
      await dialog.getByRole('button', { name: 'OK' }).click()
      await expect(dialog).toBeHidden()
      await expect(cards(page).first()).toBeVisible()
    })
  })

  test('a page and an article in the address open the reader, except for crawlers', async ({ request }) => {
    const path = await firstIssue({ request })
    const requestAs = (agent: string) => request.get(`${path}?p=5&a=7`, { maxRedirects: 0, headers: { 'user-agent': agent } })
    const visitor = await requestAs('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0')
    expect(visitor.status()).toBe(302)
    expect(visitor.headers().location).toBe(`/reader${path.replace('/magazines', '')}?p=5&a=7`)
    const crawler = await requestAs('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')
    expect(crawler.status()).toBe(200)
    expect(await crawler.text()).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}"`))
  })

  test('an unknown issue gives 404 with links to other pages', async ({ request }) => {
    const answer = await visit(request, '/magazines/issues/nope')
    expect(answer.status).toBe(404)
    const main = first(answer.document, 'main')
    expect(all(main, 'h1')).toHaveLength(1)
    const catalogue = await follow(request, answer, first(main, 'a', named('Zu den Magazinen')))
    expect([catalogue.status, catalogue.path]).toEqual([200, '/magazines'])
  })

  test('the address of a title redirects to its current issue', async ({ request }) => {
    const issue = await visit(request, await firstIssue({ request }))
    const link = first(first(issue.document, 'main'), 'a', having('href', /^\/title\//))
    const title = await follow(request, issue, link)
    const newest = first(first(title.document, '*', having('role', 'feed')), 'a')
    const { path } = await visit(request, `/magazine/${attribute(link, 'href')!.split('/').at(-1)}`)
    expect(path).toBe(attribute(newest, 'href'))
  })
})
