import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERASURE_GRACE_DAYS } from '@kiosk/domain/accounts/limits'
import { login as declaredLogin } from '@kiosk/domain/accounts/session-endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { beforeEach, expect, test } from 'vitest'
import { eraseDueAccount } from '../../accounts/erase-account.ts'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { openidProvider } from '../../adapters/oidc/openid-provider.ts'
import { signIn } from '../../adapters/oidc/testing/oidc-server.ts'
import { waitingEmails } from '../../jobs/testing/jobs.ts'
import { TEST_ORIGIN, testApi } from '../../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../../testing/browser.ts'
import { openIdentityTest } from '../testing/open-identity-test.ts'

let now = new Date()
let visitors = 0
const { connection, api, provider } = await openIdentityTest({ now: () => now })
beforeEach(() => {
  now = new Date()
})

const START = 'websession/identity/facebook'
const DENIED = `${TEST_ORIGIN}/user/login?denied=1`
const person = () => `person-${++visitors}`

/** Runs a login at the provider up to the login page. */
async function through(browser: TestBrowser, who: string, parameters = ''): Promise<URL> {
  const { address } = await signIn(await browser.sentTo(START + parameters), who)
  return back(browser, address)
}
const back = (browser: TestBrowser, address: URL) => browser.sentTo(address.pathname + address.search)
const post = (browser: TestBrowser, token: string, more: object = {}) =>
  browser.askJson('websession/login', { form: { type: '1', password: token, ...more } })
async function logIn(browser: TestBrowser, who: string) {
  const address = await through(browser, who)
  return post(browser, address.searchParams.get('facebookToken') ?? 'none')
}
const accountOf = (email: string) =>
  connection.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
const countAccounts = async () =>
  Number(
    (
      await connection.db
        .selectFrom('accounts')
        .select((each) => each.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('a first login creates an account with a verified address and no password, and signs in after the terms', async () => {
  const who = person()
  const browser = fakeBrowser(api)
  const address = await through(browser, who, '?redirect=%2Fmagazines%3Fx%3D1')
  expect(address.pathname).toBe('/user/login')
  expect(address.searchParams.get('redirect')).toBe('/magazines?x=1')
  const answer = await post(browser, address.searchParams.get('facebookToken')!)
  expect(answer).toMatchObject({ status: 200, terms: { show: true }, unverified: false })
  expect(await accountOf(`${who}@example.org`)).toMatchObject({
    facebook_id: who,
    password_hash: null,
    terms_version: null,
    verified_at: now,
    region_id: 1,
    language: 'de',
  })
  expect(browser.jar.has('__Host-session')).toBe(false)
  const terms = await browser.ask('websession/terms', { method: 'PUT', form: { token: String(answer.token) } })
  expect(terms.status).toBe(200)
  expect(await browser.askJson('user')).toMatchObject({ status: 200, facebookId: who, email: `${who}@example.org` })
})

test('reveals the owner of a token only to the browser that requested it', async () => {
  const browser = fakeBrowser(api)
  const token = (await through(browser, person())).searchParams.get('facebookToken') ?? ''
  const owner = (of: TestBrowser, form = { token }) => of.askJson('websession/token/owner', { form })
  expect(await owner(fakeBrowser(api))).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await owner(browser)).toMatchObject({ status: 200, thisBrowser: true, other: false })
  expect(await owner(browser, { token: 'garbage' })).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('a second login finds the same account after the provider changed its keys and the address', async () => {
  const who = person()
  await logIn(fakeBrowser(api), who)
  const { id } = (await accountOf(`${who}@example.org`))!
  provider.people.set(who, { email: `${who}-moved@example.org`, email_verified: true })
  await provider.rotateKeys()
  const before = await countAccounts()
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 200 })
  expect(await countAccounts()).toBe(before)
  expect(await accountOf(`${who}@example.org`)).toMatchObject({ id, facebook_id: who })
})

test('a login after the account was deleted creates a new account', async () => {
  const who = person()
  const browser = fakeBrowser(api)
  const { token } = await logIn(browser, who)
  await browser.ask('websession/terms', { method: 'PUT', form: { token: String(token) } })
  const { id } = (await accountOf(`${who}@example.org`))!
  expect((await browser.ask('user/deleteAccount', { method: 'PUT' })).status).toBe(200)
  const later = () => new Date(Date.now() + (ERASURE_GRACE_DAYS + 1) * DAY_MS)
  await eraseDueAccount({ accountId: id }, { ...api.ctx, now: later })
  expect(await accountOf(`${who}@example.org`)).toBeUndefined()
  const kept = await connection.db.selectFrom('one_time_tokens').select('data').execute()
  expect(JSON.stringify(kept)).not.toContain(who)
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
  expect((await accountOf(`${who}@example.org`))!.id).not.toBe(id)
})

test('a verified address links the login to its account, whose password still works', async () => {
  const who = person()
  const account = await createAccount(connection.db, { email: `${who}@Example.org` })
  const browser = fakeBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 200, terms: { show: false } })
  expect(await browser.askJson('user')).toMatchObject({ status: 200, facebookId: who })
  expect(await accountOf(account.email)).toMatchObject({ id: account.id, password_hash: account.password_hash })
  expect(await waitingEmails(connection.db)).toContainEqual({
    letter: 'way-in-added',
    accountId: account.id,
    provider: 'facebook',
  })
})

