import { API_BASE } from '@kiosk/contract/route'
import { errors } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import { errorMessage, errorMessages } from '@kiosk/i18n/messages/errors'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { TEST_ORIGIN, TEST_TOKEN, type TestApi, testApi } from '../testing/api.ts'

let connection: Connection
let api: TestApi
let uid: string
const logged: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  uid = (await createIssue(connection.db)).uid
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) })
  api = await testApi(connection, { log })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('rejects a call without the token or with another one', async () => {
  for (const token of ['', 'another', `${TEST_TOKEN} `.repeat(2)]) {
    expect(await api.errorOf('region', { headers: { 'x-api-token': token } })).toEqual({ status: 403, code: 'token_missing' })
  }
})

test('serves links opened by browsers without a token', async () => {
  const none = { headers: { 'x-api-token': '' } }
  expect((await api.ask('openapi.json', none)).status).toBe(200)
  expect((await api.ask('docs', none)).status).toBe(200)
  expect((await api.ask(`issuecontent/${uid}/cover`, none)).headers.get('content-type')).toBe('image/svg+xml')
  expect((await api.errorOf(`issuecontent/${uid}/pages/1/picture?until=1&pages=1&signature=x&width=160`, none)).code).toBe(
    'not_entitled',
  )
})

test('answers an unknown path in the common error format', async () => {
  for (const path of ['nope', 'issues', '/api/v7/region', API_BASE.slice(0, -1), 'issuedetail/a/b/c']) {
    const response = await api.ask(path)
    expect(response.status, path).toBe(404)
    expect(await response.json()).toEqual({
      code: 'not_found',
      message: errorMessages.de['ERROR.RESOURCE_UNAVAILABLE'],
      requestId: response.headers.get('x-request-id'),
    })
  }
})

test('answers errors in the language of the caller', async () => {
  for (const [language, expected] of [
    ['en-GB,en;q=0.9', 'en'],
    ['fr', 'fr'],
    ['it', 'de'],
    ['it,fr;q=0.4,en;q=0.5', 'en'],
  ] as const) {
    const response = await api.ask('issues/unknown', { language })
    expect(response.headers.get('content-language')).toBe(expected)
    expect((await response.json()).message).toBe(errorMessages[expected]['ERROR.RESOURCE_UNAVAILABLE'])
  }
})

test('names the field of invalid input', async () => {
  expect(await api.errorOf('issues/all?limit=0')).toEqual({ status: 400, code: 'wrong_input', field: 'limit' })
  expect(await api.errorOf('issues/all?limit=many')).toEqual({ status: 400, code: 'wrong_input', field: 'limit' })
  expect(await api.errorOf('search?q=')).toEqual({ status: 400, code: 'wrong_input', field: 'q' })
  expect(await api.errorOf(`issues/${encodeURIComponent('a b')}`)).toEqual({ status: 400, code: 'wrong_input', field: 'uid' })
})

test('rejects characters that PostgreSQL cannot store, wherever they occur', async () => {
  for (const path of [
    'search?q=a%00b',
    'marketing/a%00b',
    'magazine/%00/details',
    'issues/all?magazine=%00',
    'contentset/%00/detail',
  ]) {
    expect(await api.errorOf(path), path).toMatchObject({ status: 400, code: 'wrong_input' })
  }
})

