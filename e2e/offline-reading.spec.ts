import { API_BASE } from '@kiosk/contract/route'
import { readerAddress } from '@kiosk/domain/addresses'
import { expect, test } from '@playwright/test'
import {
  closeReadersAfterEach,
  expectPage,
  expectPageOrLarger,
  flightMode,
  issueToTake,
  type Reader,
  reader,
  take,
} from './offline-reader.ts'
import { atADesk, type Data, issueWith, onAPhone, open } from './open-reader.ts'
import { expectAccessible } from './visitor.ts'

closeReadersAfterEach()

/** Returns a word of a page. */
async function wordOn(number: number, { contents, access }: Data, { context }: Reader): Promise<string> {
  const address = `${API_BASE}issuecontent/${contents.uid}/pages/${number}/words?${access.signature}`
  const { lines } = (await (await context.request.get(address)).json()) as { lines: [string, ...number[]][][] }
  return lines
    .flat()
    .map(([word]) => word)
    .find((word) => /^\p{Lu}\p{Ll}{7,}$/u.test(word))!
}

for (const [where, device, what] of [
  ['on a phone', onAPhone, 'every page, zoom, search and an article'],
  ['at a desk', atADesk, 'every page and zoom'],
] as const) {
  test(`${where}: going offline within an issue: ${what}; then after a restart`, async ({ browser, baseURL }) => {
    const reading = await reader(browser, baseURL!, device)
    const { page } = reading
    const data = await issueToTake(reading)
    const { contents } = data
    const on = 7
    const word = device === atADesk ? null : await wordOn(on, data, reading)
    const { uid } = contents
    await take(reading, uid)
    await page.keyboard.press('ArrowRight')
    await flightMode(reading, true)
    await expect(page.getByRole('alert')).toContainText('ist auf Ihrem Gerät gespeichert')
    for (let number = contents.pages.length; number >= 1; number -= 3) {
      await page.getByRole('slider').fill(String(number))
      await expectPageOrLarger(page, number)
    }

    await page.goto('about:blank')
    await open(page, uid, { page: 3 })
    await expectPage(page, 3)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(page.locator('[data-enlarged]')).toBeVisible()
    await expectPage(page, 3)
    await page.keyboard.press('0')
    // What follows does not depend on the window.
    if (word === null) return

    await page.keyboard.press('s')
    await page.getByRole('searchbox').fill(word)
    await page.keyboard.press('Enter')
    const hits = page.locator('dialog li button').filter({ hasText: `Seite ${on}` })
    await expect(hits.first()).toContainText(word)
    await hits.first().click()
    await expectPage(page, on)
    await page.keyboard.press('Escape')

    const article = contents.articles[0]!
    await open(page, uid, { page: article.firstPage, article: article.id })
    await expect(page.locator('[data-article-view] article')).toContainText(article.headline)
    await expect(page.locator('[data-article-view] article p').nth(1)).toBeVisible()

    await page.goto('/reader')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline')
    await expect(page.locator(`[data-downloads] [data-uid="${uid}"]`)).toContainText('Offline lesbar bis')
    await expectAccessible(page, 'offline shelf')
    await page.goto('/reader/bookmarks')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline')
    await page.locator(`[data-downloads] [data-uid="${uid}"] a`).first().click()
    await expect(page.locator('[data-stage]')).toBeVisible()
  })
}

