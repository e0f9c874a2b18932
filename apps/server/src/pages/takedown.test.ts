import { isDeepStrictEqual } from 'node:util'
import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import { takeBack, takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import { type BuiltIssue, createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi, within } from '@kiosk/backend/testing/api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'

// Every place where an issue, a page or an article can be seen: before it is taken down, while it is down, and after it is
// restored.

vi.mock('../../../reader/src/document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({ script: `/reader/assets/${name}.js`, modules: [], styles: [] }),
}))

const actor = { kind: 'command', name: 'nora', source: 'test' } as const
/** The promise of the desk: at once on all servers. */
const AT_ONCE_MS = 1000

let connection: Connection
let api: TestApi
let other: TestApi
let newsstand: Newsstand
let issue: BuiltIssue
let older: BuiltIssue
let headers: { cookie: string }
const ids: Record<string, string> = {}

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const title = await createTitle(db, { key: 'vogelwelt', name: 'Vogelwelt', categories: ['natur'] })
  const elsewhere = await createTitle(db, { key: 'waldwelt', name: 'Waldwelt', categories: ['natur'] })
  older = await createIssue(db, { title, uid: 'older0000001', name: 'Nr. 1', issue_date: '2026-10-01', source_sha256: 'older' })
  const nearby = await createIssue(db, { title: elsewhere, uid: 'nearby000001', issue_date: '2026-09-01' })
  issue = await createIssue(db, {
    title,
    uid: 'vogel0000002',
    name: 'Nr. 2',
    issue_date: '2026-11-01',
    source_sha256: 'birds',
    pages: ['Titelseite Anemone', 'Blaumeise singt', 'Steinadler ruft', 'Ende'],
    outline: JSON.stringify([
      { headline: 'Der Pirol', page: 2, level: 1 },
      { headline: 'Der Specht', page: 3, level: 1 },
    ]),
    articles: [
      { headline: 'Der Pirol', html: '<p>Pirolgesang am Morgen.</p>', firstPage: 2, lastPage: 2 },
      { headline: 'Der Specht', html: '<p>Spechtklopfen am Abend.</p>', firstPage: 3, lastPage: 3 },
    ],
  })
  for (const [position, { id, headline }] of (
    await db.selectFrom('articles').select(['id', 'headline']).where('issue_id', '=', issue.id).orderBy('position').execute()
  ).entries()) {
    ids[headline] = String(id)
    const topic = { language: 'de', issue_id: issue.id, release_date: '2026-11-01', text: 'Thema', page: position + 2 }
    await db
      .insertInto('topics')
      .values({ ...topic, uid: `thema-${position}`, headline: `Thema ${headline}`, article_position: position })
      .execute()
  }
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  await db.insertInto('content_set_entries').values({ set_key: 'web_at', position: 1, title_id: title.id }).execute()
  await db
    .insertInto('link_posts')
    .values({ key: 'l', target_url: '/faq', issue_id: issue.id, posted_on: '2026-11-01' })
    .execute()
  await db.insertInto('related_issues').values({ issue_id: nearby.id, position: 1, related_issue_id: issue.id }).execute()

  const renderPage = async (_: string, page: number, width: number) => Buffer.from(`page ${page} at ${width}`)
  const options = { requestsPerMinute: 0, renderPage, now: () => new Date('2026-11-21T12:00:00Z') }
  api = await testApi(connection, options)
  other = await testApi(connection, options)
  await other.ctx.catalogueCache.ready
  await api.ctx.catalogueCache.ready
  await api.files.write(`${issueFolder(issue.uid, 1)}cover.webp`, Buffer.from('the cover'))
  for (const [page, word] of ['Anemone', 'Blaumeise', 'Steinadler', 'Ende'].entries())
    await api.files.write(
      `${issueFolder(issue.uid, 1)}pages/${page + 1}.words.json`,
      Buffer.from(JSON.stringify({ lines: [[[word, 0.1, 0.1, 0.2, 0.02]]] })),
    )
  newsstand = await testNewsstand(api)

  const account = await createAccount(db)
  await subscribe(db, account)
  headers = await signedIn(db, account)
  await db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  for (const [path, form, method] of [
    [`reader/bookmarks`, { issue: issue.uid, page: '3', article: ids['Der Specht']! }, 'POST'],
    [`reader/places/${issue.uid}`, { page: '2', fraction: '0', at: '2026-11-20T12:00:00Z' }, 'PUT'],
    [`issuecontent/${issue.uid}/download`, { width: '720' }, 'POST'],
  ] as const)
    expect((await api.ask(path, { headers, form, method })).ok, `${path}`).toBe(true)
})
afterAll(async () => {
  await newsstand.close()
  await other.close()
  await api.close()
  await connection.close()
})