test('replaces an unverified account and its data when the owner of the address logs in', async () => {
  const who = person()
  const strangers = await createAccount(connection.db, { email: `${who}@example.org`, verified_at: null, firstname: 'Stranger' })
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
  const account = (await accountOf(`${who}@example.org`))!
  expect(account).toMatchObject({ facebook_id: who, password_hash: null, firstname: '' })
  expect(account.id).not.toBe(strangers.id)
})

test('does not give an account linked to one profile to another profile of the same address', async () => {
  const who = person()
  await createAccount(connection.db, { email: `${who}@example.org`, facebook_id: 'the first profile' })
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 403, code: 'login_refused' })
  expect(await accountOf(`${who}@example.org`)).toMatchObject({ facebook_id: 'the first profile' })
})

test('fifty concurrent first logins create one account', async () => {
  const who = person()
  const before = await countAccounts()
  const tokens = await Promise.all(
    Array.from({ length: 50 }, () =>
      provider.idToken({ sub: who, aud: 'facebook-client', email: `${who}@example.org`, email_verified: true, jti: person() }),
    ),
  )
  const answers = await Promise.all(tokens.map((token) => api.ask('websession/login', { form: { type: '1', password: token } })))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await countAccounts()).toBe(before + 1)
})

test('rejects a login without an address with an explanation and creates nothing', async () => {
  const who = person()
  provider.people.set(who, {})
  const before = await countAccounts()
  const answer = await logIn(fakeBrowser(api), who)
  expect(answer).toMatchObject({ status: 403, code: 'login_refused' })
  expect(answer.message).toMatch(/E-Mail-Adresse/)
  expect(await countAccounts()).toBe(before)
})

test('accepts the callback once, in the starting browser, with its own state, within ten minutes', async () => {
  const before = await countAccounts()
  const browser = fakeBrowser(api)
  const { address } = await signIn(await browser.sentTo(START), person())
  const foreign = fakeBrowser(api)
  expect((await back(foreign, address)).href).toBe(DENIED)
  await foreign.sentTo(START)
  expect((await back(foreign, address)).href).toBe(DENIED)
  const forged = new URL(address)
  forged.searchParams.set('state', 'x'.repeat(43))
  expect((await back(browser, forged)).href).toBe(DENIED)

  const good = await back(browser, address)
  expect(good.searchParams.has('facebookToken')).toBe(true)
  expect((await back(browser, address)).href).toBe(DENIED)

  const late = await signIn(await browser.sentTo(START), person())
  now = new Date(now.getTime() + 601_000)
  expect((await back(browser, late.address)).href).toBe(DENIED)
  expect(await countAccounts()).toBe(before)
})

