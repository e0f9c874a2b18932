import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import type { ClientInfo } from '@kiosk/backend/http/api'
import { TEST_TOKEN, type TestApi, testApi } from '@kiosk/backend/testing/api'
import { traceId } from '@kiosk/backend/trace'
import { loadWebsite } from '@kiosk/website/testing/website'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRequestGate } from '../gate/request-gate.ts'
import { listen } from '../http/listen.ts'
import { PageCache } from './page-cache.ts'

// Website, API and page cache behind a socket, requested with arbitrary headers.

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const publicUrl = 'https://kiosk.example.org'
/** Reads per minute for one address, few, so that a test soon exceeds the limit. */
const READS = 40
let connection: Connection
let api: TestApi
let website: Awaited<ReturnType<typeof loadWebsite>>
let server: { port: number; close(): Promise<void> }
let pages: PageCache
let rendered: Request[] = []
/** Whether a trace had begun, each time a visitor was looked at. */
let traced: boolean[] = []
/** Responses in place of the API's, by the beginning of the path. */
let broken: Record<string, () => Response> = {}

const apiFor = (visitor: ClientInfo) => async (path: string, init?: RequestInit) => {
  const instead = Object.entries(broken).find(([start]) => path.startsWith(start))
  if (instead) return instead[1]()
  const headers = new Headers(init?.headers)
  headers.set('x-api-token', TEST_TOKEN)
  return api.fetch(new Request(publicUrl + path, { ...init, headers }), visitor)
}

function page(request: Request, visitor: ClientInfo): Promise<Response> {
  rendered.push(request)
  const environment = { name: 'production', devSystem: false }
  return website.handle(request, {
    api: apiFor(visitor),
    operator: api.operator,
    environment,
    webapp: '/reader',
    publicUrl,
    shippedDocument,
    log: console,
  })
}

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const title = await createTitle(db, { key: 'bergblick', name: 'Bergblick', categories: ['reise'], subscriptions: [1, 2] })
  await createIssue(db, { title, uid: 'berg1', name: 'Nr. 1', issue_date: '2026-10-01', pages: ['Vorwort'] })
  const newspaper = await createTitle(db, { key: 'blatt', name: 'Blatt', kind: 'newspaper' })
  await createIssue(db, { title: newspaper, uid: 'firn', issue_date: '2026-10-02', pages: ['Vorn', 'Am Firngrat'] })
  api = await testApi(connection, { requestsPerMinute: READS })
  website = await loadWebsite()
  pages = new PageCache()
  server = await listen(
    {
      api: (request, visitor) => api.fetch(request, visitor),
      website: page,
      reader: async () => new Response('reader'),
      desk: async () => new Response('desk'),
      service: async () => new Response('service'),
      files: [],
      pages,
      gate: createRequestGate({ publicUrl, allowedHosts: [], development: false }),
      visitorOf: ({ headers }) => {
        traced.push(traceId() !== undefined)
        return {
          address: String(headers['x-address'] ?? '203.0.113.9'),
          country: String(headers['x-country'] ?? 'AT'),
        }
      },
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
})
afterAll(async () => {
  await server.close()
  await website.close()
  await api.close()
  await connection.close()
})
beforeEach(() => {
  pages.forget()
  rendered = []
  traced = []
  broken = {}
})

