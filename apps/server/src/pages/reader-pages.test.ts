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
import { createRequestGate } from '../gate/request-gate.ts'
import { listen } from '../http/listen.ts'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'
import { type Kept, KeptPages } from './kept-pages.ts'
import { PageCache } from './page-cache.ts'
import { ReaderAnswers } from './reader-answers.ts'
import { NOBODY } from './renewal-header.ts'

// Pages of signed-in readers that are kept for others, compared with pages that are rendered for each of them.

const publicUrl = 'https://kiosk.example.org'
let connection: Connection
let api: TestApi
const pages = new KeptPages<Kept, unknown>({ mostBytes: 32 * 1024 * 1024 })
let keeping: Newsstand
let rendering: Newsstand
type Reader = { cookie: string; firstname: string; email: string; country: string }
const readers: Reader[] = []
/** Far longer than the visits take on an idle machine. */
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
    title: odd,
    uid: 'tropfen',
    name: 'Журнал „日本“ & <i>',
    issue_date: '2026-11-03',
    pages: ['Eins', 'Zwei', 'Drei', 'Vier'],
  })
  const german = await createTitle(db, { key: 'rheinpost', name: 'Rheinpost', shown_in: ['DE'] })
  await createIssue(db, { title: german, uid: 'rhein1', issue_date: '2026-11-01', pages: ['Rhein'] })

  // The fourth reader has given no name: the beginning of the address takes its place.
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
        accountId: account.id,
        issueId: issue.id,
        page: 1 + (place % 2),
        article: undefined,
        fraction: 0,
        readAt: new Date(Date.UTC(2026, 10, 4, at)),
        now: new Date(),
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
  // A page for many has the style rules for everything that it may show.
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
    // Each path for all readers: two of each kind have the same language and preferences. Some are requested again.
    const kinds = readers.length / 2
    const look = fc.record({ language: fc.constantFrom('de', 'fr'), preferences: fc.constantFrom('', '; consent=1; theme=dark') })
    const looks = fc.array(look, { minLength: PATHS.length * kinds, maxLength: PATHS.length * kinds })
    const each = Array.from({ length: PATHS.length * readers.length }, (_, number) => number)
    const visits = fc
      .tuple(fc.array(fc.constantFrom(...each), { minLength: 60, maxLength: 60 }), fc.nat(each.length - 1))
      .chain(([again, forgottenAt]) =>
        fc.tuple(fc.shuffledSubarray([...each, ...again], { minLength: each.length + again.length }), fc.constant(forgottenAt)),
      )
    const rendered = new Map<number, ReturnType<typeof open>>()
    const { kept: keptBefore } = pages.counts
    await fc.assert(
      fc.asyncProperty(looks, visits, async (all, [numbers, forgottenAt]) => {
        for (const [at, number] of numbers.entries()) {
          if (at === forgottenAt) pages.forget()
          const [path, reader] = [Math.floor(number / readers.length), number % readers.length]
          const { language, preferences } = all[path * kinds + (reader % kinds)]!
          const visitor = { ...readers[reader]!, cookie: readers[reader]!.cookie + preferences }
          const kept = await open(keeping, PATHS[path]!, visitor, language)
          if (!rendered.has(number)) rendered.set(number, open(rendering, PATHS[path]!, visitor, language))
          const { rules, ...own } = (await rendered.get(number))!
          expect(kept).toEqual({ ...own, rules: expect.anything() })
          expect([...rules].filter((rule) => !kept.rules.has(rule))).toEqual([])
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
    expect(pages.counts.kept - keptBefore).toBeGreaterThan(50)
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
  // The first page of a kind shows what all pages of this kind depend on.
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

type Asked = NonNullable<Parameters<Newsstand['ask']>[1]> & { method?: string }
type Server = {
  ask(path: string, asked?: Asked): Promise<Response>
  answers: ReaderAnswers
  changes: ReaderChanges
  close(): Promise<void>
}

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
        api,
        operator: own.operator,
        environment: { name: 'development', devSystem: false },
        webapp: '/reader',
        publicUrl,
        shippedDocument,
        log: console,
        reader: { token: 'x', assets: () => ({ script: '/reader/assets/shelf.js', modules: [], styles: [] }) },
        readerPages: { pages, api: apiFor({ ...ofPage, ...NOBODY }) } as never,
      }),
    )
  }
  const nobody = async () => new Response('no page')
  const server = await listen(
    {
      api: nobody,
      reader: nobody,
      desk: nobody,
      service: nobody,
      website: page,
      files: [],
      pages: new PageCache(),
      answers,
      log: { error: () => {}, info: () => {} },
      gate: createRequestGate({ publicUrl, allowedHosts: ['127.0.0.1'], development: false }),
      visitorOf: ({ headers }) => ({ address: '203.0.113.9', country: String(headers['x-country']) }),
    },
    { port: 0, host: '127.0.0.1' },
  )
  return {
    answers,
    changes,
    ask: (path, { country = 'AT', language = 'de', headers = {}, method = 'GET' } = {}) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
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
/** What may happen to a reader between two visits, whichever program does it. Here it is done directly in the database. */
const CHANGES: Record<string, Change> = {
  logout: ({ id }) => connection.db.deleteFrom('sessions').where('account_id', '=', id).execute(),
  expiry: ({ id }) =>
    connection.db.updateTable('sessions').set({ expires_at: new Date() }).where('account_id', '=', id).execute(),
  login: async (reader) => {
    reader.cookie = (await signedIn(connection.db, reader)).cookie
  },
  name: async (reader, number) => {
    const firstname = `Mara ${number}`
    await connection.db.updateTable('accounts').set({ firstname }).where('id', '=', reader.id).execute()
    reader.firstname = firstname
  },
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
  // It also replaces one that has ended: an account has one at a time.
  plan: async (reader) => {
    await connection.db.deleteFrom('subscriptions').where('account_id', '=', reader.id).execute()
    await subscribe(connection.db, reader)
  },
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
      accountId: id,
      issueId: issues[number % issues.length]!.id,
      page: 1 + (number % 3),
      article: undefined,
      fraction: 0,
      readAt: new Date(Date.now() - (number % 5) * 1_000),
      now: new Date(),
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
/** What a reader must have for a change to end it. */
const PREPARED: Partial<Record<string, string>> = {
  'plan ends': 'plan',
  'no favourite': 'favourite',
  'history erased': 'read',
  'no support': 'support',
}

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
    const names = Object.keys(CHANGES)
    const step = fc.record({
      reader: fc.nat(changing.length - 1),
      number: fc.nat(1_000),
      path: fc.constantFrom('/', '/', '/magazines', '/title/odd', '/faq', '/feedback'),
      /** The server that is asked first, and later asked whether what the browser has is still current. */
      server: fc.nat(1),
    })
    const steps = fc.array(step, { minLength: names.length, maxLength: names.length })
    const order = fc.shuffledSubarray(names, { minLength: names.length })
    const rendered = new Map<string, ReturnType<typeof open>>()
    await fc.assert(
      fc.asyncProperty(order, steps, async (all, chosen) => {
        for (const [at, change] of all.entries()) {
          const { reader, number, path, server } = chosen[at]!
          const visitor = changing[reader]!
          const inTurn = [servers[server]!, servers[1 - server]!]
          const make = async (name: string) => {
            const known = await connection.db.selectFrom('accounts').select('id').where('id', '=', visitor.id).executeTakeFirst()
            if (!known && NEEDS_AN_ACCOUNT.includes(name)) return
            await CHANGES[name]!(visitor, number)
            visitor.changes++
          }
          const isShown = async (name: string) => {
            const key = JSON.stringify([path, reader, visitor.changes])
            if (!rendered.has(key)) rendered.set(key, open(rendering, path, visitor, 'de'))
            const own = comparable(await rendered.get(key)!)
            for (const each of inTurn) expect(comparable(await open(each, path, visitor, 'de')), name).toEqual(own)
          }
          // Every change concerns a signed-in reader whose page both servers keep.
          if (!['login', 'registered again'].includes(change)) {
            await make('registered again')
            await make('login')
          }
          const before = PREPARED[change]
          if (before) await make(before)
          await isShown(`before: ${change}`)
          await make(change)
          await isShown(change)
          const headers = { cookie: visitor.cookie }
          const { country } = visitor
          const [first] = inTurn as [Server, Server]
          const etag = (await first.ask(path, { country, headers })).headers.get('etag')!
          const again = await first.ask(path, { country, headers: { ...headers, 'if-none-match': etag } })
          expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
    const counts = servers.map(({ answers }) => answers.counts)
    for (const { same, changed } of counts) expect(same + changed).toBeGreaterThan(3)
    expect(
      Math.min(...['same', 'changed'].map((kind) => counts.reduce((sum, each) => sum + each[kind as 'same'], 0))),
    ).toBeGreaterThan(3)

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

it('what is sent again is a whole page, for the same cookies, and nothing of another request', async () => {
  const website = await loadWebsite()
  const server = await startServer(website)
  const [mara, other] = await Promise.all(
    ['Mara', 'Noah'].map(async (firstname) => {
      const { id } = await createAccount(connection.db, { firstname, email: `${firstname}@again.example.org` })
      return (await signedIn(connection.db, { id })).cookie
    }),
  )
  const ask = async (headers: Record<string, string>, { path = '/faq', method = 'GET' } = {}) => {
    const { same } = server.answers.counts
    const response = await server.ask(path, { method, headers })
    return { response, text: await response.text(), isSame: server.answers.counts.same > same }
  }
  const first = await ask({ cookie: mara! })
  const again = await ask({ cookie: mara! })
  expect([first.isSame, again.isSame, again.text]).toEqual([false, true, first.text])
  expect(first.response.headers.get('x-request-id')).toBeTruthy()
  const headersOf = ({ response }: typeof first) =>
    Object.fromEntries([...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
  expect(headersOf(again)).toEqual(headersOf(first))
  expect([again.response.headers.get('x-request-id'), again.response.headers.get('set-cookie')]).toEqual([null, null])
  const part = await ask({ cookie: mara!, range: 'bytes=0-9' })
  expect([part.response.status, part.text]).toEqual([200, first.text])
  for (const method of ['HEAD', 'POST']) expect(await ask({ cookie: mara! }, { method })).toMatchObject({ isSame: false })
  expect(await ask({ cookie: mara!, 'sec-purpose': 'prefetch' })).toMatchObject({ isSame: false })
  // Each of these answers remembers the language.
  for (let visit = 0; visit < 2; visit++) {
    const { response, isSame } = await ask({ cookie: mara! }, { path: '/faq?lang=fr' })
    expect([isSame, response.headers.get('set-cookie')]).toEqual([false, expect.stringContaining('language=fr')])
  }
  // Cookies that programs read in different ways: each order gets what is made for it.
  for (const cookie of [`${mara}; ${other}`, `${other}; ${mara}`, `x="; ${mara}; "`, `${mara}x`, `${mara};${other}`]) {
    const made = await rendering.ask('/faq', { headers: { cookie } })
    const shows = (text: string) => ['Mara', 'Noah'].filter((name) => text.includes(`>${name}<`))
    const expected = shows(await made.text())
    for (let visit = 0; visit < 2; visit++) expect([cookie, shows((await ask({ cookie })).text)]).toEqual([cookie, expected])
  }
  await server.close()
  await website.close()
})
