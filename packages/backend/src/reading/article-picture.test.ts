import { API_BASE, apiAddress } from '@kiosk/contract/route'
import { access, article, articlePicture, contents } from '@kiosk/domain/reading/endpoints'
import { ARTICLE_PICTURE_PIXELS } from '@kiosk/domain/reading/limits'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { takeDown } from '../catalogue/takedowns/take-down.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const rendered: [page: number, width: number][] = []
const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  /** A white page whose lower half is red. */
  async renderPage(_, page, width) {
    rendered.push([page, width])
    const red = { create: { width, height: width / 2, channels: 3 as const, background: '#ff0000' } }
    return sharp({ create: { width, height: width, channels: 3, background: '#ffffff' } })
      .composite([{ input: await sharp(red).png().toBuffer(), top: width / 2, left: 0 }])
      .webp()
      .toBuffer()
  },
})

let uid: string
beforeAll(async () => {
  const title = await createTitle(connection.db, { kind: 'newspaper' })
  const issue = await createIssue(connection.db, { title, pages: ['Eins', 'Zwei'], source_sha256: 'file of pictures' })
  uid = issue.uid
  const article = { issue_id: issue.id, html: '<p>Text.</p>', source: 'outline' }
  const place = (page: number) => ({ page, x: 0.25, y: 0.5, width: 0.5, height: 0.25 })
  const picture = (page: number) => JSON.stringify(place(page))
  const pictures = (...pages: number[]) =>
    JSON.stringify(pages.map((page) => ({ ...place(page), caption: `Bild auf ${page}`, credit: 'Foto: Lind', after: page })))
  await connection.db
    .insertInto('all_articles')
    .values([
      {
        ...article,
        position: 0,
        headline: 'Offen',
        first_page: 1,
        last_page: 1,
        picture: picture(1),
        pictures: pictures(1, 1),
        kicker: 'Kultur',
        deck: 'Text.',
      },
      { ...article, position: 1, headline: 'Ohne Bild', first_page: 1, last_page: 1 },
      {
        ...article,
        position: 2,
        headline: 'Nur mit Abo',
        first_page: 2,
        last_page: 2,
        picture: picture(2),
        pictures: pictures(2),
      },
      { ...article, position: 3, headline: 'Thema', first_page: 1, last_page: 2, picture: picture(1), pictures: pictures(1, 2) },
    ])
    .execute()
  const topic = { uid: 'thema', language: 'de', headline: 'Thema', text: 'Text.', release_date: '2026-01-01' }
  await connection.db
    .insertInto('topics')
    .values({ ...topic, issue_id: issue.id, article_position: 3 })
    .execute()
})

const articles = async () => (await api.answer(contents, `issuecontent/${uid}/contents`)).articles
const signature = async () => (await api.answer(access, `issuecontent/${uid}/access`)).signature
async function ask(page: number, headline: string, signed?: string, number?: number): Promise<Response> {
  const { id } = (await articles()).find((each) => each.headline === headline)!
  const address = apiAddress(articlePicture, { uid, page, issueArticleId: id })
  const query = `${signed ?? (await signature())}${number === undefined ? '' : `&number=${number}`}`
  return api.ask(`${address.slice(API_BASE.length)}?${query}`, { headers: { 'x-api-token': '' } })
}
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

test('is cut out of the page in the size of the list, once, for the browser of the reader alone', async () => {
  const responses = [await ask(1, 'Offen'), await ask(1, 'Offen')]
  expect(rendered).toEqual([[1, 1240]])
  expect(responses[0]!.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
  expect(responses[0]!.headers.get('content-type')).toBe('image/webp')
  const picture = sharp(Buffer.from(await responses[0]!.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject(ARTICLE_PICTURE_PIXELS)
  const { dominant } = await picture.stats()
  expect([dominant.r > 200, dominant.g < 60]).toEqual([true, true])
})

test('contents say where the picture of an article is', async () => {
  expect((await articles()).map(({ picture }) => picture?.page)).toEqual([1, undefined, 2, 1])
})

test('only with the right to its page, and only at the page that has it', async () => {
  expect(await codeOf(await ask(2, 'Nur mit Abo'))).toBe('403 not_entitled')
  // The signature of an open page opens no pictures of other pages.
  expect(await codeOf(await ask(1, 'Nur mit Abo'))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Ohne Bild'))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Offen', 'until=1&pages=1&signature=x'))).toBe('403 not_entitled')
})

const articleOf = async (headline: string) => {
  const { id } = (await articles()).find((each) => each.headline === headline)!
  return api.answer(article, `issuecontent/${uid}/article/${id}`)
}

test('an article says which pictures it has, in the size in which it gives them, with what is printed below', async () => {
  const open = await articleOf('Offen')
  expect(open).toMatchObject({ kicker: 'Kultur', deck: 'Text.', whole: true })
  const [, second] = open.pictures!
  expect(second).toMatchObject({
    number: 1,
    page: 1,
    caption: 'Bild auf 1',
    credit: 'Foto: Lind',
    after: 1,
    alternative: { text: 'Bild auf 1', from: 'caption' },
  })
  rendered.length = 0
  const responses = [await ask(1, 'Offen', undefined, 1), await ask(1, 'Offen', undefined, 1)]
  const files = await Promise.all(responses.map(async (response) => Buffer.from(await response.arrayBuffer())))
  // Cut out of a page image twice as wide as the reading width, and stored from then on.
  expect(rendered).toEqual([[1, 2480]])
  expect(files[0]!.equals(files[1]!)).toBe(true)
  const { width, height } = await sharp(files[0]).metadata()
  expect(width).toBe(second!.pixels.width)
  // The page rendered here is square.
  expect(height).toBe(620)
})

test('an article has no pictures of pages that its reader may not see, and an excerpt has none', async () => {
  expect(await articleOf('Nur mit Abo')).toMatchObject({ whole: false })
  expect(await articleOf('Nur mit Abo')).not.toHaveProperty('pictures')
  // The article is open to everyone because a topic links to it; its second page is not.
  expect((await articleOf('Thema')).pictures).toMatchObject([{ number: 0, page: 1 }])
  expect(await codeOf(await ask(2, 'Thema', undefined, 1))).toBe('403 not_entitled')
  expect(await codeOf(await ask(1, 'Thema', undefined, 1))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Offen', undefined, 2))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Offen', undefined, -1))).toBe('400 wrong_input')
})

test('is gone with its page', async () => {
  await takeDown(api.ctx, { kind: 'command', name: 'nora', source: 'test' }, { uid, page: 2, reason: 'court order' })
  // A notification informs other servers and the response cache.
  await expect.poll(async () => (await articles()).map(({ headline }) => headline)).toEqual(['Offen', 'Ohne Bild'])
})
