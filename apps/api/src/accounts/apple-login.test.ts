import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { signIn, type TestProvider, testProvider } from '../outside/identity/test-provider.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../test-api.ts'
import { buildAccount } from './build-account.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

let connection: Connection
let provider: TestProvider
let api: TestApi
let now = new Date()
let people = 0
beforeAll(async () => {
  connection = await testDatabase()
  provider = await testProvider(TEST_ORIGIN)
  api = await testApi(connection, { identity: provider.providers, now: () => now })
})
afterAll(async () => {
  await api.close()
  await provider.close()
  await connection.close()
})
beforeEach(() => {
  now = new Date()
})

const START = 'websession/identity/apple'
const DENIED = `${TEST_ORIGIN}/user/login?denied=1`
const FROM_APPLE = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
/** Apple writes truth as a text. */
function person(claims: object = {}) {
  const who = `person-${++people}`
  provider.people.set(who, { email: `${who}@example.org`, email_verified: 'true', ...claims })
  return { who, email: `${who}@example.org` }
}
async function through(browser: TestBrowser, who: string | null, more: Record<string, string> = {}, wanted = ''): Promise<URL> {
  const { address, form } = await signIn(await browser.sentTo(START + wanted), who)
  return browser.sentTo(address.pathname, { form: { ...form, ...more }, headers: FROM_APPLE })
}
const tokenIn = (address: URL) => address.searchParams.get('sessionTokenFromAppleLogin') ?? 'none'
const logIn = (browser: TestBrowser, address: URL) =>
  browser.askJson('websession/login/sessiontoken', { form: { sessionToken: tokenIn(address) } })
const accountOf = (email: string) =>
  connection.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

test('Apple posts back from its own site: an account, and a session token for the login page', async () => {
  const { who, email } = person()
  const browser = testBrowser(api)
  const begun = await browser.sentTo(START)
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({
    client_id: 'apple-client',
    response_mode: 'form_post',
    response_type: 'code',
    scope: 'name email',
    redirect_uri: `${TEST_ORIGIN}/api/v8/websession/apple`,
    nonce: expect.stringMatching(/.{20}/),
  })
  const address = await through(browser, who, {}, '?redirect=/promocode')
  expect(address.pathname).toBe('/user/login')
  expect(address.searchParams.get('redirect')).toBe('/promocode')
  expect(await accountOf(email)).toMatchObject({ apple_id: who, verified_at: now, password_hash: null, terms_version: null })
  const answer = await logIn(browser, address)
  expect(answer).toMatchObject({ status: 200, terms: { show: true } })
  await browser.ask('websession/terms', { method: 'PUT', form: { token: String(answer.token) } })
  expect(await browser.askJson('user')).toMatchObject({ status: 200, appleId: who })
})

test('each exchange shows a secret that the key of the operator signed for a few minutes', async () => {
  await through(testBrowser(api), person().who)
  const secret = provider.applesSecrets.at(-1)!
  expect(secret).toMatchObject({ iss: 'TEAM123456', sub: 'apple-client', aud: provider.issuer })
  expect(secret.exp! - secret.iat!).toBe(300)
})

test('a hidden address is an address; the name comes with the first login and is kept', async () => {
  const relay = 'x7k2m9@privaterelay.example.com'
  const { who } = person({ email: relay, email_verified: undefined, is_private_email: 'true' })
  const user = JSON.stringify({ name: { firstName: ' Mira\r\nX: y ', lastName: 'Holm' }, email: 'somebody-else@example.org' })
  await through(testBrowser(api), who, { user })
  const first = await accountOf(relay)
  expect(first).toMatchObject({ apple_id: who, firstname: 'Mira  X: y', lastname: 'Holm', verified_at: now })
  expect(await accountOf('somebody-else@example.org')).toBeUndefined()
  await through(testBrowser(api), who)
  expect(await accountOf(relay)).toEqual(first)
})

test('a broken name breaks no login', async () => {
  for (const user of ['{', 'null', '[]', '{"name":7}', '{"name":{"firstName":{}}}']) {
    const { who, email } = person()
    expect(tokenIn(await through(testBrowser(api), who, { user }))).not.toBe('none')
    expect(await accountOf(email)).toMatchObject({ firstname: '', lastname: '' })
  }
})

test('a proved address ties the login to its account; one account may have both ways', async () => {
  const { who, email } = person()
  const account = await buildAccount(connection.db, { email, facebook_id: 'of Facebook' })
  const browser = testBrowser(api)
  expect(await logIn(browser, await through(browser, who))).toMatchObject({ status: 200, terms: { show: false } })
  expect(await accountOf(email)).toMatchObject({ id: account.id, apple_id: who, facebook_id: 'of Facebook' })
})

test('an unproved address, or none, is denied and makes nothing', async () => {
  for (const claims of [{ email_verified: 'false' }, { email: undefined }]) {
    const { who, email } = person(claims)
    expect((await through(testBrowser(api), who)).href).toBe(DENIED)
    expect(await accountOf(email)).toBeUndefined()
  }
})

test('the post counts once, in the browser where it began, within ten minutes', async () => {
  const browser = testBrowser(api)
  const { address, form } = await signIn(await browser.sentTo(START), person().who)
  const post = (by: TestBrowser) => by.sentTo(address.pathname, { form: form!, headers: FROM_APPLE })
  const foreign = testBrowser(api)
  expect((await post(foreign)).href).toBe(DENIED)
  await foreign.sentTo(START)
  expect((await post(foreign)).href).toBe(DENIED)
  expect(tokenIn(await post(browser))).not.toBe('none')
  expect((await post(browser)).href).toBe(DENIED)

  const late = await signIn(await browser.sentTo(START), person().who)
  now = new Date(now.getTime() + 601_000)
  expect((await browser.sentTo(address.pathname, { form: late.form!, headers: FROM_APPLE })).href).toBe(DENIED)
})

test('what Facebook began Apple cannot end', async () => {
  const browser = testBrowser(api)
  const begun = await browser.sentTo('websession/identity/facebook')
  await browser.sentTo(START)
  const form = { state: begun.searchParams.get('state')!, code: 'x' }
  expect((await browser.sentTo('websession/apple', { form, headers: FROM_APPLE })).href).toBe(DENIED)
})

test('who cancels at Apple is back at the login', async () => {
  expect((await through(testBrowser(api), null)).href).toBe(DENIED)
})

test('the session token works in no other browser: nobody is signed in to a stranger by a link', async () => {
  const browser = testBrowser(api)
  const address = await through(browser, person().who)
  expect(await logIn(testBrowser(api), address)).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await logIn(browser, address)).toMatchObject({ status: 200 })
  expect(await logIn(browser, address)).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('the cookie of the login comes along with a post from elsewhere over https; without https it does not pretend to', async () => {
  expect((await api.ask(START)).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-identity-apple=[\w-]{43}; .*SameSite=None; Secure$/),
  ])
  const plain = await testApi(connection, { identity: provider.providers, publicUrl: 'http://127.0.0.1:3000' })
  expect((await plain.ask(START)).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^identity-apple=[\w-]{43}; .*HttpOnly; SameSite=Lax$/),
  ])
  await plain.close()
})

test('an app of ours logs in with the id token that its device gave it', async () => {
  const { who, email } = person()
  const token = await provider.idToken({ sub: who, aud: 'org.example.kiosk', email, email_verified: 'true' })
  expect((await api.ask('websession/login', { form: { type: '1', password: token } })).status).toBe(200)
  expect(await accountOf(email)).toMatchObject({ apple_id: who })
})
