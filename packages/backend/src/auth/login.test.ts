import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { login, loginBySessionToken, sessionTokenOwner, webAppSessionToken } from '@kiosk/domain/accounts/session-endpoints'
import { languages } from '@kiosk/domain/locale'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newsletterWording } from '../accounts/newsletter-consent.ts'
import { accountById, lockAccount } from '../accounts/queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { untilOneWaitsForLock } from '../db/testing/waits-for-lock.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { processorTime } from '../testing/processor-time.ts'
import { issueToken } from './one-time-tokens.ts'
import { hashPassword } from './passwords.ts'
import { revokeAccess } from './revoke-access.ts'

const { connection, api } = await openTestApi()

let addresses = 0
/** Returns a client from a network that was not used before. */
const elsewhere = () => ({ address: `2001:db8:${(++addresses).toString(16)}::1` })
const attempt = (username: string, password = PASSWORD_OF_TESTS, more: Record<string, string> = {}) => ({
  form: { username, password, type: '0', remainSignedIn: 'false', ...more },
})
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
const sessionsOf = (accountId: number) =>
  connection.db.selectFrom('sessions').selectAll().where('account_id', '=', accountId).execute()
const tokenFor = (accountId: number, purpose: 'session' | 'sso' | 'terms', now = new Date()) =>
  issueToken(connection.db, { purpose, accountId, now })

test('the right password creates a session on this device, whatever the case of the address', async () => {
  const account = await createAccount(connection.db, { email: 'Ärmel@example.org' })
  const answer = await api.ask('websession/login', { ...elsewhere(), ...attempt(' ärmel@EXAMPLE.org ') })
  expect(login.output.parse(await answer.json())).toEqual({ terms: { show: false }, unverified: false })
  const [session, device] = answer.headers.getSetCookie()
  expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(device).toMatch(/^device=[\w-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(await (await api.ask('user', { headers: { cookie: cookiesOf(answer) } })).json()).toMatchObject({ email: account.email })
  const [kept] = await sessionsOf(account.id)
  expect(kept?.password_at).not.toBeNull()
})

const ACCESS = 'issuecontent/gibt-es-nicht/access'
const basic = (username: string, password: string) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

test.each([
  ['a browser', (email: string) => api.ask('websession/login', { ...elsewhere(), ...attempt(email) })],
  ['an app', (email: string) => api.ask('websession/token', { ...elsewhere(), ...attempt(email) })],
  ['a reading program', (email: string) => api.ask(ACCESS, { headers: { authorization: basic(email, PASSWORD_OF_TESTS) } })],
])('a sign-in of %s that is under way when the password changes is rejected', async (_, signIn) => {
  const account = await createAccount(connection.db)
  const password_hash = await hashPassword('Ganz-neu-gewählt')
  const { answer } = await connection.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account.id)
    const answer = signIn(account.email)
    // The password was right, and the session is created once the account is unlocked.
    await untilOneWaitsForLock(connection.db)
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await revokeAccess(trx, account.id, new Date())
    return { answer }
  })
  expect((await answer).status).toBe(401)
  expect(await sessionsOf(account.id)).toEqual([])
})

test('a hand-over that is under way when the sign-ins are ended is rejected', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const { answer } = await connection.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account.id)
    const answer = api.ask('websession/webAppSessiontoken', { headers, form: { token: 'x' } })
    await untilOneWaitsForLock(connection.db)
    await revokeAccess(trx, account.id, new Date())
    return { answer }
  })
  expect((await answer).status).toBe(401)
})

test('remembers a session for thirty days when asked', async () => {
  const account = await createAccount(connection.db)
  const requested = attempt(account.email, PASSWORD_OF_TESTS, { remainSignedIn: 'true' })
  const answer = await api.ask('websession/login', { ...elsewhere(), ...requested })
  expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=2592000')
})

test('a login replaces the session of the browser and keeps other sessions', async () => {
  const account = await createAccount(connection.db)
  const here = await signedIn(connection.db, account)
  const there = await signedIn(connection.db, account)
  const answer = await api.ask('websession/login', { ...elsewhere(), ...attempt(account.email), headers: here })
  expect((await api.ask('user', { headers: here })).status).toBe(401)
  expect((await api.ask('user', { headers: there })).status).toBe(200)
  expect((await api.ask('user', { headers: { cookie: cookiesOf(answer) } })).status).toBe(200)
})

