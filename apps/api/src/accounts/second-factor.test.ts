import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../jobs/test-jobs.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import type { TestApi } from '../test-api.ts'
import { openTestApi } from '../testing/open-api.ts'
import { buildAccount, PASSWORD_OF_TESTS, signedIn } from './build-account.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

let now = new Date()
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0 })

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const codeOf = (secret: string, at = now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const wrongFor = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, new Date(now.getTime() + seconds * 1000)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code))!
}
const logIn = (browser: TestBrowser, email: string, more: Parameters<TestApi['ask']>[1] = {}) =>
  browser.askJson('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS }, ...more })
const step = (browser: TestBrowser, token: unknown, code: string, more: Parameters<TestApi['ask']>[1] = {}) =>
  browser.askJson('websession/login/secondfactor', { form: { token: String(token), code }, ...more })

/** An account with a second factor, its secret and its recovery codes. */
async function protectedAccount(given: object = {}) {
  later(60)
  const account = await buildAccount(connection.db, given)
  const browser = testBrowser(api)
  await logIn(browser, account.email)
  const { secret } = (await browser.askJson('user/security/totp/start', { form: {} })) as { secret: string }
  const enabled = await browser.askJson('user/security/totp/enable', { form: { code: codeOf(secret) } })
  expect(enabled.status).toBe(200)
  later(60)
  return { account, browser, secret, recoveryCodes: enabled.recoveryCodes as string[] }
}
const kindsOf = async (accountId: number) =>
  (
    await connection.db.selectFrom('security_events').select('kind').where('account_id', '=', accountId).orderBy('id').execute()
  ).map(({ kind }) => kind)

test('with a second factor the password alone is no sign-in: 202, no session, and the code begins one', async () => {
  const { account, secret } = await protectedAccount()
  const browser = testBrowser(api)
  const answer = await logIn(browser, account.email)
  expect(answer).toMatchObject({ status: 202, secondFactor: true, unverified: false, terms: { show: false } })
  expect(answer.message).toMatch(/Authenticator-App/)
  expect([...browser.jar.keys()]).toEqual([])
  expect((await browser.ask('user')).status).toBe(401)
  expect(await step(browser, answer.token, wrongFor(secret))).toMatchObject({ status: 406, code: 'code_wrong', field: 'code' })
  expect((await browser.ask('user')).status).toBe(401)
  expect(await step(browser, answer.token, codeOf(secret).replace(/(...)/, '$1 '))).toMatchObject({ status: 200 })
  expect((await browser.ask('user')).status).toBe(200)
  expect(await kindsOf(account.id)).toEqual(expect.arrayContaining(['second-factor.enabled', 'second-factor.rejected']))
})

test('a code and a login each count once, also of many at the same moment', async () => {
  const { account, secret } = await protectedAccount()
  const code = codeOf(secret)
  const logins = await Promise.all(Array.from({ length: 5 }, () => logIn(testBrowser(api), account.email)))
  const answers = await Promise.all(logins.map(({ token }) => step(testBrowser(api), token, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 406, 406, 406, 406])
  const { token } = logins[answers.findIndex(({ status }) => status === 200)]!
  later(60)
  expect(await step(testBrowser(api), token, codeOf(secret))).toMatchObject({ status: 498 })
})

test('a code of an hour ago, an invented token and a token of 11 minutes ago open nothing', async () => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(testBrowser(api), account.email)
  expect(await step(testBrowser(api), token, codeOf(secret, new Date(now.getTime() - 3_600_000)))).toMatchObject({ status: 406 })
  expect(await step(testBrowser(api), 'erfunden', codeOf(secret))).toMatchObject({ status: 400, code: 'token_invalid' })
  later(11 * 60)
  expect(await step(testBrowser(api), token, codeOf(secret))).toMatchObject({ status: 498 })
})

test('a recovery code opens the account once, however it is typed', async () => {
  const { account, recoveryCodes } = await protectedAccount()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
  const typed = ` ${recoveryCodes[3]!.toUpperCase().replace('-', ' ')} `
  const { token } = await logIn(testBrowser(api), account.email)
  expect(await step(testBrowser(api), token, typed)).toMatchObject({ status: 200 })
  const again = await logIn(testBrowser(api), account.email)
  expect(await step(testBrowser(api), again.token, typed)).toMatchObject({ status: 406 })
  expect(await kindsOf(account.id)).toContain('recovery-code.used')
})

test('new recovery codes end the old ones; the codes are nowhere in the database, the secret only encrypted', async () => {
  const { account, browser, secret, recoveryCodes } = await protectedAccount()
  const renewed = (await browser.askJson('user/security/recovery-codes', { form: {} })).recoveryCodes as string[]
  const { token } = await logIn(testBrowser(api), account.email)
  expect(await step(testBrowser(api), token, recoveryCodes[0]!)).toMatchObject({ status: 406 })
  expect(await step(testBrowser(api), token, renewed[0]!)).toMatchObject({ status: 200 })
  const held = await connection.db.selectFrom('totp_factors').selectAll().where('account_id', '=', account.id).executeTakeFirst()
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes)
  expect(held!.secret.includes(bytes)).toBe(false)
  expect(held!.secret.includes(Buffer.from(secret))).toBe(false)
  const codes = await connection.db.selectFrom('recovery_codes').selectAll().where('account_id', '=', account.id).execute()
  expect(codes).toHaveLength(10)
  for (const { code_hash } of codes) expect(renewed.join().includes(code_hash.toString())).toBe(false)
})

