import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { signIn, type TestProvider, testProvider } from '../outside/identity/test-provider.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../test-api.ts'
import { buildAccount, PASSWORD_OF_TESTS } from './build-account.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

// Facebook does not say whether an address is proved: then we ask for the proof ourselves.
let connection: Connection
let provider: TestProvider
let api: TestApi
let people = 0
beforeAll(async () => {
  connection = await testDatabase()
  provider = await testProvider(TEST_ORIGIN)
  api = await testApi(connection, { identity: provider.providers })
})
afterAll(async () => {
  await api.close()
  await provider.close()
  await connection.close()
})

function unproved(names: { given_name?: string; family_name?: string } = {}) {
  const who = `unproved-${++people}`
  provider.people.set(who, { email: `${who}@example.org`, email_verified: false, ...names })
  return { who, email: `${who}@example.org` }
}
async function logIn(browser: TestBrowser, who: string) {
  const { address } = await signIn(await browser.sentTo('websession/identity/facebook'), who)
  const back = await browser.sentTo(address.pathname + address.search)
  const form = { type: '1', password: back.searchParams.get('facebookToken') ?? 'none' }
  return browser.askJson('websession/login', { form })
}
const accountOf = (email: string) =>
  connection.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
/** Opens the link of the verification mail in a browser; `link`: and ticks that what waits there is to be linked. */
async function verify(browser: TestBrowser, email: string, link = false): Promise<Record<string, unknown>> {
  const { id } = await accountOf(email)
  const token = await issueToken(connection.db, { purpose: 'verification', accountId: id, now: new Date() })
  const { waitingIdentity } = await browser.askJson('websession/token/owner', { form: { token } })
  return { waitingIdentity, ...(await browser.askJson(`user/registration/verification?token=${token}&link=${link}`)) }
}
const logInByPassword = (browser: TestBrowser, email: string) =>
  browser.askJson('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS } })
/** What waits in this browser for whoever is signed in there. */
const waiting = async (browser: TestBrowser) => (await browser.askJson('user/identity')).waiting
const decide = (browser: TestBrowser, link: boolean) =>
  browser.askJson('user/identity', { method: 'PUT', form: { link: String(link) } })
/** An account with a password, and a browser in which its owner, or somebody else, began to log in by Facebook. */
async function withWaiting(names = {}) {
  const { who, email } = unproved(names)
  const account = await buildAccount(connection.db, { email })
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 403, code: 'login_refused' })
  return { who, email, account, browser }
}

test('an unproved address makes an account that waits for its mail; who ticks it in the same browser links the two', async () => {
  const { who, email } = unproved({ given_name: 'Mira', family_name: 'Holm' })
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202, unverified: true })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null, verified_at: null, password_hash: null })
  expect(browser.jar.has('__Host-session')).toBe(false)
  const letters = await connection.db.selectFrom('one_time_tokens').select('id').where('purpose', '=', 'link').execute()
  expect(letters).toHaveLength(1)
  const verified = await verify(browser, email, true)
  expect(verified).toMatchObject({ status: 200, waitingIdentity: { provider: 'facebook', name: 'Mira Holm' } })
  expect(verified.choosePassword).toBeUndefined()
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, verified_at: expect.any(Date), firstname: 'Mira' })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
})

test('who only proves the address in that browser chooses a password; the login is linked to nothing', async () => {
  const { who, email } = unproved({ given_name: 'Mira' })
  const browser = testBrowser(api)
  await logIn(browser, who)
  expect(await verify(browser, email)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null, firstname: '' })
})