type What = 'issue' | 'page' | 'article'
const targets: Record<What, () => { page?: number; article?: number }> = {
  issue: () => ({}),
  page: () => ({ page: 2 }),
  article: () => ({ article: Number(ids['Der Specht']) }),
}

/** Uid of the issue. */
const U = 'vogel0000002'
/** Covers are the only sign of an issue in some lists. */
const COVER = `${U}/cover`
/**
 * Place, and what it shows of the issue, of its second page and of its second article; null = nothing of it. Paths without a
 * leading slash belong to the API.
 */
const places: [path: string, shows: Record<What, string | null>][] = [
  ...[
    'issues/all',
    'issues/all?magazine=vogelwelt&year=2026',
    'categories',
    'contentset/web_at/detail',
    'titles',
    'search?q=Vogelwelt',
    'search/suggestions?q=Vogel',
    'magazine/vogelwelt/details',
    'magazine/vogelwelt/issues',
    'issuelinks',
    'issues/related/nearby000001',
    'issuedetail/nearby000001',
    'issuedetail/older0000001',
    'reader/shelf',
    'reader/history',
    'reader/downloads',
  ].map((path): [string, Record<What, string | null>] => [path, { issue: U, page: null, article: null }]),
  ['ig-linklist', { issue: COVER, page: null, article: null }],
  [`issues/${U}`, { issue: U, page: null, article: null }],
  ['search?q=Blaumeise', { issue: U, page: U, article: null }],
  ['search?q=Steinadler', { issue: U, page: null, article: U }],
  ['trendingtopics/topics', { issue: U, page: 'Thema Der Pirol', article: 'Thema Der Specht' }],
  ['trendingtopics/topic/thema-0', { issue: U, page: 'Der Pirol', article: null }],
  ['trendingtopics/topic/thema-1', { issue: U, page: null, article: 'Der Specht' }],
  ['reader/bookmarks', { issue: U, page: null, article: 'Der Specht' }],
  [`issuedetail/${U}`, { issue: 'Vogelwelt', page: 'Der Pirol', article: 'Der Specht' }],
  [`issuecontent/${U}/access`, { issue: 'signature', page: null, article: null }],
  [`issuecontent/${U}/contents`, { issue: U, page: 'Pirol', article: 'Specht' }],
  [`issuecontent/${U}/search?q=Blaumeise`, { issue: 'Blaumeise', page: 'Blaumeise', article: null }],
  [`issuecontent/${U}/search?q=Steinadler`, { issue: 'Steinadler', page: null, article: 'Steinadler' }],
  [`issuecontent/${U}/article/PIROL`, { issue: 'Pirolgesang', page: 'Pirolgesang', article: null }],
  [`issuecontent/${U}/article/SPECHT`, { issue: 'Spechtklopfen', page: null, article: 'Spechtklopfen' }],
  [`issuecontent/${U}/offline?language=de&SIGNED`, { issue: U, page: 'Pirol', article: 'Specht' }],
  [`issuecontent/${U}/pages/2/words?SIGNED`, { issue: 'Blaumeise', page: 'Blaumeise', article: null }],
  [`issuecontent/${U}/pages/2/picture?width=720&SIGNED`, { issue: 'page 2', page: 'page 2', article: null }],
  [`issuecontent/${U}/cover?coverheight=280`, { issue: 'the cover', page: null, article: null }],
  ...[
    '/',
    '/magazines?search=Vogelwelt',
    '/magazines?category=natur',
    '/magazine/vogelwelt',
    '/title/vogelwelt',
    '/magazines/issuelinks',
    '/reader',
    '/reader/history',
    '/reader/archive/vogelwelt',
    '/sitemap.xml?part=issues',
    '/feeds/issues.xml',
    '/feeds/magazines/vogelwelt.xml',
    '/feeds/categories/natur.xml',
    '/opds/newest',
    '/opds/category?category=natur',
    '/opds/search?query=Vogelwelt',
  ].map((path): [string, Record<What, string | null>] => [path, { issue: U, page: null, article: null }]),
  ['/feeds/topics.xml', { issue: 'Thema', page: 'Der Pirol', article: 'Der Specht' }],
  ['/magazines?search=Blaumeise', { issue: `${U}?p=2`, page: `${U}?p=2`, article: null }],
  ['/reader/bookmarks', { issue: U, page: null, article: 'Der Specht' }],
  [`/magazines/issues/${U}`, { issue: 'Vogelwelt', page: 'Der Pirol', article: 'Der Specht' }],
  [`/reader/issues/${U}`, { issue: 'Nr. 2', page: 'Pirol', article: 'Specht' }],
  [`/reader/issues/${U}?plain=1`, { issue: 'Nr. 2', page: 'Pirol', article: 'Specht' }],
  [`/opds/issues/${U}/manifest.json`, { issue: 'Vogelwelt', page: 'Der Pirol', article: 'Der Specht' }],
  [`/opds/issues/${U}/articles/PIROL`, { issue: 'Pirolgesang', page: 'Pirolgesang', article: null }],
]

