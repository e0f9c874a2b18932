import { refreshTokens } from '@kiosk/domain/accounts/bearer-endpoints'
import { user } from '@kiosk/domain/accounts/endpoints'
import { LoggedIn } from '@kiosk/domain/accounts/session-endpoints'
import { signIns } from '@kiosk/domain/accounts/sign-in-endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { untilOneWaitsForLock } from '../db/testing/waits-for-lock.ts'
import { isSameSite } from '../http/cors.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { revokeAccess } from './revoke-access.ts'
import { encryptedTotpSecret } from './second-factor.ts'

let now = new Date()
const { connection, api } = await openTestApi({ now: () => now })

/** The origin of an app in a web view, as in operator.json. */
const APP = 'capacitor://localhost'
const ELSEWHERE = { origin: APP, 'sec-fetch-site': 'cross-site' }

async function logIn(email: string, more: Record<string, string> = {}) {
  const form = { username: email, password: PASSWORD_OF_TESTS, ...more }
  const response = await api.ask('websession/token', { form, headers: ELSEWHERE })
  return { status: response.status, cookies: response.headers.getSetCookie(), ...LoggedIn.parse(await response.json()) }
}
const bearer = (token: string, more: Record<string, string> = {}) => ({
  headers: { ...ELSEWHERE, authorization: `Bearer ${token}`, ...more },
})
const refresh = (refreshToken: string) => api.ask('websession/token/refresh', { form: { refreshToken }, headers: ELSEWHERE })
async function begin(options: object = {}, more: Record<string, string> = {}) {
  const account = await createAccount(connection.db, options)
  return { account, ...(await logIn(account.email, more)).tokens! }
}

