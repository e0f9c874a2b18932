import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { testApi } from '../testing/api.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountByEmail } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS } from './testing/accounts.ts'

const { connection, api } = await openTestApi()
const neutral = await testApi(connection, { neutralAnswers: true })

let addresses = 0
const elsewhere = () => ({ address: `2001:db8:c0de:${(++addresses).toString(16)}::1` })
const register = (browser: TestBrowser, email: string, verificationTarget = '') =>
  browser.ask('user/registration/newuser', { ...elsewhere(), form: { email, password: PASSWORD_OF_TESTS, verificationTarget } })
const enter = (browser: TestBrowser, email: string, code: string) =>
  browser.askJson('user/registration/verification/code', { ...elsewhere(), form: { email, code } })

/** The codes and tokens of the e-mails to an address, the oldest first. */
async function mailedTo(email: string): Promise<{ code: string; token: string }[]> {
  await runWaitingJobs(connection.url, api.ctx)
  return api.mails
    .filter(({ to }) => to === email)
    .map(({ text }) => ({ code: /^(\d{3} \d{3})$/m.exec(text)![1]!, token: /verify\?token=([\w-]+)/.exec(text)![1]! }))
}
const lastMailedTo = async (email: string) => (await mailedTo(email)).at(-1)!
const wrongFor = (code: string) => (code.startsWith('1') ? '2' : '1') + code.slice(1)

test('the code verifies the address in the browser that registered, signs in and names where to go on', async () => {
  const email = 'code@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email, '/reader/issues/u1?p=2')
  const { code, token } = await lastMailedTo(email)
  expect(await enter(browser, email, wrongFor(code))).toMatchObject({ status: 406, code: 'code_wrong', field: 'code' })
  expect(await enter(browser, email, ` ${code} `)).toEqual({ status: 200, verificationTarget: '/reader/issues/u1?p=2' })
  expect((await browser.ask('user')).status).toBe(200)
  expect((await accountByEmail(connection.db, email))!.password_hash).not.toBeNull()
  // The link of the same e-mail is spent with it.
  expect(await browser.askJson(`user/registration/verification?token=${token}`)).toMatchObject({ status: 409 })
  expect(await enter(browser, email, code)).toMatchObject({ status: 406, code: 'code_wrong' })
})

test('the code counts in no other browser, and not for the registration of another browser', async () => {
  const email = 'fremde@example.org'
  const [attacker, owner] = [fakeBrowser(api), fakeBrowser(api)]
  await register(attacker, email)
  await register(owner, email)
  const [ofAttacker, ofOwner] = await mailedTo(email)
  expect(await enter(fakeBrowser(api), email, ofOwner!.code)).toMatchObject({ status: 406 })
  expect(await enter(owner, email, ofAttacker!.code)).toMatchObject({ status: 406 })
  expect(await enter(attacker, email, ofOwner!.code)).toMatchObject({ status: 406 })
  expect(await enter(owner, email, ofOwner!.code)).toMatchObject({ status: 200 })
})

test('says the same of an unknown address and of a wrong code', async () => {
  const browser = fakeBrowser(api)
  await register(browser, 'bekannt@example.org')
  const unknown = await enter(browser, 'unbekannt@example.org', '123456')
  const wrong = await enter(browser, 'bekannt@example.org', 'abc')
  for (const answer of [unknown, wrong]) expect(answer).toMatchObject({ status: 406, code: 'code_wrong' })
})

test('an expired code is wrong, and guesses end after ten', async () => {
  const email = 'raten@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email)
  const { code } = await lastMailedTo(email)
  const { account_id } = await connection.db
    .selectFrom('one_time_tokens')
    .select('account_id')
    .where('purpose', '=', 'verification')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const expires = (at: Date) =>
    connection.db.updateTable('one_time_tokens').set({ expires_at: at }).where('account_id', '=', account_id).execute()
  await expires(new Date(Date.now() - 1))
  expect(await enter(browser, email, code)).toMatchObject({ status: 406 })
  await expires(new Date(Date.now() + DAY_MS))
  for (let guess = 2; guess <= 10; guess++) expect((await enter(browser, email, wrongFor(code))).status).toBe(406)
  expect((await enter(browser, email, code)).status).toBe(429)
})

test('two presses at once start one session', async () => {
  const email = 'doppelt@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email)
  const { code } = await lastMailedTo(email)
  const answers = await Promise.all([enter(browser, email, code), enter(browser, email, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([406, 409])])
})

test('of many e-mails only the codes of the latest three count', async () => {
  const email = 'oft@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email)
  await mailedTo(email)
  for (let again = 0; again < 3; again++) {
    await browser.ask('user/registration/sendNewEmail', { ...elsewhere(), form: { email } })
    await mailedTo(email)
  }
  const [first, second] = await mailedTo(email)
  expect(await enter(browser, email, first!.code)).toMatchObject({ status: 406 })
  expect(await enter(browser, email, second!.code)).toMatchObject({ status: 200 })
})

test('guesses at once are counted one by one', async () => {
  const email = 'gleichzeitig@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email)
  const { code } = await lastMailedTo(email)
  const answers = await Promise.all(Array.from({ length: 30 }, () => enter(browser, email, wrongFor(code))))
  expect(answers.filter(({ status }) => status === 406)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

test('registering again, also in other browsers, gives no further guesses; the answer names the link', async () => {
  const email = 'nochmal@example.org'
  const browser = fakeBrowser(api)
  await register(browser, email)
  for (let guess = 1; guess <= 10; guess++) await enter(browser, email, '000000')
  const other = fakeBrowser(api)
  await register(other, email.toUpperCase())
  const { status, message } = await enter(other, email, '000000')
  expect({ status, message }).toEqual({ status: 429, message: expect.stringContaining('Link') })
})

test('attempts end at the same number for an address that has an account', async () => {
  const [known, unknown] = ['kunde@example.org', 'niemand@example.org']
  await createAccount(connection.db, { email: known })
  const attacker = fakeBrowser(neutral)
  for (const email of [known, unknown]) await register(attacker, email)
  for (const email of [known, unknown]) {
    for (let guess = 1; guess <= 10; guess++) expect((await enter(attacker, email, '000000')).status).toBe(406)
    expect((await enter(attacker, email, '000000')).status).toBe(429)
  }
})

test('one network cannot guess for many addresses', async () => {
  const browser = fakeBrowser(api)
  await register(browser, 'netz@example.org')
  const address = '2001:db8:bad:1::1'
  const guess = (number: number) =>
    browser.ask('user/registration/verification/code', { address, form: { email: `n${number}@example.org`, code: '000000' } })
  for (let number = 1; number <= 100; number++) expect((await guess(number)).status).toBe(406)
  expect((await guess(101)).status).toBe(429)
})
