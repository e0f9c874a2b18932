// An account deactivated by the operator: no sign-in, no session, no e-mail or push message.
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { signIn } from '../adapters/oidc/testing/oidc-server.ts'
import { issueToken } from '../auth/one-time-tokens.ts'
import { openIdentityTest } from '../auth/testing/open-identity-test.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { forgetJobs } from '../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { announceIssue } from '../notifications/announce-issue.ts'
import { within } from '../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { activateAccount, deactivateAccount } from './deactivate-account.ts'
import { accountById } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

const { connection, api, provider } = await openIdentityTest()
beforeEach(async () => {
  api.mails.length = 0
  await forgetJobs(connection.db)
})

let count = 0
const elsewhere = () => ({ address: `2001:db8:${(++count).toString(16)}::1` })
const close = (id: number) => connection.db.transaction().execute((trx) => deactivateAccount(trx, id, new Date()))
const open = (id: number) => connection.db.transaction().execute((trx) => activateAccount(trx, id))
async function closedAccount(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(connection.db, options)
  expect(await close(account.id)).toBe(true)
  return account
}
const logIn = (username: string, password = PASSWORD_OF_TESTS) => ({
  ...elsewhere(),
  form: { username, password, type: '0', remainSignedIn: 'true' },
})
const tokenFor = (accountId: number, purpose: 'session' | 'sso' | 'terms' | 'verification' | 'recovery') =>
  issueToken(connection.db, { purpose, accountId, now: new Date() })
const sessionsOf = (accountId: number) =>
  connection.db.selectFrom('sessions').selectAll().where('account_id', '=', accountId).execute()
const INACTIVE = { status: 403, code: 'account_inactive' }

test('answers VALIDATION.userInactive to the correct password and the usual error to a wrong one', async () => {
  const { id, email } = await closedAccount()
  for (const language of languages) {
    const answer = await api.ask('websession/login', { ...logIn(email), language })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'account_inactive',
      message: errorMessage(language, 'VALIDATION.userInactive'),
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    const recoveryResponse = async (username: string) => {
      const wrong = await api.ask('websession/login', { ...logIn(username, 'falsch-getippt'), language })
      const { requestId, ...body } = (await wrong.json()) as Record<string, unknown>
      return { status: wrong.status, body }
    }
    expect(await recoveryResponse(email)).toEqual(await recoveryResponse('niemand@example.org'))
  }
  expect(await sessionsOf(id)).toEqual([])
})

test('answers the same for an unverified address and sends no e-mail', async () => {
  const { email } = await closedAccount({ verified_at: null })
  expect(await api.errorOf('websession/login', logIn(email))).toEqual(INACTIVE)
  expect((await api.ask('user/registration/sendNewEmail', { ...elsewhere(), form: { email } })).status).toBe(200)
  await runWaitingJobs(connection.url, api.ctx)
  expect(api.mails).toEqual([])
})

test.each([
  ['session', 'websession/login/sessiontoken', 'sessionToken'],
  ['sso', 'websession/login/sso', 'ssoToken'],
] as const)('a %s token lets nobody in, and is not spent', async (purpose, path, name) => {
  const { id } = await closedAccount()
  const form = { [name]: await tokenFor(id, purpose) }
  expect(await api.errorOf(path, { ...elsewhere(), form })).toEqual(INACTIVE)
  await open(id)
  expect((await api.ask(path, { ...elsewhere(), form })).status).toBe(200)
})

test('accepting newer terms and the verification link do not open a deactivated account', async () => {
  const older = await closedAccount({ terms_version: null })
  const form = { token: await tokenFor(older.id, 'terms') }
  expect(await api.errorOf('websession/terms', { ...elsewhere(), method: 'PUT', form })).toEqual(INACTIVE)
  expect(await accountById(connection.db, older.id)).toMatchObject({ terms_version: null })
  const unproved = await closedAccount({ verified_at: null })
  const token = await tokenFor(unproved.id, 'verification')
  expect(await api.errorOf(`user/registration/verification?token=${token}`, elsewhere())).toEqual(INACTIVE)
  expect(await accountById(connection.db, unproved.id)).toMatchObject({ verified_at: null })
})

async function throughFacebook(browser: TestBrowser, who: string) {
  const { address } = await signIn(await browser.sentTo('websession/identity/facebook'), who)
  const back = await browser.sentTo(address.pathname + address.search)
  const form = { type: '1', password: back.searchParams.get('facebookToken') ?? 'none' }
  return browser.askJson('websession/login', { form })
}
async function throughApple(browser: TestBrowser, who: string) {
  const { address, form } = await signIn(await browser.sentTo('websession/identity/apple'), who)
  const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
  const back = await browser.sentTo(address.pathname, { form: { ...form }, headers })
  const sessionToken = back.searchParams.get('sessionTokenFromAppleLogin') ?? 'none'
  return browser.askJson('websession/login/sessiontoken', { form: { sessionToken } })
}