/** Sends a request with exactly these headers; no client adds its own. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const requested = httpRequest({
    port: server.port,
    host: '127.0.0.1',
    path,
    headers: { host: 'kiosk.example.org', ...headers },
  }).end()
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    requested.once('response', resolve).once('error', reject),
  )
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}

const cookie = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'language',
        'theme',
        'consent',
        'consent_social',
        'consent_ads',
        'x',
        'device',
        'Language',
        '"theme"',
        '\xa0theme',
      ),
      fc.constantFrom(
        'de',
        'fr',
        'dark',
        '1',
        '0',
        'x',
        'evil"><script>',
        '"fr"',
        '%66r',
        ' dark',
        'fr\xa0',
        'fr, theme=dark',
        '\xe9',
      ),
      fc.constantFrom('; ', ';', ';  ', ' ;\t', ', '),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value, end]) => `${name}=${value}${end}`).join(''))
const visitorHeaders = fc
  .record({
    cookie,
    'accept-language': fc.constantFrom('', 'fr', 'en-US,fr;q=0.5', 'evil"><script>,fr'),
    'user-agent': fc.constantFrom('', 'curl/8', 'Googlebot/2.1', ANDROID, IPHONE, 'Mozilla/5.0 (X11; Linux x86_64) <evil>'),
    'x-request-id': fc.constantFrom('', 'evil-request-id'),
    referer: fc.constantFrom('', 'https://evil.example/'),
    'x-country': fc.constantFrom('AT', 'DE', 'CH', 'LU', 'IT'),
  })
  .map((headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')))
const path = fc.constantFrom('/', '/magazines', '/user/subscription/pub', '/magazines/issues/berg1', '/faq', '/faq?lang=en')

it('the visitor of a page is looked at once, and no trace begins for a page that is kept', async () => {
  await ask('/faq')
  expect([traced, rendered.length]).toEqual([[false], 1])
  traced = []
  expect((await ask('/faq')).status).toBe(200)
  expect([traced, rendered.length]).toEqual([[false], 1])
})

it('a GET with a body is answered for its visitor alone', async () => {
  await ask('/faq')
  expect((await ask('/faq', { 'content-length': '0' })).status).toBe(200)
  expect(rendered.length).toBe(1)
  expect((await ask('/faq', { 'transfer-encoding': 'chunked' })).status).toBe(200)
  expect(rendered.length).toBe(2)
})

describe('a shared page', () => {
  it('is byte for byte the page that would be rendered for this visitor', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(path, visitorHeaders), { minLength: 1, maxLength: 6 }), async (visits) => {
        pages.forget()
        for (const [path, headers] of [...visits, ...visits]) {
          const answer = await ask(path, headers)
          const { 'x-country': country = 'AT', ...own } = headers
          const visitor = { address: '198.51.100.7', country, counted: false }
          const fresh = await page(new Request(publicUrl + path, { headers: own }), visitor)
          expect(answer.body).toBe(await fresh.text())
          expect(answer.status).toBe(fresh.status)
          expect(JSON.stringify(answer.headers)).not.toContain('evil')
        }
      }),
      { numRuns: 25 },
    )
  })

  it('is rendered without data of the visitor: no session, header or request id', async () => {
    const cookie = 'x=1;language=fr;consent=1;tracking=evil'
    await ask('/faq', {
      cookie,
      'accept-language': 'evil,en',
      'user-agent': `${ANDROID} evil`,
      'x-request-id': 'evil-id-12345',
      referer: 'https://evil.example',
    })
    expect(rendered).toHaveLength(1)
    expect(Object.fromEntries(rendered[0]!.headers)).toEqual({
      'accept-language': 'fr',
      cookie: 'language=fr; consent=1',
      'user-agent': expect.stringContaining('Android 15'),
    })
    const second = await ask('/faq', { cookie: 'language=fr; consent=1', 'user-agent': ANDROID })
    expect(rendered).toHaveLength(1)
    expect(second.headers['x-request-id']).toBeUndefined()
  })

  it('ignores a cookie that only the cache or only the page would parse', async () => {
    const plain = (await ask('/')).body
    for (const cookie of [
      'x=1;language=fr',
      'language=de; language=fr',
      'x=1;  language=fr',
      'x=1;consent=1',
      'x=1;theme=dark',
    ]) {
      await ask('/', { cookie })
      expect((await ask('/')).body, cookie).toBe(plain)
    }
  })

  it('is not used for requests with a session, a password or a pending login', async () => {
    for (const headers of [{ cookie: 'a=1;  __Host-session=x' }, { cookie: 'handover=x' }, { authorization: 'Basic eDp5' }]) {
      rendered = []
      await ask('/faq', headers)
      await ask('/faq', headers)
      expect(rendered, JSON.stringify(headers)).toHaveLength(2)
      expect(rendered[0]!.headers.get('cookie')).toBe(headers.cookie ?? null)
    }
  })

  it.each(['/faq?sessionToken=x', '/?utm_source=a&ssoToken=x', '/user/verify?token=x'])(
    'is not shared if its address has a token: the page %s depends on the login',
    async (path) => {
      rendered = []
      await ask(path, { 'sec-fetch-site': 'none' })
      await ask(path, { 'sec-fetch-site': 'none' })
      expect(rendered.map((request) => request.headers.get('sec-fetch-site'))).toEqual(['none', 'none'])
    },
  )

  it('has the same prices for everybody, also after many requests', async () => {
    const from = { 'x-country': 'DE', 'x-address': '192.0.2.66' }
    const before = (await ask('/user/subscription/pub', { 'x-country': 'DE' })).body
    for (let each = 0; each <= READS; each++) await ask('/api/v8/anything', from)
    expect((await ask('/api/v8/anything', from)).status).toBe(429)
    pages.forget()
    expect((await ask('/user/subscription/pub', from)).body).toBe(before)
    for (let each = 0; each < READS; each++) expect((await ask(`/magazines?q=${each}`, from)).status).toBe(200)
  })

  it.each([
    ['limited', () => Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '9' } })],
    ['unavailable', () => new Response(null, { status: 503 })],
    ['rejected without a token', () => Response.json({ code: 'token_missing' }, { status: 403 })],
    ['broken off', () => new Response('{"entries": [{"ima', { headers: { 'content-type': 'application/json' } })],
    [
      'broken',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ])('is not cached if an API call was %s', async (_, answer) => {
    for (const call of ['/api/v8/campaign/pricing', '/api/v8/websession/webinfo', '/api/v8/contentset', '/api/v8/']) {
      for (const path of ['/', '/user/subscription/pub', '/magazines']) {
        pages.forget()
        broken = {}
        const whole = (await ask(path)).body
        pages.forget()
        broken = { [call]: answer }
        const incomplete = await ask(path)
        broken = {}
        if (incomplete.body === whole) continue
        expect(String(incomplete.headers['cache-control']), `${call} ${path}`).not.toContain('public')
        expect((await ask(path)).body, `${call} ${path}`).toBe(whole)
      }
    }
  })

  it('is not cached if the visitor could not be looked up, for whatever reason', async () => {
    const whole = (await ask('/user/subscription/pub', { 'x-country': 'CH' })).body
    pages.forget()
    broken = { '/api/v8/websession/webinfo': () => Response.json({ code: 'not_permitted' }, { status: 403 }) }
    broken['/api/v8/region'] = broken['/api/v8/websession/webinfo']!
    const incomplete = await ask('/user/subscription/pub', { 'x-country': 'CH' })
    broken = {}
    expect([incomplete.body === whole, incomplete.headers['cache-control']]).toEqual([false, 'private, no-cache'])
    expect((await ask('/user/subscription/pub', { 'x-country': 'CH' })).body).toBe(whole)
  })

  it('of a search has results of closed pages, except for visitors who searched for too many words', async () => {
    const address = `/magazines/${encodeURIComponent('Firngrat')}`
    const found = (answer: { body: string }) => answer.body.includes('/reader/issues/firn')
    const scraper = { 'x-address': '192.0.2.77' }
    expect(found(await ask(address))).toBe(true)
    const dozen = (n: number) => Array.from({ length: 12 }, (_, m) => `wort${n}-${m}`).join(' or ')
    for (let n = 0; n < 25; n++) await ask(`/magazines/${encodeURIComponent(dozen(n))}`, scraper)
    pages.forget()
    // Both wait for the same page.
    const [limited, other] = await Promise.all([
      ask(`${address}?order=newest`, scraper),
      ask(`${address}?order=newest`, { 'x-address': '192.0.2.78' }),
    ])
    expect([found(limited), limited.headers['cache-control']]).toEqual([false, 'private, no-cache'])
    expect([found(other), other.headers['cache-control']]).toEqual([true, 'public, no-cache'])
  })

  it('is rendered once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/faq')))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(rendered).toHaveLength(1)
  })
})