test('a secret that was moved to another account decrypts to nothing', async () => {
  const [{ account, secret }, other] = [await protectedAccount(), await protectedAccount()]
  const { secret: moved } = await connection.db
    .selectFrom('totp_factors')
    .select('secret')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  await connection.db.updateTable('totp_factors').set({ secret: moved }).where('account_id', '=', other.account.id).execute()
  const { token } = await logIn(testBrowser(api), other.account.email)
  expect((await step(testBrowser(api), token, codeOf(secret))).status).toBe(500)
})

test('enabling, disabling and new codes need a password of the last minutes, and are told by email', async () => {
  const account = await buildAccount(connection.db)
  const stale = await signedIn(connection.db, account, { passwordAt: new Date(now.getTime() - 11 * 60_000) })
  const ask = (path: string, form: Record<string, string> = {}) => api.ask(`user/security/${path}`, { form, headers: stale })
  for (const path of ['totp/start', 'totp/enable', 'totp/disable', 'recovery-codes'])
    expect(await api.refusal(`user/security/${path}`, { form: { code: '123456' }, headers: stale })).toEqual({
      status: 403,
      code: 'confirmation_required',
    })
  expect((await ask('confirm', { password: 'falsch' })).status).toBe(406)
  expect((await ask('confirm', { password: '' })).status).toBe(406)
  expect((await ask('totp/start')).status).toBe(403)
  expect((await ask('confirm', { password: PASSWORD_OF_TESTS })).status).toBe(204)
  await forgetJobs(connection.db)
  const started = (await (await ask('totp/start')).json()) as { secret: string; uri: string; qr: string }
  expect(started.uri).toMatch(/^otpauth:\/\/totp\/.+secret=/)
  expect(started.qr).toMatch(/^<svg /)
  expect((await ask('totp/enable', { code: wrongFor(started.secret) })).status).toBe(406)
  expect(((await (await ask('totp/start')).json()) as { secret: string }).secret).toBe(started.secret)
  expect((await ask('totp/enable', { code: codeOf(started.secret) })).status).toBe(200)
  expect((await ask('totp/start')).status).toBe(409)
  expect((await ask('totp/disable')).status).toBe(204)
  expect((await ask('totp/disable')).status).toBe(404)
  expect(await waitingLetters(connection.db)).toEqual([
    { letter: 'protection-changed', accountId: account.id, change: 'second-factor-enabled' },
    { letter: 'protection-changed', accountId: account.id, change: 'second-factor-disabled' },
  ])
  expect(await logIn(testBrowser(api), account.email)).toMatchObject({ status: 200 })
})

test('a secret that was begun but never confirmed asks nobody for a code', async () => {
  const account = await buildAccount(connection.db)
  const browser = testBrowser(api)
  await logIn(browser, account.email)
  await browser.askJson('user/security/totp/start', { form: {} })
  expect(await logIn(testBrowser(api), account.email)).toMatchObject({ status: 200 })
})

test('who knows the password cannot lock the owner out by wrong codes', async () => {
  const { account, browser, secret, recoveryCodes } = await protectedAccount()
  const attacker = await logIn(testBrowser(api), account.email, { address: '198.51.100.1' })
  const statuses: unknown[] = []
  for (let at = 0; at < 60; at++)
    statuses.push((await step(testBrowser(api), attacker.token, wrongFor(secret), { address: `198.51.100.${at}` })).status)
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
  const fresh = await logIn(testBrowser(api), account.email, { address: '203.0.113.99' })
  expect(await step(testBrowser(api), fresh.token, recoveryCodes[0]!, { address: '203.0.113.99' })).toMatchObject({ status: 200 })
  await browser.ask('websession/logout', { method: 'POST' })
  const { token } = await logIn(browser, account.email)
  expect(await step(browser, token, codeOf(secret))).toMatchObject({ status: 200 })
})

