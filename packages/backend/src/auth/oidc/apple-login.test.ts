import { API_BASE } from '@kiosk/contract/route'
import { beforeEach, expect, test } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { signIn } from '../../adapters/oidc/testing/oidc-server.ts'
import { TEST_ORIGIN, testApi } from '../../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../../testing/browser.ts'
import { openIdentityTest } from '../testing/open-identity-test.ts'

let now = new Date()
let people = 0
const { connection, api, provider } = await openIdentityTest({ now: () => now })
beforeEach(() => {
  now = new Date()
})

const START = 'websession/identity/apple'
const DENIED = `${TEST_ORIGIN}/user/login?denied=1`
const FROM_APPLE = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
/** Creates a person at the provider; Apple sends booleans as text. */
function person(claims: object = {}) {
  const who = `person-${++people}`
  provider.people.set(who, { email: `${who}@example.org`, email_verified: 'true', ...claims })
  return { who, email: `${who}@example.org` }
}
async function through(
  browser: TestBrowser,
  who: string | null,
  more: Record<string, string> = {},
  parameters = '',
): Promise<URL> {
  const { address, form } = await signIn(await browser.sentTo(START + parameters), who)
  return browser.sentTo(address.pathname, { form: { ...form, ...more }, headers: FROM_APPLE })
}
const tokenIn = (address: URL) => address.searchParams.get('sessionTokenFromAppleLogin') ?? 'none'
const logIn = (browser: TestBrowser, address: URL) =>
  browser.askJson('websession/login/sessiontoken', { form: { sessionToken: tokenIn(address) } })
const accountOf = (email: string) =>
  connection.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

test('completes a cross-site POST from Apple with an account and a session token', async () => {
  const { who, email } = person()
  const browser = fakeBrowser(api)
  const authorization = await browser.sentTo(START)
  expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
    client_id: 'apple-client',
    response_mode: 'form_post',
    response_type: 'code',
    scope: 'name email',
    redirect_uri: `${TEST_ORIGIN}${API_BASE}websession/apple`,
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

test('signs a short-lived client secret for each exchange with the operator’s key', async () => {
  await through(fakeBrowser(api), person().who)
  const secret = provider.applesSecrets.at(-1)!
  expect(secret).toMatchObject({ iss: 'TEAM123456', sub: 'apple-client', aud: provider.issuer })
  expect(secret.exp! - secret.iat!).toBe(300)
})

test('accepts a relay address and keeps the name of the first login', async () => {
  const relay = 'x7k2m9@privaterelay.example.com'
  const { who } = person({ email: relay, email_verified: undefined, is_private_email: 'true' })
  const user = JSON.stringify({ name: { firstName: ' Mira\r\nX: y ', lastName: '🌸Holm' }, email: 'somebody-else@example.org' })
  await through(fakeBrowser(api), who, { user })
  const first = await accountOf(relay)
  expect(first).toMatchObject({ apple_id: who, firstname: 'Mira  X  y', lastname: 'Holm', verified_at: now })
  expect(await accountOf('somebody-else@example.org')).toBeUndefined()
  await through(fakeBrowser(api), who)
  expect(await accountOf(relay)).toEqual(first)
})

test('a malformed name does not fail the login', async () => {
  for (const user of ['{', 'null', '[]', '{"name":7}', '{"name":{"firstName":{}}}']) {
    const { who, email } = person()
    expect(tokenIn(await through(fakeBrowser(api), who, { user }))).not.toBe('none')
    expect(await accountOf(email)).toMatchObject({ firstname: '', lastname: '' })
  }
})

test('a verified address links the login to its account, which may have both providers', async () => {
  const { who, email } = person()
  const account = await createAccount(connection.db, { email, facebook_id: 'of Facebook' })
  const browser = fakeBrowser(api)
  expect(await logIn(browser, await through(browser, who))).toMatchObject({ status: 200, terms: { show: false } })
  expect(await accountOf(email)).toMatchObject({ id: account.id, apple_id: who, facebook_id: 'of Facebook' })
})

test('rejects an unverified or missing address and creates nothing', async () => {
  for (const claims of [{ email_verified: 'false' }, { email: undefined }]) {
    const { who, email } = person(claims)
    expect((await through(fakeBrowser(api), who)).href).toBe(DENIED)
    expect(await accountOf(email)).toBeUndefined()
  }
})

test('accepts the POST once, in the browser that started it, within ten minutes', async () => {
  const browser = fakeBrowser(api)
  const { address, form } = await signIn(await browser.sentTo(START), person().who)
  const post = (by: TestBrowser) => by.sentTo(address.pathname, { form: form!, headers: FROM_APPLE })
  const foreign = fakeBrowser(api)
  expect((await post(foreign)).href).toBe(DENIED)
  await foreign.sentTo(START)
  expect((await post(foreign)).href).toBe(DENIED)
  expect(tokenIn(await post(browser))).not.toBe('none')
  expect((await post(browser)).href).toBe(DENIED)

  const late = await signIn(await browser.sentTo(START), person().who)
  now = new Date(now.getTime() + 601_000)
  expect((await browser.sentTo(address.pathname, { form: late.form!, headers: FROM_APPLE })).href).toBe(DENIED)
})

test('rejects a login started at Facebook and finished at Apple', async () => {
  const browser = fakeBrowser(api)
  const authorization = await browser.sentTo('websession/identity/facebook')
  await browser.sentTo(START)
  const form = { state: authorization.searchParams.get('state')!, code: 'x' }
  expect((await browser.sentTo('websession/apple', { form, headers: FROM_APPLE })).href).toBe(DENIED)
})

test('returns to the login page after a cancellation at Apple', async () => {
  expect((await through(fakeBrowser(api), null)).href).toBe(DENIED)
})

test('rejects a session token in another browser', async () => {
  const browser = fakeBrowser(api)
  const address = await through(browser, person().who)
  expect(await logIn(fakeBrowser(api), address)).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await logIn(browser, address)).toMatchObject({ status: 200 })
  expect(await logIn(browser, address)).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('sends the login cookie with a cross-site POST over https and sets it Lax without https', async () => {
  expect((await api.ask(START)).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-identity-apple=[\w-]{43}; .*SameSite=None; Secure$/),
  ])
  const plain = await testApi(connection, { identity: provider.providers, publicUrl: 'http://127.0.0.1:3000' })
  expect((await plain.ask(START)).headers.getSetCookie()).toEqual([
    expect.stringMatching(/^identity-apple=[\w-]{43}; .*HttpOnly; SameSite=Lax$/),
  ])
  await plain.close()
})

test('signs in a native app by the id token of its device', async () => {
  const { who, email } = person()
  const token = await provider.idToken({ sub: who, aud: 'org.example.kiosk', email, email_verified: 'true' })
  expect((await api.ask('websession/login', { form: { type: '1', password: token } })).status).toBe(200)
  expect(await accountOf(email)).toMatchObject({ apple_id: who })
})
