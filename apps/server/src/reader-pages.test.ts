import { ReaderChanges } from '@kiosk/backend/accounts/reader-changes'
import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import type { Session } from '@kiosk/backend/auth/session'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import type { ClientInfo } from '@kiosk/backend/http/api'
import { writePlace } from '@kiosk/backend/reading/progress-queries'
import { TEST_TOKEN, type TestApi, testApi } from '@kiosk/backend/testing/api'
import { MINUTE_MS } from '@kiosk/domain/time'
import { loadWebsite } from '@kiosk/website/testing/website'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createRequestGate } from './gate/request-gate.ts'
import { type Kept, KeptPages } from './kept-pages.ts'
import { listen } from './listen.ts'
import { PageCache } from './page-cache.ts'
import { ReaderAnswers } from './reader-answers.ts'
import { NOBODY } from './renewal-header.ts'
import { type Newsstand, testNewsstand } from './testing/newsstand.ts'

// Pages of signed-in readers that are kept for others, compared with pages that are rendered for each of them.

const publicUrl = 'https://kiosk.example.org'
let connection: Connection
let api: TestApi
const pages = new KeptPages<Kept, unknown>({ mostBytes: 32 * 1024 * 1024 })
let keeping: Newsstand
let rendering: Newsstand
type Reader = { cookie: string; firstname: string; email: string; country: string }
const readers: Reader[] = []
/** Far longer than a thousand visits take on a machine that does nothing else. */
const COMPARING_MS = 180_000

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const open = await createTitle(db, { key: 'bergblick', name: 'Bergblick', categories: ['reise'], subscriptions: [1, 2] })
  await createIssue(db, { title: open, uid: 'berg1', issue_date: '2026-10-01', pages: ['Vorwort'] })
  const berg = await createIssue(db, { title: open, uid: 'berg2', issue_date: '2026-11-01', pages: ['Vorwort', 'Gipfel', 'Tal'] })
  const closed = await createTitle(db, { key: 'blatt', name: 'Blatt', kind: 'newspaper', subscriptions: [2] })
  await createIssue(db, { title: closed, uid: 'firn', issue_date: '2026-10-02', pages: ['Vorn'] })
  const grownUp = await createTitle(db, { key: 'nachts', name: 'Nur für Große', age_rating: 18, categories: ['reise'] })
  await createIssue(db, { title: grownUp, uid: 'nachts1', issue_date: '2026-11-02', pages: ['Nacht'] })
  const odd = await createTitle(db, { key: 'odd', name: `Öl & "Wasser" <b>\u2019s 'n`, categories: ['reise'] })
  const drop = await createIssue(db, {
    ...{
      title: odd,
      uid: 'tropfen',
      name: 'Журнал „日本“ & <i>',
      issue_date: '2026-11-03',
      pages: ['Eins', 'Zwei', 'Drei', 'Vier'],
    },
  })
  const german = await createTitle(db, { key: 'rheinpost', name: 'Rheinpost', shown_in: ['DE'] })
  await createIssue(db, { title: german, uid: 'rhein1', issue_date: '2026-11-01', pages: ['Rhein'] })

  // The fourth one has given no name: it is the beginning of the address.
  const names = ['Mara', 'Özgür', `O'Neill & "Söhne" <b>`, 'leserin-3', '\uE0F0', '{name}', '$&', 'Zoë']
  // Two readers of each kind.
  for (const [place, firstname] of names.entries()) {
    const index = place % 4
    const email = `leserin-${place}@kept.example.org`
    const age = index === 1 ? { allow_age_restricted: true, age_group_id: 4 } : {}
    const account = await createAccount(db, { firstname, email, region_id: index + 1, ...age })
    if (index % 2 === 1) await subscribe(db, account)
    // Shelves of each kind: empty, an issue begun, favourites, and both.
    if (index > 1) await db.insertInto('favourites').values({ account_id: account.id, title_id: open.id }).execute()
    if (place > 5) await db.insertInto('favourites').values({ account_id: account.id, title_id: odd.id }).execute()
    const begun = [[], [drop], [berg, drop], [berg]][place % 4]!
    for (const [at, issue] of begun.entries())
      await writePlace(db, {
        ...{ accountId: account.id, issueId: issue.id, page: 1 + (place % 2), articlePosition: undefined, fraction: 0 },
        ...{ readAt: new Date(Date.UTC(2026, 10, 4, at)), now: new Date() },
      })
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

const STYLE = /<style>(.*?)<\/style>/g

async function open(newsstand: Pick<Newsstand, 'ask'>, path: string, { cookie, country }: Reader, language: string) {
  const response = await newsstand.ask(path, { country, language, headers: { cookie } })
  const names = ['cache-control', 'content-security-policy', 'content-language', 'set-cookie', 'vary', 'location']
  // Different numbers of requests identify equal error pages.
  const html = (await response.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '').replaceAll('&#x27;', '&#39;')
  // A page for many has the rules of all that it may show.
  const rules = new Set([...html.matchAll(STYLE)].flatMap(([, style]) => style!.match(/[^{}]+\{[^{}]*\}/g) ?? []))
  return {
    status: response.status,
    text: html.replaceAll(STYLE, ''),
    headers: names.map((name) => response.headers.get(name)?.replace(/(style-src 'self')[^;]*/, '$1')),
    rules,
  }
}

it(
  'every reader gets the page that is rendered for this reader',
  async () => {
    const visits = fc.array(
      fc.record({
        path: fc.constantFrom(...PATHS),
        reader: fc.nat(readers.length - 1),
        language: fc.constantFrom('de', 'fr'),
        preferences: fc.constantFrom('', '; consent=1; theme=dark'),
        forgotten: fc.nat(150).map((number) => number === 77),
      }),
      { minLength: 250, maxLength: 250 },
    )
    const rendered = new Map<string, ReturnType<typeof open>>()
    await fc.assert(
      fc.asyncProperty(visits, async (all) => {
        for (const { path, reader, language, preferences, forgotten } of all) {
          if (forgotten) pages.forget()
          const visitor = { ...readers[reader]!, cookie: readers[reader]!.cookie + preferences }
          const kept = await open(keeping, path, visitor, language)
          const key = JSON.stringify([path, reader, language, preferences])
          if (!rendered.has(key)) rendered.set(key, open(rendering, path, visitor, language))
          const { rules, ...own } = (await rendered.get(key))!
          expect(kept).toEqual({ ...own, rules: expect.anything() })
          expect([...rules].filter((rule) => !kept.rules.has(rule))).toEqual([])
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
    expect(pages.counts.kept).toBeGreaterThan(400)
  },
  COMPARING_MS,
)

it('the home page is kept, with the shelf and the address of each reader', async () => {
  const before = pages.counts.kept
  const shown = async (reader: number) => {
    const { text } = await open(keeping, '/', readers[reader]!, 'de')
    const row = (heading: string) => new RegExp(`<h2[^>]*>${heading}</h2>.*?</section>`, 's').exec(text)?.[0] ?? ''
    const uids = (html: string) => [...html.matchAll(/data-take-along="(\w+)"/g)].map(([, uid]) => uid)
    return {
      begun: uids(row('Weiterlesen')),
      favourites: uids(row('Meine Magazine')),
      button: /class="button">([^<]*)</.exec(text)?.[1],
      writer: /name="email"[^>]* value="([^"]*)"/.exec(text)?.[1],
      progress: /<progress[^>]*>/.exec(row('Weiterlesen'))?.[0],
    }
  }
  // Mara and O'Neill have the same plan and market as their namesakes, and other shelves.
  expect(await shown(2)).toMatchObject({ begun: ['tropfen', 'berg2'], favourites: ['berg2'], button: 'Weiterlesen' })
  expect(await shown(6)).toMatchObject({ begun: ['tropfen', 'berg2'], favourites: ['berg2', 'tropfen'] })
  expect(await shown(0)).toMatchObject({ begun: [], button: 'Jetzt lesen', writer: readers[0]!.email, progress: undefined })
  const second = await shown(5)
  expect(second).toMatchObject({ begun: ['tropfen'], favourites: [], writer: readers[5]!.email })
  expect(second.progress).toBe('<progress max="4" value="2" aria-label="Seite 2 von 4">')
  await shown(1)
  await shown(4)
  expect(pages.counts.kept - before).toBe(3)
})

it('readers who ask for the same page at the same time wait for one rendering', async () => {
  const visitors = [readers[0]!, readers[4]!]
  const { rendered } = pages.counts
  // What all of them depend on is learned from the first page of this kind.
  await open(keeping, '/magazines', visitors[0]!, 'de')
  pages.forget()
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => open(keeping, '/magazines', visitors[at % 2]!, 'de')))
  expect(pages.counts.rendered - rendered).toBe(2)
  for (const [at, { text }] of all.entries()) expect(text).toContain(`>${['Mara', '\uE0F0'][at % 2]}<`)
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

it('what belongs to one reader is never kept, nor what has a token', async () => {
  for (const path of ['/user/account', '/reader', '/magazines/issues/berg1?token=x']) {
    const { kept, stale, shared } = pages.counts
    const twice = [await open(keeping, path, readers[0]!, 'de'), await open(keeping, path, readers[0]!, 'de')]
    expect([path, pages.counts]).toEqual([path, { kept, stale, shared, rendered: expect.anything() }])
    for (const other of readers.slice(1)) for (const { text } of twice) expect(text).not.toContain(other.email)
  }
})

it('a form is kept, and filled in with the name and address of each reader, but not with a name that nobody has given', async () => {
  const before = pages.counts.kept
  const fields = async (reader: number) => {
    const { text } = await open(keeping, '/feedback', readers[reader]!, 'de')
    return ['name', 'email'].map((name) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1])
  }
  expect(await fields(7)).toEqual([expect.stringContaining('Zoë'), readers[7]!.email])
  expect((await fields(3))[0]).not.toContain('leserin-3')
  expect((await fields(0))[1]).toBe(readers[0]!.email)
  expect((await fields(4))[1]).toBe(readers[4]!.email)
  expect(pages.counts.kept - before).toBe(2)
})

it('what is for the router or has an invented slot is for one reader; what is fetched ahead is kept', async () => {
  const [reader, sameKind] = [readers[0]!, readers[4]!]
  const { rendered, ...counts } = pages.counts
  for (const headers of [{ 'sec-purpose': 'prefetch' }, {}])
    await keeping.ask('/faq', { country: reader.country, headers: { cookie: reader.cookie, ...headers } })
  expect(pages.counts).toEqual({ ...counts, kept: counts.kept + 1, rendered: rendered + 1 })
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

it('a publication renews the pages that show it before a reader asks, for the last one who asked', async () => {
  const reader = readers[0]!
  for (const path of ['/', '/faq']) for (let visit = 0; visit < 2; visit++) await open(keeping, path, reader, 'de')
  const { rendered, kept } = pages.counts
  pages.outdate({ touches: ['title-bergblick'], at: Date.now() })
  await expect.poll(() => pages.counts.rendered).toBe(rendered + 1)
  await open(keeping, '/', readers[4]!, 'de')
  await open(keeping, '/faq', readers[4]!, 'de')
  expect(pages.counts.rendered).toBe(rendered + 1)
  expect(pages.counts.kept + pages.counts.stale).toBeGreaterThan(kept)
})

// Two servers that keep what they sent (ADR-0319), behind sockets, compared with pages that are rendered at the same moment.

type Server = Pick<Newsstand, 'ask'> & { answers: ReaderAnswers; changes: ReaderChanges; close(): Promise<void> }

async function startServer(website: Awaited<ReturnType<typeof loadWebsite>>): Promise<Server> {
  const own = await testApi(connection, { requestsPerMinute: 0 })
  const kept = new KeptPages<Kept, unknown>({ mostBytes: 32 * 1024 * 1024 })
  const changes = new ReaderChanges(connection.url)
  await changes.ready
  const answers = new ReaderAnswers({ changes, pages: kept })
  const apiFor = (visitor: ClientInfo) => async (path: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-token', TEST_TOKEN)
    return own.fetch(new Request(publicUrl + path, { ...init, headers }), visitor)
  }
  const page = (request: Request, visitor: ClientInfo) => {
    const sessionsOfPage = new Map<string, Promise<Session>>()
    const ofPage = { ...visitor, sessionsOfPage }
    return answers.watching(sessionsOfPage, apiFor(ofPage), (api, pages) =>
      website.handle(request, {
        ...{ api, operator: own.operator, environment: { name: 'development', devSystem: false }, webapp: '/reader', publicUrl },
        ...{
          shippedDocument,
          reader: { token: 'x', assets: () => ({ script: '/reader/assets/shelf.js', modules: [], styles: [] }) },
        },
        readerPages: { pages, api: apiFor({ ...ofPage, ...NOBODY }) } as never,
      }),
    )
  }
  const nobody = async () => new Response('no page')
  const server = await listen(
    {
      ...{ api: nobody, reader: nobody, desk: nobody, service: nobody, website: page },
      ...{ files: [], pages: new PageCache(), answers, log: { error: () => {}, info: () => {} } },
      gate: createRequestGate({ publicUrl, allowedHosts: ['127.0.0.1'], development: false }),
      visitorOf: ({ headers }) => ({ address: '203.0.113.9', country: String(headers['x-country']) }),
    },
    { port: 0, host: '127.0.0.1' },
  )
  return {
    answers,
    changes,
    ask: (path, { country = 'AT', language = 'de', headers = {} } = {}) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        headers: { 'accept-language': language, 'x-country': country, ...headers },
        redirect: 'manual',
      }),
    async close() {
      await server.close()
      answers.close()
      await changes.close()
      await own.close()
    },
  }
}

/** Without what depends on the connection. */
function comparable({ status, text, headers: [cacheControl, policy, language] }: Awaited<ReturnType<typeof open>>) {
  return { status, text, cacheControl, policy, language }
}

type Change = (reader: Reader & { id: number }, number: number) => Promise<unknown>
/** What may happen to a reader between two visits, by whatever program: here directly in the database. */
const CHANGES: Record<string, Change> = {
  logout: ({ id }) => connection.db.deleteFrom('sessions').where('account_id', '=', id).execute(),
  expiry: ({ id }) =>
    connection.db.updateTable('sessions').set({ expires_at: new Date() }).where('account_id', '=', id).execute(),
  login: async (reader) => {
    reader.cookie = (await signedIn(connection.db, reader)).cookie
  },
  name: ({ id }, number) =>
    connection.db
      .updateTable('accounts')
      .set({ firstname: `Mara ${number}` })
      .where('id', '=', id)
      .execute(),
  adult: ({ id }, number) =>
    connection.db
      .updateTable('accounts')
      .set({ allow_age_restricted: number % 2 === 0, age_group_id: 4 })
      .where('id', '=', id)
      .execute(),
  recommendations: ({ id }, number) =>
    connection.db
      .updateTable('accounts')
      .set({ recommends: number % 2 === 0 })
      .where('id', '=', id)
      .execute(),
  plan: (reader) => subscribe(connection.db, reader),
  'plan ends': ({ id }) =>
    connection.db.updateTable('subscriptions').set({ ends_at: new Date() }).where('account_id', '=', id).execute(),
  favourite: ({ id }) =>
    connection.db
      .insertInto('favourites')
      .columns(['account_id', 'title_id'])
      .expression((db) =>
        db
          .selectFrom('titles')
          .select([sql<number>`${id}::bigint`.as('account_id'), 'id'])
          .where('key', '=', 'odd'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'no favourite': ({ id }) => connection.db.deleteFrom('favourites').where('account_id', '=', id).execute(),
  read: async ({ id }, number) => {
    const issues = await connection.db.selectFrom('issues').select('id').orderBy('id').execute()
    await writePlace(connection.db, {
      ...{ accountId: id, issueId: issues[number % issues.length]!.id, page: 1 + (number % 3), articlePosition: undefined },
      ...{ fraction: 0, readAt: new Date(Date.now() - (number % 5) * 1_000), now: new Date() },
    })
  },
  'history erased': ({ id }) => connection.db.deleteFrom('reading_places').where('account_id', '=', id).execute(),
  support: ({ id }) =>
    connection.db
      .insertInto('support_grants')
      .values({ account_id: id, granted_at: new Date(), ends_at: new Date(Date.now() + 25 * MINUTE_MS) })
      .execute(),
  'no support': ({ id }) => connection.db.deleteFrom('support_grants').where('account_id', '=', id).execute(),
  erased: ({ id }) => connection.db.deleteFrom('accounts').where('id', '=', id).execute(),
  'registered again': async (reader) => {
    const known = await connection.db.selectFrom('accounts').select('id').where('id', '=', reader.id).executeTakeFirst()
    if (known) return
    const { id } = await createAccount(connection.db, { firstname: reader.firstname, email: `neu-${reader.email}` })
    Object.assign(reader, { id, cookie: (await signedIn(connection.db, { id })).cookie })
  },
}
/** Changes of readers who are gone change nothing, and must not fail. */
const NEEDS_AN_ACCOUNT = ['login', 'plan', 'favourite', 'read', 'support']

it(
  'two servers that keep what they sent show every change at once',
  async () => {
    const website = await loadWebsite()
    const servers = [await startServer(website), await startServer(website)]
    const changing = await Promise.all(
      ['Ada', `Bo & "Söhne" <b>`, 'Cleo'].map(async (firstname, place) => {
        const email = `wechsel-${place}@kept.example.org`
        const account = await createAccount(connection.db, { firstname, email, region_id: 1 + (place % 2) })
        const { cookie } = await signedIn(connection.db, account)
        return { id: account.id, cookie, firstname, email, country: ['AT', 'DE'][place % 2]!, changes: 0 }
      }),
    )
    const step = fc.record({
      reader: fc.nat(changing.length - 1),
      change: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(CHANGES)) },
      ),
      number: fc.nat(1_000),
      path: fc.constantFrom('/', '/magazines', '/title/odd', '/faq', '/feedback'),
      server: fc.nat(1),
      repeated: fc.constantFrom(1, 2),
      isConditional: fc.boolean(),
    })
    const rendered = new Map<string, ReturnType<typeof open>>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 150, maxLength: 150 }), async (steps) => {
        for (const { reader, change, number, path, server, repeated, isConditional } of steps) {
          const visitor = changing[reader]!
          const known = await connection.db.selectFrom('accounts').select('id').where('id', '=', visitor.id).executeTakeFirst()
          if (change && (known || !NEEDS_AN_ACCOUNT.includes(change))) {
            await CHANGES[change]!(visitor, number)
            visitor.changes++
          }
          const key = JSON.stringify([path, reader, visitor.changes])
          if (!rendered.has(key)) rendered.set(key, open(rendering, path, visitor, 'de'))
          const own = comparable(await rendered.get(key)!)
          for (let visit = 0; visit < repeated; visit++) {
            const kept = await open(servers[server]!, path, visitor, 'de')
            expect(comparable(kept), change ?? 'no change').toEqual(own)
          }
          if (!isConditional) continue
          const headers = { cookie: visitor.cookie }
          const { country } = visitor
          const etag = (await servers[server]!.ask(path, { country, headers })).headers.get('etag')!
          const again = await servers[server]!.ask(path, { country, headers: { ...headers, 'if-none-match': etag } })
          expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
    const counts = servers.map(({ answers }) => answers.counts)
    for (const { same, changed } of counts) expect(Math.min(same, changed)).toBeGreaterThan(3)

    // Without the notifications, nothing that was sent before is sent again.
    const [first] = servers as [Server, Server]
    const visitor = changing[0]!
    await CHANGES['registered again']!(visitor, 0)
    await CHANGES.login!(visitor, 0)
    expect((await open(first, '/faq', visitor, 'de')).text).toContain(visitor.firstname)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'listen readers' and datname = current_database()`.execute(connection.db)
    await CHANGES.logout!(visitor, 0)
    for (const server of servers)
      expect((await open(server, '/faq', visitor, 'de')).text).toBe((await open(rendering, '/faq', visitor, 'de')).text)
    for (const server of servers) await server.close()
    await website.close()
  },
  COMPARING_MS,
)
