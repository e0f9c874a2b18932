import { expect, type Locator, type Page, test } from '@playwright/test'
import { fakeSpeech, spokenTexts } from './fake-speech.ts'
import { atADesk, type Data, issueWith, onAPhone, open, readable, withAccess } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

// An article of the newsstand with another text: a narrow table, a wide one, notes, and a picture with a long address below it.

// Requests of a service worker would not be answered by these tests.
test.use({ serviceWorkers: 'block' })

const cells = (tag: string, texts: readonly string[]) => texts.map((text) => `<${tag}>${text}</${tag.slice(0, 2)}>`).join('')
const MONTHS = ['April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober']
const wide = ['Hochalmhütte', 'Jochhaus', 'Talblick']
  .map(
    (name, at) =>
      `<tr><th scope="row">${name}</th>${cells(
        'td',
        MONTHS.map((_, month) => `${(at + 2) * (month + 1) * 137}`),
      )}</tr>`,
  )
  .join('')
const HTML = `<p>Im Sommer kehrten die Gäste zurück.<a href="#note=1">¹</a> Niemand hatte damit gerechnet, auch die Pächterin nicht.<a href="#note=2">*</a></p>
<table><thead><tr><th scope="col">Ort</th><th scope="col">Nächte</th></tr></thead><tbody><tr><th scope="row">Alm</th><td>12</td></tr><tr><th scope="row">Joch</th><td>1.480</td></tr></tbody></table>
<p>Je höher, desto voller: Das zeigt die Tabelle.<a href="#note=9">9</a></p>
<table><caption>Tabelle 1: Gäste der Hütten nach Monaten</caption><thead><tr><th scope="col">Hütte</th>${cells('th scope="col"', MONTHS)}</tr></thead><tbody>${wide}</tbody></table>
<p>${'Am Abend wird es still auf der Alm. '.repeat(14)}</p>
<p><a href="#noteref=1">¹</a> Gezählt werden nur Nächte im Haus, siehe <a href="https://example.org/">den Bericht</a>.</p>
<p><a href="#noteref=2">*</a> Name geändert.</p>`

/** Tables that are wider than the text. */
const scrolling = (text: Locator) => text.locator('[role="region"]:has(> table)')

/** Opens an article with this text, which begins with "Im Sommer kehrten". */
async function openArticle(page: Page, request: Parameters<typeof issueWith>[0], html = HTML, pictures: object[] = []) {
  const inReach = ({ access, contents }: Data) => contents.articles.find((each) => each.lastPage <= access.pagesOpen)
  const data = await issueWith(
    request,
    (data) => readable(data) && inReach(data) !== undefined && data.contents.language === 'de',
  )
  const article = inReach(data)!
  // In place of the text that was opened before.
  await page.route(new RegExp(`/article/${article.id}(\\?|$)`), async (route) => {
    const response = await route.fetch()
    const { deck: _, ...json } = await response.json()
    await route.fulfill({ response, json: { ...json, html, pictures } })
  })
  await open(page, data.contents.uid, { page: article.firstPage, article: article.id })
  const text = page.locator(`[data-article-view="${article.id}"]`)
  await expect(text.getByText('Im Sommer kehrten')).toBeVisible()
  return { text, article }
}

test.describe('on a phone', () => {
  test.use(onAPhone)

  test('an article with tables, notes and pictures', async ({ page, request }) => {
    const address = `https://example.org/${'huetteamsee'.repeat(12)}.jpg`
    const place = { page: 1, x: 0.1, y: 0.1, width: 0.6, height: 0.4, after: 1 }
    const picture = {
      ...place,
      number: 0,
      pixels: { width: 900, height: 600 },
      caption: `Die Hütte: ${address}`,
      credit: address,
    }
    const inText = { ...picture, number: 1 }
    const { text } = await openArticle(page, request, HTML, [picture, inText])

    await test.step('a picture with a long address in its caption is not wider than the text', async () => {
      await expect(text.locator('[data-figure]')).toHaveCount(2)
      const column = (await text.getByText('Im Sommer kehrten').boundingBox())!
      for (const number of [0, 1])
        for (const part of ['span:has(> img)', 'figcaption']) {
          const box = (await text.locator(`[data-figure="${number}"] ${part}`).boundingBox())!
          expect(box.x + box.width, `${part} of ${number}`).toBeLessThanOrEqual(column.x + column.width + 1)
          expect(box.width, `${part} of ${number}`).toBeGreaterThan(column.width * 0.5)
        }
      const frame = text.locator('[tabindex="0"]:has([data-readout])')
      expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    })

    await test.step('a wide table is a region that scrolls, a narrow one is not, and both are tables for screen readers', async () => {
      const [narrow, large] = [
        text.getByRole('table').first(),
        text.getByRole('table', { name: 'Tabelle 1: Gäste der Hütten nach Monaten' }),
      ]
      await expect(narrow.getByRole('columnheader')).toHaveText(['Ort', 'Nächte'])
      await expect(narrow.getByRole('rowheader')).toHaveText(['Alm', 'Joch'])
      await expect(large.getByRole('columnheader')).toHaveCount(8)
      const region = text.getByRole('region', { name: 'Tabelle 1: Gäste der Hütten nach Monaten' })
      await expect(region).toHaveAttribute('tabindex', '0')
      await expect(scrolling(text)).toHaveCount(1)
      await region.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
      // Nothing but the table is wider than the screen.
      expect(
        await text.getByRole('article').evaluate((element) => element.scrollWidth - element.clientWidth),
      ).toBeLessThanOrEqual(0)
      const alignments = await narrow.locator('td').evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign))
      expect(alignments).toEqual(['end', 'end'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `tables, ${colorScheme}`)
      }
    })

    await test.step('the mark of a note leads to it, and its own mark leads back; one without a note is text', async () => {
      await expect(text.locator('[role="doc-endnotes"] li')).toHaveText([
        '1 Gezählt werden nur Nächte im Haus, siehe den Bericht.',
        '* Name geändert.',
      ])
      await expect(text.getByText('Das zeigt die Tabelle.9')).toBeVisible()
      await expect(text.locator('[role="doc-noteref"]')).toHaveCount(2)
      const address = page.url()
      await text.getByLabel('Anmerkung 1', { exact: true }).click()
      await expect(text.locator('#note-1')).toBeFocused()
      await expect(text.locator('#note-1')).toBeInViewport()
      await text.getByLabel('Anmerkung 1: zurück zum Text').click()
      await expect(text.locator('#noteref-1')).toBeFocused()
      await expect(text.locator('#noteref-1')).toBeInViewport()
      expect(page.url()).toBe(address)
      await expectAccessible(page, 'notes')
    })
  })
})

