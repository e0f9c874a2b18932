import { tmpdir } from 'node:os'
import { API_BASE } from '@kiosk/contract/route'
import { access, article, contents } from '@kiosk/domain/reading/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { issueFolder } from '../adapters/storage/port.ts'
import { s3Files } from '../adapters/storage/s3.ts'
import { startS3Server } from '../adapters/storage/testing/s3-server.ts'
import { POINTS_OF_PAGE_IMAGE } from '../auth/rate-limits.ts'
import { takeDown } from '../catalogue/takedowns/take-down.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { TEST_ORIGIN, type TestApi, testApi, within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'

let now = new Date('2026-11-21T12:00:00Z')
const rendered: string[] = []
const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  now: () => now,
  async renderPage(path, page, width, format, tile) {
    rendered.push(`${path.split('/').at(-1)} ${page} ${width} ${format}`)
    const part = tile ? `: ${tile.width}x${tile.height}+${tile.left}+${tile.top} of ${tile.pageHeight}` : ''
    return Buffer.from(`page ${page} at ${width} in ${format}${part}`)
  },
})

let files = 0
const longIssue = async (kind: 'magazine' | 'newspaper', count = 12) => {
  const title = await createTitle(connection.db, { kind })
  const pages = Array.from({ length: count }, (_, n) => `Seite ${n + 1}`)
  return createIssue(connection.db, { title, pages, source_sha256: `file ${files++}` })
}
const accessTo = (uid: string) => api.answer(access, `issuecontent/${uid}/access`)
const image = (uid: string, page: number, signature: string, more = 'width=1240') =>
  api.ask(`issuecontent/${uid}/pages/${page}/picture?${signature}&${more}`, { headers: { 'x-api-token': '' } })
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

test('a visitor reads the first pages of a magazine with advertisements and is asked to register', async () => {
  const { uid } = await longIssue('magazine')
  expect(await accessTo(uid)).toMatchObject({
    read: true,
    ads: true,
    offline: false,
    audio: false,
    epub: false,
    pagesOpen: 8,
    because: 'register',
  })
  // Luxembourg has no MAGZ, so that only PREMIUM can be offered for downloads there.
  for (const [country, tiers] of [
    ['AT', ['MAGZ', 'PREMIUM']],
    ['LU', ['PREMIUM']],
  ] as const) {
    const { plans } = await api.answer(access, `issuecontent/${uid}/access`, { country })
    expect(plans?.map(({ tier }) => tier)).toEqual(tiers)
  }
})

test('a visitor reads the first page of a newspaper; registering would open no more', async () => {
  const { uid } = await longIssue('newspaper')
  expect(await accessTo(uid)).toMatchObject({ pagesOpen: 1, because: 'subscribe' })
})

test('opens a short magazine completely', async () => {
  const { uid } = await longIssue('magazine', 3)
  expect(await accessTo(uid)).toMatchObject({ pagesOpen: 3, because: null })
})

test('the operator sets how many pages a visitor reads', async () => {
  const { uid } = await longIssue('magazine')
  const other = await testApi(connection, { operator: { ...api.operator, reading: { anonymousPages: 2 } } })
  expect((await other.answer(access, `issuecontent/${uid}/access`)).pagesOpen).toBe(2)
  await other.close()
})

test('renders an open page once, stores it, and lets only the reader’s browser cache it', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  rendered.length = 0
  const answers = await Promise.all(Array.from({ length: 8 }, () => image(uid, 8, signature)))
  for (const each of answers) expect(await each.text()).toBe('page 8 at 1240 in webp')
  expect(rendered).toEqual(['source.pdf 8 1240 webp'])
  expect(answers[0]?.headers.get('cache-control')).toMatch(/^private, /)
})

