import { deactivateAccount } from '@kiosk/backend/accounts/deactivate-account'
import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { type BuiltIssue, createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { loadWebsite } from '@kiosk/website/testing/website'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentFaults, hasOpdsSchemas, MANIFEST_SCHEMA, OPDS_REASON } from '../../../tools/reading-schemas.ts'

// A third-party OPDS client: it knows only the start of the catalogue, OPDS 2.0, its authentication document and Readium’s
// manifests.

const publicUrl = 'https://kiosk.example.org'
const PAGES = 12
let connection: Connection
let api: TestApi
let website: Awaited<ReturnType<typeof loadWebsite>>
let now = new Date()
const issues = {} as Record<'magazine' | 'newspaper', BuiltIssue>

beforeAll(async () => {
  connection = await testDatabase()
  for (const kind of ['magazine', 'newspaper'] as const) {
    const title = await createTitle(connection.db, { kind, name: kind === 'magazine' ? 'Bergblick' : 'Morgenpost' })
    issues[kind] = await createIssue(connection.db, {
      title,
      pages: Array(PAGES).fill('Ein Luchs'),
      articles: [{ headline: 'Luchse & <Füchse>', html: '<p>Vorn.</p><p>Hinten.</p>', firstPage: 11, lastPage: PAGES }],
      source_sha256: kind,
    })
  }
  api = await testApi(connection, {
    now: () => now,
    requestsPerMinute: 0,
    renderPage: async (_, page, width) => Buffer.from(`page ${page} at ${width}`),
  })
  website = await loadWebsite()
})
afterAll(async () => {
  await website.close()
  await api.close()
  await connection.close()
})
beforeEach(async () => {
  now = new Date()
  await connection.db.deleteFrom('rate_limits').execute()
})

type Link = { rel?: string; href: string; type?: string; properties?: { authenticate?: Link } }
type Publication = { metadata: { title: string }; links: Link[] }
type Manifest = { readingOrder: Link[]; resources: (Link & { title?: string })[]; links: Link[] }
type Document = { authentication: { type: string; labels?: Record<string, string> }[]; links: Link[] }

