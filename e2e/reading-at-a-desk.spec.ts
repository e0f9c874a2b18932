import { tileGrid } from '@kiosk/domain/reading/tiles'
import { expect, test } from '@playwright/test'
import { atADesk, clickTool, type Data, expectImage, issueWith, open, readable, shown } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

test.use(atADesk)

test('pages at a desk: turned, enlarged, and by keyboard', async ({ page, request }) => {
  await test.step('the next page is shown at once', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await expectImage(page, 1)
    await expect
      .poll(() =>
        page
          .locator('[data-page="2"] img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth)
          .catch(() => 0),
      )
      .toBeGreaterThan(300)
    await page.keyboard.press('ArrowRight')
    const width = await shown(page, 2)
      .locator('img')
      .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))
    expect(width).toBeGreaterThan(300)
  })

  await test.step('everything works by keyboard, and the help lists the keys', async () => {
    const { contents, access } = await issueWith(request, readable)
    await open(page, contents.uid)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Tastatur und Gesten' })
    await expect(help).toBeVisible()
    await expectAccessible(page, 'help')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('PageDown')
    await expect(shown(page, 2)).toBeInViewport()
    await expect(page.getByRole('status').filter({ hasText: 'Seiten 2 und 3' })).toBeAttached()
    await page.keyboard.press('Home')
    await expect(shown(page, 1)).toBeInViewport()
    await page.keyboard.press('End')
    if (access.pagesOpen === contents.pages.length) await expect(shown(page, contents.pages.length)).toBeInViewport()
    else await expect(page.locator('[data-gate]')).toBeInViewport()
    await page.keyboard.press('t')
    await expect(page.getByRole('navigation', { name: 'Seitenübersicht' })).toBeVisible()
    await expectAccessible(page, 'thumbnails')
    await page.getByRole('navigation', { name: 'Seitenübersicht' }).evaluate((strip) => strip.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Seite 4', exact: true }).click()
    await expect(shown(page, 4)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Seitenübersicht' })).toBeHidden()
  })

  await test.step('zooming keeps the point under the mouse, loads a sharper image, and Escape fits the page again', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 2 })
    await expectImage(page, 2)
    const before = (await shown(page, 2).boundingBox())!
    const width = () => shown(page, 2).locator('img[data-width]').getAttribute('data-width').then(Number)
    const first = await width()
    const [x, y] = [before.x + before.width * 0.8, before.y + before.height * 0.5]
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await shown(page, 2).boundingBox())!.width / before.width).toBeGreaterThan(2)
    const after = (await shown(page, 2).boundingBox())!
    expect(Math.abs((x - after.x) / after.width - 0.8)).toBeLessThan(0.02)
    expect(Math.abs((y - after.y) / after.height - 0.5)).toBeLessThan(0.02)
    await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(first)
    await page.keyboard.press('Escape')
    await expect.poll(async () => Math.round((await shown(page, 2).boundingBox())!.width)).toBe(Math.round(before.width))
    await page.keyboard.press('w')
    await expect
      .poll(async () => (await shown(page, 3).boundingBox())!.x + (await shown(page, 3).boundingBox())!.width)
      .toBeCloseTo(atADesk.viewport.width, 0)
  })

  await test.step('a page zoomed in beyond its widest image becomes sharp in tiles, as far as it is in sight', async () => {
    const { contents } = await issueWith(request, readable)
    const requested: string[] = []
    page.on('request', (each) => void requested.push(new URL(each.url()).pathname))
    await open(page, contents.uid, { page: 4 })
    await expectImage(page, 4)
    for (let step = 0; step < 8; step++) await page.keyboard.press('+')
    const tiles = page.locator('[data-current] [data-tiles] img')
    // In the middle of the window, a tile lies over the image of the whole page, and has at least as many pixels as it covers.
    const sharpness = () =>
      tiles.evaluateAll((all: HTMLImageElement[]) => {
        const [x, y] = [innerWidth * 0.4, innerHeight * 0.4]
        const there = all.find((each) => {
          const { left, top, right, bottom } = each.getBoundingClientRect()
          return left <= x && x < right && top <= y && y < bottom
        })
        return there ? there.naturalWidth / there.getBoundingClientRect().width / devicePixelRatio : 0
      })
    await expect.poll(sharpness, { timeout: 30_000 }).toBeGreaterThan(0.88)
    const ofTiles = () => requested.filter((path) => path.includes('/tiles/'))
    const [level] = ofTiles()[0]!.split('/tiles/')[1]!.split('/')
    const { columns, rows } = tileGrid(Number(level), contents.pages[3]!.width / contents.pages[3]!.height)!
    expect(new Set(ofTiles()).size).toBeLessThan(columns * rows)
    await page.keyboard.press('Escape')
    await expect(tiles).toHaveCount(0)
  })

  await test.step('the cover is alone, then pages are side by side; single pages are optional', async () => {
    const { contents } = await issueWith(request, readable)
    await open(page, contents.uid)
    await expectImage(page, 1)
    await expect(page.locator('[data-current] [data-page]')).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expectImage(page, 2)
    await expectImage(page, 3)
    await expectAccessible(page, 'two pages')
    await clickTool(page, page.getByRole('button', { name: 'Ansicht und Hilfe' }))
    await page.getByRole('radio', { name: 'Einzelseite' }).check()
    await page.keyboard.press('Escape')
    await expect(shown(page, 2)).toBeInViewport()
    await expect(page.locator('[data-current] [data-page]')).toHaveCount(1)
  })
})