test('renders AVIF for accounts only, a limited number; otherwise it is WebP, or AVIF that is already stored', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  const avif = async (headers: Record<string, string>, signed: string, page = 8) => {
    const answer = await api.ask(`issuecontent/${uid}/pages/${page}/picture?${signed}&width=720&format=avif`, { headers })
    return [answer.headers.get('content-type'), answer.headers.get('cache-control')]
  }
  const lasting = 'private, max-age=1800, immutable'
  expect(await avif({}, signature)).toEqual(['image/webp', 'private, max-age=60'])
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const own = await api.answer(access, `issuecontent/${uid}/access`, { headers })
  expect(await avif(headers, own.signature)).toEqual(['image/avif', lasting])
  await api.ctx.rateLimits.count('page-avif', `account ${account.id}`, 59)
  expect(await avif(headers, own.signature, 7)).toEqual(['image/webp', 'private, max-age=60'])
  expect(await api.files.read(`${issueFolder(uid, 1)}pages/8-720.avif`)).not.toBeNull()
  expect(await avif({}, signature)).toEqual(['image/avif', lasting])
})

test('a page that allows it gets stored images from the bucket, with the right that the server checks', async () => {
  const issue = await longIssue('magazine')
  const storage = await startS3Server()
  const files = s3Files({ ...storage.settings, publicUrl: storage.settings.url, scratch: tmpdir() })
  const renderPage = async () => Buffer.from('page')
  const behind = await testApi(connection, { requestsPerMinute: 0, now: () => now, renderPage, files })
  try {
    const { signature } = await behind.answer(access, `issuecontent/${issue.uid}/access`)
    const ask = (more: string, page = 1, signed = signature) =>
      behind.ask(`issuecontent/${issue.uid}/pages/${page}/picture?${signed}&${more}`)
    // The first request renders the image, and the server sends it.
    expect([(await ask('width=1240&bucket=1')).status, (await ask('width=720&bucket=1')).status]).toEqual([200, 200])
    const moved = await ask('width=1240&bucket=1')
    expect([moved.status, moved.headers.get('cache-control')]).toEqual([302, 'private, max-age=50'])
    const stored = await fetch(moved.headers.get('location')!)
    expect([stored.status, stored.headers.get('content-type'), await stored.text()]).toEqual([200, 'image/webp', 'page'])
    expect(stored.headers.get('cache-control')).toBe('private, max-age=1800, immutable')
    expect((await ask('width=720&bucket=1')).status).toBe(302)
    await within(3000, async () => {
      const name = `${issueFolder(issue.uid, 1)}pages/1-720.webp`
      return (await connection.db.selectFrom('rendered_images').select('name').where('name', '=', name).execute()).length === 1
    })
    // Other requests, such as downloads, get it from the server, as do all requests for thumbnails.
    for (const more of ['width=1240', 'width=160', 'width=160&bucket=1']) expect((await ask(more)).status, more).toBe(200)
    expect(await codeOf(await ask('width=1240&bucket=1', 9))).toBe('403 not_entitled')
    expect(await codeOf(await ask('width=1240&bucket=1', 1, signature.replace('pages=8', 'pages=9')))).toBe('403 not_entitled')
    const actor = { kind: 'command', name: 'nora', source: 'test' } as const
    await takeDown({ db: connection.db, now: () => now }, actor, { uid: issue.uid, page: 1, reason: 'court order' })
    const { signature: renewed } = await behind.answer(access, `issuecontent/${issue.uid}/access`)
    expect((await ask('width=1240&bucket=1', 1, renewed)).status).toBe(200)
    // Without such a bucket, nobody is redirected.
    const { uid } = await longIssue('magazine')
    const { signature: own } = await accessTo(uid)
    for (let n = 0; n < 2; n++) expect((await image(uid, 1, own, 'width=1240&bucket=1')).status).toBe(200)
  } finally {
    await behind.close()
    await storage.close()
  }
})