/** Simulates an OPDS client. `fetch` calls the kiosk as its server does: the API, or the website in front of it. */
function program(options: { username?: string; password?: string; agent?: string; kiosk?: string } = {}) {
  const { username, password = PASSWORD_OF_TESTS, agent = 'Leselampe/4.2 (Linux; tablet)', kiosk = publicUrl } = options
  const basic = username && `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  async function fetch(address: string, headers: Record<string, string> = basic ? { authorization: basic } : {}) {
    const url = new URL(address, kiosk)
    const sent = { 'user-agent': agent, 'accept-language': 'de', ...headers }
    if (url.pathname.startsWith('/api/')) return api.ask(url.pathname + url.search, { headers: { ...sent, 'x-api-token': '' } })
    return website.handle(new Request(url, { headers: sent }), {
      api: (path, init) => api.ask(path, { headers: Object.fromEntries(new Headers(init?.headers)) }),
      operator: api.operator,
      environment: { name: 'production', devSystem: false },
      webapp: '/reader',
      publicUrl: kiosk,
      shippedDocument,
      log: console,
    })
  }
  /** Navigates from the start of the catalogue to the publication of a title. */
  async function find(title: string): Promise<Publication> {
    const start = await (await fetch('/opds')).json()
    const feed = await (await fetch(start.navigation[0].href)).json()
    return feed.publications.find(({ metadata }: Publication) => metadata.title.startsWith(title))
  }
  const acquisition = async (title: string) =>
    (await find(title)).links.find(({ rel }) => rel === 'http://opds-spec.org/acquisition')!
  return { fetch, find, acquisition }
}

async function accountWith(tier: 'FREE' | 'MAGZ' | 'PREMIUM', values: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(connection.db, values)
  if (tier !== 'FREE') await subscribe(connection.db, account, tier === 'MAGZ' ? 10 : 2)
  return account
}

/** Requests a whole issue. */
async function open(title: string, options: Parameters<typeof program>[0]) {
  const { acquisition, fetch } = program(options)
  return fetch((await acquisition(title)).href)
}

test('reads the catalogue, logs in, and reads every page and text that the tier allows', async () => {
  const { email } = await accountWith('PREMIUM')
  const stranger = program()
  const { href, type, properties } = await stranger.acquisition('Morgenpost')
  expect(type).toBe('application/webpub+json')
  const rejected = await stranger.fetch(href)
  expect(rejected.status).toBe(401)
  expect(rejected.headers.get('content-type')).toContain('application/opds-authentication+json')
  expect(rejected.headers.get('www-authenticate')).toBe('Basic realm="read-it", charset="UTF-8"')
  const document = (await rejected.json()) as Document
  expect(document).toEqual(await (await stranger.fetch(properties!.authenticate!.href)).json())
  const [basic] = document.authentication
  expect(basic).toEqual({
    type: 'http://opds-spec.org/auth/basic',
    labels: { login: 'E-Mail-Adresse', password: 'Passwort' },
  })

  const own = program({ username: email })
  const opened = await own.fetch(href)
  expect(opened.headers.get('content-type')).toContain('application/webpub+json')
  expect(opened.headers.get('cache-control')).toMatch(/^private/)
  expect(opened.headers.getSetCookie()).toEqual([])
  const manifest = (await opened.json()) as Manifest
  expect(manifest.links.find(({ rel }) => rel === 'self')?.href).toBe(href)
  expect(manifest.readingOrder).toHaveLength(PAGES)
  for (const [index, page] of manifest.readingOrder.entries()) {
    const image = await own.fetch(page.href)
    expect(image.headers.get('content-type')).toBe(page.type)
    expect(await image.text()).toBe(`page ${index + 1} at 1240`)
  }
  const text = manifest.resources.find((each) => each.type === 'text/html')!
  const article = await (await own.fetch(text.href)).text()
  expect(article).toContain('<h1>Luchse &amp; &lt;Füchse&gt;</h1>')
  expect(article).toContain('<p>Hinten.</p>')

  for (const address of [manifest.readingOrder[11]!.href, text.href]) {
    const answer = await stranger.fetch(address)
    expect(answer.status, address).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(answer.headers.get('link')).toContain('/opds/authentication.json>; rel="http://opds-spec.org/auth/document"')
  }
  const other = program({ username: (await accountWith('PREMIUM')).email })
  expect((await other.fetch(manifest.readingOrder[0]!.href)).status).toBe(403)
})

test.each([
  ['Bergblick', 'FREE', 200],
  ['Bergblick', 'MAGZ', 200],
  ['Morgenpost', 'FREE', 403],
  ['Morgenpost', 'MAGZ', 200],
  ['Morgenpost', 'PREMIUM', 200],
] as const)('all of %s for %s: %i', async (title, tier, status) => {
  const { email } = await accountWith(tier)
  const answer = await open(title, { username: email })
  expect(answer.status).toBe(status)
  if (status === 200) return
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect((await answer.json()).title).toContain('Leseprobe')
  const sample = (await program().find(title)).links.find(({ rel }) => rel?.endsWith('/sample'))!
  expect((await (await program({ username: email }).fetch(sample.href)).json()).readingOrder).toHaveLength(1)
})

test('hidden titles do not exist for any caller', async () => {
  const { email } = await accountWith('PREMIUM')
  const abroad = await createIssue(connection.db, { title: await createTitle(connection.db, { shown_in: ['DE'] }) })
  for (const uid of [abroad.uid, 'nobody', '..'])
    for (const file of ['whole.json', 'manifest.json', 'articles/1'])
      expect((await program({ username: email }).fetch(`/opds/issues/${uid}/${file}`)).status).toBe(404)
})

test.each([
  ['a wrong password', {}, { password: 'Winterwind8' }],
  ['an address that is not proved', { verified_at: null }, {}],
  ['terms that were not accepted', { terms_version: null }, {}],
  ['an account without a password', { password_hash: null }, {}],
])('rejects %s like an unknown account', async (_, values, options) => {
  const { email } = await accountWith('PREMIUM', values)
  const rejected = await open('Bergblick', { username: email, ...options })
  const nobody = await open('Bergblick', { username: 'niemand@example.org', ...options })
  expect(rejected.status).toBe(401)
  expect(await rejected.json()).toEqual(await nobody.json())
  const sessions = connection.db.selectFrom('sessions').innerJoin('accounts', 'accounts.id', 'account_id').selectAll()
  expect(await sessions.where('email', '=', email).execute()).toEqual([])
})

test('a closed account has no access, also in a client that had access before, and gets the reason', async () => {
  const { email, id } = await accountWith('PREMIUM')
  expect((await open('Bergblick', { username: email })).status).toBe(200)
  await connection.db.transaction().execute((trx) => deactivateAccount(trx, id, now))
  const rejected = await open('Bergblick', { username: email })
  expect([rejected.status, (await rejected.json()).title]).toEqual([403, 'Dieses Konto ist nicht aktiv.'])
  expect((await open('Bergblick', { username: email, password: 'Winterwind8' })).status).toBe(401)
  expect(await connection.db.selectFrom('sessions').select('id').where('account_id', '=', id).execute()).toEqual([])
})

test('wrong guesses count like those of the login, once per password and not per request', async () => {
  const { email } = await accountWith('PREMIUM')
  const guess = async (password: string) => (await open('Bergblick', { username: email, password })).status
  for (let count = 0; count < 9; count++) expect(await guess(`geraten-${count}`)).toBe(401)
  expect((await api.ask('websession/login', { form: { username: email, password: 'geraten' } })).status).toBe(401)
  expect(await guess(PASSWORD_OF_TESTS)).toBe(429)
  expect((await api.ask('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS } })).status).toBe(429)
})

test('an OPDS client counts as one device of the account, however many requests it makes', async () => {
  const account = await accountWith('MAGZ')
  const devices = async () =>
    (await connection.db.selectFrom('devices').select(['name', 'vendor_id']).where('account_id', '=', account.id).execute()) ?? []
  await Promise.all(Array.from({ length: 5 }, () => open('Bergblick', { username: account.email })))
  await open('Bergblick', { username: account.email, agent: 'Leselampe/5.0' })
  expect((await devices()).map(({ name }) => name)).toEqual(['Leselampe'])
  for (const agent of ['Buchfink/1', 'Mozilla/5.0 (iPad) Version/18 Safari/600'])
    expect((await open('Bergblick', { username: account.email, agent })).status).toBe(200)
  expect((await devices()).map(({ name }) => name).sort()).toEqual(['Buchfink', 'Leselampe', 'Safari · iPad'])
  const fourth = await open('Bergblick', { username: account.email, agent: 'Nachtlicht/1' })
  expect(fourth.status).toBe(403)
  expect((await fourth.json()).title).toContain('Geräten')

  const headers = await signedIn(connection.db, account)
  const freed = (await devices()).find(({ name }) => name === 'Buchfink')!
  expect((await api.ask(`user/device/${freed.vendor_id}`, { method: 'DELETE', headers })).status).toBe(200)
  expect((await open('Bergblick', { username: account.email, agent: 'Nachtlicht/1' })).status).toBe(200)
  expect((await open('Bergblick', { username: account.email, agent: 'Buchfink/1' })).status).toBe(403)
})

test('a new password revokes access with the old one at once', async () => {
  const account = await accountWith('FREE')
  const reading = { username: account.email }
  expect((await open('Bergblick', reading)).status).toBe(200)
  const headers = await signedIn(connection.db, account)
  const form = { oldPassword: PASSWORD_OF_TESTS, newPassword: 'Neu-am-Morgen' }
  expect((await api.ask('user/changePassword', { method: 'PUT', headers, form })).status).toBe(200)
  expect((await open('Bergblick', reading)).status).toBe(401)
  expect((await open('Bergblick', { ...reading, password: 'Neu-am-Morgen' })).status).toBe(200)
})

test('every server recognises the client and its addresses', async () => {
  const { email } = await accountWith('PREMIUM')
  const manifest = (await (await open('Morgenpost', { username: email })).json()) as Manifest
  const other = await testApi(connection, { renderPage: async () => Buffer.from('drawn elsewhere') })
  const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD_OF_TESTS}`).toString('base64')}`
  const { pathname, search } = new URL(manifest.readingOrder[3]!.href)
  const headers = { authorization, 'user-agent': 'Leselampe/4.2', 'x-api-token': '' }
  expect((await other.ask(pathname + search, { headers })).status).toBe(200)
  await other.close()
})

test('a password in a header gives access to issues only: no account, no purchase, no personal feed', async () => {
  const { email } = await accountWith('PREMIUM', { allow_age_restricted: true })
  const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD_OF_TESTS}`).toString('base64')}`
  for (const path of ['user', 'user/device/all', 'invoice/all', 'readerinfo/web', 'reader/downloads'])
    expect((await api.errorOf(path, { headers: { authorization } })).code, path).toBe('not_signed_in')
  const grownUp = await createIssue(connection.db, { title: await createTitle(connection.db, { age_rating: 18 }) })
  await api.ctx.catalogueCache.reload()
  const feed = await (await program({ username: email }).fetch('/opds/newest')).text()
  expect(feed).not.toContain(grownUp.uid)
  expect((await program({ username: email }).fetch(`/opds/issues/${grownUp.uid}/whole.json`)).status).toBe(200)
})

test('without https no password is requested or accepted', async () => {
  const { email } = await accountWith('PREMIUM')
  const open = await testApi(connection, { publicUrl: 'http://kiosk.example.org' })
  const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD_OF_TESTS}`).toString('base64')}`
  const path = `issuecontent/${issues.newspaper.uid}/access`
  expect((await open.errorOf(path, { headers: { authorization } })).code).toBe('wrong_credentials')
  await open.close()
  const plain = program({ kiosk: 'http://kiosk.example.org' })
  const document = (await (await plain.fetch('/opds/authentication.json')).json()) as Document
  expect(document.authentication.map(({ type }) => type)).toEqual(['http://kiosk.example.org/user/login#session'])
  const rejected = await plain.fetch(`/opds/issues/${issues.newspaper.uid}/whole.json`)
  expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, null])
})

test.each([
  ['nothing', ''],
  ['no credentials', 'Basic'],
  ['no base64', 'Basic !!!'],
  ['no name', 'Basic OnB3'],
  ['no password', 'Basic bmFtZTo='],
  ['no colon', 'Basic bmFtZQ=='],
  ['a zero byte', `Basic ${Buffer.from('a\0b:c').toString('base64')}`],
  ['bytes that are no text', 'Basic /////w=='],
  ['another scheme', 'Bearer abc'],
  ['far too much', `Basic ${'QUFB'.repeat(9_000)}`],
])('an Authorization header with %s grants no access and causes no error', async (_, authorization) => {
  const uid = issues.newspaper.uid
  expect((await program().fetch(`/opds/issues/${uid}/whole.json`, { authorization })).status).toBe(401)
})

test('the manifest is valid by the published schema of Readium', async () => {
  const { email } = await accountWith('PREMIUM')
  const manifest = await open('Morgenpost', { username: email })
  expect(documentFaults()(MANIFEST_SCHEMA, await manifest.json())).toEqual([])
})

test.skipIf(!hasOpdsSchemas)(
  `every other document for the client satisfies the published schemas of OPDS (${OPDS_REASON})`,
  async () => {
    const { email } = await accountWith('PREMIUM')
    const errors = documentFaults()
    const own = program({ username: email })
    const options = [
      ['feed', await own.fetch('/opds')],
      ['feed', await own.fetch('/opds/newest')],
      ['authentication', await open('Morgenpost', {})],
    ] as const
    for (const [schema, answer] of options)
      expect(errors(`https://drafts.opds.io/schema/${schema}.schema.json`, await answer.json()), schema).toEqual([])
  },
)
