import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import type { TestApi } from '../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { issueToken } from './one-time-tokens.ts'

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

/** Creates an account with a second factor; returns it with its secret and its recovery codes. */
async function protectedAccount(options: object = {}) {
  later(60)
  const account = await createAccount(connection.db, options)
  const browser = fakeBrowser(api)
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

test('answers 202 without a session to a password with second factor, and the code creates one', async () => {
  const { account, secret } = await protectedAccount()
  const browser = fakeBrowser(api)
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

test('accepts a code and a login once each, also concurrently', async () => {
  const { account, secret } = await protectedAccount()
  const code = codeOf(secret)
  const logins = await Promise.all(Array.from({ length: 5 }, () => logIn(fakeBrowser(api), account.email)))
  const answers = await Promise.all(logins.map(({ token }) => step(fakeBrowser(api), token, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 406, 406, 406, 406])
  const { token } = logins[answers.findIndex(({ status }) => status === 200)]!
  later(60)
  expect(await step(fakeBrowser(api), token, codeOf(secret))).toMatchObject({ status: 498 })
})

test('rejects an hour-old code, an unknown token and a token of 11 minutes ago', async () => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(fakeBrowser(api), account.email)
  expect(await step(fakeBrowser(api), token, codeOf(secret, new Date(now.getTime() - HOUR_MS)))).toMatchObject({ status: 406 })
  expect(await step(fakeBrowser(api), 'erfunden', codeOf(secret))).toMatchObject({ status: 400, code: 'token_invalid' })
  later(11 * 60)
  expect(await step(fakeBrowser(api), token, codeOf(secret))).toMatchObject({ status: 498 })
})

test('accepts a recovery code once, however it is typed', async () => {
  const { account, recoveryCodes } = await protectedAccount()
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
  const typed = ` ${recoveryCodes[3]!.toUpperCase().replace('-', ' ')} `
  const { token } = await logIn(fakeBrowser(api), account.email)
  expect(await step(fakeBrowser(api), token, typed)).toMatchObject({ status: 200 })
  const again = await logIn(fakeBrowser(api), account.email)
  expect(await step(fakeBrowser(api), again.token, typed)).toMatchObject({ status: 406 })
  expect(await kindsOf(account.id)).toContain('recovery-code.used')
})

test('new recovery codes replace the old ones; codes are stored hashed and the secret encrypted', async () => {
  const { account, browser, secret, recoveryCodes } = await protectedAccount()
  const renewed = (await browser.askJson('user/security/recovery-codes', { form: {} })).recoveryCodes as string[]
  const { token } = await logIn(fakeBrowser(api), account.email)
  expect(await step(fakeBrowser(api), token, recoveryCodes[0]!)).toMatchObject({ status: 406 })
  expect(await step(fakeBrowser(api), token, renewed[0]!)).toMatchObject({ status: 200 })
  const held = await connection.db.selectFrom('totp_factors').selectAll().where('account_id', '=', account.id).executeTakeFirst()
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes)
  expect(held!.secret.includes(bytes)).toBe(false)
  expect(held!.secret.includes(Buffer.from(secret))).toBe(false)
  const codes = await connection.db.selectFrom('recovery_codes').selectAll().where('account_id', '=', account.id).execute()
  expect(codes).toHaveLength(10)
  for (const { code_hash } of codes) expect(renewed.join().includes(code_hash.toString())).toBe(false)
})

test('cannot decrypt a secret moved to another account', async () => {
  const [{ account, secret }, other] = [await protectedAccount(), await protectedAccount()]
  const { secret: moved } = await connection.db
    .selectFrom('totp_factors')
    .select('secret')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  await connection.db.updateTable('totp_factors').set({ secret: moved }).where('account_id', '=', other.account.id).execute()
  const { token } = await logIn(fakeBrowser(api), other.account.email)
  expect((await step(fakeBrowser(api), token, codeOf(secret))).status).toBe(500)
})

test('enabling, disabling and new codes require a recent password and send an e-mail', async () => {
  const account = await createAccount(connection.db)
  const stale = await signedIn(connection.db, account, { passwordAt: new Date(now.getTime() - 11 * MINUTE_MS) })
  const ask = (path: string, form: Record<string, string> = {}) => api.ask(`user/security/${path}`, { form, headers: stale })
  for (const path of ['totp/start', 'totp/enable', 'totp/disable', 'recovery-codes'])
    expect(await api.errorOf(`user/security/${path}`, { form: { code: '123456' }, headers: stale })).toEqual({
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
  expect(await waitingEmails(connection.db)).toEqual([
    { letter: 'protection-changed', accountId: account.id, change: 'second-factor-enabled' },
    { letter: 'protection-changed', accountId: account.id, change: 'second-factor-disabled' },
  ])
  expect(await logIn(fakeBrowser(api), account.email)).toMatchObject({ status: 200 })
})

test('an unconfirmed secret does not require a code', async () => {
  const account = await createAccount(connection.db)
  const browser = fakeBrowser(api)
  await logIn(browser, account.email)
  await browser.askJson('user/security/totp/start', { form: {} })
  expect(await logIn(fakeBrowser(api), account.email)).toMatchObject({ status: 200 })
})

test('wrong codes by somebody with the password do not lock the owner out', async () => {
  const { account, browser, secret, recoveryCodes } = await protectedAccount()
  const attacker = await logIn(fakeBrowser(api), account.email, { address: '198.51.100.1' })
  const statuses: unknown[] = []
  for (let at = 0; at < 60; at++)
    statuses.push((await step(fakeBrowser(api), attacker.token, wrongFor(secret), { address: `198.51.100.${at}` })).status)
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
  const fresh = await logIn(fakeBrowser(api), account.email, { address: '203.0.113.99' })
  expect(await step(fakeBrowser(api), fresh.token, recoveryCodes[0]!, { address: '203.0.113.99' })).toMatchObject({ status: 200 })
  await browser.ask('websession/logout', { method: 'POST' })
  const { token } = await logIn(browser, account.email)
  expect(await step(browser, token, codeOf(secret))).toMatchObject({ status: 200 })
})

test('rejects the eleventh wrong code from one network without checking it', async () => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(fakeBrowser(api), account.email)
  for (let at = 0; at < 10; at++) expect((await step(fakeBrowser(api), token, wrongFor(secret))).status).toBe(406)
  expect(await step(fakeBrowser(api), token, codeOf(secret))).toMatchObject({ status: 429 })
})

test.each([
  ['/56', 20, (each: number) => `2001:db8:56:${(0x1100 + each).toString(16)}::1`],
  ['/48', 40, (each: number) => `2001:db8:48:${(each << 8).toString(16)}::1`],
])('an attacker who rotates the networks of a %s can try %i codes', async (_, most, addressOf) => {
  const { account, secret } = await protectedAccount()
  const { token } = await logIn(fakeBrowser(api), account.email, { address: '198.51.100.7' })
  const statuses: unknown[] = []
  for (let each = 0; each < most + 4; each++)
    statuses.push((await step(fakeBrowser(api), token, wrongFor(secret), { address: addressOf(each) })).status)
  expect(statuses).toEqual([...Array(most).fill(406), 429, 429, 429, 429])
})

test('wrong codes from the owner’s network do not block a known browser', async () => {
  const { account, browser, secret } = await protectedAccount()
  await browser.ask('websession/logout', { method: 'POST' })
  const address = '2001:db8:77::1'
  const { token } = await logIn(fakeBrowser(api), account.email, { address })
  for (let each = 0; each < 12; each++) await step(fakeBrowser(api), token, wrongFor(secret), { address })
  const own = await logIn(browser, account.email, { address })
  expect(await step(browser, own.token, codeOf(secret), { address })).toMatchObject({ status: 200 })
})

test('a known browser is limited to ten wrong codes as well', async () => {
  const { account, browser, secret } = await protectedAccount()
  await browser.ask('websession/logout', { method: 'POST' })
  const { token } = await logIn(browser, account.email)
  for (let each = 0; each < 10; each++)
    expect((await step(browser, token, wrongFor(secret), { address: `198.51.100.${each}` })).status).toBe(406)
  expect(await step(browser, token, codeOf(secret), { address: '198.51.100.99' })).toMatchObject({ status: 429 })
})

test('every other sign-in method asks for the code, and a confirmed session hands over without it', async () => {
  const { account, browser, secret } = await protectedAccount()
  const { sessionToken } = await browser.askJson('websession/webAppSessiontoken', { form: { token: '' } })
  expect(
    await fakeBrowser(api).askJson('websession/login/sessiontoken', { form: { sessionToken: String(sessionToken) } }),
  ).toMatchObject({
    status: 200,
  })
  for (const [purpose, path, name] of [
    ['session', 'websession/login/sessiontoken', 'sessionToken'],
    ['sso', 'websession/login/sso', 'ssoToken'],
  ] as const) {
    const other = fakeBrowser(api)
    const token = await issueToken(connection.db, { purpose, accountId: account.id, now })
    const answer = await other.askJson(path, { form: { [name]: token } })
    expect(answer).toMatchObject({ status: 202, secondFactor: true })
    expect((await other.ask('user')).status).toBe(401)
    expect(await step(other, answer.token, codeOf(secret))).toMatchObject({ status: 200 })
    later(60)
  }
})

test('asks for newer terms after the code and not for the code again', async () => {
  const { account, secret } = await protectedAccount()
  await connection.db.updateTable('accounts').set({ terms_version: '2020-01-01' }).where('id', '=', account.id).execute()
  const browser = fakeBrowser(api)
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

test('signs out OPDS clients with an explanation', async () => {
  const { account } = await protectedAccount()
  const authorization = `Basic ${Buffer.from(`${account.email}:${PASSWORD_OF_TESTS}`).toString('base64')}`
  const response = await api.ask('issuecontent/gibt-es-nicht/access', { headers: { authorization } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'second_factor_required', message: expect.stringMatching(/Leseprogramme/) })
})

test('a new password ends a login waiting for its code', async () => {
  const { account, browser, secret } = await protectedAccount()
  const { token } = await logIn(fakeBrowser(api), account.email)
  const changed = await browser.ask('user/changePassword', {
    method: 'PUT',
    body: new URLSearchParams({ oldPassword: PASSWORD_OF_TESTS, newPassword: 'Herbstlaub-9' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(changed.status).toBe(200)
  expect((await step(fakeBrowser(api), token, codeOf(secret))).status).toBe(498)
})