test.describe('in the language of the reader', () => {
  test.use({ ...onAPhone, locale: 'en-GB' })

  test('marks of notes, and a wide table without caption, have names in that language, and say so', async ({ page, request }) => {
    const { text } = await openArticle(page, request, HTML.replace(/<caption>.*?<\/caption>/, ''))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(text.getByLabel('Note 1', { exact: true })).toHaveAttribute('lang', 'en')
    await expect(text.getByLabel('Note 1: back to the text')).toHaveAttribute('lang', 'en')
    const region = text.getByRole('region', { name: 'Table', exact: true })
    await expect(region).toHaveAttribute('tabindex', '0')
    const name = await region.getAttribute('aria-labelledby')
    await expect(page.locator(`[id="${name}"]`)).toHaveAttribute('lang', 'en')
    await expect(region).not.toHaveAttribute('lang')
    await expectAccessible(page, 'a table without caption')
  })
})

test.describe('at a desk', () => {
  test.use(atADesk)

  test('tables and notes are read aloud', async ({ page, request }) => {
    await test.step('rows of tables are read aloud with their heads, marks and notes are not', async () => {
      await fakeSpeech(page, { languages: ['de-AT'], sentenceTakes: 60 })
      await withAccess(page, { audio: true })
      const { text } = await openArticle(page, request)
      await expect(scrolling(text)).toHaveCount(0)
      await page.getByRole('button', { name: 'Vorlesen lassen' }).click()
      await expect.poll(() => spokenTexts(page).then((all) => all.some((said) => said.startsWith('Alm')))).toBe(true)
      await expect
        .poll(() => spokenTexts(page).then((all) => all.join(' ')), { timeout: 20_000 })
        .toContain('Am Abend wird es still')
      const said = await spokenTexts(page)
      expect(said.slice(1, 5)).toEqual([
        'Im Sommer kehrten die Gäste zurück.',
        'Niemand hatte damit gerechnet, auch die Pächterin nicht.',
        'Alm; Nächte: 12',
        'Joch; Nächte: 1.480',
      ])
      expect(said).toContain('Tabelle 1: Gäste der Hütten nach Monaten')
      expect(said.join(' ')).toContain('Hochalmhütte; April: 274; Mai: 548')
      expect(said.join(' ')).not.toMatch(/Gezählt|Name geändert/)
    })

    await test.step('a row is read aloud as a whole, also with paragraphs in some of its cells; marks of notes and program code are not', async () => {
      const { text } = await openArticle(
        page,
        request,
        `<p>Im Sommer kehrten die Gäste zurück.</p>
  <table><thead><tr><th scope="col">Ort</th><th scope="col"><p>Nächte<a href="#note=1">1</a></p></th><th scope="col">Im Haus</th></tr></thead>
  <tbody><tr><th scope="row">Alm<a href="#note=1">1</a></th><td><p>12</p><p>und mehr</p></td><td>7</td></tr></tbody></table>
  <p>So wird gezählt:</p><pre>for hut in huts:\n    nights += hut.guests</pre>
  <p>Am Abend wird es still.</p><p><a href="#noteref=1">1</a> Geschätzt.</p>`,
      )
      await expect(text.locator('pre')).toContainText('nights += hut.guests')
      await page.getByRole('button', { name: 'Vorlesen lassen' }).click()
      await expect
        .poll(() => spokenTexts(page).then((all) => all.slice(1, 5)))
        .toEqual([
          'Im Sommer kehrten die Gäste zurück.',
          'Alm; Nächte: 12 und mehr; Im Haus: 7',
          'So wird gezählt:',
          'Am Abend wird es still.',
        ])
    })
  })
})