test('rejects a code of another login by challenge and nonce', async () => {
  const browser = fakeBrowser(api)
  const mine = await signIn(await browser.sentTo(START), person())
  const other = await signIn(await browser.sentTo(START), person())
  const mixed = new URL(mine.address)
  mixed.searchParams.set('code', other.address.searchParams.get('code')!)
  expect((await back(browser, mixed)).href).toBe(DENIED)

  const authorization = await browser.sentTo(START)
  authorization.searchParams.set('nonce', 'of-somebody-else')
  expect((await back(browser, (await signIn(authorization, person())).address)).href).toBe(DENIED)
})

test('reports a refusal at the provider and keeps the redirect path', async () => {
  const browser = fakeBrowser(api)
  const { address } = await signIn(await browser.sentTo(`${START}?redirect=/promocode`), null)
  expect(address.searchParams.get('error')).toBe('access_denied')
  expect((await back(browser, address)).href).toBe(`${DENIED}&redirect=%2Fpromocode`)
})

test('rejects an id token that was changed, is unsigned or has another audience', async () => {
  const before = await countAccounts()
  const claims = { sub: 'victim', email: 'victim@example.org', email_verified: true }
  const foreignKeys = await provider.newKeys()
  const meddlings: ((idToken: string) => string | Promise<string>)[] = [
    (token) =>
      token.replace(
        /\.([\w-]+)\./,
        (_, body: string) => `.${Buffer.from(JSON.stringify({ ...decoded(body), sub: 'victim' })).toString('base64url')}.`,
      ),
    (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    async (token) => provider.idToken({ ...nonceOf(token), ...claims, aud: 'another-client' }),
    async (token) => provider.idToken({ ...nonceOf(token), ...claims, aud: 'facebook-client', iss: 'https://evil.example' }),
    async (token) => provider.idToken({ ...nonceOf(token), ...claims, aud: 'facebook-client' }, foreignKeys),
    async (token) => provider.idToken({ ...nonceOf(token), ...claims, aud: ['facebook-client', 'x'], azp: 'x' }),
    async (token) =>
      provider.idToken({ ...nonceOf(token), ...claims, aud: 'facebook-client', iat: 1_700_000_000, exp: 1_700_000_300 }),
  ]
  for (const meddling of meddlings) {
    provider.meddle(meddling)
    expect((await through(fakeBrowser(api), person())).href).toBe(DENIED)
  }
  // The same login with valid values, which proves that the rejections above have the intended reasons.
  provider.meddle((token) => provider.idToken({ ...nonceOf(token), sub: 'in order', aud: 'facebook-client' }))
  expect((await through(fakeBrowser(api), person())).searchParams.has('facebookToken')).toBe(true)
  provider.meddle(undefined)
  expect(await countAccounts()).toBe(before)
})

test('rejects the login at start and callback while the provider is down, and creates nothing', async () => {
  const fresh = await testApi(connection, { identity: provider.fromSettings().providers })
  const browser = fakeBrowser(api)
  const { address } = await signIn(await browser.sentTo(START), person())
  const before = await countAccounts()
  await provider.close()
  expect((await fakeBrowser(fresh).sentTo(`${START}?redirect=/magazines`)).href).toBe(`${DENIED}&redirect=%2Fmagazines`)
  expect((await back(browser, address)).href).toBe(DENIED)
  expect(await countAccounts()).toBe(before)
  await provider.reopen()
  expect((await fakeBrowser(fresh).sentTo(START)).origin).toBe(provider.issuer)
  await fresh.close()
})

test('a login token works once, within a minute, and in no other browser', async () => {
  const browser = fakeBrowser(api)
  const token = (await through(browser, person())).searchParams.get('facebookToken')!
  const victim = fakeBrowser(api)
  expect(await post(victim, token)).toMatchObject({ status: 403, code: 'account_unknown' })
  await victim.sentTo(START)
  expect(await post(victim, token)).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await post(browser, token)).toMatchObject({ status: 200 })
  expect(await post(browser, token)).toMatchObject({ status: 403, code: 'account_unknown' })

  const late = (await through(browser, person())).searchParams.get('facebookToken')!
  now = new Date(now.getTime() + 61_000)
  expect(await post(browser, late)).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('a foreign page cannot start a login or read its response', async () => {
  const started = await fakeBrowser(api).sentTo(`${START}?redirect=/magazines`, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(started.href).toBe(`${TEST_ORIGIN}/user/login?redirect=%2Fmagazines`)
  const form = { type: '1', password: 'x' }
  expect(await api.errorOf('websession/login', { form, headers: { origin: 'https://evil.example' } })).toMatchObject({
    code: 'foreign_origin',
  })
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'drops a redirect to %s',
  async (redirect) => {
    const address = await through(fakeBrowser(api), person(), `?redirect=${encodeURIComponent(redirect)}`)
    expect(address.searchParams.has('redirect')).toBe(false)
    expect(address.origin).toBe(TEST_ORIGIN)
  },
)

test('login cookies are limited to this site and to the duration of a login', async () => {
  const response = await api.ask(START)
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-identity-facebook=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ])
})

test('limits repeated login starts', async () => {
  const address = '198.51.100.23'
  const statuses = new Set<number>()
  for (let start = 0; start < 121; start++) statuses.add((await api.ask(START, { address })).status)
  expect([...statuses]).toEqual([303, 429])
})

test('reports a provider that is not set up as unavailable', async () => {
  const without = await testApi(connection)
  expect(await without.errorOf(START)).toEqual({ status: 503, code: 'unavailable' })
  expect(await (await without.ask('websession/identity')).json()).toEqual({ facebook: false, apple: false })
  expect(await (await api.ask('websession/identity')).json()).toEqual({ facebook: true, apple: true })
  await without.close()
})

test('accepts an id token from an app once, while fresh, for one of our clients', async () => {
  const sub = person()
  const claims = { sub, aud: 'facebook-client', email: `${sub}@example.org`, email_verified: true }
  const form = (password: string) => ({ form: { type: '1', password } })
  const good = await provider.idToken(claims)
  expect((await api.answer(declaredLogin, 'websession/login', form(good))).terms.show).toBe(true)
  expect(await api.errorOf('websession/login', form(good))).toMatchObject({ code: 'account_unknown' })
  const bad = [
    provider.idToken({ ...claims, aud: 'another-client' }),
    provider.idToken({ ...claims, iss: 'https://evil.example' }),
    provider.idToken({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
    provider.idToken({ ...claims, iat: Math.floor(Date.now() / 1000) - 700 }),
    provider.idToken(claims, await provider.newKeys()),
    provider.idToken({ ...claims, aud: ['facebook-client', 'x'], azp: 'x' }),
    ...['', 'x'.repeat(300), 'nul\0', 'line\nbreak'].map((sub) => provider.idToken({ ...claims, sub })),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
    `${good.slice(0, -8)}AAAAAAAA`,
    'not.a.token',
  ]
  for (const token of await Promise.all(bad))
    expect(await api.errorOf('websession/login', form(token))).toEqual({ status: 403, code: 'login_refused' })
})

test.each([
  ['its configuration', '/.well-known/openid-configuration', 503],
  ['its keys', '/keys', 503],
  ['keys that are none', '/keys', 200],
])('a provider that cannot give %s is unavailable, and refuses nobody', async (_, broken, status) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === broken ? status : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.url === broken ? {} : { issuer, jwks_uri: `${issuer}/keys` }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer, clientId: 'facebook-client', clientSecret: 'x' }
  const down = await testApi(connection, { identity: { facebook: openidProvider('facebook', settings) } })
  const password = await provider.idToken({ sub: person(), aud: 'facebook-client', iss: issuer })
  expect(await down.errorOf('websession/login', { form: { type: '1', password } })).toEqual({ status: 503, code: 'unavailable' })
  await down.close()
  server.close()
})

const decoded = (body: string) => JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
const nonceOf = (token: string) => ({ nonce: decoded(token.split('.')[1]!).nonce })