test('answers the same for unknown address, wrong password and no password, in the language of the caller', async () => {
  const account = await createAccount(connection.db)
  const social = await createAccount(connection.db, { password_hash: null, facebook_id: 'f-1' })
  for (const language of languages) {
    const requested = [
      attempt(account.email, 'falsch-getippt'),
      attempt('niemand@example.org'),
      attempt(social.email),
      attempt(''),
    ]
    for (const each of requested) {
      const answer = await api.ask('websession/login', { ...elsewhere(), ...each, language })
      expect(answer.status).toBe(401)
      const message = errorMessage(language, 'ERROR.WRONG_CREDENTIALS')
      const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
      expect(body).toEqual({ code: 'wrong_credentials', message })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
})

test('accepts a password composed or decomposed by the keyboard', async () => {
  const account = await createAccount(connection.db, { password_hash: await hashPassword('Café-Ångström') })
  const answer = await api.ask('websession/login', {
    ...elsewhere(),
    ...attempt(account.email, 'Cafe\u0301-A\u030angstro\u0308m'),
  })
  expect(answer.status).toBe(200)
})

test('an unknown address takes as long as a wrong password', async () => {
  const account = await createAccount(connection.db, { password_hash: await hashPassword(PASSWORD_OF_TESTS) })
  // Passwords are hashed in this process.
  const times = { known: [] as number[], unknown: [] as number[] }
  await api.ask('websession/login', { ...elsewhere(), ...attempt('erste@example.org') })
  for (let time = 0; time < 15; time++) {
    for (const [kind, email] of [
      ['known', account.email],
      ['unknown', `fremd-${time}@example.org`],
    ] as const) {
      const wrong = { ...elsewhere(), ...attempt(email, 'falsch-getippt') }
      times[kind].push(await processorTime(() => api.ask('websession/login', wrong)))
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[7]!
  expect(median(times.known) / median(times.unknown)).toBeGreaterThan(0.6)
  expect(median(times.known) / median(times.unknown)).toBeLessThan(1.6)
})

test('answers 202 to the right password of an unverified address, resends the e-mail and creates no session', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  for (const language of languages) {
    const answer = await api.ask('websession/login', { ...elsewhere(), ...attempt(account.email), language })
    expect(answer.status).toBe(202)
    expect(answer.headers.getSetCookie()).toEqual([])
    const message = errorMessage(language, 'ERROR.NOT_VERIFIED')
    expect(login.output.parse(await answer.json())).toEqual({ terms: { show: false }, unverified: true, message })
  }
  const wrong = await api.ask('websession/login', { ...elsewhere(), ...attempt(account.email, 'falsch-getippt') })
  expect(wrong.status).toBe(401)
  const { rows } = await sql<{ letter: string }>`select payload->>'letter' as letter from graphile_worker._private_jobs
    where payload->>'accountId' = ${String(account.id)}`.execute(connection.db)
  expect(rows).toEqual([{ letter: 'verification' }])
})

test('requires newer terms before the session, once per token', async () => {
  const account = await createAccount(connection.db, { terms_version: '2020-01-01', region_id: 3 })
  const requested = attempt(account.email, PASSWORD_OF_TESTS, { remainSignedIn: 'true' })
  const answer = await api.ask('websession/login', { ...elsewhere(), ...requested })
  const { terms, token } = login.output.parse(await answer.json())
  expect(terms).toEqual({ show: true })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await sessionsOf(account.id)).toEqual([])

  const form = { token: token!, newsletter: 'true', region: '2', webAppToken: '' }
  const accepted = await api.ask('websession/terms', { method: 'PUT', form })
  expect(await accepted.json()).toEqual({ terms: { show: false }, unverified: false })
  expect(accepted.headers.getSetCookie()[0]).toContain('Max-Age=2592000')
  expect(await accountById(connection.db, account.id)).toMatchObject({
    terms_version: TERMS_VERSION,
    send_newsletter: true,
    newsletter_confirmed_at: expect.any(Date),
    region_id: 3,
  })
  expect(await api.errorOf('websession/terms', { method: 'PUT', form })).toMatchObject({ status: 498, code: 'token_expired' })
  const consents = await connection.db
    .selectFrom('consents')
    .select(['kind', 'given', 'wording'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
  expect(consents).toEqual([
    { kind: 'terms', given: true, wording: TERMS_VERSION },
    { kind: 'newsletter', given: true, wording: newsletterWording('terms', 'de') },
  ])
})

test('accepting the first terms sets the region; accepting again changes neither newsletter nor region', async () => {
  const first = await createAccount(connection.db, { terms_version: null, password_hash: null, apple_id: 'a-1' })
  await api.ask('websession/terms', { method: 'PUT', form: { token: await tokenFor(first.id, 'terms'), region: '4' } })
  expect(await accountById(connection.db, first.id)).toMatchObject({ region_id: 4, send_newsletter: false })

  const again = await createAccount(connection.db, { terms_version: '2020-01-01', send_newsletter: true })
  await api.ask('websession/terms', { method: 'PUT', form: { token: await tokenFor(again.id, 'terms'), newsletter: 'false' } })
  expect(await accountById(connection.db, again.id)).toMatchObject({ region_id: 1, send_newsletter: true })
})

test('rejects terms with an unknown or expired token', async () => {
  const account = await createAccount(connection.db, { terms_version: '2020-01-01' })
  const late = await tokenFor(account.id, 'terms', new Date(Date.now() - 3_601_000))
  const put = (token: string) => api.errorOf('websession/terms', { method: 'PUT', form: { token } })
  expect(await put('invented')).toEqual({ status: 400, code: 'token_invalid', field: 'token' })
  expect(await put(late)).toEqual({ status: 498, code: 'token_expired', field: 'token' })
  expect(await accountById(connection.db, account.id)).toMatchObject({ terms_version: '2020-01-01' })
})

test('hands over a session to another app once within a minute and keeps its lifetime', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await connection.db.updateTable('sessions').set({ remembered: true }).where('account_id', '=', account.id).execute()
  const handOver = () => api.answer(webAppSessionToken, 'websession/webAppSessiontoken', { headers, form: { token: 'x' } })
  const { sessionToken } = await handOver()
  const answer = await api.ask('websession/login/sessiontoken', { form: { sessionToken } })
  expect(loginBySessionToken.output.parse(await answer.json())).toEqual({ terms: { show: false }, unverified: false })
  expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=2592000')
  expect(await api.errorOf('websession/login/sessiontoken', { form: { sessionToken } })).toEqual({
    status: 403,
    code: 'account_unknown',
  })
  const late = await tokenFor(account.id, 'session', new Date(Date.now() - 61_000))
  expect((await api.ask('websession/login/sessiontoken', { form: { sessionToken: late } })).status).toBe(403)
  expect((await api.ask('websession/webAppSessiontoken', { form: {} })).status).toBe(401)
})

test('signs in by a partner token once and rejects each kind of token in place of the other', async () => {
  const account = await createAccount(connection.db)
  const ssoToken = await tokenFor(account.id, 'sso')
  expect((await api.ask('websession/login/sessiontoken', { form: { sessionToken: ssoToken } })).status).toBe(403)
  expect((await api.ask('websession/login/sso', { form: { ssoToken } })).status).toBe(200)
  for (const language of languages) {
    const answer = await api.ask('websession/login/sso', { form: { ssoToken }, language })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'ERROR.ACCOUNT_UNKNOWN') })
  }
})