test('words, contents and articles at a desk', async ({ page, request }) => {
  await test.step('words lie over the printed ones, also when the page becomes smaller, and again after a dialog', async () => {
    const { contents, access } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 4 })
    const address = `/api/v8/issuecontent/${contents.uid}/pages/4/words?${access.signature}`
    const { lines } = (await (await request.get(address)).json()) as { lines: [string, number, number, number, number][][] }
    const line = lines.find((words) => words.length > 2)!
    const last = line.at(-1)!
    const words = shown(page, 4).locator('[data-look-up] > span')
    await expect.poll(() => words.count()).toBe(lines.flat().length)
    const at = lines.slice(0, lines.indexOf(line) + 1).flat().length - 1
    const misplaced = () =>
      words.nth(at).evaluate((span, [, x, , width]) => {
        const sheet = span.closest('[data-page]')!.getBoundingClientRect()
        const word = span.getBoundingClientRect()
        const [left, right] = [(word.left - sheet.left) / sheet.width, (word.right - sheet.left) / sheet.width]
        return Math.max(Math.abs(left - x), Math.abs(right - (x + width)))
      }, last)
    expect(await misplaced()).toBeLessThan(0.002)
    const height = () => shown(page, 4).evaluate((section) => section.getBoundingClientRect().height)
    const before = await height()
    await page.keyboard.press('t')
    await expect.poll(height).toBeLessThan(before * 0.9)
    await expect.poll(misplaced).toBeLessThan(0.002)

    const covered = page.locator('html[data-covered]')
    await page.keyboard.press('?')
    await expect(covered).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(covered).toHaveCount(0)
    const isReachable = () =>
      words.nth(at).evaluate((span) => {
        const { left, top, width, height } = span.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === span
      })
    await expect.poll(isReachable).toBe(true)
  })

  await test.step('words of the page can be selected and searched; hits are marked and can be stepped through', async () => {
    const { contents, access } = await issueWith(request, readable)
    await open(page, contents.uid, { page: 4 })
    const words = shown(page, 4).locator('div[aria-hidden] > span')
    await expect.poll(() => words.count()).toBeGreaterThan(5)
    const all = await words.allTextContents()
    const searched = all.map((word) => word.trim()).find((word) => /^\p{L}{7,}$/u.test(word))
    expect(searched).toBeDefined()
    const order = await shown(page, 4).evaluate((section) => {
      const layer = section.querySelector('div[aria-hidden]')!
      const range = document.createRange()
      range.selectNodeContents(layer)
      getSelection()!.removeAllRanges()
      getSelection()!.addRange(range)
      return getSelection()!.toString()
    })
    expect(order.replace(/\s+/g, ' ').trim()).toBe(all.join(' ').replace(/\s+/g, ' ').trim())
    await page.evaluate(() => getSelection()!.removeAllRanges())

    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(searched!)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'In dieser Ausgabe suchen' })
    await expect(panel.getByRole('status').first()).toContainText(/Treffer/)
    await expect(panel.locator('mark').first()).toBeVisible()
    const here = panel.getByRole('button', { name: /^Seite 4\b/ })
    await here.click()
    await expect(shown(page, 4)).toBeInViewport()
    await expect(page.locator('[data-current] [data-page="4"] > span[data-current]')).toBeInViewport()
    await expectAccessible(page, 'search with hits')
    await page.keyboard.press('n')
    await expect(panel.getByText(/^\d+ von \d+$/).or(panel.getByText('1 von 1'))).toBeVisible()
    await page.getByRole('searchbox').fill('zzqqxxzz')
    await page.keyboard.press('Enter')
    await expect(panel.getByText(/Keine Treffer/)).toBeVisible()
    expect(access.pagesOpen).toBeGreaterThanOrEqual(4)
  })

  await test.step('the contents link to their pages', async () => {
    const { contents } = await issueWith(
      request,
      (data) => readable(data) && data.contents.outline.some((entry) => entry.page > 1 && entry.page <= data.access.pagesOpen),
    )
    const entry = contents.outline.find((each) => each.page > 1)!
    await open(page, contents.uid)
    await page.keyboard.press('o')
    const panel = page.getByRole('dialog', { name: 'Inhalt', exact: true })
    await expectAccessible(page, 'contents')
    await panel.locator('li button').filter({ hasText: entry.headline }).first().click()
    await expect(page).toHaveURL(new RegExp(`[?&]p=${entry.page}\\b`))
  })

  await test.step('an article opens from the page as text with adjustable settings, and back returns to the same position', async () => {
    const inReach = ({ access, contents }: Data) =>
      contents.articles.filter(
        (each) => each.lastPage <= access.pagesOpen && each.regions.some((region) => region.page === each.firstPage),
      )
    const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 0)
    const article = inReach(data)[0]!
    await open(page, data.contents.uid, { page: article.firstPage })
    await expectImage(page, article.firstPage)
    const stood = await shown(page, article.firstPage).boundingBox()
    await page.locator(`[data-current] a[data-article="${article.id}"]`).first().focus()
    await page.keyboard.press('Enter')
    const view = page.locator(`[data-article-view="${article.id}"]`)
    await expect(view.getByRole('heading', { name: article.headline })).toBeVisible()
    await expect(view.locator('article p').nth(1)).not.toBeEmpty()
    await expect(page).toHaveURL(new RegExp(`[?&]a=${article.id}\\b`))
    await expectAccessible(page, 'article')
    await page.getByRole('button', { name: 'Schrift und Farben' }).click()
    await page.getByRole('radio', { name: 'Sehr groß' }).check()
    await page.getByRole('radio', { name: 'Sepia' }).check()
    await expectAccessible(page, 'article in sepia')
    await page.getByRole('button', { name: 'Zurück zur Seite' }).click()
    await expect(view).toBeHidden()
    expect(await shown(page, article.firstPage).boundingBox()).toEqual(stood)
    await expect(page).not.toHaveURL(/[?&]a=/)

    await open(page, data.contents.uid, { article: article.id })
    await expect(view.getByRole('heading', { name: article.headline })).toBeVisible()
    await expect(view).toHaveAttribute('data-size', 'largest')
    await page.keyboard.press('Escape')
    await expectImage(page, article.firstPage)
  })
})