test.each([
  ['facebook', throughFacebook],
  ['apple', throughApple],
] as const)('%s leads nobody in, known there before or by the address alone', async (name, through) => {
  for (const isKnown of [true, false]) {
    const who = `closed-${name}-${isKnown}`
    const email = `${who}@example.org`
    provider.people.set(who, { email, email_verified: true })
    const { id } = await closedAccount({ email, ...(isKnown && { [`${name}_id`]: who }) })
    const browser = fakeBrowser(api)
    expect(await through(browser, who)).toMatchObject(INACTIVE)
    expect(browser.jar.has('__Host-session')).toBe(false)
    expect(await accountById(connection.db, id)).toMatchObject({ [`${name}_id`]: isKnown ? who : null })
    await open(id)
    expect(await through(fakeBrowser(api), who)).toMatchObject({ status: 200 })
  }
})

test('resets the password of a deactivated account without opening it', async () => {
  const { id, email } = await closedAccount()
  expect((await api.ask('websession/passwordRecovery', { ...elsewhere(), form: { email } })).status).toBe(200)
  await runWaitingJobs(connection.url, api.ctx)
  expect(api.mails.map(({ to }) => to)).toEqual([email])
  const form = { token: await tokenFor(id, 'recovery'), newPassword: 'Winterwind8' }
  expect((await api.ask('websession/newPassword', { ...elsewhere(), form })).status).toBe(200)
  expect(await api.errorOf('websession/login', logIn(email, 'Winterwind8'))).toEqual(INACTIVE)
  expect(await sessionsOf(id)).toEqual([])
})

test('deactivation ends sessions, hand-overs, downloads and push messages; reactivation starts clean', async () => {
  const { db } = connection
  const account = await createAccount(db)
  const headers = await signedIn(db, account)
  const { id: device_id } = await db
    .selectFrom('devices')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  const issue = await createIssue(db)
  const of = { account_id: account.id, device_id }
  const until = new Date(Date.now() + DAY_MS)
  await db
    .insertInto('downloads')
    .values({ ...of, issue_id: issue.id, key: Buffer.alloc(32), until })
    .execute()
  await db
    .insertInto('push_subscriptions')
    .values({ ...of, endpoint: 'https://push.example/closed', p256dh: 'p', auth: 'a' })
    .execute()
  const sessionToken = await tokenFor(account.id, 'session')
  expect(await close(account.id)).toBe(true)
  expect(await close(account.id)).toBe(false)
  // The answer to the next license check of a device, which then locks its downloads.
  expect(await api.errorOf('reader/downloads', { headers })).toMatchObject({ status: 401 })
  for (const table of ['downloads', 'push_subscriptions', 'sessions'] as const)
    expect(await db.selectFrom(table).select('device_id').where('account_id', '=', account.id).execute(), table).toEqual([])
  expect(await open(account.id)).toBe(true)
  expect(await open(account.id)).toBe(false)
  expect((await api.ask('user', { headers })).status).toBe(401)
  const form = { sessionToken }
  expect(await api.errorOf('websession/login/sessiontoken', { ...elsewhere(), form })).toMatchObject({ code: 'account_unknown' })
  expect((await api.ask('websession/login', logIn(account.email))).status).toBe(200)
})

test('drops pending release e-mails of a deactivated account and adds no new ones', async () => {
  const { db } = connection
  const title = await createTitle(db)
  const [first, second] = [await createIssue(db, { title }), await createIssue(db, { title })]
  const account = await createAccount(db, { send_release_newsletter: true })
  await db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  await announceIssue({ issueId: first.id }, api.ctx)
  await close(account.id)
  await announceIssue({ issueId: second.id }, api.ctx)
  const noted = await db.selectFrom('release_emails').select('issue_id').where('account_id', '=', account.id).execute()
  expect(noted).toEqual([{ issue_id: first.id }])
  await runWaitingJobs(connection.url, api.ctx)
  expect(api.mails).toEqual([])
})

test('a login during deactivation waits for it and is then rejected', async () => {
  const { id, email } = await createAccount(connection.db)
  let requested: Promise<{ status: number; code: string }> | undefined
  await connection.db.transaction().execute(async (trx) => {
    await deactivateAccount(trx, id, new Date())
    requested = api.errorOf('websession/login', logIn(email))
    await within(10_000, async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(connection.db)
      return rows.length > 0
    })
  })
  expect(await requested).toEqual(INACTIVE)
  expect(await sessionsOf(id)).toEqual([])
})

test('concurrent logins of every kind end without a session and without a server error', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, email } = await createAccount(connection.db, { terms_version: TERMS_VERSION })
    const form = { sessionToken: await tokenFor(id, 'session') }
    const answers = await Promise.all([
      api.ask('websession/login', logIn(email)),
      api.ask('websession/login/sessiontoken', { ...elsewhere(), form }),
      close(id).then(() => new Response()),
      api.ask('websession/login', logIn(email)),
    ])
    for (const { status } of answers) expect([200, 403]).toContain(status)
    expect(await sessionsOf(id)).toEqual([])
  }
})
