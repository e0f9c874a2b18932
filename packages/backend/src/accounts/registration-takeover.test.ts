import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueToken } from '../auth/one-time-tokens.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountByEmail } from './queries.ts'
import { pendingRegistrations } from './registrations.ts'
import { PASSWORD_OF_TESTS } from './testing/accounts.ts'

// Somebody registers the address of another person, who has not verified it yet.
const { connection, api } = await openTestApi()

const OF_ATTACKER = 'Angreifer-Passwort'
const OF_OWNER = 'Besitzerin-Passwort'
let addresses = 0
const elsewhere = () => ({ address: `2001:db8:${(++addresses).toString(16)}::1` })
const register = (browser: TestBrowser, email: string, password: string, more = {}) =>
  browser.ask('user/registration/newuser', { ...elsewhere(), form: { email, password, ...more } })
const logIn = (username: string, password: string, browser = fakeBrowser(api)) =>
  browser.ask('websession/login', { ...elsewhere(), form: { username, password } })
const verify = (browser: TestBrowser, token: string) => browser.askJson(`user/registration/verification?token=${token}`)

/** Sends queued e-mails and returns the tokens of the links in all e-mails to an address, oldest first. */
async function linksTo(email: string, page = '/user/verify'): Promise<string[]> {
  await runWaitingJobs(connection.url, api.ctx)
  return api.mails
    .filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    .flatMap(({ text }) => [...text.matchAll(new RegExp(`${page}\\?token=([\\w-]+)(?!\\S*newsletter)`, 'g'))])
    .map(([, token]) => token!)
}

test('a stranger who registers an address first loses everything once its owner verifies it', async () => {
  const email = 'opfer@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  expect((await register(attacker, email, OF_ATTACKER)).status).toBe(200)
  expect((await register(owner, email, OF_OWNER)).status).toBe(200)
  const recovery = await owner.ask('websession/passwordRecovery', { ...elsewhere(), form: { email } })
  expect(recovery.status).toBe(403)
  expect(await linksTo(email, '/createNewPassword')).toHaveLength(1)

  const [ofAttacker, ofOwner] = await linksTo(email)
  expect(await verify(owner, ofOwner!)).toEqual({ status: 200, verificationTarget: '' })
  expect((await owner.ask('user')).status).toBe(200)

  expect((await logIn(email, OF_ATTACKER, attacker)).status).toBe(401)
  expect((await attacker.ask('user')).status).toBe(401)
  expect(await verify(attacker, ofAttacker!)).toMatchObject({ status: 409 })
  expect((await logIn(email, OF_OWNER)).status).toBe(200)
  const account = (await accountByEmail(connection.db, email))!
  expect(await pendingRegistrations(connection.db, account.id)).toEqual([])
})

test('the link opened by the owner discards every pending password, signs in and asks for a new one', async () => {
  const email = 'offen@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  await register(attacker, email, OF_ATTACKER)
  await register(owner, email, OF_OWNER)
  const [ofAttacker, ofOwner] = await linksTo(email)
  const answer = await verify(owner, ofAttacker!)
  expect(answer).toEqual({ status: 200, verificationTarget: '', choosePassword: expect.any(String) })
  expect((await owner.ask('user')).status).toBe(200)
  for (const password of [OF_ATTACKER, OF_OWNER]) expect((await logIn(email, password)).status).toBe(401)
  expect(await verify(owner, ofOwner!)).toMatchObject({ status: 409 })

  const form = { token: String(answer.choosePassword), newPassword: 'Endlich-meines' }
  expect((await owner.ask('websession/newPassword', { form })).status).toBe(200)
  expect((await logIn(email, 'Endlich-meines')).status).toBe(200)
  // The session in which the owner chose the password continues.
  expect((await owner.ask('user')).status).toBe(200)
})

test('the recovery link of an unverified address verifies it and discards pending registrations', async () => {
  const email = 'vergessen@example.org'
  const attacker = fakeBrowser(api)
  await register(attacker, email, OF_ATTACKER)
  const [ofAttacker] = await linksTo(email)
  await api.ask('websession/passwordRecovery', { ...elsewhere(), form: { email } })
  const [token] = await linksTo(email, '/createNewPassword')
  const form = { token: token!, newPassword: 'Endlich-meines' }
  expect((await fakeBrowser(api).ask('websession/newPassword', { form })).status).toBe(200)
  expect((await logIn(email, OF_ATTACKER, attacker)).status).toBe(401)
  expect(await verify(attacker, ofAttacker!)).toMatchObject({ status: 409 })
  expect((await logIn(email, 'Endlich-meines')).status).toBe(200)
})

