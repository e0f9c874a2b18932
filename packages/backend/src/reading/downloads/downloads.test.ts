import { createHash } from 'node:crypto'
import { dayInVienna, endOfDayInVienna } from '@kiosk/domain/day'
import { download, downloadSize, downloads, offlineText } from '@kiosk/domain/reading/download-endpoints'
import { OFFLINE_TTL_DAYS } from '@kiosk/domain/reading/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { beforeEach, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { type BuiltIssue, createIssue, createTitle } from '../../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

let now = new Date()
const rendered: string[] = []
let renderingMs = 0
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
const { connection, api } = await openTestApi({
  now: () => now,
  requestsPerMinute: 0,
  renderPage: async (_, page, width) => {
    rendered.push(`${page}-${width}`)
    now = new Date(now.getTime() + renderingMs)
    return Buffer.from(`page ${page} at ${width}`)
  },
})
beforeEach(() => {
  now = new Date()
  rendered.length = 0
  renderingMs = 0
})

type Headers = Record<string, string>
const grant = (uid: string, headers: Headers, form: Record<string, string> = {}) =>
  api.answer(download, `issuecontent/${uid}/download`, { headers, form })
const rejected = (uid: string, headers: Headers) => api.errorOf(`issuecontent/${uid}/download`, { headers, form: {} })
const listed = async (headers: Headers) => (await api.answer(downloads, 'reader/downloads', { headers })).downloads
const giveUp = (uid: string, headers: Headers) => api.ask(`issuecontent/${uid}/download`, { method: 'DELETE', headers })

let count = 0
async function issueOf(kind: 'magazine' | 'newspaper', values: Parameters<typeof createIssue>[1] = {}): Promise<BuiltIssue> {
  const title = await createTitle(connection.db, { kind })
  const articles = [{ headline: 'Der Garten', html: '<p>Erde.</p><p>Regen.</p>', firstPage: 2, lastPage: 3 }]
  const issue = await createIssue(connection.db, {
    title,
    pages: ['eins', 'zwei', 'drei'],
    articles,
    source_sha256: `file ${++count}`,
    ...values,
  })
  const words = { lines: [[['Garten', 0.1, 0.1, 0.2, 0.02]]] }
  await api.files.write(`issues/${issue.uid}/1/pages/2.words.json`, Buffer.from(JSON.stringify(words)))
  return issue
}
async function reader(tier: 'FREE' | 'MAGZ' | 'PREMIUM') {
  const account = await createAccount(connection.db)
  if (tier !== 'FREE') await subscribe(connection.db, account, tier === 'MAGZ' ? 10 : 2)
  return { account, headers: await signedIn(connection.db, account) }
}

test.each([
  ['magazine', 'FREE', false],
  ['magazine', 'MAGZ', true],
  ['magazine', 'PREMIUM', true],
  ['newspaper', 'FREE', false],
  ['newspaper', 'MAGZ', false],
  ['newspaper', 'PREMIUM', true],
] as const)('download of a %s by %s: %s', async (kind, tier, may) => {
  const { uid } = await issueOf(kind)
  const { headers } = await reader(tier)
  if (may) {
    expect((await grant(uid, headers)).parts).toHaveLength(10)
    expect(await listed(headers)).toHaveLength(1)
  } else {
    expect(await rejected(uid, headers)).toEqual({ status: 403, code: 'not_entitled' })
    expect((await api.errorOf(`issuecontent/${uid}/download`, { headers })).code).toBe('not_entitled')
    expect(await listed(headers)).toEqual([])
  }
})

test('rejects visitors and hidden issues', async () => {
  const { uid } = await issueOf('magazine')
  expect((await rejected(uid, {})).code).toBe('not_signed_in')
  const { headers } = await reader('PREMIUM')
  const grownUp = await createTitle(connection.db, { age_rating: 18 })
  const abroad = await createTitle(connection.db, { shown_in: ['FR'] })
  for (const title of [grownUp, abroad]) {
    const { uid } = await createIssue(connection.db, { title, source_sha256: title.key })
    expect((await rejected(uid, headers)).code).toBe('not_found')
  }
  const coverOnly = await createIssue(connection.db)
  expect((await rejected(coverOnly.uid, headers)).code).toBe('not_found')
})

test('every part is served with the size and hash of the grant', async () => {
  const { uid } = await issueOf('magazine')
  const { headers } = await reader('PREMIUM')
  const { parts, signature, bytes } = await grant(uid, headers)
  for (const part of parts) {
    const response = await api.ask(`issuecontent/${uid}/${part.path}${signature}`, { headers })
    expect(response.status, part.path).toBe(200)
    const body = Buffer.from(await response.arrayBuffer())
    expect({ bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') }).toEqual({
      bytes: part.bytes,
      sha256: part.sha256,
    })
  }
  expect(bytes).toBe(parts.reduce((sum, part) => sum + part.bytes, 0))
  expect(parts.map(({ kind }) => kind).filter((kind, at, all) => all.indexOf(kind) === at)).toEqual([
    'text',
    'words',
    'thumbnail',
    'picture',
  ])
})