/** Returns what a place shows now, or where it leads. */
async function textAt(path: string, server = api): Promise<string> {
  let address = path.replace('PIROL', ids['Der Pirol']!).replace('SPECHT', ids['Der Specht']!)
  if (address.includes('SIGNED')) {
    const response = await server.ask(`issuecontent/${U}/access`, { headers })
    // While the issue is down: the address that a reader already has.
    if (response.ok) ids.signature = ((await response.json()) as { signature: string }).signature
    address = address.replace('SIGNED', ids.signature!)
  }
  const response = address.startsWith('/') ? await newsstand.ask(address, { headers }) : await server.ask(address, { headers })
  return response.headers.get('location') ?? response.text()
}

/** Whether each place shows the part. */
async function shownAt(what: What): Promise<Record<string, boolean>> {
  const shown: Record<string, boolean> = {}
  for (const [path, shows] of places) {
    const sign = shows[what]
    if (sign !== null) shown[path] = (await textAt(path)).includes(sign)
  }
  return shown
}

/** Waits for the time within which servers agree, then expects that every place shows the part, or none does. */
async function expectEverywhere(what: What, isShown: boolean): Promise<void> {
  const expected = Object.fromEntries(places.filter(([, shows]) => shows[what] !== null).map(([path]) => [path, isShown]))
  const agreed = Date.now() + AT_ONCE_MS
  for (;;) {
    const isLast = Date.now() > agreed
    const shown = await shownAt(what)
    if (isLast || isDeepStrictEqual(shown, expected)) return expect(shown).toEqual(expected)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe.each([
  ['issue', ['page', 'article'], []],
  ['page', [], ['article']],
  ['article', [], ['page']],
] as const)('%s', (what, goesAlong, stays) => {
  test('is shown everywhere, nowhere while it is down, and everywhere when it is restored', async () => {
    await expectEverywhere(what, true)
    const id = await takeDown(api.ctx, actor, { uid: U, ...targets[what](), reason: 'court order' })
    await expectEverywhere(what, false)
    for (const part of goesAlong) await expectEverywhere(part, false)
    for (const part of stays) await expectEverywhere(part, true)
    await takeBack(api.ctx, actor, { id, reason: 'settled' })
    for (const part of [what, ...goesAlong, ...stays]) await expectEverywhere(part, true)
  })
})

test('is gone from both servers within a second, and back', async () => {
  const places = ['issues/all', 'categories', 'titles', 'contentset/web_at/detail', `issues/${U}`, `issuecontent/${U}/contents`]
  const shown = async () => {
    const texts = await Promise.all([api, other].flatMap((server) => places.map((path) => textAt(path, server))))
    return texts.map((text) => text.includes(U))
  }
  const everywhere = (isShown: boolean) => within(AT_ONCE_MS, async () => (await shown()).every((each) => each === isShown))
  await everywhere(true)
  const id = await takeDown(api.ctx, actor, { uid: U, reason: 'court order' })
  await everywhere(false)
  await takeBack(api.ctx, actor, { id, reason: 'settled' })
  await everywhere(true)
})

test('a title whose only issue is down has no page', async () => {
  const down = await takeDown(api.ctx, actor, { uid: older.uid, reason: 'both' })
  const last = await takeDown(api.ctx, actor, { uid: U, reason: 'both' })
  await within(AT_ONCE_MS, async () => (await api.ask('magazine/vogelwelt/details')).status === 404)
  expect((await newsstand.ask('/title/vogelwelt')).status).toBe(404)
  expect((await newsstand.ask(`/reader/issues/${U}`)).status).toBe(404)
  expect((await newsstand.ask(`/magazines/issues/${U}`)).status).toBe(404)
  for (const id of [down, last]) await takeBack(api.ctx, actor, { id, reason: 'both' })
  await within(AT_ONCE_MS, async () => (await api.ask('magazine/vogelwelt/details')).ok)
})