test('limits renderings per network without an account, then serves the reading width', async () => {
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
  await db
    .updateTable('rate_limits')
    .set({ points: 190 * POINTS_OF_PAGE_IMAGE })
    .where('key', 'like', 'page-drawing:%')
    .execute()
  const answers: string[] = []
  for (let page = 2; page <= 8; page++) for (const width of [1860, 2480]) answers.push(await ask(page, width))
  expect(answers.filter((each) => each.startsWith('page '))).toHaveLength(10)
  expect(answers.filter((each) => each === 'kept at 1240')).toHaveLength(4)
  // Serving a stored image costs nothing.
  expect(await ask(1, 720)).toBe('page 1 at 720 in webp')
  await within(3000, async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer from rendered_images where name like ${`%${uid}%`}`.execute(db)
    return rows[0]!.count === 11
  })
})

test('rejects a closed page with and without a valid signature', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  expect(await codeOf(await image(uid, 9, signature))).toBe('403 not_entitled')
  expect(await codeOf(await image(uid, 9, signature.replace('pages=8', 'pages=12')))).toBe('403 not_entitled')
  expect(await codeOf(await image(uid, 1, signature.replace(/until=\d+/, 'until=9999999999')))).toBe('403 not_entitled')
  expect(await codeOf(await image(uid, 1, signature.replace(/signature=./, 'signature=')))).toBe('403 not_entitled')
  expect(await codeOf(await image(uid, 1, signature.replace('v=1', 'v=2')))).toBe('403 not_entitled')
  const other = await longIssue('magazine')
  expect(await codeOf(await image(other.uid, 1, signature))).toBe('403 not_entitled')
  expect((await image(uid, 1, '')).status).toBe(400)
})

test('a signature expires, and is valid on every server', async () => {
  const { uid } = await longIssue('magazine')
  const { signature, until } = await accessTo(uid)
  const other = await testApi(connection, { now: () => now })
  const words = `issuecontent/${uid}/pages/1/words?${signature}`
  expect((await other.ask(words)).status).toBe(200)
  now = new Date(until * 1000)
  expect(await codeOf(await image(uid, 1, signature))).toBe('403 address_expired')
  expect(await other.errorOf(words)).toMatchObject({ code: 'address_expired' })
  now = new Date('2026-11-21T12:00:00Z')
  await other.close()
})

test('old addresses stop working when a corrected file replaces an issue', async () => {
  const { uid, id } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  await connection.db.updateTable('issues').set({ revision: 2 }).where('id', '=', id).execute()
  expect(await codeOf(await image(uid, 1, signature))).toBe('403 address_expired')
})

test('renders no page that does not exist', async () => {
  const { uid } = await longIssue('magazine', 3)
  const { signature } = await accessTo(uid)
  expect(await codeOf(await image(uid, 4, signature))).toBe('403 not_entitled')
  expect(await codeOf(await image(uid, 1, signature, 'width=1000'))).toBe('400 wrong_input')
  expect(await codeOf(await image(uid, 1, signature, 'width=160&format=gif'))).toBe('400 wrong_input')
  const coverOnly = await createIssue(connection.db)
  const opened = await accessTo(coverOnly.uid)
  expect(await codeOf(await image(coverOnly.uid, 1, opened.signature))).toBe('404 not_found')
})

const tile = (uid: string, page: number, place: string, signature: string, asked: Parameters<TestApi['ask']>[1] = {}) =>
  api.ask(`issuecontent/${uid}/pages/${page}/tiles/${place}/picture?${signature}`, asked)

test('renders a tile of an open page once, and no other than those of its grid', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  rendered.length = 0
  const answers = await Promise.all(Array.from({ length: 8 }, () => tile(uid, 2, '1/3/4', signature)))
  for (const each of answers) expect(await each.text()).toBe('page 2 at 3720 in webp: 512x512+1536+2048 of 5264')
  expect(answers[0]!.headers.get('cache-control')).toBe('private, max-age=1800, immutable')
  expect(answers[0]!.headers.get('content-type')).toBe('image/webp')
  expect((await tile(uid, 2, '1/3/4', signature)).status).toBe(200)
  // The last tile of the finest level ends with the page.
  expect(await (await tile(uid, 2, '2/14/20', signature)).text()).toBe('page 2 at 7440 in webp: 272x289+7168+10240 of 10529')
  expect(rendered).toHaveLength(2)
  expect(await api.files.read(`${issueFolder(uid, 1)}pages/2-tiles/1-3-4.webp`)).not.toBeNull()

  const errorOf = async (page: number, place: string, signed = signature) => {
    const answer = await tile(uid, page, place, signed)
    const { code, field } = await answer.json()
    return [answer.status, code, field]
  }
  expect(await errorOf(2, '1/8/0')).toEqual([404, 'not_found', 'column'])
  expect(await errorOf(2, '1/0/11')).toEqual([404, 'not_found', 'row'])
  expect(await errorOf(2, '1/99999999999999999999/0')).toEqual([400, 'wrong_input', 'column'])
  for (const level of [0, 3, 1000]) expect(await errorOf(2, `${level}/0/0`)).toEqual([404, 'not_found', 'level'])
  for (const wrong of ['1/-1/0', '1/0.5/0', '1/x/0', 'NaN/0/0']) expect((await errorOf(2, wrong))[0], wrong).toBe(400)
  // Tiles have the same limits as the images of a page: the right to it, its time, its revision, and no page that was taken down.
  expect(await errorOf(9, '1/0/0')).toEqual([403, 'not_entitled', 'page'])
  expect((await errorOf(9, '1/0/0', signature.replace('pages=8', 'pages=12')))[1]).toBe('not_entitled')
  expect((await errorOf(2, '1/3/4', signature.replace('v=1', 'v=2')))[1]).toBe('not_entitled')
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  await takeDown({ db: connection.db, now: () => now }, actor, { uid, page: 2, reason: 'court order' })
  const { signature: renewed } = await accessTo(uid)
  expect(await errorOf(2, '1/3/4', renewed)).toEqual([404, 'not_found', 'page'])
  expect(rendered).toHaveLength(2)
})

test('tiles count towards what is rendered for a network, and an account has a limit of its own', async () => {
  const { uid } = await longIssue('magazine')
  const { db } = connection
  const { signature } = await accessTo(uid)
  await db.deleteFrom('rate_limits').where('key', 'like', 'page-drawing:%').execute()
  const visitor = { address: '192.0.2.78' }
  expect((await tile(uid, 1, '1/0/0', signature, visitor)).status).toBe(200)
  const spent = 200 * POINTS_OF_PAGE_IMAGE - 1
  await db.updateTable('rate_limits').set({ points: spent }).where('key', 'like', 'page-drawing:%').execute()
  const statuses = async (asked: object, signed: string) => {
    const all: number[] = []
    for (const column of [1, 2, 0]) all.push((await tile(uid, 1, `1/${column}/0`, signed, asked)).status)
    return all
  }
  // The last tile is stored.
  expect(await statuses(visitor, signature)).toEqual([200, 429, 200])
  const headers = await signedIn(db, await createAccount(db))
  const { signature: own } = await api.answer(access, `issuecontent/${uid}/access`, { headers })
  expect((await tile(uid, 1, '1/3/0', own, { headers, ...visitor })).status).toBe(200)
  await db
    .updateTable('rate_limits')
    .set({ points: spent + 1 })
    .where('key', 'like', 'page-drawing:%')
    .execute()
  const refused = await tile(uid, 1, '1/4/0', own, { headers })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('returns the words of an open page with their boxes, and none for a scan', async () => {
  const { uid } = await longIssue('magazine')
  const { signature } = await accessTo(uid)
  const lines = [[['Luchs', 0.1, 0.2, 0.1, 0.02]]]
  await api.files.write(`${issueFolder(uid, 1)}pages/2.words.json`, Buffer.from(JSON.stringify({ lines })))
  expect(await (await api.ask(`issuecontent/${uid}/pages/2/words?${signature}`)).json()).toEqual({ lines })
  expect(await (await api.ask(`issuecontent/${uid}/pages/3/words?${signature}`)).json()).toEqual({ lines: [] })
  expect((await api.ask(`issuecontent/${uid}/pages/9/words?${signature}`)).status).toBe(403)
})

test('contents list pages in order, outline, and articles with their positions', async () => {
  const issue = await createIssue(connection.db, {
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
    {
      id: expect.stringMatching(/^\d+$/),
      headline: 'Luchs',
      byline: 'Ida Moor',
      teaser: 'x',
      firstPage: 2,
      lastPage: 2,
      regions: [],
    },
  ])
})

test('returns a whole article on open pages, its first paragraph on closed ones, always sanitised', async () => {
  const html =
    '<p onclick="x()">Erster <em>Absatz</em><script>alert(1)</script></p><p>Zweiter <a href="https://a.example">Absatz</a></p><img src=x onerror=y>'
  const title = await createTitle(connection.db)
  const place = { byline: '', html }
  const issue = await createIssue(connection.db, {
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
  expect(front).toMatchObject({
    whole: true,
    html: '<p>Erster <em>Absatz</em></p><p>Zweiter <a href="https://a.example/" rel="noopener nofollow">Absatz</a></p>',
  })
  expect(back).toMatchObject({ whole: false, html: '<p>Erster <em>Absatz</em></p>' })
  const other = await createIssue(connection.db)
  expect(await api.errorOf(`issuecontent/${other.uid}/article/${articles[0]?.id}`)).toEqual({
    status: 404,
    code: 'not_found',
    field: 'issueArticleId',
  })
  expect((await api.errorOf(`issuecontent/${issue.uid}/article/x`)).status).toBe(400)
})

test('with a CDN, readers with the same right have the same addresses, whose images it may keep until they expire', async () => {
  const { db } = connection
  const { uid } = await longIssue('magazine')
  const restricted = await createIssue(db, {
    title: await createTitle(db, { shown_in: ['AT'] }),
    pages: ['Seite 1'],
    source_sha256: `file ${files++}`,
  })
  const renderPage = async () => Buffer.from('page')
  const cdn = { kind: 'varnish' as const, purgeUrls: [] }
  const shared = await testApi(connection, { requestsPerMinute: 0, now: () => now, renderPage, cdn })
  const byCountry = await testApi(connection, {
    requestsPerMinute: 0,
    now: () => now,
    renderPage,
    cdn,
    countryHeader: 'x-country',
  })
  const readers = [await signedIn(db, await createAccount(db)), await signedIn(db, await createAccount(db))]
  const signatureOf = async (of: TestApi, id: string, headers: Record<string, string> = {}) =>
    (await of.answer(access, `issuecontent/${id}/access`, { headers })).signature
  try {
    const [one, other] = await Promise.all(readers.map((headers) => signatureOf(shared, uid, headers)))
    expect(one).toBe(other)
    const visitors = await signatureOf(shared, uid)
    expect(visitors).not.toBe(one)
    const ask = (id: string, page: number, signature: string, kind = 'picture?width=1240&') =>
      shared.ask(`issuecontent/${id}/pages/${page}/${kind}${kind.includes('?') ? '' : '?'}${signature}`)
    const image = await ask(uid, 9, one!)
    const ofTile = await ask(uid, 9, one!, 'tiles/1/0/0/picture')
    expect(ofTile.headers.get('cdn-cache-control')).toBe(image.headers.get('cdn-cache-control'))
    expect(ofTile.headers.get('surrogate-key')).toBe(`issue-${uid}`)
    const told = ['cache-control', 'cdn-cache-control', 'surrogate-key'].map((name) => image.headers.get(name))
    const until = Number(new URLSearchParams(one).get('until'))
    expect([image.status, ...told]).toEqual([
      200,
      'public, max-age=1800, immutable',
      `s-maxage=${until - now.getTime() / 1000}`,
      `issue-${uid}`,
    ])
    expect(until - now.getTime() / 1000).toBeLessThanOrEqual(1800)
    // Not beyond the right: neither further pages nor other issues.
    expect(await codeOf(await ask(uid, 9, visitors))).toBe('403 not_entitled')
    expect(await codeOf(await ask(uid, 9, visitors.replace('pages=8', 'pages=12')))).toBe('403 not_entitled')
    expect(await codeOf(await ask(restricted.uid, 1, one!))).toBe('403 not_entitled')
    // What is not for everybody is not kept by shared caches.
    const own = await ask(restricted.uid, 1, await signatureOf(shared, restricted.uid, readers[0]))
    expect([own.status, own.headers.get('cache-control'), own.headers.get('surrogate-key')]).toEqual([
      200,
      'private, max-age=1800, immutable',
      null,
    ])
    const inHeader = async (of: TestApi, countryInHeader?: string) => {
      const signature = await signatureOf(of, restricted.uid, readers[0])
      const url = `${TEST_ORIGIN}${API_BASE}issuecontent/${restricted.uid}/pages/1/picture?width=1240&${signature}`
      const { headers, status } = await of.fetch(new Request(url, { headers: readers[0]! }), {
        address: '203.0.113.7',
        country: 'AT',
        ...(countryInHeader && { countryInHeader }),
      })
      return [
        status,
        ...['cache-control', 'cdn-cache-control'].map((name) => headers.get(name)),
        headers.get('vary')?.split(', ')[0],
      ]
    }
    const left = `s-maxage=${until - now.getTime() / 1000}`
    // Unless the cache key has the country of the visitor.
    const lasting = 'private, max-age=1800, immutable'
    expect(await inHeader(byCountry, 'AT')).toEqual([200, lasting, left, 'x-country'])
    expect(await inHeader(byCountry)).toEqual([200, lasting, null, 'Origin'])
    expect(await inHeader(shared, 'AT')).toEqual([200, lasting, null, 'Origin'])
    // Without a CDN, the address of one reader does not work for another.
    const bound = await Promise.all(readers.map((headers) => signatureOf(api, uid, headers)))
    expect(bound[0]).not.toBe(bound[1])
    expect(await codeOf(await api.ask(`issuecontent/${uid}/pages/9/picture?width=1240&${bound[0]}`))).toBe('403 not_entitled')
    // While servers get the setting one after the other, each accepts the signatures of the others.
    const bySession = (of: TestApi, signature: string) =>
      of.ask(`issuecontent/${uid}/pages/9/picture?width=1240&${signature}`, { headers: readers[0]! })
    expect([(await bySession(shared, bound[0]!)).status, (await bySession(api, one!)).status]).toEqual([200, 200])
    expect(await codeOf(await bySession(shared, bound[1]!))).toBe('403 not_entitled')
    const before = now
    now = new Date((until + 1) * 1000)
    expect(await codeOf(await ask(uid, 9, one!))).toBe('403 address_expired')
    now = before
  } finally {
    await byCountry.close()
    await shared.close()
  }
})

test('with a CDN, a page or issue that is taken down while its image is made gives the CDN nothing', async () => {
  const { db } = connection
  const [part, whole] = [await longIssue('magazine'), await longIssue('magazine')]
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  const shared = await testApi(connection, {
    requestsPerMinute: 0,
    now: () => now,
    cdn: { kind: 'varnish', purgeUrls: [] },
    async renderPage(pdf) {
      const isPart = pdf.includes(part.uid)
      await takeDown({ db, now: () => now }, actor, {
        uid: isPart ? part.uid : whole.uid,
        ...(isPart && { page: 2 }),
        reason: 'court order',
      })
      return Buffer.from('page')
    },
  })
  const answerOf = async (uid: string) => {
    const { signature } = await shared.answer(access, `issuecontent/${uid}/access`)
    const image = await shared.ask(`issuecontent/${uid}/pages/2/picture?width=1240&${signature}`)
    return [image.headers.get('cache-control'), await codeOf(image)]
  }
  try {
    expect(await answerOf(part.uid)).toEqual(['no-store', '403 address_expired'])
    expect(await answerOf(whole.uid)).toEqual(['no-store', '404 not_found'])
  } finally {
    await shared.close()
  }
})
