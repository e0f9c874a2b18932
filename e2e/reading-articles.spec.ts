import { expect, type Page, test } from '@playwright/test'
import { fakeSpeech, mediaShown, pressMediaKey, spokenTexts } from './fake-speech.ts'
import { atADesk, type Data, expectImage, issueWith, onAPhone, open, readable, shown, withAccess } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

// Requests of a service worker would bypass the rights that these tests simulate.
test.use({ serviceWorkers: 'block' })

const inReach = ({ access, contents }: Data) => contents.articles.filter((each) => each.lastPage <= access.pagesOpen)
const tapped = ({ access, contents }: Data) =>
  contents.articles.find(({ regions, lastPage }) =>
    regions.some(({ page, width, height, y }) => {
      const open = page > 1 && page <= access.pagesOpen && lastPage <= access.pagesOpen
      return open && width > 0.4 && height > 0.15 && y + height / 2 > 0.3 && y + height / 2 < 0.75
    }),
  )
const largest = (article: Data['contents']['articles'][number]) =>
  article.regions.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]!
/** Time after which a click has opened an article, because no second one followed. Milliseconds. */
const AFTER_CLICK_MS = 500
const view = (page: Page, id: string) => page.locator(`[data-article-view="${id}"]`)

/** Returns the position of a region's centre on the screen. */
async function middleOf(page: Page, region: ReturnType<typeof largest>) {
  const box = (await shown(page, region.page).boundingBox())!
  return { x: box.x + (region.x + region.width / 2) * box.width, y: box.y + (region.y + region.height / 2) * box.height }
}

