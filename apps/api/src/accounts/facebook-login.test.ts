import { login as declaredLogin } from '@kiosk/domain/accounts/session-endpoints'
import { ERASURE_GRACE_DAYS } from '@kiosk/domain/accounts/terms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { waitingLetters } from '../jobs/test-jobs.ts'
import { signIn, type TestProvider, testProvider } from '../outside/identity/test-provider.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../test-api.ts'
import { buildAccount } from './build-account.ts'
import { eraseDueAccount } from './erase-account.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

let connection: Connection
let provider: TestProvider
let api: TestApi
let now = new Date()
let visitors = 0
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

const START = 'websession/identity/facebook'
const DENIED = `${TEST_ORIGIN}/user/login?denied=1`
const person = () => `person-${++visitors}`

/** Through the provider and back to the login page. */
async function through(browser: TestBrowser, who: string, wanted = ''): Promise<URL> {
  const { address } = await signIn(await browser.sentTo(START + wanted), who)
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

test('a first login makes an account with a proved address, no password and no terms; the accepted terms let in', async () => {
  const who = person()
  const browser = testBrowser(api)
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

test('a token tells only the browser that asked for it that it is its own', async () => {
  const browser = testBrowser(api)
  const token = (await through(browser, person())).searchParams.get('facebookToken') ?? ''
  const owner = (of: TestBrowser, form = { token }) => of.askJson('websession/token/owner', { form })
  expect(await owner(testBrowser(api))).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await owner(browser)).toMatchObject({ status: 200, thisBrowser: true, other: false })
  expect(await owner(browser, { token: 'garbage' })).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('the second login finds the same account, though its provider has other keys and another address by then', async () => {
  const who = person()
  await logIn(testBrowser(api), who)
  const { id } = (await accountOf(`${who}@example.org`))!
  provider.people.set(who, { email: `${who}-moved@example.org`, email_verified: true })
  await provider.rotateKeys()
  const before = await countAccounts()
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200 })
  expect(await countAccounts()).toBe(before)
  expect(await accountOf(`${who}@example.org`)).toMatchObject({ id, facebook_id: who })
})

test('an account that was deleted is forgotten: the next login makes a new one', async () => {
  const who = person()
  const browser = testBrowser(api)
  const { token } = await logIn(browser, who)
  await browser.ask('websession/terms', { method: 'PUT', form: { token: String(token) } })
  const { id } = (await accountOf(`${who}@example.org`))!
  expect((await browser.ask('user/deleteAccount', { method: 'PUT' })).status).toBe(200)
  const later = () => new Date(Date.now() + (ERASURE_GRACE_DAYS + 1) * 24 * 3_600_000)
  await eraseDueAccount({ accountId: id }, { ...api.house, now: later })
  expect(await accountOf(`${who}@example.org`)).toBeUndefined()
  const kept = await connection.db.selectFrom('one_time_tokens').select('data').execute()
  expect(JSON.stringify(kept)).not.toContain(who)
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
  expect((await accountOf(`${who}@example.org`))!.id).not.toBe(id)
})

test('a proved address ties the login to the account of that address; its password still works', async () => {
  const who = person()
  const account = await buildAccount(connection.db, { email: `${who}@Example.org` })
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 200, terms: { show: false } })
  expect(await browser.askJson('user')).toMatchObject({ status: 200, facebookId: who })
  expect(await accountOf(account.email)).toMatchObject({ id: account.id, password_hash: account.password_hash })
  expect(await waitingLetters(connection.db)).toContainEqual({
    letter: 'way-in-added',
    accountId: account.id,
    provider: 'facebook',
  })
})

test('an account whose address nobody proved gives way to the owner of the address, with all that a stranger left in it', async () => {
  const who = person()
  const strangers = await buildAccount(connection.db, { email: `${who}@example.org`, verified_at: null, firstname: 'Stranger' })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
  const account = (await accountOf(`${who}@example.org`))!
  expect(account).toMatchObject({ facebook_id: who, password_hash: null, firstname: '' })
  expect(account.id).not.toBe(strangers.id)
})

test('an account tied to one profile is not given to another of the same address', async () => {
  const who = person()
  await buildAccount(connection.db, { email: `${who}@example.org`, facebook_id: 'the first profile' })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 403, code: 'login_refused' })
  expect(await accountOf(`${who}@example.org`)).toMatchObject({ facebook_id: 'the first profile' })
})

