import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CdnKind } from '@kiosk/backend/adapters/cdn/settings'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import type { ClientInfo } from '@kiosk/backend/http/api'
import { TEST_TOKEN, type TestApi, testApi } from '@kiosk/backend/testing/api'
import { CACHE_RULES, type CacheRule, type CacheRuleName } from '@kiosk/domain/cache-rules'
import { access } from '@kiosk/domain/reading/endpoints'
import { loadWebsite } from '@kiosk/website/testing/website'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRequestGate } from '../gate/request-gate.ts'
import { PageCache } from '../pages/page-cache.ts'
import { createCdnHeaders } from './cdn-headers.ts'
import { listen } from './listen.ts'
import { staticFiles } from './static-files.ts'

// Every kind of answer of a server with Varnish, Fastly, Cloudflare or nothing in front of it.

const KINDS = ['varnish', 'fastly', 'cloudflare', null] as const
const ORIGIN = 'https://kiosk.example.org'
/** A path for each rule, and the request headers that it needs. */
const examples: Partial<Record<CacheRuleName, readonly [path: string, headers?: Record<string, string>][]>> = {
  visitorPage: [['/'], ['/magazines', { cookie: 'consent=1; theme=dark' }], ['/faq?lang=en', { cookie: 'language=fr' }]],
  incompletePage: [['/feeds/suggestions.json?q=Berg']],
  personal: [['/api/v8/websession/webinfo']],
  nothing: [['/api/v8/nowhere'], ['/api/v8/issues/nowhere']],
  catalogueCall: [['/api/v8/titles'], ['/api/v8/issues/all', { 'accept-language': 'en' }]],
  hashedFile: [['/assets/a-1234.js']],
  file: [['/icon.svg'], ['/.well-known/security.txt']],
  worker: [['/reader/sw.js']],
  apiDescription: [['/api/v8/openapi.json'], ['/api/v8/docs']],
  cover: [['/api/v8/issuecontent/berg1/cover?coverheight=280&v=1&format=webp']],
  currentCover: [
    ['/api/v8/issuecontent/berg1/cover?coverheight=280&format=webp'],
    ['/api/v8/issuecontent/cover/magazine/bergblick?coverheight=280&format=webp'],
  ],
  negotiatedCover: [['/api/v8/issuecontent/berg1/cover?coverheight=280&v=1', { accept: 'image/webp' }]],
  negotiatedCurrentCover: [['/api/v8/issuecontent/berg1/cover?coverheight=280', { accept: 'image/webp' }]],
  restrictedCover: [['/api/v8/issuecontent/nur1/cover?coverheight=280&v=1&format=webp']],
  restrictedCurrentCover: [['/api/v8/issuecontent/nur1/cover?coverheight=280&format=webp']],
  missingCover: [['/api/v8/issuecontent/nowhere/cover']],
  hiddenCover: [['/api/v8/issuecontent/nur1/cover?format=webp', { 'x-country': 'DE' }]],
  contentPicture: [['/api/v8/content/pictures/topics/a.webp']],
  feed: [['/feeds/issues.xml']],
  signedPage: [['SIGNED']],
}
/** Rules whose answers need more than a path, and the test that asks for them. */
const elsewhere: Partial<Record<CacheRuleName, string>> = {
  coverSubstitute: 'packages/backend/src/catalogue/cover.test.ts',
  countryCover: 'packages/backend/src/catalogue/hidden-titles.test.ts',
  currentCountryCover: 'packages/backend/src/catalogue/hidden-titles.test.ts',
  limitedCall: 'apps/server/src/pages/shared-pages.test.ts',
  sharedPage: 'packages/backend/src/reading/access.test.ts',
  countryPage: 'packages/backend/src/reading/access.test.ts',
  epub: 'packages/backend/src/reading/epub/issue-as-epub.test.ts',
  movedPage: 'packages/backend/src/reading/access.test.ts',
  pageSubstitute: 'packages/backend/src/reading/access.test.ts',
  draftPicture: 'packages/backend/src/catalogue/uploads/uploads.test.ts',
}

