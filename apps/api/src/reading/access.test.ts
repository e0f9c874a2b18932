import { access, article, contents } from '@kiosk/domain/reading/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import { buildIssue, buildTitle } from '../catalogue/build-catalogue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { type TestApi, testApi, within } from '../test-api.ts'

let connection: Connection
let api: TestApi
let now = new Date('2026-11-21T12:00:00Z')
const drawn: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, {
    requestsPerMinute: 0,
    now: () => now,
    async drawPage(path, page, width, format) {
      drawn.push(`${path.split('/').at(-1)} ${page} ${width} ${format}`)
      return Buffer.from(`page ${page} at ${width} in ${format}`)
    },
  })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

let files = 0
const longIssue = async (kind: 'magazine' | 'newspaper', count = 12) => {
  const title = await buildTitle(connection.db, { kind })
  const pages = Array.from({ length: count }, (_, n) => `Seite ${n + 1}`)
  return buildIssue(connection.db, { title, pages, source_sha256: `file ${files++}` })
}
const accessTo = (uid: string) => api.answer(access, `issuecontent/${uid}/access`)
const picture = (uid: string, page: number, signature: string, more = 'width=1240') =>
  api.ask(`issuecontent/${uid}/pages/${page}/picture?${signature}&${more}`, { headers: { 'x-api-token': '' } })
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

test('a visitor reads the first pages of a magazine, with advertisements, and is asked to register', async () => {
  const { uid } = await longIssue('magazine')
  expect(await accessTo(uid)).toMatchObject({
    read: true,
    ads: true,
    offline: false,
    audio: false,
    pagesOpen: 8,
    because: 'register',
  })
})

test('of a newspaper it is the first page, and registering would not open more', async () => {
  const { uid } = await longIssue('newspaper')
  expect(await accessTo(uid)).toMatchObject({ pagesOpen: 1, because: 'subscribe' })
})

test('a short magazine is open as a whole', async () => {
  const { uid } = await longIssue('magazine', 3)
  expect(await accessTo(uid)).toMatchObject({ pagesOpen: 3, because: null })
})

test('how many pages a visitor reads is for the operator to say', async () => {
  const { uid } = await longIssue('magazine')
  const other = await testApi(connection, { operator: { ...api.operator, reading: { anonymousPages: 2 } } })
  expect((await other.answer(access, `issuecontent/${uid}/access`)).pagesOpen).toBe(2)
  await other.close()
})

test('an open page is drawn once, kept, and cached by nobody but its reader', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  drawn.length = 0
  const answers = await Promise.all(Array.from({ length: 8 }, () => picture(uid, 8, signature)))
  for (const each of answers) expect(await each.text()).toBe('page 8 at 1240 in webp')
  expect(drawn).toEqual(['source.pdf 8 1240 webp'])
  expect(answers[0]?.headers.get('cache-control')).toMatch(/^private, /)
})

test('AVIF is drawn for who has an account; a visitor is given WebP instead, and AVIF where it is kept', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  const avif = async (headers: Record<string, string>, signed: string) => {
    const answer = await api.ask(`issuecontent/${uid}/pages/8/picture?${signed}&width=720&format=avif`, { headers })
    return [answer.headers.get('content-type'), answer.headers.get('cache-control')]
  }
  const lasting = 'private, max-age=1800, immutable'
  expect(await avif({}, signature)).toEqual(['image/webp', 'private, max-age=60'])
  const headers = await signedIn(connection.db, await buildAccount(connection.db))
  const own = await api.answer(access, `issuecontent/${uid}/access`, { headers })
  expect(await avif(headers, own.signature)).toEqual(['image/avif', lasting])
  expect(await api.files.read(`${issueFolder(uid, 1)}pages/8-720.avif`)).not.toBeNull()
  expect(await avif({}, signature)).toEqual(['image/avif', lasting])
})

