import { SHARED_DEVICE_COOKIE } from '@kiosk/domain/accounts/shared-device'
import { issueDetail } from '@kiosk/domain/catalogue/endpoints'
import { access } from '@kiosk/domain/reading/endpoints'
import { DEVICES } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { takeDown } from '../../catalogue/takedowns/take-down.ts'
import { type BuiltIssue, createIssue, createTitle } from '../../catalogue/testing/titles-and-issues.ts'
import { open } from '../../db/connect.ts'
import { changeMeanwhile } from '../../db/testing/change-meanwhile.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

const page = await sharp({ create: { width: 124, height: 175, channels: 3, background: '#faf7f2' } })
  .webp()
  .toBuffer()
let now = new Date()
let renderingMs = 0
const renderPage = async () => {
  now = new Date(now.getTime() + renderingMs)
  return page
}
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0, renderPage })
const { db } = connection

type Headers = Record<string, string>
const address = (uid: string) => `issuecontent/${uid}/epub`
const ask = (uid: string, headers: Headers, options: { method?: string; country?: string } = {}) =>
  api.ask(address(uid), { headers, ...options })
const rejected = async (uid: string, headers: Headers, country?: string) => {
  const response = await ask(uid, headers, country ? { country } : {})
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const textsOf = (bytes: Uint8Array) =>
  Object.entries(unzipSync(bytes))
    .filter(([path]) => /article-\d+\.xhtml$/.test(path))
    .map(([, contents]) => Buffer.from(contents).toString('utf8'))

let count = 0
async function issueOf(values: Parameters<typeof createTitle>[1] = {}): Promise<BuiltIssue> {
  const title = await createTitle(db, { offers_epub: true, ...values })
  return createIssue(db, {
    title,
    pages: ['eins', 'zwei', 'drei'],
    articles: [
      { headline: 'Der Garten', html: '<p>Erde.</p><p>Regen.</p>', firstPage: 2, lastPage: 2, byline: 'Ida Moos' },
      { headline: 'Der Teich', html: '<p>Wasser.</p>', firstPage: 3, lastPage: 3 },
    ],
    source_sha256: `file ${++count}`,
    text_layer: 'full',
  })
}
async function reader(tier: 'FREE' | 'MAGZ' | 'PREMIUM', account?: Awaited<ReturnType<typeof createAccount>>): Promise<Headers> {
  const owner = account ?? (await createAccount(db))
  if (tier !== 'FREE' && !account) await subscribe(db, owner, tier === 'MAGZ' ? 10 : 2)
  return signedIn(db, owner)
}

test.each([
  ['magazine', 'FREE', false],
  ['magazine', 'MAGZ', true],
  ['magazine', 'PREMIUM', true],
  ['newspaper', 'FREE', false],
  ['newspaper', 'MAGZ', false],
  ['newspaper', 'PREMIUM', true],
] as const)('a %s as EPUB for %s: %s, as access says; never if its title does not offer it', async (kind, tier, may) => {
  const [offered, other] = [await issueOf({ kind }), await issueOf({ kind, offers_epub: false })]
  const headers = await reader(tier)
  const epubOf = async (uid: string) => (await api.answer(access, `issuecontent/${uid}/access`, { headers })).epub
  expect(await epubOf(offered.uid)).toBe(may)
  expect(await epubOf(other.uid)).toBe(false)
  const { details } = await api.answer(issueDetail, `issuedetail/${offered.uid}`, { headers })
  expect(details.publication.epub).toBe(may)
  if (may) expect(textsOf(await bytesOf(await ask(offered.uid, headers)))).toHaveLength(2)
  else expect(await rejected(offered.uid, headers)).toBe('403 not_entitled')
  expect(await rejected(other.uid, headers)).toBe('403 not_entitled')
})

test('is for nobody without an account, in another country, of another age, or on a shared device', async () => {
  const { uid } = await issueOf()
  expect(await rejected(uid, {})).toBe('401 not_signed_in')
  const headers = await reader('PREMIUM')
  const abroad = await issueOf({ shown_in: ['DE'] })
  expect(await rejected(abroad.uid, headers)).toBe('404 not_found')
  expect((await ask(abroad.uid, headers, { country: 'DE' })).status).toBe(200)
  expect(await rejected((await issueOf({ age_rating: 18 })).uid, headers)).toBe('404 not_found')
  expect(await rejected(uid, { ...headers, cookie: `${headers.cookie}; ${SHARED_DEVICE_COOKIE}=1` })).toBe('403 shared_device')
  const empty = await createIssue(db, { title: await createTitle(db, { offers_epub: true }), source_sha256: 'empty' })
  expect(await rejected(empty.uid, headers)).toBe('404 not_found')
})

test('ends with the subscription', async () => {
  const { uid } = await issueOf()
  const account = await createAccount(db)
  await subscribe(db, account, 2)
  await db
    .updateTable('subscriptions')
    .set({ ends_at: new Date(now.getTime() + DAY_MS) })
    .where('account_id', '=', account.id)
    .execute()
  const headers = await signedIn(db, account)
  expect((await ask(uid, headers)).status).toBe(200)
  now = new Date(now.getTime() + 2 * DAY_MS)
  expect(await rejected(uid, headers)).toBe('403 not_entitled')
  now = new Date()
})

test('a device beyond the limit gets nothing', async () => {
  const { uid } = await issueOf()
  const account = await createAccount(db)
  await subscribe(db, account, 2)
  for (let device = 0; device < DEVICES.PREMIUM; device++) expect((await ask(uid, await signedIn(db, account))).status).toBe(200)
  expect(await rejected(uid, await signedIn(db, account))).toBe('403 not_entitled')
})

test('has text, authors and the first page, and a name', async () => {
  const { uid } = await issueOf({ name: 'Grün & <Blau>', publisher: 'Felsenverlag' })
  const response = await ask(uid, await reader('PREMIUM'))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'application/epub+zip',
    'content-disposition': `attachment; filename="${uid}.epub"`,
    'accept-ranges': 'bytes',
  })
  const files = unzipSync(await bytesOf(response))
  const document = Buffer.from(files['EPUB/package.opf']!).toString('utf8')
  expect(document).toContain('<dc:title>Grün &amp; &lt;Blau&gt;, Nr. 1 · 1. November 2026</dc:title>')
  expect(document).toContain('<dc:publisher>Felsenverlag</dc:publisher>')
  expect(Buffer.from(files['EPUB/article-1.xhtml']!).toString('utf8')).toMatch(/Der Garten[\s\S]*Ida Moos[\s\S]*<p>Erde\.<\/p>/)
  expect((await sharp(files['EPUB/cover.jpg']!).metadata()).format).toBe('jpeg')
})

