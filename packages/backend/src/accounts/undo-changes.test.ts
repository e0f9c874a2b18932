import { MINUTE_MS } from '@kiosk/domain/time'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { testAuthenticator } from '../auth/testing/authenticator.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { TEST_ORIGIN } from '../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, PASSWORD_OF_TESTS } from './testing/accounts.ts'

// "This wasn't me" with second factors and passkeys. Anybody with access to the mailbox can press that button.

let now = new Date()
const { connection, api } = await openTestApi({ now: () => now })
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

const HOST = new URL(TEST_ORIGIN).hostname
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
const logIn = (browser: TestBrowser, username: string, password = PASSWORD_OF_TESTS) =>
  browser.askJson('websession/login', { form: { username, password } })

/** Creates an account whose owner has been signed in at home since yesterday. */
async function ownerAtHome() {
  const account = await createAccount(connection.db, { first_signed_in_at: now })
  const home = fakeBrowser(api)
  expect(await logIn(home, account.email)).toMatchObject({ status: 200 })
  later(20 * 60)
  return { account, home }
}
const confirm = (browser: TestBrowser) => browser.ask('user/security/confirm', { form: { password: PASSWORD_OF_TESTS } })
async function startTotp(browser: TestBrowser): Promise<string> {
  return String((await browser.askJson('user/security/totp/start', { form: {} })).secret)
}
async function enableTotp(browser: TestBrowser, secret: string): Promise<string[]> {
  const enabled = await browser.askJson('user/security/totp/enable', { form: { code: codeOf(secret) } })
  expect(enabled.status).toBe(200)
  later(2)
  return enabled.recoveryCodes as string[]
}
async function addPasskey(browser: TestBrowser, name: string): Promise<void> {
  const options = await browser.askJson('user/passkeys/options', { form: {} })
  const credential = testAuthenticator(HOST, TEST_ORIGIN).create(options)
  expect(await browser.askJson('user/passkeys', { form: { credential, name } })).toMatchObject({ status: 200 })
}
/** Presses the button of the latest new-device e-mail and recovers the account with a new password. */
async function disown(email: string) {
  await runWaitingJobs(connection.url, api.ctx)
  const mail = api.mails.findLast(({ to, text }) => to === email && text.includes('/user/disown?'))
  const token = /disown\?token=([\w-]+)/.exec(mail!.text)![1]!
  const answer = await fakeBrowser(api).askJson('websession/disown', { form: { token } })
  expect(answer.status).toBe(200)
  const form = { token: String(answer.choosePassword), newPassword: 'Endlich-allein' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(200)
}
async function protectionOf(accountId: number) {
  const passkeys = await connection.db.selectFrom('passkeys').select('name').where('account_id', '=', accountId).execute()
  const totp = await connection.db.selectFrom('totp_factors').select('enabled_at').where('account_id', '=', accountId).execute()
  const codes = await connection.db.selectFrom('recovery_codes').select('id').where('account_id', '=', accountId).execute()
  return { passkeys: passkeys.map(({ name }) => name), totp: totp.length, codes: codes.length }
}

test('removes a second factor and passkeys added in the disowned session', async () => {
  const { account } = await ownerAtHome()
  const thief = fakeBrowser(api)
  await logIn(thief, account.email)
  await addPasskey(thief, 'of the thief')
  await enableTotp(thief, await startTotp(thief))
  expect(await protectionOf(account.id)).toEqual({ passkeys: ['of the thief'], totp: 1, codes: 10 })
  await disown(account.email)
  expect(await protectionOf(account.id)).toEqual({ passkeys: [], totp: 0, codes: 0 })
})

test('keeps what the owner added in an earlier session and after a fresh sign-in', async () => {
  const { account, home } = await ownerAtHome()
  await logIn(fakeBrowser(api), account.email)
  later(60)
  expect((await confirm(home)).status).toBeLessThan(300)
  await addPasskey(home, 'of the owner')
  const secret = await startTotp(home)
  await enableTotp(home, secret)
  await disown(account.email)
  expect(await protectionOf(account.id)).toEqual({ passkeys: ['of the owner'], totp: 1, codes: 10 })
  // Access to the mailbox gives a new password and nothing else.
  const reader = fakeBrowser(api)
  const answer = await logIn(reader, account.email, 'Endlich-allein')
  expect(answer).toMatchObject({ status: 202, secondFactor: true })
  const form = { token: String(answer.token), code: codeOf(secret) }
  expect(await reader.askJson('websession/login/secondfactor', { form })).toMatchObject({ status: 200 })
})

test('keeps what existed before that sign-in and discards recovery codes made by the thief', async () => {
  const { account, home } = await ownerAtHome()
  await confirm(home)
  await addPasskey(home, 'of the owner')
  const secret = await startTotp(home)
  await enableTotp(home, secret)
  const thief = fakeBrowser(api)
  const { token } = await logIn(thief, account.email)
  await thief.askJson('websession/login/secondfactor', { form: { token: String(token), code: codeOf(secret) } })
  await addPasskey(thief, 'of the thief')
  expect(await thief.askJson('user/security/recovery-codes', { form: {} })).toMatchObject({ status: 200 })
  await disown(account.email)
  expect(await protectionOf(account.id)).toEqual({ passkeys: ['of the owner'], totp: 1, codes: 0 })
})

test('keeps older recovery codes together with their second factor', async () => {
  const { account, home } = await ownerAtHome()
  await confirm(home)
  const secret = await startTotp(home)
  const [code] = await enableTotp(home, secret)
  const stranger = fakeBrowser(api)
  const { token } = await logIn(stranger, account.email)
  await stranger.askJson('websession/login/secondfactor', { form: { token: String(token), code: code! } })
  await disown(account.email)
  expect(await protectionOf(account.id)).toEqual({ passkeys: [], totp: 1, codes: 10 })
})

test('discards what was added in sessions that began after the disowned one', async () => {
  const { account } = await ownerAtHome()
  await logIn(fakeBrowser(api), account.email)
  await runWaitingJobs(connection.url, api.ctx)
  const first = api.mails.findLast(({ to, text }) => to === account.email && text.includes('/user/disown?'))!
  later(30)
  const again = fakeBrowser(api)
  await logIn(again, account.email)
  await addPasskey(again, 'of the thief')
  await enableTotp(again, await startTotp(again))
  const token = /disown\?token=([\w-]+)/.exec(first.text)![1]!
  expect((await api.ask('websession/disown', { form: { token } })).status).toBe(200)
  expect(await protectionOf(account.id)).toEqual({ passkeys: [], totp: 0, codes: 0 })
})

test('discards a secret that the owner began and the thief enabled', async () => {
  const { account, home } = await ownerAtHome()
  await confirm(home)
  const shown = await startTotp(home)
  later(5)
  const thief = fakeBrowser(api)
  await logIn(thief, account.email)
  const secret = await startTotp(thief)
  expect(secret).toBe(shown)
  await enableTotp(thief, secret)
  await disown(account.email)
  expect(await protectionOf(account.id)).toEqual({ passkeys: [], totp: 0, codes: 0 })
})