test.describe('at a desk', () => {
  test.use(atADesk)

  test('articles at a desk: from their page, and looking words up', async ({ page, request }) => {
    await test.step('a click on a column opens its article, and back returns to the same position of the enlarged page', async () => {
      const data = await issueWith(request, (data) => readable(data) && tapped(data) !== undefined)
      const article = tapped(data)!
      const region = largest(article)
      await open(page, data.contents.uid, { page: region.page })
      await expectImage(page, region.page)
      await page.keyboard.press('+')
      const stood = (await shown(page, region.page).boundingBox())!
      const middle = await middleOf(page, region)
      await page.mouse.move(middle.x, middle.y)
      await expect(page.locator(`[data-current] [data-article="${article.id}"][data-hovered]`).first()).toBeAttached()
      await page.mouse.click(middle.x, middle.y)
      const text = view(page, article.id)
      await expect(text.getByRole('heading', { level: 2, name: article.headline })).toBeVisible()
      await expect(text.getByRole('article')).toHaveAttribute('lang', data.contents.language)
      await expect(text.getByRole('article').getByRole('paragraph').nth(3)).not.toBeEmpty()
      await page.goBack()
      await expect(text).toBeHidden()
      expect(await shown(page, region.page).boundingBox()).toEqual(stood)

      // With Shift the browser would open the link in a new window; the page stays as it is.
      const free = await page.locator('[data-current] a[data-article]').evaluateAll((links) => {
        for (const link of links) {
          const { left, top, right, bottom } = link.getBoundingClientRect()
          // A click at the upper or lower border shows the bars.
          for (let y = Math.max(top + 1, 150); y < Math.min(bottom, innerHeight - 150); y += 3)
            for (let x = left + 1; x < right; x += 3) if (document.elementFromPoint(x, y) === link) return { x, y }
        }
        throw new Error('Words cover every link to an article.')
      })
      await page.evaluate(() => {
        const clicked = (event: MouseEvent) => {
          const link = (event.target as Element).closest('a[data-article]')
          document.body.dataset.clicked = `${link ? 'link' : 'no link'}, ${event.defaultPrevented ? 'prevented' : 'left to the browser'}`
          event.preventDefault()
        }
        addEventListener('click', clicked, { once: true })
      })
      await page.keyboard.down('Shift')
      await page.mouse.click(free.x, free.y)
      await page.keyboard.up('Shift')
      await expect(page.locator('body')).toHaveAttribute('data-clicked', 'link, left to the browser')
      await page.waitForTimeout(AFTER_CLICK_MS)
      await expect(page.locator('[data-article-view]')).toHaveCount(0)
    })

    await test.step('without known articles the text of the page is shown in reading order, with a note', async () => {
      const bare = ({ access, contents }: Data) =>
        contents.pages.find(
          ({ number }) =>
            number > 1 &&
            number < access.pagesOpen &&
            !contents.articles.some(({ regions }) => regions.some((region) => region.page === number)),
        )?.number
      const data = await issueWith(
        request,
        (data) => readable(data) && data.contents.textLayer === 'full' && bare(data) !== undefined,
      )
      const number = bare(data)!
      await open(page, data.contents.uid, { page: number })
      await expectImage(page, number)
      await page.keyboard.press('x')
      const opened = await page.locator('[data-article-view]').getAttribute('data-article-view')
      const text = view(page, opened!)
      await expect(text.getByRole('heading', { level: 2 })).toContainText('Text der Seite')
      await expectAccessible(page, 'text of a page')
      if (opened !== `p${number}`) await text.getByRole('button', { name: /Nächste Seite/ }).click()
      await expect(view(page, `p${number}`)).toContainText(/keine einzelnen Artikel erkannt|Bild ohne Text/)
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-article-view]')).toBeHidden()
    })

    await test.step('a word is selected and looked up by keyboard, in the issue or in all issues', async () => {
      const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 0)
      const article = inReach(data)[0]!
      await open(page, data.contents.uid, { page: article.firstPage, article: article.id })
      await expect(page.locator(`[data-readout="${article.id}"]`)).toBeVisible()
      await page.keyboard.press('l')
      const menu = page.getByRole('toolbar', { name: /^Nachschlagen: / })
      await expect(menu).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      const word = await expect
        .poll(() => page.evaluate(() => getSelection()!.toString()))
        .toMatch(/\p{L}/u)
        .then(() => page.evaluate(() => getSelection()!.toString()))
      const named = page.getByRole('toolbar', { name: `Nachschlagen: ${word}` })
      await expect(named).toBeVisible()
      await expectAccessible(page, 'menu to look a word up')
      await expect(named.getByRole('link', { name: 'In allen Ausgaben' })).toHaveAttribute(
        'href',
        `/magazines?${new URLSearchParams({ search: word })}`,
      )
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'In dieser Ausgabe suchen' })
      await expect(panel.getByRole('searchbox')).toHaveValue(word)
      await expect(page.locator('[data-article-view]')).toBeHidden()
    })

    await test.step('an article shows its picture below the headline, in room that is there before it has loaded', async () => {
      const pictured = (data: Data) => inReach(data).find(({ picture, byline }) => picture && byline)
      const data = await issueWith(request, (data) => readable(data) && pictured(data) !== undefined)
      const article = pictured(data)!
      const arrives = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      await page.route(`**/article/${article.id}`, async (route) => {
        await arrives.promise
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), kicker: 'Reportage' } })
      })
      await page.route('**/articles/*/picture?*', (route) => held.promise.then(() => route.continue()))
      await open(page, data.contents.uid, { page: article.firstPage, article: article.id })
      const text = view(page, article.id)
      const headline = text.getByRole('heading', { level: 2 })
      await expect(headline).toBeVisible()
      const first = (await headline.boundingBox())!.y
      await expect(text.getByRole('article').locator('h2 ~ *')).toHaveAttribute('role', 'status')
      arrives.resolve()
      const picture = text.locator('[data-figure="0"] img')
      const placesOf = async () => ({
        headline: await headline.boundingBox(),
        picture: await text.locator('[data-figure="0"]').boundingBox(),
        after: await text.locator('[data-figure="0"] ~ div').boundingBox(),
      })
      await expect(text.locator('[data-figure="0"]')).toBeVisible()
      const before = await placesOf()
      // The text arrives after the headline, and its kicker stands above.
      await expect(text.getByText('Reportage')).toBeVisible()
      expect(before.headline!.y).toBe(first)
      expect(before.picture!.y).toBeGreaterThan(before.headline!.y)
      expect(before.picture!.height).toBeGreaterThan(80)
      held.resolve()
      // Cut out of the page: as sharp as a screen with two pixels per CSS pixel shows it, unless the page's image is smaller.
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth))
        .toBeGreaterThan(1.45)
      expect(await placesOf()).toEqual(before)
      await expectAccessible(page, 'article with a picture')
    })
  })

  test('the text of an article at a desk: size, typeface and reading mode', async ({ page, request }) => {
    await test.step('an article is read by keyboard only: larger text, the next article, and its pages', async () => {
      const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 1)
      const [first, second] = inReach(data)
      await open(page, data.contents.uid, { page: first!.firstPage, article: first!.id })
      const text = view(page, first!.id)
      await expect(text).toHaveAttribute('data-size', 'medium')
      await page.keyboard.press('+')
      await expect(text).toHaveAttribute('data-size', 'large')
      await page.keyboard.press('n')
      await expect(view(page, second!.id).getByRole('heading', { level: 2 })).toHaveText(second!.headline)
      await page.keyboard.press('N')
      await expect(text.getByRole('heading', { level: 2 })).toHaveText(first!.headline)
      await page.getByRole('button', { name: 'Schrift und Farben' }).click()
      await page.getByRole('radio', { name: 'Ohne Serifen' }).check()
      await expectAccessible(page, 'settings of the text')
      await page.keyboard.press('Escape')
      await expect(text).toHaveAttribute('data-font', 'sans')
      await expect(page.getByRole('button', { name: 'Schrift und Farben' })).toBeFocused()
      await text.getByRole('link', { name: `Seite ${first!.lastPage}`, exact: true }).click()
      await expect(text).toBeHidden()
      await expect(shown(page, first!.lastPage)).toBeInViewport()
      await expect(page).not.toHaveURL(/[?&]a=/)
    })

    await test.step('the reading mode has its own typeface and spacing, keeps its tools, and is remembered', async () => {
      const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 1)
      const article = inReach(data)[0]!
      const fonts: string[] = []
      page.on('request', (each) => each.url().includes('atkinson') && fonts.push(each.url()))
      await open(page, data.contents.uid, { article: article.id })
      const text = view(page, article.id)
      await expect(text.locator('[data-readout]')).toBeVisible()
      expect(fonts).toEqual([])
      await text.getByRole('button', { name: 'Schrift und Farben' }).click()
      const mode = text.getByRole('switch', { name: 'Lesemodus' })
      await mode.check()
      await expectAccessible(page, 'settings of the reading mode')
      await expect.poll(() => fonts.length).toBeGreaterThan(0)
      await page.reload()
      const styleOf = (name: 'fontFamily' | 'letterSpacing') =>
        text.locator('[data-readout]').evaluate((element, name) => getComputedStyle(element)[name], name)
      await expect.poll(() => styleOf('fontFamily')).toContain('Atkinson')
      expect(Number.parseFloat(await styleOf('letterSpacing'))).toBeGreaterThan(0)
      await expect(text.getByRole('button', { name: 'Zurück zur Seite' })).toBeVisible()
      await expectAccessible(page, 'reading mode')
    })
  })

  test('PREMIUM reads articles aloud: marks, skips and pauses sentences, and continues with the next article', async ({
    page,
    request,
  }) => {
    await fakeSpeech(page, { languages: ['de-AT', 'en-GB', 'fr-FR'], sentenceTakes: 150 })
    const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 1)
    const [first, second] = inReach(data)
    await withAccess(page, { audio: true })
    await page.route(new RegExp(`/article/${first!.id}(\\?|$)`), async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, html: `<p><em>Ein Bild. Foto: Niemand</em></p>${json.html}` } })
    })
    await open(page, data.contents.uid, { page: first!.firstPage, article: first!.id })
    const spoken = page.locator('[data-spoken]')
    await expect(view(page, first!.id).getByText('Foto: Niemand')).toBeVisible()
    await page.getByRole('button', { name: 'Vorlesen lassen' }).click()
    const bar = page.getByRole('region', { name: 'Vorlesen' })
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect.poll(() => spokenTexts(page).then((all) => all.length)).toBeGreaterThan(2)
    await page.keyboard.press('p')
    await expect(bar.getByRole('button', { name: 'Fortsetzen' })).toBeVisible()
    const sentence = (await spokenTexts(page)).at(-1)!
    await expect(spoken).toHaveAttribute('data-spoken', sentence)
    await expect(spoken).toContainText(sentence)
    expect((await spokenTexts(page))[0]).toBe(first!.headline)
    expect((await spokenTexts(page)).join(' ')).not.toContain('Niemand')
    await expectAccessible(page, 'read aloud')
    await bar.getByRole('button', { name: /^Tempo/ }).click()
    await bar.getByRole('radio', { name: '1,5 ×' }).check()
    await bar.getByRole('radio', { name: '15 Minuten' }).check()
    await expect(bar).toContainText('Noch 15 Minuten')
    await expectAccessible(page, 'speed, sleep timer and what follows')
    await bar.getByRole('button', { name: /^Tempo/ }).click()
    await page.keyboard.press('p')
    await bar.getByRole('button', { name: 'Nächster Artikel' }).click()
    await expect(view(page, second!.id)).toBeVisible()
    await expect.poll(() => spokenTexts(page)).toContain(second!.headline)
    await expect.poll(() => mediaShown(page)).toEqual(['playing', second!.headline])
    await pressMediaKey(page, 'pause')
    await expect(bar.getByRole('button', { name: 'Fortsetzen' })).toBeVisible()
    await expect.poll(() => mediaShown(page)).toEqual(['paused', second!.headline])
    // The first press goes back to the beginning, the second to the previous article.
    for (const _ of ['beginning', 'before']) expect(await pressMediaKey(page, 'previoustrack')).toBe(true)
    await expect(view(page, first!.id)).toBeVisible()
    await expect.poll(() => mediaShown(page)).toEqual(['playing', first!.headline])
    await pressMediaKey(page, 'pause')
    await expect.poll(() => mediaShown(page)).toEqual(['paused', first!.headline])
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-article-view]')).toBeHidden()
    await expect(bar.getByRole('button', { name: /Pause|Fortsetzen/ })).toBeVisible()
    await page.getByRole('slider').focus()
    await page.keyboard.press('.')
    await expect.poll(() => mediaShown(page).then(([, title]) => title)).toBe(second!.headline)
    await bar.getByRole('button', { name: 'Vorlesen beenden' }).click()
    await expect(bar).toBeHidden()
    expect(await pressMediaKey(page, 'play')).toBe(false)
  })

  test('reading aloud explains that it requires PREMIUM, or that there is no voice', async ({ page, request }) => {
    await fakeSpeech(page, { languages: ['tlh'], sentenceTakes: 100 })
    const data = await issueWith(request, (data) => readable(data) && inReach(data).length > 0)
    const article = inReach(data)[0]!
    await open(page, data.contents.uid, { page: article.firstPage, article: article.id })
    await page.getByRole('button', { name: 'Vorlesen lassen' }).click()
    const bar = page.getByRole('region', { name: 'Vorlesen' })
    await expect(bar).toContainText('Vorlesen gehört zu Premium')
    await expectAccessible(page, 'what reading aloud takes')
    await withAccess(page, { audio: true })
    await open(page, data.contents.uid, { page: article.firstPage, article: article.id })
    await page.getByRole('button', { name: 'Vorlesen lassen' }).click()
    await expect(bar).toContainText('keine Stimme für')
    expect(await spokenTexts(page)).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use(onAPhone)

  test('a short tap opens the article, a selection does not; the text fits narrow windows and large text', async ({
    page,
    request,
  }) => {
    const data = await issueWith(request, (data) => readable(data) && tapped(data) !== undefined)
    const article = tapped(data)!
    const region = largest(article)
    await open(page, data.contents.uid, { page: region.page })
    await expectImage(page, region.page)
    await expect.poll(() => shown(page, region.page).locator('[data-look-up] > span').count()).toBeGreaterThan(5)
    const middle = await middleOf(page, region)
    await page.evaluate((number) => {
      const word = [...document.querySelectorAll(`[data-current] [data-page="${number}"] [data-look-up] > span`)].find((span) =>
        /\p{L}{5}/u.test(span.textContent),
      )!
      getSelection()!.selectAllChildren(word)
    }, region.page)
    await expect(page.getByRole('toolbar', { name: /^Nachschlagen: / })).toBeVisible()
    await page.touchscreen.tap(middle.x, middle.y)
    await expect(page.getByRole('toolbar', { name: /^Nachschlagen: / })).toBeHidden()
    await expect(page.locator('[data-article-view]')).toBeHidden()
    await page.waitForTimeout(400)
    await page.touchscreen.tap(middle.x, middle.y)
    const text = view(page, article.id)
    await expect(text.getByRole('heading', { level: 2 })).toHaveText(article.headline)
    await expect(text.locator('[data-readout]')).toBeVisible()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const sideways = () => text.getByRole('document').evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)
    expect(await sideways()).toBeLessThanOrEqual(0)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await sideways()).toBeLessThanOrEqual(0)
    const seen = (await text.getByRole('document').boundingBox())!
    expect(seen.height).toBeGreaterThan(150)
    await text.getByRole('button', { name: 'Zurück zur Seite' }).click()
    await expect(text).toBeHidden()
  })
})