test('marks the articles of which words were read from the picture of a page', async () => {
  const { uid, id } = await issueOf()
  await db.updateTable('pages').set({ read_by_machine: true }).where('issue_id', '=', id).where('number', '=', 3).execute()
  const articles = textsOf(await bytesOf(await ask(uid, await reader('PREMIUM'))))
  expect(articles.map((text) => text.includes('automatisch aus dem Bild der Seite erkannt'))).toEqual([false, true])
})

test('has the pictures of articles, cut out of their pages, but none of a page that was taken down', async () => {
  const { uid, id } = await issueOf()
  const at = { x: 0.25, y: 0.1, width: 0.5, height: 0.4 }
  const pictures = [
    { ...at, page: 2, caption: 'Der Garten im Mai', credit: 'Foto: Lind', after: 0 },
    { ...at, page: 2, caption: '', credit: '', after: 1 },
    { ...at, page: 3, caption: '', credit: '', after: 0 },
  ]
  const describe = (page: number, values: object) =>
    db
      .updateTable('articles')
      .set({ pictures: JSON.stringify(pictures.filter((each) => each.page === page)), ...values })
      .where('issue_id', '=', id)
      .where('first_page', '=', page)
      .execute()
  await describe(2, { kicker: 'Zuhause', deck: 'Erde.' })
  await describe(3, {})
  const headers = await reader('PREMIUM')
  const filesOf = async () => unzipSync(await bytesOf(await ask(uid, headers)))
  const files = await filesOf()
  const article = Buffer.from(files['EPUB/article-1.xhtml']!).toString('utf8')
  expect(article).toMatch(
    /class="kicker">Zuhause<[\s\S]*class="deck">Erde\.<[\s\S]*picture-1-1\.jpg[\s\S]*Foto: Lind[\s\S]*picture-1-2\.jpg/,
  )
  expect(article).toContain('alt="Bild. Aus der Bildunterschrift: Der Garten im Mai" width="620" height="')
  const [picture, whole] = await Promise.all([files['EPUB/picture-1-1.jpg']!, page].map((bytes) => sharp(bytes).metadata()))
  expect([picture!.format, picture!.width / whole!.width, picture!.height / whole!.height]).toEqual(['jpeg', 0.5, 0.4])
  // Its size on the page, as reading programs reserve it, is that of the picture.
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(article)!.map(Number)
  expect(width! / height!).toBeCloseTo(picture!.width / picture!.height, 1)
  await takeDown(api.ctx, { kind: 'command', name: 'nora', source: 'test' }, { uid, page: 3, reason: 'court order' })
  const pathsOf = (given: object) => Object.keys(given).filter((path) => path.includes('/picture-'))
  expect(pathsOf(files)).toEqual(['EPUB/picture-1-1.jpg', 'EPUB/picture-1-2.jpg', 'EPUB/picture-2-1.jpg'])
  expect(pathsOf(await filesOf())).toEqual(['EPUB/picture-1-1.jpg', 'EPUB/picture-1-2.jpg'])
})