test('any verification e-mail signs in the browser that registered', async () => {
  const email = 'zweimal@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email, 'Erst-Vertippt', { verificationTarget: '/faq' })
  const [first] = await linksTo(email)
  await register(browser, email, OF_OWNER, { verificationTarget: '/promocode' })
  expect(await verify(browser, first!)).toEqual({ status: 200, verificationTarget: '/promocode' })
  expect(browser.jar.has('__Host-registration')).toBe(false)
  expect((await logIn(email, OF_OWNER)).status).toBe(200)
  expect((await logIn(email, 'Erst-Vertippt')).status).toBe(401)
})

test('the registration cookie gives no access and does not identify another browser', async () => {
  const answer = await register(fakeBrowser(api), 'keks@example.org', OF_OWNER)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ])
  const invented = fakeBrowser(api)
  invented.jar.set('__Host-registration', 'A'.repeat(43))
  const [token] = await linksTo('keks@example.org')
  expect(await verify(invented, token!)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
})

test('answers 202 to the password of any pending registration and sends its e-mail', async () => {
  const email = 'wartet@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  await register(owner, email, OF_OWNER)
  await register(attacker, email, OF_ATTACKER)
  await linksTo(email)
  for (const password of [OF_OWNER, OF_ATTACKER]) expect((await logIn(email, password)).status).toBe(202)
  expect((await logIn(email, 'falsch-getippt')).status).toBe(401)
  const links = await linksTo(email)
  // The logins caused the third and the fourth e-mail; the third is the owner's.
  expect(links).toHaveLength(4)
  expect(await verify(owner, links[2]!)).toEqual({ status: 200, verificationTarget: '' })
})

test('counts the consents of a registration only when its own link verified the address', async () => {
  const email = 'zustimmung@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  await register(attacker, email, OF_ATTACKER, { newsletter: 'true', utmSource: 'angriff' })
  await register(owner, email, OF_OWNER, { newsletter: 'false', utmSource: 'freundin' })
  const [, ofOwner] = await linksTo(email)
  await verify(owner, ofOwner!)
  const account = (await accountByEmail(connection.db, email))!
  expect(account).toMatchObject({ utm_source: 'freundin', send_newsletter: false, newsletter_confirmed_at: null })
  const consents = await connection.db
    .selectFrom('consents')
    .select(['kind', 'given', 'registration_id'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
  expect(consents).toEqual([
    { kind: 'terms', given: true, registration_id: null },
    { kind: 'newsletter', given: false, registration_id: null },
  ])
})

test('concurrent registrations and verifications keep only the password of the verifying browser', async () => {
  const email = 'gleichzeitig@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  await register(attacker, email, OF_ATTACKER)
  await register(owner, email, OF_OWNER)
  const [, ofOwner] = await linksTo(email)
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => register(attacker, email, OF_ATTACKER)),
    verify(owner, ofOwner!),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 409 && status !== 200)).toEqual([])
  expect((await logIn(email, OF_OWNER)).status).toBe(200)
  expect((await logIn(email, OF_ATTACKER, attacker)).status).toBe(401)
  const account = (await accountByEmail(connection.db, email))!
  expect(await pendingRegistrations(connection.db, account.id)).toEqual([])
})

test('no account with an unverified address can have a password', async () => {
  const { id } = (await accountByEmail(connection.db, 'opfer@example.org'))!
  const unprove = sql`update accounts set verified_at = null where id = ${id}`.execute(connection.db)
  await expect(unprove).rejects.toThrow(/accounts_password_of_proved_address/)
})

test('links from before registration cookies verify the address and activate no password', async () => {
  const email = 'von-frueher@example.org'
  const { id } = await connection.db
    .insertInto('accounts')
    .values({ email, region_id: 1, language: 'de', terms_version: TERMS_VERSION })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await issueToken(connection.db, { purpose: 'verification', accountId: id, now: new Date() })
  expect(await verify(fakeBrowser(api), token)).toMatchObject({ status: 200, choosePassword: expect.any(String) })
  expect((await logIn(email, PASSWORD_OF_TESTS)).status).toBe(401)
})