test('an article of a download has its own language', async () => {
  const foreign = { headline: 'Le jardin', html: '<p>Terre.</p>', firstPage: 2, lastPage: 2, language: 'fr' }
  const own = { headline: 'Der Garten', html: '<p>Erde.</p>', firstPage: 3, lastPage: 3 }
  const { uid } = await issueOf('newspaper', { articles: [foreign, own] })
  const { headers } = await reader('PREMIUM')
  const { parts, signature } = await grant(uid, headers)
  const { contents, articles } = await api.answer(offlineText, `issuecontent/${uid}/${parts[0]!.path}${signature}`, { headers })
  expect(articles.map(({ language }) => language)).toEqual(['fr', 'de'])
  expect(contents.articles.map(({ language }) => language)).toEqual(['fr', undefined])
})

test('returns contents and all articles in one response to readers who may download', async () => {
  const { uid } = await issueOf('newspaper')
  const { headers } = await reader('PREMIUM')
  const { parts, signature } = await grant(uid, headers)
  const path = `issuecontent/${uid}/${parts[0]!.path}${signature}`
  const { contents, articles } = await api.answer(offlineText, path, { headers })
  expect(contents).toMatchObject({ uid, pages: [{ number: 1 }, { number: 2 }, { number: 3 }] })
  expect(articles).toMatchObject([{ headline: 'Der Garten', html: '<p>Erde.</p><p>Regen.</p>', whole: true }])
  expect((await api.errorOf(path)).code).toBe('not_entitled')
  const magz = await reader('MAGZ')
  const { signature: online } = (await (await api.ask(`issuecontent/${uid}/access`, { headers: magz.headers })).json()) as {
    signature: string
  }
  expect((await api.errorOf(`issuecontent/${uid}/offline?language=de&${online}`, { headers: magz.headers })).code).toBe(
    'not_entitled',
  )
})

test('renders and hashes images once per revision; an estimate renders none', async () => {
  const { uid } = await issueOf('magazine')
  const { headers } = await reader('PREMIUM')
  const size = await api.answer(downloadSize, `issuecontent/${uid}/download`, { headers })
  expect(size.parts).toBe(10)
  expect(size.bytes).toBeGreaterThan(0)
  expect(rendered).toEqual([])
  const { bytes } = await grant(uid, headers)
  expect(rendered).toHaveLength(6)
  await grant(uid, headers)
  await grant(uid, (await reader('MAGZ')).headers)
  expect(rendered).toHaveLength(6)
  expect((await api.answer(downloadSize, `issuecontent/${uid}/download`, { headers })).bytes).toBe(bytes)
  const small = await grant(uid, headers, { width: '720' })
  expect(small.parts.filter(({ kind }) => kind === 'picture').every(({ path }) => path.includes('width=720'))).toBe(true)
  expect((await api.errorOf(`issuecontent/${uid}/download`, { headers, form: { width: '2480' } })).code).toBe('wrong_input')
})

test('the size in the narrow width is estimated by the images that are made at import', async () => {
  const { uid } = await issueOf('magazine')
  const { headers } = await reader('PREMIUM')
  for (const page of [1, 2, 3]) await api.files.write(`issues/${uid}/1/pages/${page}-1240.webp`, Buffer.alloc(100_000))
  const sizeAt = async (width: number) =>
    (await api.answer(downloadSize, `issuecontent/${uid}/download?width=${width}`, { headers })).bytes
  // 3 × 100,000 bytes, and 3 × 46,700.
  expect((await sizeAt(1240)) - (await sizeAt(720))).toBeCloseTo(160_000, -4)
  expect(rendered).toEqual([])
})

test('each device gets its own key and keeps it when it asks again', async () => {
  const { uid } = await issueOf('magazine')
  const { account, headers } = await reader('PREMIUM')
  const other = await signedIn(connection.db, account)
  const first = await grant(uid, headers)
  now = inDays(10)
  const again = await grant(uid, headers)
  expect(Buffer.from(first.key, 'base64')).toHaveLength(32)
  expect(again.key).toBe(first.key)
  expect(again.until).toBe(inDays(OFFLINE_TTL_DAYS).toISOString())
  expect(await listed(other)).toEqual([])
  const otherGrant = await grant(uid, other)
  expect(otherGrant.key).not.toBe(first.key)
  expect(await listed(headers)).toMatchObject([{ uid, key: first.key, until: again.until }])
})

test('the grant expires after thirty days or with the paid period, by server time', async () => {
  const { uid } = await issueOf('magazine')
  const { account, headers } = await reader('PREMIUM')
  const { key, until } = await grant(uid, headers)
  expect(until).toBe(inDays(30).toISOString())
  const ends = inDays(12)
  const period = connection.db.updateTable('subscriptions').where('account_id', '=', account.id)
  await period.set({ ends_at: ends }).execute()
  expect((await listed(headers))[0]?.until).toBe(ends.toISOString())
  expect((await grant(uid, headers)).until).toBe(ends.toISOString())
  now = inDays(13)
  expect(await listed(headers)).toEqual([])
  expect((await rejected(uid, headers)).code).toBe('not_entitled')
  await period.set({ ends_at: null }).execute()
  expect(await listed(headers)).toEqual([])
  expect((await grant(uid, headers)).key).toBe(key)
  expect(await listed(headers)).toHaveLength(1)
})