test('an app at another origin logs in, reads and writes with tokens and gets no cookie', async () => {
  const account = await createAccount(connection.db)
  const { status, cookies, tokens } = await logIn(account.email, { vendorId: 'geraet-der-app', deviceName: 'Pixel 9' })
  expect([status, cookies]).toEqual([200, []])
  const requested = bearer(tokens!.accessToken)
  expect(await api.answer(user, 'user', requested)).toMatchObject({ email: account.email })
  expect(
    (
      await api.ask('user/edit/newsletter', {
        method: 'PUT',
        ...requested,
        body: 'newsletter=true',
        headers: { ...requested.headers, 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
  ).toBe(200)
  expect(await api.answer(signIns, 'user/sessions', requested)).toMatchObject([
    { kind: 'app', name: 'Pixel 9', country: 'AT', current: true },
  ])
  const response = await api.ask('user', requested)
  expect(response.headers.get('access-control-allow-origin')).toBe(APP)
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

test('ignores cookies beside a bearer token and gives foreign pages nothing by the header', async () => {
  const account = await createAccount(connection.db)
  const { cookie } = await signedIn(connection.db, account)
  const requested = {
    headers: { cookie, authorization: 'Bearer erfunden', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  }
  expect((await api.ask('user', requested)).status).toBe(401)
  expect((await api.ask('user/deleteAccount', { method: 'PUT', ...requested })).status).toBe(401)
  expect((await api.ask('user', { headers: { cookie } })).status).toBe(200)
  const preflight = await api.ask('user', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toBeNull()
  const own = await api.ask('user', { method: 'OPTIONS', headers: { origin: APP } })
  expect(own.headers.get('access-control-allow-headers')).toContain('Authorization')
})

test('an access token expires after fifteen minutes; refreshing replaces it and ends the old one at once', async () => {
  const { accessToken, refreshToken, expiresIn } = await begin()
  expect(expiresIn).toBe(900)
  now = new Date(now.getTime() + 901_000)
  const late = await api.ask('user', bearer(accessToken))
  expect([late.status, late.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const fresh = refreshTokens.output.parse(await (await refresh(refreshToken)).json())
  expect((await api.ask('user', bearer(fresh.accessToken))).status).toBe(200)
  const next = refreshTokens.output.parse(await (await refresh(fresh.refreshToken)).json())
  expect((await api.ask('user', bearer(fresh.accessToken))).status).toBe(401)
  expect((await api.ask('user', bearer(next.accessToken))).status).toBe(200)
})

test('ends the whole sign-in when an old refresh token is used again', async () => {
  const { account, refreshToken } = await begin()
  const fresh = refreshTokens.output.parse(await (await refresh(refreshToken)).json())
  expect((await api.ask('user', bearer(fresh.accessToken))).status).toBe(200)
  expect(await api.errorOf('websession/token/refresh', { form: { refreshToken } })).toEqual({
    status: 401,
    code: 'not_signed_in',
  })
  expect((await api.ask('user', bearer(fresh.accessToken))).status).toBe(401)
  expect((await refresh(fresh.refreshToken)).status).toBe(401)
  const kinds = await connection.db.selectFrom('security_events').select('kind').where('account_id', '=', account.id).execute()
  expect(kinds.map(({ kind }) => kind)).toContain('session.ended')
})

test('a refresh that is under way does not keep the sign-ins from being ended', async () => {
  const { account, refreshToken } = await begin()
  const { answer } = await connection.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sessions').select('id').where('account_id', '=', account.id).forUpdate().execute()
    const answer = refresh(refreshToken)
    await untilOneWaitsForLock(connection.db)
    await revokeAccess(trx, account.id, now)
    return { answer }
  })
  expect((await answer).status).toBe(401)
})

test('lets at most one of several concurrent refreshes succeed and then ends the sign-in', async () => {
  const { refreshToken } = await begin()
  const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)))
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  const { accessToken } = refreshTokens.output.parse(await good[0]!.json())
  expect((await api.ask('user', bearer(accessToken))).status).toBe(401)
})

test('expires a refresh token after 30 days without use and a sign-in after a year', async () => {
  const before = now
  const { refreshToken } = await begin()
  now = new Date(before.getTime() + 31 * DAY_MS)
  expect((await refresh(refreshToken)).status).toBe(401)
  now = before
  let { refreshToken: kept } = await begin()
  for (let at = 0; at < 14; at++) {
    now = new Date(now.getTime() + 28 * DAY_MS)
    const response = await refresh(kept)
    if (response.status !== 200) {
      expect(at).toBe(13)
      break
    }
    kept = refreshTokens.output.parse(await response.json()).refreshToken
    expect(at).toBeLessThan(13)
  }
  now = before
})

test('logout, ending the sign-in remotely and a new password end its tokens', async () => {
  const one = await begin()
  expect((await api.ask('websession/logout', { method: 'POST', ...bearer(one.accessToken) })).status).toBe(200)
  expect((await api.ask('user', bearer(one.accessToken))).status).toBe(401)
  expect((await refresh(one.refreshToken)).status).toBe(401)
  const two = await begin()
  const headers = await signedIn(connection.db, two.account)
  const other = (await api.answer(signIns, 'user/sessions', { headers })).find(({ kind }) => kind === 'app')!
  expect((await api.ask(`user/sessions/${other.id}`, { method: 'DELETE', headers })).status).toBe(204)
  expect((await refresh(two.refreshToken)).status).toBe(401)
})

test('replaces the sign-in of the same app on the same device', async () => {
  const account = await createAccount(connection.db)
  const first = (await logIn(account.email, { vendorId: 'immer-dasselbe' })).tokens!
  const second = (await logIn(account.email, { vendorId: 'immer-dasselbe' })).tokens!
  expect((await api.ask('user', bearer(first.accessToken))).status).toBe(401)
  expect(await api.answer(signIns, 'user/sessions', bearer(second.accessToken))).toHaveLength(1)
})

test('asks for second factor and terms before it issues tokens', async () => {
  const account = await createAccount(connection.db, { terms_version: '2020-01-01' })
  const secret = new Secret({ size: 20 })
  const encryptedSecret = await encryptedTotpSecret(api.ctx, account.id, secret)
  await connection.db
    .insertInto('totp_factors')
    .values({ account_id: account.id, secret: encryptedSecret, enabled_at: now })
    .execute()
  const first = await logIn(account.email)
  expect([first.status, first.secondFactor, first.tokens]).toEqual([202, true, undefined])
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() })
  const second = await api.ask('websession/login/secondfactor', { form: { token: first.token!, code }, headers: ELSEWHERE })
  const terms = LoggedIn.parse(await second.json())
  expect([terms.terms.show, terms.tokens]).toEqual([true, undefined])
  const third = await api.ask('websession/terms', {
    method: 'PUT',
    body: new URLSearchParams({ token: terms.token! }).toString(),
    headers: { ...ELSEWHERE, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(third.headers.getSetCookie()).toEqual([])
  const { tokens } = LoggedIn.parse(await third.json())
  expect((await api.ask('user', bearer(tokens!.accessToken))).status).toBe(200)
})

test('hands a website session to an app without marking it as freshly confirmed', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const handed = await api.ask('websession/webAppSessiontoken', { form: { token: '' }, headers })
  const { sessionToken } = (await handed.json()) as { sessionToken: string }
  const { tokens } = LoggedIn.parse(
    await (await api.ask('websession/token', { form: { sessionToken }, headers: ELSEWHERE })).json(),
  )
  expect((await api.ask('user', bearer(tokens!.accessToken))).status).toBe(200)
  expect((await api.ask('user/passkeys/options', { method: 'POST', ...bearer(tokens!.accessToken) })).status).toBe(403)
  expect((await api.ask('user', { headers })).status).toBe(200)
})

test('counts wrong passwords together with those of the login and stores tokens as hashes only', async () => {
  const account = await createAccount(connection.db)
  const requested = { form: { username: account.email, password: 'falsch' }, address: '198.51.100.9' }
  for (let at = 0; at < 10; at++) expect((await api.ask('websession/token', requested)).status).toBe(401)
  expect((await api.ask('websession/login', requested)).status).toBe(429)
  const { accessToken, refreshToken } = await begin()
  const rows = JSON.stringify(await connection.db.selectFrom('session_tokens').selectAll().execute())
  for (const token of [accessToken, refreshToken]) expect(rows).not.toContain(token)
})

test.each([
  ['https://kiosk.example.org', 'https://kiosk.example.org', true],
  ['https://app.example.org', 'https://kiosk.example.org', true],
  ['https://example.org', 'https://kiosk.example.org', true],
  ['https://app.kiosk.example.org', 'https://kiosk.example.org', true],
  ['http://localhost:8100', 'http://localhost:3000', true],
  ['http://kiosk.example.org', 'https://kiosk.example.org', false],
  ['https://localhost', 'https://kiosk.example.org', false],
  ['http://localhost:8100', 'https://kiosk.example.org', false],
  ['capacitor://localhost', 'https://kiosk.example.org', false],
  ['https://example.com', 'https://example.org', false],
  ['https://kiosk.example.org.evil.example', 'https://kiosk.example.org', false],
  ['http://10.0.0.1', 'http://11.0.0.1', false],
])('allows credentials for %s at %s: %s', (app, own, same) => {
  expect(isSameSite(app, own)).toBe(same)
})
