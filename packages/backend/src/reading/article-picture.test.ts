import { API_BASE, apiAddress } from '@kiosk/contract/route'
import { access, articlePicture, contents } from '@kiosk/domain/reading/endpoints'
import { ARTICLE_PICTURE_PIXELS } from '@kiosk/domain/reading/limits'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { takeDown } from '../catalogue/takedowns/take-down.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const rendered: number[] = []
const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  /** A white page whose lower half is red. */
  async renderPage(_, page, width) {
    rendered.push(page)
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
  const picture = (page: number) => JSON.stringify({ page, x: 0.25, y: 0.5, width: 0.5, height: 0.25 })
  await connection.db
    .insertInto('all_articles')
    .values([
      { ...article, position: 0, headline: 'Offen', first_page: 1, last_page: 1, picture: picture(1) },
      { ...article, position: 1, headline: 'Ohne Bild', first_page: 1, last_page: 1 },
      { ...article, position: 2, headline: 'Nur mit Abo', first_page: 2, last_page: 2, picture: picture(2) },
    ])
    .execute()
})

const articles = async () => (await api.answer(contents, `issuecontent/${uid}/contents`)).articles
const signature = async () => (await api.answer(access, `issuecontent/${uid}/access`)).signature
async function ask(page: number, headline: string, signed?: string): Promise<Response> {
  const { id } = (await articles()).find((each) => each.headline === headline)!
  const address = apiAddress(articlePicture, { uid, page, issueArticleId: id })
  return api.ask(`${address.slice(API_BASE.length)}?${signed ?? (await signature())}`, { headers: { 'x-api-token': '' } })
}
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

test('is cut out of the page in the size of the list, once, for the browser of the reader alone', async () => {
  const responses = [await ask(1, 'Offen'), await ask(1, 'Offen')]
  expect(rendered).toEqual([1])
  expect(responses[0]!.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
  expect(responses[0]!.headers.get('content-type')).toBe('image/webp')
  const picture = sharp(Buffer.from(await responses[0]!.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject(ARTICLE_PICTURE_PIXELS)
  const { dominant } = await picture.stats()
  expect([dominant.r > 200, dominant.g < 60]).toEqual([true, true])
})

test('contents say where the picture of an article is', async () => {
  expect((await articles()).map(({ picture }) => picture?.page)).toEqual([1, undefined, 2])
})

test('only with the right to its page, and only at the page that has it', async () => {
  expect(await codeOf(await ask(2, 'Nur mit Abo'))).toBe('403 not_entitled')
  // The signature of an open page opens no picture of another one.
  expect(await codeOf(await ask(1, 'Nur mit Abo'))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Ohne Bild'))).toBe('404 not_found')
  expect(await codeOf(await ask(1, 'Offen', 'until=1&pages=1&signature=x'))).toBe('403 not_entitled')
})

test('is gone with its page', async () => {
  await takeDown(api.ctx, { kind: 'command', name: 'nora', source: 'test' }, { uid, page: 2, reason: 'court order' })
  // Other servers and the response cache are told by a notification.
  await expect.poll(async () => (await articles()).map(({ headline }) => headline)).toEqual(['Offen', 'Ohne Bild'])
})