/** Files of the build, which change with a new version only. */
const built = ['/assets/a-1234.js', '/icon.svg', '/reader/sw.js']

const folder = mkdtempSync(join(tmpdir(), 'kiosk-cdn-'))
let api: TestApi
let signed = ''
const servers = new Map<CdnKind | null, Awaited<ReturnType<typeof listen>>>()
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]

beforeAll(async () => {
  const connection = await testDatabase()
  const { db } = connection
  const title = await createTitle(db, { key: 'bergblick', name: 'Bergblick', categories: ['reise'] })
  const pages = Array.from({ length: 3 }, (_, at) => `Seite ${at}`)
  await createIssue(db, { title, uid: 'berg1', issue_date: '2026-10-01', pages })
  await createIssue(db, { title: await createTitle(db, { key: 'nur', shown_in: ['AT'] }), uid: 'nur1' })
  api = await testApi(connection, { requestsPerMinute: 0, renderCover: async () => Buffer.from('cover') })
  for (const uid of ['berg1', 'nur1']) await api.files.write(`${issueFolder(uid, 1)}cover-280.webp`, Buffer.from('cover'))
  await api.files.write('content/topics/a.webp', Buffer.from('picture'))
  await api.files.write(`${issueFolder('berg1', 1)}cover.webp`, Buffer.from('cover'))
  await api.files.write(`${issueFolder('berg1', 1)}pages/1-1240.webp`, Buffer.from('page'))
  signed = (await api.answer(access, 'issuecontent/berg1/access')).signature
  mkdirSync(join(folder, 'assets'))
  for (const name of ['assets/a-1234.js', 'icon.svg', 'sw.js']) writeFileSync(join(folder, name), 'x')
  const website = await loadWebsite()
  closing.unshift(
    () => website.close(),
    () => api.close(),
    () => connection.close(),
  )
  for (const kind of KINDS) servers.set(kind, await serverWith(kind, website))
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
  for (const close of closing) await close()
})

/** Website, API and files behind a socket. */
function serverWith(kind: CdnKind | null, website: Awaited<ReturnType<typeof loadWebsite>>) {
  const cdn = createCdnHeaders(kind)
  const apiFor = (visitor: ClientInfo) => async (path: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('x-api-token', TEST_TOKEN)
    return api.fetch(new Request(ORIGIN + path, { ...init, headers }), visitor)
  }
  const environment = { name: 'production', devSystem: false }
  const none = async () => new Response(null, { status: 404 })
  return listen(
    {
      api: (request, visitor) => api.fetch(request, visitor),
      website: (request, visitor) =>
        website.handle(request, {
          api: apiFor(visitor),
          operator: api.operator,
          environment,
          webapp: '/reader',
          publicUrl: ORIGIN,
          shippedDocument,
          log: console,
        }),
      reader: none,
      desk: none,
      service: none,
      files: [staticFiles(folder, '/'), staticFiles(folder, '/reader/')],
      gate: createRequestGate({ publicUrl: ORIGIN, allowedHosts: [], development: true }),
      pages: new PageCache({ cdn }),
      cdn,
      visitorOf: ({ headers }) => ({ address: '203.0.113.9', country: String(headers['x-country'] ?? 'AT') }),
      log: { error: () => {}, info: () => {} },
    },
    { port: 0, host: '127.0.0.1' },
  )
}

async function ask(kind: CdnKind | null, path: string, headers: Record<string, string> = {}): Promise<Headers> {
  const target = path === 'SIGNED' ? `/api/v8/issuecontent/berg1/pages/1/picture?width=1240&${signed}` : path
  const url = `http://127.0.0.1:${servers.get(kind)!.port}${target}`
  const response = await fetch(url, { redirect: 'manual', headers: { 'x-api-token': TEST_TOKEN, ...headers } })
  await response.arrayBuffer()
  return response.headers
}

const all = Object.entries(examples).flatMap(([name, paths]) => paths.map(([path, headers]) => ({ name, path, headers })))