test('ten wrong codes from one network, and the eleventh is not looked at', async () => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(testBrowser(api), account.email)
  for (let at = 0; at < 10; at++) expect((await step(testBrowser(api), token, wrongFor(secret))).status).toBe(406)
  expect(await step(testBrowser(api), token, codeOf(secret))).toMatchObject({ status: 429 })
})

test.each([
  ['/56', 20, (each: number) => `2001:db8:56:${(0x1100 + each).toString(16)}::1`],
  ['/48', 40, (each: number) => `2001:db8:48:${(each << 8).toString(16)}::1`],
])('whoever rotates the networks of a %s has %i codes', async (_, most, addressOf) => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(testBrowser(api), account.email, { address: '198.51.100.7' })
  const statuses: unknown[] = []
  for (let each = 0; each < most + 4; each++)
    statuses.push((await step(testBrowser(api), token, wrongFor(secret), { address: addressOf(each) })).status)
  expect(statuses).toEqual([...Array(most).fill(406), 429, 429, 429, 429])
})

test('wrong codes from the network of the owner do not shut out a browser that the account was in', async () => {
  const { account, browser, secret } = await protectedAccount()
  await browser.ask('websession/logout', { method: 'POST' })
  const address = '2001:db8:77::1'
  const { token } = await logIn(testBrowser(api), account.email, { address })
  for (let each = 0; each < 12; each++) await step(testBrowser(api), token, wrongFor(secret), { address })
  const own = await logIn(browser, account.email, { address })
  expect(await step(browser, own.token, codeOf(secret), { address })).toMatchObject({ status: 200 })
})

test('a browser that the account was in has ten wrong codes as well', async () => {
  const { account, browser, secret } = await protectedAccount()
  await browser.ask('websession/logout', { method: 'POST' })
  const { token } = await logIn(browser, account.email)
  for (let each = 0; each < 10; each++)
    expect((await step(browser, token, wrongFor(secret), { address: `198.51.100.${each}` })).status).toBe(406)
  expect(await step(browser, token, codeOf(secret), { address: '198.51.100.99' })).toMatchObject({ status: 429 })
})

test('every other way in asks for the code, too; a session that had it hands over without', async () => {
  const { account, browser, secret } = await protectedAccount()
  const { sessionToken } = await browser.askJson('websession/webAppSessiontoken', { form: { token: '' } })
  expect(
    await testBrowser(api).askJson('websession/login/sessiontoken', { form: { sessionToken: String(sessionToken) } }),
  ).toMatchObject({
    status: 200,
  })
  for (const [purpose, path, name] of [
    ['session', 'websession/login/sessiontoken', 'sessionToken'],
    ['sso', 'websession/login/sso', 'ssoToken'],
  ] as const) {
    const other = testBrowser(api)
    const token = await issueToken(connection.db, { purpose, accountId: account.id, now })
    const answer = await other.askJson(path, { form: { [name]: token } })
    expect(answer).toMatchObject({ status: 202, secondFactor: true })
    expect((await other.ask('user')).status).toBe(401)
    expect(await step(other, answer.token, codeOf(secret))).toMatchObject({ status: 200 })
    later(60)
  }
})

test('newer terms are asked for after the code, and accepting them does not ask for it again', async () => {
  const { account, secret } = await protectedAccount()
  await connection.db.updateTable('accounts').set({ terms_version: '2020-01-01' }).where('id', '=', account.id).execute()
  const browser = testBrowser(api)
  const { token } = await logIn(browser, account.email)
  const terms = await step(browser, token, codeOf(secret))
  expect(terms).toMatchObject({ status: 200, terms: { show: true } })
  expect((await browser.ask('user')).status).toBe(401)
  const accepted = await browser.ask('websession/terms', {
    method: 'PUT',
    body: new URLSearchParams({ token: String(terms.token) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(accepted.status).toBe(200)
  expect((await browser.ask('user')).status).toBe(200)
})

test('reading programs are logged out and told why, in words', async () => {
  const { account } = await protectedAccount()
  const authorization = `Basic ${Buffer.from(`${account.email}:${PASSWORD_OF_TESTS}`).toString('base64')}`
  const response = await api.ask('issuecontent/gibt-es-nicht/access', { headers: { authorization } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'second_factor_required', message: expect.stringMatching(/Leseprogramme/) })
})

test('a new password ends a login that waits for its code', async () => {
  const { account, browser, secret } = await protectedAccount()
  const { token } = await logIn(testBrowser(api), account.email)
  const changed = await browser.ask('user/changePassword', {
    method: 'PUT',
    body: new URLSearchParams({ oldPassword: PASSWORD_OF_TESTS, newPassword: 'Herbstlaub-9' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(changed.status).toBe(200)
  expect((await step(testBrowser(api), token, codeOf(secret))).status).toBe(498)
})