test('returns a well-formed request id of the caller and otherwise a new one', async () => {
  const own = await api.ask('region', { headers: { 'x-request-id': 'abcdef-123456' } })
  expect(own.headers.get('x-request-id')).toBe('abcdef-123456')
  const odd = await api.ask('region', { headers: { 'x-request-id': '<script>alert(1)</script>' } })
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

describe('a request body', () => {
  const path = () => `issuecontent/${uid}/reading`
  test('must be form-encoded', async () => {
    expect((await api.ask(path(), { form: { page: '1' } })).status).toBe(204)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
      const rejected = await api.errorOf(path(), { method: 'POST', body: 'page=1', headers: { 'content-type': type } })
      expect(rejected, type).toEqual({ status: 415, code: 'unsupported_body' })
    }
  })
  test('without a required field is invalid input', async () => {
    expect(await api.errorOf(path(), { method: 'POST' })).toEqual({ status: 400, code: 'wrong_input', field: 'page' })
  })
  test('above the size limit is not read to its end', async () => {
    expect(await api.errorOf(path(), { form: { page: '1', more: 'x'.repeat(70_000) } })).toEqual({
      status: 413,
      code: 'body_too_large',
    })
  })
})

test('answers an unexpected error with 500 and logs its request id without secrets', async () => {
  const broken = new Proxy(api.files, { get: () => () => Promise.reject(new Error('the disk is gone')) })
  const other = await testApi(connection, {
    files: broken,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
  })
  const response = await other.ask(`issuecontent/${uid}/cover?secret=of-the-visitor`, { address: '198.51.100.77' })
  expect(response.status).toBe(500)
  const { code, message, requestId } = await response.json()
  expect({ code, message }).toEqual({ code: 'unexpected', message: errorMessages.de['ERROR.SERVICE_UNAVAILABLE'] })
  const line = logged.find((each) => each.includes(requestId))
  expect(line).toContain('the disk is gone')
  for (const secret of [TEST_TOKEN, '198.51.100.77', 'of-the-visitor']) expect(logged.join('')).not.toContain(secret)
  await other.close()
})

test('every response has headers against sniffing, framing and referrers', async () => {
  for (const path of ['region', 'nope', 'openapi.json', 'docs', `issuecontent/${uid}/cover`]) {
    const { headers } = await api.ask(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
  }
})

test('public responses are cached and revalidated', async () => {
  const first = await api.ask(`issues/${uid}`)
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  expect(first.headers.get('vary')).toBe('Accept-Language, X-Api-Token, Origin')
  const etag = first.headers.get('etag') ?? ''
  for (const mark of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await api.ask(`issues/${uid}`, { headers: { 'if-none-match': mark } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  }
  const french = await api.ask(`issues/${uid}`, { language: 'fr', headers: { 'if-none-match': etag } })
  expect(french.status).toBe(200)
})

test('private responses are not cached', async () => {
  for (const path of ['websession/webinfo', 'region', `issuecontent/${uid}/access`]) {
    expect((await api.ask(path)).headers.get('cache-control'), path).toBe('private, no-store')
  }
})

describe('a call from a browser', () => {
  const app = 'http://localhost:8100'
  const foreign = ['https://evil.example', `${TEST_ORIGIN}.evil.example`, 'null', 'http://kiosk.example.org', `${app}0`]

  test('is readable by our own origins, with cookies on the same site only', async () => {
    const { headers } = await api.ask('region', { headers: { origin: app } })
    expect(headers.get('access-control-allow-origin')).toBe(app)
    // Browsers do not send our cookies from another site: an app there signs in with bearer tokens.
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const beside = 'https://app.example.org'
    const ours = await testApi(connection, { operator: { ...api.operator, appOrigins: [beside] } })
    const same = (await ours.ask('region', { headers: { origin: beside } })).headers
    await ours.close()
    expect(same.get('access-control-allow-credentials')).toBe('true')
    expect(same.get('access-control-allow-origin')).toBe(beside)
    for (const origin of foreign) {
      const rejected = await api.ask('region', { headers: { origin } })
      expect(rejected.headers.get('access-control-allow-origin'), origin).toBeNull()
      expect(rejected.headers.get('vary'), origin).toContain('Origin')
    }
  })

  test('passes a preflight only for our own apps', async () => {
    const preflight = (origin: string) =>
      api.ask('region', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT' } })
    const { status, headers } = await preflight(app)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(app)
    expect(headers.get('access-control-allow-headers')).toContain('X-Api-Token')
    expect(headers.get('access-control-allow-methods')).toContain('PUT')
    for (const origin of foreign) {
      const rejected = await preflight(origin)
      expect(rejected.headers.get('access-control-allow-methods'), origin).toBeNull()
      expect(rejected.headers.get('access-control-allow-origin'), origin).toBeNull()
    }
  })

  test.each<[headers: Record<string, string>, status: number]>([
    [{}, 204],
    [{ origin: TEST_ORIGIN }, 204],
    [{ origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' }, 204],
    [{ origin: app, 'sec-fetch-site': 'cross-site' }, 204],
    [{ origin: 'capacitor://localhost' }, 204],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{ 'sec-fetch-site': 'none' }, 204],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: `${TEST_ORIGIN}.evil.example`, 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://kiosk.example.org' }, 403],
  ])('a write with %j answers %i', async (headers, status) => {
    const response = await api.ask(`issuecontent/${uid}/reading`, { form: { page: '1' }, headers })
    expect(response.status).toBe(status)
    if (status === 403) expect((await response.json()).code).toBe('foreign_origin')
  })
})

test('every error has a message in three languages', () => {
  for (const { words } of Object.values(errors))
    for (const language of languages) expect(errorMessage(language, words)).toBeTruthy()
})

test('the calls of a page look up its session once, until one of them changes something', async () => {
  const { db } = connection
  const headers = await signedIn(db, await createAccount(db))
  const visitor = { address: '203.0.113.9', country: 'AT', sessionsOfPage: new Map() }
  const call = async (path: string, method = 'GET') => {
    const request = new Request(`${TEST_ORIGIN}${API_BASE}${path}`, {
      method,
      headers: { 'x-api-token': TEST_TOKEN, origin: TEST_ORIGIN, ...headers },
    })
    return (await api.fetch(request, visitor)).json() as Promise<{ firstname?: string; code?: string }>
  }
  expect((await call('websession/webinfo')).firstname).toBeDefined()
  expect(visitor.sessionsOfPage.size).toBe(1)
  // Another request has ended the session: this page is not affected, but the next one is.
  await db.deleteFrom('sessions').execute()
  expect((await call('websession/webinfo')).firstname).toBeDefined()
  expect(await call('user/favourites/anything', 'PUT')).toMatchObject({ code: 'not_signed_in' })
  expect(visitor.sessionsOfPage).toBeUndefined()
  expect((await call('websession/webinfo')).firstname).toBeUndefined()
})