test('a downloaded newspaper is a list of articles offline, and the reading mode has its typeface', async ({
  browser,
  baseURL,
}) => {
  const reading = await reader(browser, baseURL!, onAPhone)
  const { page } = reading
  const withPicture = ({ articles }: Data['contents']) => articles.find(({ picture }, index) => index > 0 && picture)
  const { contents } = await issueWith(
    reading.context.request,
    ({ access, contents }) =>
      access.offline &&
      contents.kind === 'newspaper' &&
      contents.articles.length > 5 &&
      contents.pages.length <= 12 &&
      withPicture(contents) !== undefined,
    reading.context,
  )
  const article = withPicture(contents)
  await take(reading, contents.uid, { page: 1 })
  await page.goto('about:blank')
  await flightMode(reading, true)
  await page.goto(readerAddress('/reader', contents.uid))
  const list = page.locator('[data-article-list]')
  await expect(list.getByRole('listitem').filter({ hasText: article!.headline }).first()).toContainText(article!.teaser)
  await expect
    .poll(() =>
      list
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)),
    )
    .toBeGreaterThan(100)
  await list.getByRole('link', { name: article!.headline, exact: true }).first().tap()
  const text = page.locator(`[data-article-view="${article!.id}"]`)
  await expect(text.getByRole('article').getByRole('paragraph').nth(1)).toBeVisible()
  // Cut out of the downloaded image of the page, of which the picture shows a part.
  const picture = text.locator('[data-figure="0"] img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)
  const [shown, page_] = [await picture.locator('..').boundingBox(), await picture.boundingBox()]
  expect(page_!.width).toBeCloseTo(shown!.width / article!.picture!.width, 0)
  expect(shown!.x - page_!.x).toBeCloseTo(page_!.width * article!.picture!.x, 0)
  await text.getByRole('button', { name: 'Schrift und Farben' }).click()
  await text.getByRole('switch', { name: /Lesemodus/ }).check()
  await text.getByRole('radio', { name: 'Sepia' }).check()
  await text.getByRole('button', { name: 'Fertig' }).click()
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ family, status }) => /Atkinson/.test(family) && status === 'loaded').length)
  await expect.poll(loaded).toBeGreaterThan(0)
  await expect
    .poll(() =>
      text
        .locator('[data-readout] p')
        .last()
        .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
    )
    .toBeGreaterThanOrEqual(26)

  await test.step('and both settings are there after a restart without a network', async () => {
    await page.goto('about:blank')
    await page.goto(readerAddress('/reader', contents.uid, { page: article!.firstPage, article: article!.id }))
    await expect(text).toHaveAttribute('data-easy', 'true')
    await expect(text).toHaveAttribute('data-theme', 'sepia')
    await expect.poll(loaded).toBeGreaterThan(0)
  })
})

test('positions and bookmarks made offline are sent when online, and the later position wins', async ({ browser, baseURL }) => {
  const reading = await reader(browser, baseURL!, atADesk)
  const { page, context, token } = reading
  const headers = { 'x-api-token': token }
  const { contents } = await issueToTake(reading)
  const { uid } = contents
  await take(reading, uid)
  // Leaves the issue: the position of a visible page is sent, too, and would be the later one.
  await page.goto('/reader')
  await expect(page.locator(`[data-downloads] [data-uid="${uid}"]`)).toBeVisible()
  await flightMode(reading, true)
  const answers = await page.evaluate(
    async ([uid, token]) => {
      const send = async (method: string, path: string, fields: Record<string, string>) => {
        const body = new URLSearchParams(fields)
        const answer = await fetch(`/api/v8/reader/${path}`, { method, headers: { 'x-api-token': token! }, body })
        return answer.status === 204 ? null : ((await answer.json()) as { id?: number; place?: { page: number } })
      }
      await send('PUT', `places/${uid}`, { page: '3' })
      const place = await send('PUT', `places/${uid}`, { page: '5' })
      const mark = await send('POST', 'bookmarks', { issue: uid!, page: '6' })
      await send('PUT', `bookmarks/${mark!.id}`, { note: 'über den Wolken' })
      const requested = await fetch(`/api/v8/reader/bookmarks?issue=${uid}`, { headers: { 'x-api-token': token! } })
      return { place, mark, listed: (await requested.json()) as { bookmarks: { note: string }[] } }
    },
    [uid, token],
  )
  expect(answers.place?.place?.page).toBe(5)
  expect(answers.mark?.id).toBeLessThan(0)
  expect(answers.listed.bookmarks).toMatchObject([{ note: 'über den Wolken' }])
  await flightMode(reading, false)
  const place = async () =>
    (
      (await (await context.request.get(`${API_BASE}reader/places/${uid}`, { headers })).json()) as {
        place: { page: number } | null
      }
    ).place
  await expect.poll(place).toMatchObject({ page: 5 })
  type Bookmarks = { bookmarks: { id: number; page: number; note: string }[] }
  const bookmarks = async () =>
    ((await (await context.request.get(`${API_BASE}reader/bookmarks?issue=${uid}`, { headers })).json()) as Bookmarks).bookmarks
  // Bookmarks are sent after the position.
  await expect.poll(bookmarks).toMatchObject([{ page: 6, note: 'über den Wolken' }])
  const [bookmark] = await bookmarks()
  await context.request.delete(`${API_BASE}reader/bookmarks/${bookmark!.id}`, { headers })
  await context.request.delete(`${API_BASE}reader/history/${uid}`, { headers })
})