test('the link opened elsewhere proves the address, and gives nothing to whoever claimed it', async () => {
  const { who, email } = unproved()
  const claimer = testBrowser(api)
  expect(await logIn(claimer, who)).toMatchObject({ status: 202 })
  expect(await verify(testBrowser(api), email, true)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  expect(await logIn(claimer, who)).toMatchObject({ status: 403, code: 'login_refused' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})

test('an account of that address is opened by its password only; its owner then says whether the new way works too', async () => {
  const { who, email, browser } = await withWaiting({ given_name: 'Mira', family_name: 'Holm' })
  expect((await logIn(browser, who)).message).toMatch(/Passwort/)
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  const elsewhere = testBrowser(api)
  expect(await logInByPassword(elsewhere, email)).not.toHaveProperty('waitingIdentity')
  expect(await waiting(elsewhere)).toBeNull()
  expect(await decide(elsewhere, true)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await logInByPassword(browser, email)).toMatchObject({ status: 200, waitingIdentity: 'facebook' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  expect(await waiting(browser)).toEqual({ provider: 'facebook', name: 'Mira Holm' })
  expect(await decide(browser, true)).toMatchObject({ status: 200, linked: true })
  expect(await accountOf(email)).toMatchObject({ facebook_id: who })
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200 })
  const events = connection.db.selectFrom('security_events').select('details').where('kind', '=', 'provider.linked')
  expect(await events.where('account_id', '=', (await accountOf(email)).id).execute()).toEqual([
    { details: { provider: 'facebook' } },
  ])
})

test('who says no is not asked again, and nothing is linked', async () => {
  const { email, browser } = await withWaiting()
  await logInByPassword(browser, email)
  expect(await decide(browser, false)).toMatchObject({ status: 200, linked: false })
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})

test('whoever finds the browser signed in later links nothing: the login has to be fresh', async () => {
  const { email, account, browser } = await withWaiting()
  await logInByPassword(browser, email)
  const before = new Date(Date.now() - 11 * 60_000)
  await connection.db.updateTable('sessions').set({ password_at: before }).where('account_id', '=', account.id).execute()
  expect(await decide(browser, true)).toMatchObject({ status: 403, code: 'confirmation_required' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  // To refuse it takes no proof.
  expect(await decide(browser, false)).toMatchObject({ status: 200, linked: false })
})

test('what waits is forgotten after an hour, and at once with a new password', async () => {
  const { email, browser, who } = await withWaiting()
  const link = connection.db.selectFrom('one_time_tokens').select(['created_at', 'expires_at']).where('purpose', '=', 'link')
  const { created_at, expires_at } = await link.orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(expires_at.getTime() - created_at.getTime()).toBe(3_600_000)
  await connection.db.updateTable('one_time_tokens').set({ expires_at: created_at }).where('purpose', '=', 'link').execute()
  expect(await logInByPassword(browser, email)).not.toHaveProperty('waitingIdentity')
  expect(await decide(browser, true)).toMatchObject({ status: 404 })

  const thief = testBrowser(api)
  await logIn(thief, who)
  const { id } = await accountOf(email)
  const token = await issueToken(connection.db, { purpose: 'recovery', accountId: id, now: new Date() })
  await testBrowser(api).ask('websession/newPassword', { form: { token, newPassword: 'Ganz-neu-9' } })
  const form = { username: email, password: 'Ganz-neu-9' }
  expect(await thief.askJson('websession/login', { form })).toMatchObject({ status: 200 })
  expect(await waiting(thief)).toBeNull()
})

test('a login that was linked to somebody else meanwhile, and a second one of the same provider, are not linked', async () => {
  const { db } = connection
  const { who, email, browser } = await withWaiting()
  await logInByPassword(browser, email)
  const { id } = await buildAccount(db, { facebook_id: who })
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  await db.updateTable('accounts').set({ facebook_id: null }).where('id', '=', id).execute()
  await db.updateTable('accounts').set({ facebook_id: 'another-profile' }).where('email', '=', email).execute()
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: 'another-profile' })
})

test('what waits in a browser is linked to its own account, not to the next one that signs in there', async () => {
  const { browser } = await withWaiting()
  const another = await buildAccount(connection.db)
  expect(await logInByPassword(browser, another.email)).not.toHaveProperty('waitingIdentity')
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(another.email)).toMatchObject({ facebook_id: null })
})

test('a password that was there before the address was proved goes when the proof comes by mail', async () => {
  const { who, email } = unproved()
  await buildAccount(connection.db, { email, verified_at: null })
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202 })
  expect(await verify(browser, email, true)).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, password_hash: null })
})

test('an app without a browser has nothing that waits', async () => {
  const { who, email } = unproved()
  const token = await provider.idToken({ sub: who, aud: 'facebook-client', email })
  expect((await api.ask('websession/login', { form: { type: '1', password: token } })).status).toBe(202)
  expect(await verify(testBrowser(api), email, true)).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})
