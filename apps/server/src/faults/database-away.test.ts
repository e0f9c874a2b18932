import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { type Connection, open } from '@kiosk/backend/db/connect'
import { type ConnectionLimits, createClient } from '@kiosk/backend/db/connections'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { languages } from '@kiosk/domain/locale'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'

// Tests what signed-in readers see while the database cannot look up their sessions.

vi.mock('../../../reader/src/document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({ script: `/reader/assets/${name}.js`, modules: [], styles: [] }),
}))

const LIMITS: ConnectionLimits = {
  acquireMs: 400,
  statementMs: 2_000,
  lockMs: 300,
  idleInTransactionMs: 2_000,
  silenceMs: 4_000,
}

let connection: Connection
let bounded: Connection
let everybody: Connection
let api: TestApi
let newsstand: Newsstand
let cookie: string
let unlock: () => Promise<void>
beforeAll(async () => {
  connection = await testDatabase()
  bounded = open(connection.url, 4, LIMITS)
  everybody = open(connection.url, 4, LIMITS)
  api = await testApi(bounded, { publicDb: everybody.db, workDb: connection.db, requestsPerMinute: 0 })
  newsstand = await testNewsstand(api)
  const account = await createAccount(connection.db, { firstname: 'Mara', email: 'mara@example.org' })
  await subscribe(connection.db, account)
  cookie = (await signedIn(connection.db, account)).cookie
  const holder = createClient({ url: connection.url, name: 'holder' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table accounts')
  unlock = () => holder.end()
})
afterAll(async () => {
  await unlock()
  await newsstand.close()
  await api.close()
  await bounded.close()
  await everybody.close()
  await connection.close()
})

const own = [
  '/user/account',
  '/user/device',
  '/user/account/export',
  '/user/subscription/current/edit',
  '/user/payment/overview?id=2',
  '/user/payment/failed/rg/cancel',
  '/user/logout',
]
test.each(own)('answers %s with 503 and Retry-After instead of the login', async (path) => {
  const response = await newsstand.ask(path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.get('location')).toBe(null)
})

test.each(languages)('shows in %s that the page is temporarily unavailable', async (language) => {
  const response = await newsstand.ask('/user/account', { language, headers: { cookie: `${cookie}; language=${language}` } })
  expect(await response.text()).toContain(errorMessage(language, 'ERROR.SERVICE_UNAVAILABLE'))
})

test.each(['/reader', '/reader/bookmarks', '/reader/history', '/reader/archive/bergblick'])(
  'offers a retry at %s instead of a missing page or the login',
  async (path) => {
    const response = await newsstand.ask(path, { headers: { cookie } })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await response.text()
    expect(page).toContain(errorMessage('de', 'ERROR.SERVICE_UNAVAILABLE'))
    // Downloads stay readable, because nobody has signed out.
    expect(page).toContain('data-session-unknown="true"')
  },
)

test('a form that could not be processed is not answered as a success', async () => {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const response = await newsstand.ask('/reader/history', { headers, form: { erase: 'all' } })
  expect(response.status).toBe(503)
})

test('API calls of accounts fail with message, code and Retry-After; those without an account are answered', async () => {
  for (const path of ['user', 'user/favourites', 'reader/shelf']) {
    const response = await api.ask(path, { headers: { cookie }, language: 'fr' })
    expect([path, response.status]).toEqual([path, 503])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const words = errorMessage('fr', 'ERROR.SERVICE_UNAVAILABLE')
    expect(await response.json()).toMatchObject({ code: 'unavailable', message: words })
  }
  const login = await api.ask('websession/login', { form: { username: 'mara@example.org', password: PASSWORD_OF_TESTS } })
  expect(login.status).toBe(503)
  expect((await api.ask('categories')).status).toBe(200)
  expect((await newsstand.ask('/')).status).toBe(200)
})