test('a network without an account has so many pages drawn, then the reading width stands in', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  const ask = async (page: number, width: number) => {
    await api.files.write(`${issueFolder(uid, 1)}pages/${page}-1240.webp`, Buffer.from('kept at 1240'))
    const path = `issuecontent/${uid}/pages/${page}/picture?${signature}&width=${width}`
    return (await api.ask(path, { address: '192.0.2.77' })).text()
  }
  const { db } = connection
  await db.deleteFrom('rate_limits').where('key', 'like', 'page-drawing:%').execute()
  expect(await ask(1, 720)).toBe('page 1 at 720 in webp')
  await db.updateTable('rate_limits').set({ points: 190 }).where('key', 'like', 'page-drawing:%').execute()
  const answers: string[] = []
  for (let page = 2; page <= 8; page++) for (const width of [1860, 2480]) answers.push(await ask(page, width))
  expect(answers.filter((each) => each.startsWith('page '))).toHaveLength(10)
  expect(answers.filter((each) => each === 'kept at 1240')).toHaveLength(4)
  // What is kept costs nothing to give out.
  expect(await ask(1, 720)).toBe('page 1 at 720 in webp')
  await within(3000, async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer from drawn_pictures where name like ${`%${uid}%`}`.execute(db)
    return rows[0]!.count === 11
  })
})

test('a closed page is refused with a good signature, and with none', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  expect(await codeOf(await picture(uid, 9, signature))).toBe('403 not_entitled')
  expect(await codeOf(await picture(uid, 9, signature.replace('pages=8', 'pages=12')))).toBe('403 not_entitled')
  expect(await codeOf(await picture(uid, 1, signature.replace(/until=\d+/, 'until=9999999999')))).toBe('403 not_entitled')
  expect(await codeOf(await picture(uid, 1, signature.replace(/signature=./, 'signature=')))).toBe('403 not_entitled')
  expect(await codeOf(await picture(uid, 1, signature.replace('v=1', 'v=2')))).toBe('403 not_entitled')
  const other = await longIssue('magazine')
  expect(await codeOf(await picture(other.uid, 1, signature))).toBe('403 not_entitled')
  expect((await picture(uid, 1, '')).status).toBe(400)
})

test('a signature ends, and every server of the house reads the signatures of the others', async () => {
  const { uid } = await longIssue('magazine')
  const { signature, until } = await accessTo(uid)
  const other = await testApi(connection, { now: () => now })
  const words = `issuecontent/${uid}/pages/1/words?${signature}`
  expect((await other.ask(words)).status).toBe(200)
  now = new Date(until * 1000)
  expect(await codeOf(await picture(uid, 1, signature))).toBe('403 address_expired')
  expect(await other.refusal(words)).toMatchObject({ code: 'address_expired' })
  now = new Date('2026-11-21T12:00:00Z')
  await other.close()
})

test('when a corrected file replaces an issue, old addresses end', async () => {
  const { uid, id } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  await connection.db.updateTable('issues').set({ revision: 2 }).where('id', '=', id).execute()
  expect(await codeOf(await picture(uid, 1, signature))).toBe('403 address_expired')
})

test('pages that are not there are not drawn', async () => {
  const { uid } = await longIssue('magazine', 3)
  const { signature } = await accessTo(uid)
  expect(await codeOf(await picture(uid, 4, signature))).toBe('403 not_entitled')
  expect(await codeOf(await picture(uid, 1, signature, 'width=1000'))).toBe('400 wrong_input')
  expect(await codeOf(await picture(uid, 1, signature, 'width=160&format=gif'))).toBe('400 wrong_input')
  const coverOnly = await buildIssue(connection.db)
  const opened = await accessTo(coverOnly.uid)
  expect(await codeOf(await picture(coverOnly.uid, 1, opened.signature))).toBe('404 not_found')
})

test('the words of an open page come with their boxes, of a scan none', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  const lines = [[['Luchs', 0.1, 0.2, 0.1, 0.02]]]
  await api.files.write(`${issueFolder(uid, 1)}pages/2.words.json`, Buffer.from(JSON.stringify({ lines })))
  expect(await (await api.ask(`issuecontent/${uid}/pages/2/words?${signature}`)).json()).toEqual({ lines })
  expect(await (await api.ask(`issuecontent/${uid}/pages/3/words?${signature}`)).json()).toEqual({ lines: [] })
  expect((await api.ask(`issuecontent/${uid}/pages/9/words?${signature}`)).status).toBe(403)
})

test('contents lay out an issue: pages in order, outline, articles with their places', async () => {
  const issue = await buildIssue(connection.db, {
    pages: ['eins', 'zwei'],
    outline: JSON.stringify([{ headline: 'Luchs', page: 2, level: 1 }]),
    articles: [{ headline: 'Luchs', byline: 'Ida Moor', html: '<p>x</p>', firstPage: 2, lastPage: 2 }],
  })
  const laidOut = await api.answer(contents, `issuecontent/${issue.uid}/contents`)
  expect(laidOut).toMatchObject({
    uid: issue.uid,
    revision: 1,
    kind: 'magazine',
    textLayer: 'full',
    outline: [{ headline: 'Luchs', page: 2, level: 1 }],
  })
  expect(laidOut.pages).toEqual([
    { number: 1, width: 595, height: 842 },
    { number: 2, width: 595, height: 842 },
  ])
  expect(laidOut.articles).toEqual([
    { id: expect.stringMatching(/^\d+$/), headline: 'Luchs', byline: 'Ida Moor', firstPage: 2, lastPage: 2, regions: [] },
  ])
})

test('an article on open pages is whole, on closed ones its first paragraph, and never more than text', async () => {
  const html =
    '<p onclick="x()">Erster <em>Absatz</em><script>alert(1)</script></p><p>Zweiter <a href="https://a.example">Absatz</a></p><img src=x onerror=y>'
  const title = await buildTitle(connection.db)
  const place = { byline: '', html }
  const issue = await buildIssue(connection.db, {
    title,
    pages: Array(12).fill('x'),
    articles: [
      { ...place, headline: 'Vorne', firstPage: 7, lastPage: 8 },
      { ...place, headline: 'Hinten', firstPage: 8, lastPage: 9 },
    ],
  })
  const { articles } = await api.answer(contents, `issuecontent/${issue.uid}/contents`)
  const [front, back] = await Promise.all(
    articles.map(({ id }) => api.answer(article, `issuecontent/${issue.uid}/article/${id}`)),
  )
  expect(front).toMatchObject({ whole: true, html: '<p>Erster <em>Absatz</em></p><p>Zweiter Absatz</p>' })
  expect(back).toMatchObject({ whole: false, html: '<p>Erster <em>Absatz</em></p>' })
  const other = await buildIssue(connection.db)
  expect(await api.refusal(`issuecontent/${other.uid}/article/${articles[0]?.id}`)).toEqual({
    status: 404,
    code: 'not_found',
    field: 'issueArticleId',
  })
  expect((await api.refusal(`issuecontent/${issue.uid}/article/x`)).status).toBe(400)
})