test('an invalid token keeps the existing session', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await api.ask('websession/login/sessiontoken', { headers, form: { sessionToken: 'invented' } })
  await api.ask('websession/login', { ...elsewhere(), headers, ...attempt(account.email, 'falsch-getippt') })
  expect((await api.ask('user', { headers })).status).toBe(200)
})

test('lets exactly one of a hundred concurrent uses of a session token win', async () => {
  const account = await createAccount(connection.db)
  const sessionToken = await tokenFor(account.id, 'session')
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => api.ask('websession/login/sessiontoken', { ...elsewhere(), form: { sessionToken } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(99).fill(403)])
  expect(await sessionsOf(account.id)).toHaveLength(1)
})

test('reads the owner of a token without spending it', async () => {
  const one = await createAccount(connection.db)
  const other = await createAccount(connection.db)
  const headers = await signedIn(connection.db, one)
  const ask = (token: string, requested = {}) =>
    api.answer(sessionTokenOwner, 'websession/token/owner', { form: { token }, ...requested })
  const tokens = [await tokenFor(one.id, 'session'), await tokenFor(other.id, 'sso')]
  for (let time = 0; time < 2; time++) {
    const account = 'l***@example.org'
    expect(await ask(tokens[0]!, { headers })).toEqual({ other: false, own: true, account, thisBrowser: false })
    expect(await ask(tokens[1]!, { headers })).toEqual({ other: true, own: false, account, thisBrowser: false })
    expect(await ask(tokens[1]!)).toEqual({ other: false, own: false, account, thisBrowser: false })
  }
  expect((await api.errorOf('websession/token/owner', { form: { token: 'invented' } })).status).toBe(403)
})

test('logout ends the session, keeps the device and can be repeated', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  for (const requested of [{ headers }, { headers }, {}]) {
    const answer = await api.ask('websession/logout', { method: 'POST', ...requested })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual(['__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure'])
  }
  expect(await sessionsOf(account.id)).toEqual([])
  const devices = await connection.db.selectFrom('devices').select('id').where('account_id', '=', account.id).execute()
  expect(devices).toHaveLength(1)
})

test('rejects an unknown social token', async () => {
  const answer = await api.errorOf('websession/login', { ...elsewhere(), form: { password: 'invented', type: '1' } })
  expect(answer.status).toBe(403)
})
