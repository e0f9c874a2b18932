import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ReaderPages } from './reader-pages.ts'
import { type Newsstand, testNewsstand } from './testing/newsstand.ts'

// Pages of signed-in readers that are kept for others, compared with pages that are rendered for each of them.

let connection: Connection
let api: TestApi
const pages = new ReaderPages()
let keeping: Newsstand
let rendering: Newsstand
type Reader = { cookie: string; firstname: string; email: string; country: string }
const readers: Reader[] = []

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const open = await createTitle(db, { key: 'bergblick', name: 'Bergblick', categories: ['reise'], subscriptions: [1, 2] })
  await createIssue(db, { title: open, uid: 'berg1', issue_date: '2026-10-01', pages: ['Vorwort'] })
  await createIssue(db, { title: open, uid: 'berg2', issue_date: '2026-11-01', pages: ['Vorwort'] })
  const closed = await createTitle(db, { key: 'blatt', name: 'Blatt', kind: 'newspaper', subscriptions: [2] })
  await createIssue(db, { title: closed, uid: 'firn', issue_date: '2026-10-02', pages: ['Vorn'] })
  const grownUp = await createTitle(db, { key: 'nachts', name: 'Nur für Große', age_rating: 18, categories: ['reise'] })
  await createIssue(db, { title: grownUp, uid: 'nachts1', issue_date: '2026-11-02', pages: ['Nacht'] })
  const german = await createTitle(db, { key: 'rheinpost', name: 'Rheinpost', shown_in: ['DE'] })
  await createIssue(db, { title: german, uid: 'rhein1', issue_date: '2026-11-01', pages: ['Rhein'] })

  const names = ['Mara', 'Özgür', `O'Neill & "Söhne" <b>`, 'Luc', '\uE0F0', '{name}', '$&', 'Zoë']
  // Two readers of each kind.
  for (const [place, firstname] of names.entries()) {
    const index = place % 4
    const email = `leserin-${place}@kept.example.org`
    const age = index === 1 ? { allow_age_restricted: true, age_group_id: 4 } : {}
    const account = await createAccount(db, { firstname, email, region_id: index + 1, ...age })
    if (index % 2 === 1) await subscribe(db, account)
    if (index > 1) await db.insertInto('favourites').values({ account_id: account.id, title_id: open.id }).execute()
    const { cookie } = await signedIn(db, account)
    readers.push({ cookie, firstname, email, country: ['AT', 'DE', 'US', 'LU'][index]! })
  }
  api = await testApi(connection, { requestsPerMinute: 0 })
  keeping = await testNewsstand(api, pages)
  rendering = await testNewsstand(api)
})
afterAll(async () => {
  await keeping.close()
  await rendering.close()
  await api.close()
  await connection.close()
})
beforeEach(() => pages.forget())

const PATHS = [
  '/',
  '/magazines',
  '/magazines?category=reise',
  '/magazines/vorwort',
  '/magazines/issues/berg1',
  '/magazines/issues/firn',
  '/title/bergblick',
  '/title/blatt',
  '/faq',
  '/features',
  '/feedback',
  '/user/subscription/pub',
]

async function open(newsstand: Newsstand, path: string, { cookie, country }: Reader, language: string) {
  const response = await newsstand.ask(path, { country, language, headers: { cookie } })
  const names = ['cache-control', 'content-security-policy', 'content-language', 'set-cookie', 'vary', 'location']
  // Different numbers of requests identify equal error pages.
  const text = (await response.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '').replaceAll('&#x27;', '&#39;')
  const isPage = response.status === 200
  return {
    status: response.status,
    text,
    headers: names.map((name) => (isPage || name !== 'etag') && response.headers.get(name)),
  }
}