test('says how long it is, is continued where it broke off, and is not sent again unchanged', async () => {
  const { uid } = await issueOf()
  const headers = await reader('PREMIUM')
  const first = await ask(uid, headers)
  const etag = first.headers.get('etag')!
  const whole = await bytesOf(first)
  const head = await ask(uid, headers, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).length]).toEqual([200, String(whole.length), 0])
  const rest = await ask(uid, { ...headers, range: 'bytes=1000-', 'if-range': etag })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 1000-${whole.length - 1}/${whole.length}`])
  expect((await bytesOf(rest)).equals(whole.subarray(1000))).toBe(true)
  const some = await bytesOf(await ask(uid, { ...headers, range: 'bytes=29-99' }))
  expect(some.equals(whole.subarray(29, 100))).toBe(true)
  expect((await ask(uid, { ...headers, range: `bytes=${whole.length}-` })).status).toBe(416)
  expect((await ask(uid, { ...headers, 'if-none-match': etag })).status).toBe(304)
  expect((await ask(uid, { ...headers, range: 'bytes=1000-', 'if-range': '"other"' })).status).toBe(200)
})

test('a size or a part that would take longer than a proxy waits is to be asked for again, and the next request goes on', async () => {
  const { uid, id } = await issueOf()
  const pictures = [2, 3].map((page) => ({ x: 0, y: 0, width: 0.5, height: 0.5, page, caption: '', credit: '', after: 0 }))
  await db
    .updateTable('articles')
    .set({ pictures: JSON.stringify(pictures) })
    .where('issue_id', '=', id)
    .execute()
  const headers = await reader('PREMIUM')
  renderingMs = 25_000
  const head = await ask(uid, headers, { method: 'HEAD' })
  const part = await ask(uid, { ...headers, range: 'bytes=29-99' })
  renderingMs = 0
  for (const { status, headers } of [head, part]) expect([status, headers.has('retry-after')]).toEqual([503, true])
  expect((await ask(uid, { ...headers, range: 'bytes=29-99' })).status).toBe(206)
})

test('lacks what was taken down, and is another version then', async () => {
  const { uid } = await issueOf()
  const headers = await reader('PREMIUM')
  const before = await ask(uid, headers)
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  await takeDown(api.ctx, actor, { uid, page: 3, reason: 'court order' })
  const after = await ask(uid, { ...headers, 'if-none-match': before.headers.get('etag')! })
  expect(after.status).toBe(200)
  const [text, ...more] = textsOf(await bytesOf(after))
  expect([more, text!.includes('Wasser'), text!.includes('Erde')]).toEqual([[], false, true])
  await takeDown(api.ctx, actor, { uid, page: 1, reason: 'court order' })
  expect(Object.keys(unzipSync(await bytesOf(await ask(uid, headers))))).not.toContain('EPUB/cover.jpg')
  await takeDown(api.ctx, actor, { uid, reason: 'court order' })
  expect(await rejected(uid, headers)).toBe('404 not_found')
})

test.each(['former_articles', 'audit_entries'])('an issue that is taken down before %s is read is missing', async (table) => {
  const [{ uid }, headers] = [await issueOf(), await reader('MAGZ')]
  const owner = open(connection.ownerUrl, 2)
  onTestFinished(() => owner.close())
  const answer = await changeMeanwhile(owner.db, () => ask(uid, headers), {
    lock: (trx) => sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx),
    change: (trx) => trx.updateTable('all_issues').set({ taken_down_at: new Date() }).where('uid', '=', uid).execute(),
  })
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
})

test('each download is recorded, and an account has so many a day', async () => {
  const { uid, id } = await issueOf()
  const account = await createAccount(db)
  await subscribe(db, account, 2)
  const headers = await signedIn(db, account)
  const recorded = () => db.selectFrom('epub_downloads').selectAll().where('account_id', '=', account.id).execute()
  await bytesOf(await ask(uid, headers))
  await ask(uid, headers, { method: 'HEAD' })
  expect(await recorded()).toMatchObject([{ issue_id: id }])
  for (let more = 0; more < 98; more++) await api.ctx.rateLimits.count('epub', `account ${account.id}`)
  const response = await ask(uid, headers)
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await ask(uid, headers, { method: 'HEAD' })).status).toBe(429)
  expect(await recorded()).toHaveLength(1)
})
