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

function unproved() {
  const who = `unproved-${++people}`
  provider.people.set(who, { email: `${who}@example.org`, email_verified: false })
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
/** Opens the link of the verification mail in a browser. */
async function verify(browser: TestBrowser, email: string): Promise<number> {
  const { id } = await accountOf(email)
  const token = await issueToken(connection.db, { purpose: 'verification', accountId: id, now: new Date() })
  return (await browser.ask(`user/registration/verification?token=${token}`)).status
}

test('an unproved address makes an account that waits for its mail; the link in the same browser ties the two', async () => {
  const { who, email } = unproved()
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202, unverified: true })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null, verified_at: null, password_hash: null })
  expect(browser.jar.has('__Host-session')).toBe(false)
  const letters = await connection.db.selectFrom('one_time_tokens').select('id').where('purpose', '=', 'link').execute()
  expect(letters).toHaveLength(1)
  expect(await verify(browser, email)).toBe(200)
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, verified_at: expect.any(Date) })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
})

test('the link opened elsewhere proves the address, and gives nothing to whoever claimed it', async () => {
  const { who, email } = unproved()
  const claimer = testBrowser(api)
  expect(await logIn(claimer, who)).toMatchObject({ status: 202 })
  expect(await verify(testBrowser(api), email)).toBe(200)
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  expect(await logIn(claimer, who)).toMatchObject({ status: 403, code: 'login_refused' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})

test('an account of that address is opened by its password only; after that the new way works too', async () => {
  const { who, email } = unproved()
  await buildAccount(connection.db, { email })
  const browser = testBrowser(api)
  const refused = await logIn(browser, who)
  expect(refused).toMatchObject({ status: 403, code: 'login_refused' })
  expect(refused.message).toMatch(/Passwort/)
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  const form = { username: email, password: PASSWORD_OF_TESTS }
  expect(await testBrowser(api).askJson('websession/login', { form })).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  expect(await browser.askJson('websession/login', { form })).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: who })
  expect(await logIn(testBrowser(api), who)).toMatchObject({ status: 200 })
})

test('what waits in a browser is tied to its own account, not to the next one that signs in there', async () => {
  const { who, email } = unproved()
  await buildAccount(connection.db, { email })
  const another = await buildAccount(connection.db)
  const browser = testBrowser(api)
  await logIn(browser, who)
  const form = { username: another.email, password: PASSWORD_OF_TESTS }
  expect(await browser.askJson('websession/login', { form })).toMatchObject({ status: 200 })
  expect(await accountOf(another.email)).toMatchObject({ facebook_id: null })
})

test('a password that was there before the address was proved goes when the proof comes by mail', async () => {
  const { who, email } = unproved()
  await buildAccount(connection.db, { email, verified_at: null })
  const browser = testBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202 })
  expect(await verify(browser, email)).toBe(200)
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, password_hash: null })
})

test('an app without a browser has nothing that waits', async () => {
  const { who, email } = unproved()
  const token = await provider.idToken({ sub: who, aud: 'facebook-client', email })
  expect((await api.ask('websession/login', { form: { type: '1', password: token } })).status).toBe(202)
  expect(await verify(testBrowser(api), email)).toBe(200)
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})
