import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS } from '../../accounts/testing/accounts.ts'
import { signIn } from '../../adapters/oidc/testing/oidc-server.ts'
import { fakeBrowser, type TestBrowser } from '../../testing/browser.ts'
import { issueToken } from '../one-time-tokens.ts'
import { openIdentityTest } from '../testing/open-identity-test.ts'

// Facebook does not say whether an address is verified, so we verify it ourselves.
const { connection, api, provider } = await openIdentityTest()
let people = 0

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
/** Opens the verification link in a browser; `link`: also confirms linking the pending identity. */
async function verify(browser: TestBrowser, email: string, link = false): Promise<Record<string, unknown>> {
  const { id } = await accountOf(email)
  const token = await issueToken(connection.db, { purpose: 'verification', accountId: id, now: new Date() })
  const { waitingIdentity } = await browser.askJson('websession/token/owner', { form: { token } })
  return { waitingIdentity, ...(await browser.askJson(`user/registration/verification?token=${token}&link=${link}`)) }
}
const logInByPassword = (browser: TestBrowser, email: string) =>
  browser.askJson('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS } })
/** Returns the pending identity shown to the signed-in account. */
const waiting = async (browser: TestBrowser) => (await browser.askJson('user/identity')).waiting
const decide = (browser: TestBrowser, link: boolean) =>
  browser.askJson('user/identity', { method: 'PUT', form: { link: String(link) } })
/** Creates an account with a password, and a browser in which its owner or somebody else started a Facebook login. */
async function withWaiting(names = {}) {
  const { who, email } = unproved(names)
  const account = await createAccount(connection.db, { email })
  const browser = fakeBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 403, code: 'login_refused' })
  return { who, email, account, browser }
}

test('an unverified address creates a pending account; confirming in the same browser links both', async () => {
  const { who, email } = unproved({ given_name: 'Mira', family_name: 'Holm' })
  const browser = fakeBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202, unverified: true })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null, verified_at: null, password_hash: null })
  expect(browser.jar.has('__Host-session')).toBe(false)
  const emails = await connection.db.selectFrom('one_time_tokens').select('id').where('purpose', '=', 'link').execute()
  expect(emails).toHaveLength(1)
  const verified = await verify(browser, email, true)
  expect(verified).toMatchObject({ status: 200, waitingIdentity: { provider: 'facebook', name: 'Mira Holm' } })
  expect(verified.choosePassword).toBeUndefined()
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, verified_at: expect.any(Date), firstname: 'Mira' })
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 200, terms: { show: true } })
})

test('verifying only the address in that browser sets a password and links nothing', async () => {
  const { who, email } = unproved({ given_name: 'Mira' })
  const browser = fakeBrowser(api)
  await logIn(browser, who)
  expect(await verify(browser, email)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null, firstname: '' })
})

test('a link opened in another browser verifies the address and links nothing', async () => {
  const { who, email } = unproved()
  const claimer = fakeBrowser(api)
  expect(await logIn(claimer, who)).toMatchObject({ status: 202 })
  expect(await verify(fakeBrowser(api), email, true)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  expect(await logIn(claimer, who)).toMatchObject({ status: 403, code: 'login_refused' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})

test('opens an account of that address only by password and then asks whether to link the provider', async () => {
  const { who, email, browser } = await withWaiting({ given_name: 'Mira', family_name: 'Holm' })
  expect((await logIn(browser, who)).message).toMatch(/Passwort/)
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  const elsewhere = fakeBrowser(api)
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
  expect(await logIn(fakeBrowser(api), who)).toMatchObject({ status: 200 })
  const events = connection.db.selectFrom('security_events').select('details').where('kind', '=', 'provider.linked')
  expect(await events.where('account_id', '=', (await accountOf(email)).id).execute()).toEqual([
    { details: { provider: 'facebook' } },
  ])
})

test('does not ask again after a no and links nothing', async () => {
  const { email, browser } = await withWaiting()
  await logInByPassword(browser, email)
  expect(await decide(browser, false)).toMatchObject({ status: 200, linked: false })
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})

test('requires a fresh login to link: a browser found signed in links nothing', async () => {
  const { email, account, browser } = await withWaiting()
  await logInByPassword(browser, email)
  const before = new Date(Date.now() - 11 * MINUTE_MS)
  await connection.db.updateTable('sessions').set({ password_at: before }).where('account_id', '=', account.id).execute()
  expect(await decide(browser, true)).toMatchObject({ status: 403, code: 'confirmation_required' })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
  // Refusing requires no fresh login.
  expect(await decide(browser, false)).toMatchObject({ status: 200, linked: false })
})

test('discards a pending link after an hour, and at once on a new password', async () => {
  const { email, browser, who } = await withWaiting()
  const link = connection.db.selectFrom('one_time_tokens').select(['created_at', 'expires_at']).where('purpose', '=', 'link')
  const { created_at, expires_at } = await link.orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(expires_at.getTime() - created_at.getTime()).toBe(HOUR_MS)
  await connection.db.updateTable('one_time_tokens').set({ expires_at: created_at }).where('purpose', '=', 'link').execute()
  expect(await logInByPassword(browser, email)).not.toHaveProperty('waitingIdentity')
  expect(await decide(browser, true)).toMatchObject({ status: 404 })

  const thief = fakeBrowser(api)
  await logIn(thief, who)
  const { id } = await accountOf(email)
  const token = await issueToken(connection.db, { purpose: 'recovery', accountId: id, now: new Date() })
  await fakeBrowser(api).ask('websession/newPassword', { form: { token, newPassword: 'Ganz-neu-9' } })
  const form = { username: email, password: 'Ganz-neu-9' }
  expect(await thief.askJson('websession/login', { form })).toMatchObject({ status: 200 })
  expect(await waiting(thief)).toBeNull()
})

test('rejects a pending link when the login or the provider is already linked', async () => {
  const { db } = connection
  const { who, email, browser } = await withWaiting()
  await logInByPassword(browser, email)
  const { id } = await createAccount(db, { facebook_id: who })
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  await db.updateTable('accounts').set({ facebook_id: null }).where('id', '=', id).execute()
  await db.updateTable('accounts').set({ facebook_id: 'another-profile' }).where('email', '=', email).execute()
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: 'another-profile' })
})

test('links a pending login only to its own account, not to the next one signed in there', async () => {
  const { browser } = await withWaiting()
  const another = await createAccount(connection.db)
  expect(await logInByPassword(browser, another.email)).not.toHaveProperty('waitingIdentity')
  expect(await waiting(browser)).toBeNull()
  expect(await decide(browser, true)).toMatchObject({ status: 404 })
  expect(await accountOf(another.email)).toMatchObject({ facebook_id: null })
})

test('discards a password set before the address was verified by e-mail', async () => {
  const { who, email } = unproved()
  await createAccount(connection.db, { email, verified_at: null })
  const browser = fakeBrowser(api)
  expect(await logIn(browser, who)).toMatchObject({ status: 202 })
  expect(await verify(browser, email, true)).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: who, password_hash: null })
})

test('an app without a browser has no pending link', async () => {
  const { who, email } = unproved()
  const token = await provider.idToken({ sub: who, aud: 'facebook-client', email })
  expect((await api.ask('websession/login', { form: { type: '1', password: token } })).status).toBe(202)
  expect(await verify(fakeBrowser(api), email, true)).toMatchObject({ status: 200 })
  expect(await accountOf(email)).toMatchObject({ facebook_id: null })
})