test('fifty first logins at once make one account', async () => {
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

test('without an address nothing is made, and the words say what is needed', async () => {
  const who = person()
  provider.people.set(who, {})
  const before = await countAccounts()
  const answer = await logIn(testBrowser(api), who)
  expect(answer).toMatchObject({ status: 403, code: 'login_refused' })
  expect(answer.message).toMatch(/E-Mail-Adresse/)
  expect(await countAccounts()).toBe(before)
})

test('what comes back counts once, in the browser where it began, with its own state, within ten minutes', async () => {
  const before = await countAccounts()
  const browser = testBrowser(api)
  const { address } = await signIn(await browser.sentTo(START), person())
  const foreign = testBrowser(api)
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

test('a code of another login is refused: challenge and nonce belong together', async () => {
  const browser = testBrowser(api)
  const mine = await signIn(await browser.sentTo(START), person())
  const other = await signIn(await browser.sentTo(START), person())
  const mixed = new URL(mine.address)
  mixed.searchParams.set('code', other.address.searchParams.get('code')!)
  expect((await back(browser, mixed)).href).toBe(DENIED)

  const begun = await browser.sentTo(START)
  begun.searchParams.set('nonce', 'of-somebody-else')
  expect((await back(browser, (await signIn(begun, person())).address)).href).toBe(DENIED)
})

test('who refuses at the provider is told so, and keeps where they wanted to go', async () => {
  const browser = testBrowser(api)
  const { address } = await signIn(await browser.sentTo(`${START}?redirect=/promocode`), null)
  expect(address.searchParams.get('error')).toBe('access_denied')
  expect((await back(browser, address)).href).toBe(`${DENIED}&redirect=%2Fpromocode`)
})

test('an id token that was changed, unsigned, or signed for somebody else opens nothing', async () => {
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
    expect((await through(testBrowser(api), person())).href).toBe(DENIED)
  }
  // The same with everything in order, so that the refusals above have the reasons they should have.
  provider.meddle((token) => provider.idToken({ ...nonceOf(token), sub: 'in order', aud: 'facebook-client' }))
  expect((await through(testBrowser(api), person())).searchParams.has('facebookToken')).toBe(true)
  provider.meddle(undefined)
  expect(await countAccounts()).toBe(before)
})

test('a provider that is down denies the login at its start and at its return, and nothing is made', async () => {
  const fresh = await testApi(connection, { identity: provider.fromSettings().providers })
  const browser = testBrowser(api)
  const { address } = await signIn(await browser.sentTo(START), person())
  const before = await countAccounts()
  await provider.close()
  expect((await testBrowser(fresh).sentTo(`${START}?redirect=/magazines`)).href).toBe(`${DENIED}&redirect=%2Fmagazines`)
  expect((await back(browser, address)).href).toBe(DENIED)
  expect(await countAccounts()).toBe(before)
  await provider.reopen()
  expect((await testBrowser(fresh).sentTo(START)).origin).toBe(provider.issuer)
  await fresh.close()
})

test('a token for the login page works once, for a minute, and in no other browser: nobody is signed in to a stranger by a link', async () => {
  const browser = testBrowser(api)
  const token = (await through(browser, person())).searchParams.get('facebookToken')!
  const victim = testBrowser(api)
  expect(await post(victim, token)).toMatchObject({ status: 403, code: 'account_unknown' })
  await victim.sentTo(START)
  expect(await post(victim, token)).toMatchObject({ status: 403, code: 'account_unknown' })
  expect(await post(browser, token)).toMatchObject({ status: 200 })
  expect(await post(browser, token)).toMatchObject({ status: 403, code: 'account_unknown' })

  const late = (await through(browser, person())).searchParams.get('facebookToken')!
  now = new Date(now.getTime() + 61_000)
  expect(await post(browser, late)).toMatchObject({ status: 403, code: 'account_unknown' })
})

test('a foreign page cannot start a login, nor have the API answer one', async () => {
  const started = await testBrowser(api).sentTo(`${START}?redirect=/magazines`, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(started.href).toBe(`${TEST_ORIGIN}/user/login?redirect=%2Fmagazines`)
  const form = { type: '1', password: 'x' }
  expect(await api.refusal('websession/login', { form, headers: { origin: 'https://evil.example' } })).toMatchObject({
    code: 'foreign_origin',
  })
})

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'a redirect to %s is dropped',
  async (wanted) => {
    const address = await through(testBrowser(api), person(), `?redirect=${encodeURIComponent(wanted)}`)
    expect(address.searchParams.has('redirect')).toBe(false)
    expect(address.origin).toBe(TEST_ORIGIN)
  },
)

test('cookies of a login are for the house alone, and last no longer than a proof may take', async () => {
  const response = await api.ask(START)
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-identity-facebook=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ])
})

test('who starts logins all the time has to wait', async () => {
  const address = '198.51.100.23'
  const statuses = new Set<number>()
  for (let start = 0; start < 121; start++) statuses.add((await api.ask(START, { address })).status)
  expect([...statuses]).toEqual([303, 429])
})

test('what is not set up is unavailable, and said to be', async () => {
  const without = await testApi(connection)
  expect(await without.refusal(START)).toEqual({ status: 503, code: 'unavailable' })
  expect(await (await without.ask('websession/identity')).json()).toEqual({ facebook: false, apple: false })
  expect(await (await api.ask('websession/identity')).json()).toEqual({ facebook: true, apple: true })
  await without.close()
})

test('an app logs in with the id token that its provider gave it: once, fresh, for one of our clients', async () => {
  const sub = person()
  const claims = { sub, aud: 'facebook-client', email: `${sub}@example.org`, email_verified: true }
  const form = (password: string) => ({ form: { type: '1', password } })
  const good = await provider.idToken(claims)
  expect((await api.answer(declaredLogin, 'websession/login', form(good))).terms.show).toBe(true)
  expect(await api.refusal('websession/login', form(good))).toMatchObject({ code: 'account_unknown' })
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
    expect(await api.refusal('websession/login', form(token))).toEqual({ status: 403, code: 'login_refused' })
})

const decoded = (body: string) => JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
const nonceOf = (token: string) => ({ nonce: decoded(token.split('.')[1]!).nonce })