it('every reader gets the page that is rendered for this reader', async () => {
  const visits = fc.array(
    fc.record({
      path: fc.constantFrom(...PATHS),
      reader: fc.nat(readers.length - 1),
      language: fc.constantFrom('de', 'fr'),
      preferences: fc.constantFrom('', '', '; consent=1; theme=dark'),
      forgotten: fc.nat(150).map((number) => number === 77),
    }),
    { minLength: 80, maxLength: 80 },
  )
  await fc.assert(
    fc.asyncProperty(visits, async (all) => {
      for (const { path, reader, language, preferences, forgotten } of all) {
        if (forgotten) pages.forget()
        const visitor = { ...readers[reader]!, cookie: readers[reader]!.cookie + preferences }
        const kept = await open(keeping, path, visitor, language)
        expect(kept).toEqual(await open(rendering, path, visitor, language))
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
  expect(pages.counts.kept).toBeGreaterThan(25)
})

it('a page is kept for readers of one kind, with the name of each', async () => {
  const [mara, another, , , sameKind] = readers as [Reader, Reader, Reader, Reader, Reader]
  for (const path of ['/magazines', '/faq', '/title/blatt', '/magazines/issues/firn']) {
    pages.forget()
    const before = pages.counts.kept
    for (const visitor of [mara, sameKind, another, mara]) {
      const { text } = await open(keeping, path, visitor, 'de')
      expect(readers.filter(({ firstname }) => text.includes(firstname)).map(({ firstname }) => firstname)).toEqual([
        visitor.firstname,
      ])
    }
    expect([path, pages.counts.kept - before]).toEqual([path, 2])
  }
})

it('what belongs to one reader is never kept: the home page, and forms that are filled in', async () => {
  for (const path of ['/', '/feedback', '/user/account', '/reader', '/magazines/issues/berg1?token=x']) {
    const before = { ...pages.counts }
    await open(keeping, path, readers[0]!, 'de')
    await open(keeping, path, readers[0]!, 'de')
    expect([path, pages.counts]).toEqual([path, before])
  }
  expect((await open(keeping, '/feedback', readers[0]!, 'de')).text).toContain(readers[0]!.email)
})

it('what is for the router or has an invented hole is for one reader; what is fetched ahead is kept', async () => {
  const [reader, sameKind] = [readers[0]!, readers[4]!]
  const { kept, rendered } = pages.counts
  for (const headers of [{ 'sec-purpose': 'prefetch' }, {}])
    await keeping.ask('/faq', { country: reader.country, headers: { cookie: reader.cookie, ...headers } })
  expect(pages.counts).toEqual({ kept: kept + 1, rendered: rendered + 1 })
  const data = await keeping.ask('/faq.data', { country: reader.country, headers: { cookie: reader.cookie } })
  expect(data.headers.get('content-type')).not.toContain('html')
  const invented = encodeURIComponent('\uE0F0accountReference\uE0F1')
  for (const { cookie, country } of [reader, sameKind]) {
    const response = await keeping.ask(`/faq?utm_source=${invented}`, { country, headers: { cookie } })
    expect(await response.text()).toMatch(/\uE0F0accountReference\uE0F1|%EE%83%B0accountReference%EE%83%B1/)
  }
})

it('a favourite that changes is shown at once', async () => {
  const reader = readers[0]!
  const heart = async () =>
    /<button type="submit" value="(\w+)"[^>]* name="favourite"/.exec(
      (await open(keeping, '/title/bergblick', reader, 'de')).text,
    )?.[1]
  expect([await heart(), await heart()]).toEqual(['yes', 'yes'])
  const account = /name="account" value="([^"]+)"/.exec((await open(keeping, '/title/bergblick', reader, 'de')).text)![1]!
  const form = { title: 'bergblick', favourite: 'yes', account }
  const sent = await keeping.ask('/title/bergblick', {
    form,
    headers: { cookie: reader.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(sent.status).toBe(302)
  expect([await heart(), await heart()]).toEqual(['no', 'no'])
  await connection.db.deleteFrom('favourites').execute()
  expect(await heart()).toBe('yes')
})

it('a publication removes the pages that show it, and a page that was begun before a change is not kept', () => {
  const kept = new ReaderPages()
  const page = { shows: ['title-berg'], bytes: 10 }
  kept.keep('a', page, kept.generation)
  kept.keep('b', { shows: ['no-issues'], bytes: 10 }, kept.generation)
  const before = kept.generation
  kept.outdate({ touches: ['title-berg'] })
  expect([kept.get('a'), kept.get('b')?.bytes]).toEqual([undefined, 10])
  kept.keep('a', page, before)
  expect(kept.get('a')).toBeUndefined()
  kept.outdate({ touches: 'everything' })
  expect(kept.get('b')).toBeUndefined()
})