test('docs/cdn.md has the rules', () => {
  const whatCdn = ({ cdn }: CacheRule) =>
    typeof cdn === 'string' ? cdn : `${cdn.freshSeconds} s less its age, ${cdn.staleSeconds} s while it is fetched again`
  const rows = Object.values<CacheRule>(CACHE_RULES).map(
    (rule) => `| ${rule.answers} | \`${rule.control}\` | ${whatCdn(rule)} | ${rule.key} |`,
  )
  const document = readFileSync(new URL('../../../../docs/cdn.md', import.meta.url), 'utf8')
  expect(document).toContain(['| answers | `Cache-Control` | a CDN keeps them | key |', '|---|---|---|---|', ...rows].join('\n'))
})

test('every rule has an example, or a test of its own', () => {
  expect([...Object.keys(examples), ...Object.keys(elsewhere)].sort()).toEqual(Object.keys(CACHE_RULES).sort())
})

describe.each(all)('$path is an answer with the rule $name', ({ name, path, headers }) => {
  const { control, cdn }: CacheRule = CACHE_RULES[name as CacheRuleName]

  test('browsers are told so, whatever is in front', async () => {
    for (const kind of KINDS) expect((await ask(kind, path, headers)).get('cache-control'), String(kind)).toBe(control)
  })

  test('and the CDN', async () => {
    const [varnish, fastly, cloudflare, none] = await Promise.all(KINDS.map((kind) => ask(kind, path, headers)))
    const told = [varnish!.get('cdn-cache-control'), cloudflare!.get('cdn-cache-control'), fastly!.get('surrogate-control')]
    if (typeof cdn === 'object') {
      for (const each of told) {
        const [, seconds, stale] = /^(?:s-maxage|max-age)=(\d+), stale-while-revalidate=(\d+)$/.exec(each ?? '') ?? []
        expect(Number(stale)).toBe(cdn.staleSeconds)
        expect(Number(seconds)).toBeLessThanOrEqual(cdn.freshSeconds)
        expect(Number(seconds)).toBeGreaterThan(cdn.freshSeconds - 30)
      }
    } else expect(told).toEqual(Array(3).fill(/^public, max-age/.test(control) && cdn === 'never' ? 'no-store' : null))
    // Whatever a CDN keeps and may change can be purged.
    const isKept = typeof cdn === 'object' || (cdn === 'as browsers' && !built.includes(path))
    const keys = [varnish!.get('xkey'), fastly!.get('surrogate-key'), cloudflare!.get('cache-tag')?.replaceAll(',', ' ')]
    for (const each of keys) {
      if (isKept) expect(each?.split(' ')).toContain('everything')
      else expect(each ?? null).toBeNull()
    }
    // Without a CDN, no header that only a CDN needs is sent.
    for (const name of ['xkey', 'surrogate-key', 'surrogate-control', 'cache-tag']) expect(none!.get(name)).toBeNull()
  })
})

test('pages name what they show, pictures their issue', async () => {
  const keys = async (path: string) => (await ask('varnish', path)).get('xkey')?.split(' ')
  expect(await keys('/')).toEqual(expect.arrayContaining(['catalogue', 'pages']))
  expect(await keys('/title/bergblick')).toEqual(expect.arrayContaining(['title-bergblick', 'pages']))
  expect(await keys(examples.cover![0]![0])).toEqual(['issue-berg1', 'everything'])
  expect(await keys(examples.currentCover![1]![0])).toEqual(['issue-berg1', 'title-bergblick', 'everything'])
})

test('a page that sets a cookie, or is for a session, is nothing for a CDN', async () => {
  for (const [path, headers] of [
    ['/?lang=en', {}],
    ['/', { cookie: 'session=x' }],
    ['/', { cookie: '__Host-session=x' }],
    ['/?sessionToken=x', {}],
  ] as const) {
    const answer = await ask('varnish', path, headers)
    expect([answer.get('cdn-cache-control'), answer.get('xkey')], path).toEqual([null, null])
    if (answer.has('set-cookie')) expect(answer.get('cache-control'), path).not.toContain('public')
  }
})