test('a grant ends with the last day of its title, also one from before that day was set', async () => {
  const { uid, title_id } = await issueOf('magazine')
  const { headers } = await reader('PREMIUM')
  await grant(uid, headers)
  const leaves = dayInVienna(inDays(5))
  await connection.db.updateTable('titles').set({ available_until: leaves }).where('id', '=', title_id).execute()
  await api.ctx.catalogueCache.reload()
  const ends = endOfDayInVienna(leaves).toISOString()
  expect((await listed(headers))[0]?.until).toBe(ends)
  expect((await grant(uid, headers)).until).toBe(ends)
})

test('a request that would render for longer than a proxy waits is to be repeated, and the next one goes on', async () => {
  const pages = Array.from({ length: 9 }, (_, index) => `Seite ${index + 1}`)
  const { uid } = await issueOf('magazine', { pages, articles: [] })
  const { headers } = await reader('PREMIUM')
  renderingMs = 12_000
  const answer = await api.ask(`issuecontent/${uid}/download`, { headers, form: { width: '720' } })
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
  const first = rendered.length
  expect(first).toBeLessThan(5)
  renderingMs = 0
  expect((await grant(uid, headers, { width: '720' })).parts).toHaveLength(1 + 3 * 9)
  expect(new Set(rendered).size).toBe(rendered.length)
})

test('a removed device loses its downloads, and gets another key when it returns', async () => {
  const { uid } = await issueOf('magazine')
  const { account, headers } = await reader('PREMIUM')
  const tablet = await signedIn(connection.db, account, { vendorId: 'tablet-in-the-train' })
  const { key } = await grant(uid, tablet)
  expect((await api.ask('user/device/tablet-in-the-train', { method: 'DELETE', headers })).status).toBe(200)
  expect(await api.errorOf('reader/downloads', { headers: tablet })).toMatchObject({ code: 'not_signed_in' })
  const back = await signedIn(connection.db, account, { vendorId: 'tablet-in-the-train' })
  expect(await listed(back)).toEqual([])
  expect((await grant(uid, back)).key).not.toBe(key)
})

test('rejects a device beyond the limit of the tier', async () => {
  const { uid } = await issueOf('magazine')
  const { account, headers } = await reader('MAGZ')
  const others = [await signedIn(connection.db, account), await signedIn(connection.db, account)]
  for (const each of [headers, ...others]) await grant(uid, each)
  expect(await rejected(uid, await signedIn(connection.db, account))).toEqual({
    status: 403,
    code: 'not_entitled',
    field: 'device',
  })
})

test('the list drops downloads whose right is lost by tier, country or age', async () => {
  const [magazine, newspaper] = [await issueOf('magazine'), await issueOf('newspaper')]
  const { account, headers } = await reader('PREMIUM')
  await grant(magazine.uid, headers)
  await grant(newspaper.uid, headers)
  await connection.db.updateTable('subscriptions').set({ plan_id: 10 }).where('account_id', '=', account.id).execute()
  expect((await listed(headers)).map(({ uid }) => uid)).toEqual([magazine.uid])
  await connection.db
    .updateTable('titles')
    .set({ shown_in: ['FR'] })
    .where('id', '=', magazine.title_id)
    .execute()
  await api.ctx.catalogueCache.reload()
  expect(await listed(headers)).toEqual([])
})

test('a corrected issue is listed with its new revision and downloaded again', async () => {
  const { uid, id } = await issueOf('magazine')
  const { headers } = await reader('PREMIUM')
  const before = await grant(uid, headers)
  await connection.db.updateTable('issues').set({ revision: 2 }).where('id', '=', id).execute()
  expect(await listed(headers)).toMatchObject([{ uid, revision: 2 }])
  const after = await grant(uid, headers)
  expect(after).toMatchObject({ revision: 2, key: before.key })
  const old = `issuecontent/${uid}/${before.parts[1]!.path}${before.signature}`
  expect((await api.errorOf(old, { headers })).code).toBe('address_expired')
})

test('a removed download is not listed, and accounts of one browser are kept apart', async () => {
  const { uid } = await issueOf('magazine')
  const [one, two] = [await reader('PREMIUM'), await reader('PREMIUM')]
  const { reader: mark } = await grant(uid, one.headers)
  expect((await giveUp(uid, two.headers)).status).toBe(404)
  expect((await giveUp(uid, one.headers)).status).toBe(204)
  expect(await listed(one.headers)).toEqual([])
  expect((await giveUp(uid, one.headers)).status).toBe(404)
  const answer = await api.answer(downloads, 'reader/downloads', { headers: two.headers })
  expect(answer.reader).not.toBe(mark)
  expect((await grant(uid, one.headers)).reader).toBe(mark)
})
