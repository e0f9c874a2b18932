import { exportData, user } from '@kiosk/domain/accounts/endpoints'
import { beforeEach, expect, test } from 'vitest'
import { issueToken, readToken } from '../auth/one-time-tokens.ts'
import { isPassword } from '../auth/passwords.ts'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountById } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

const { connection, api } = await openTestApi()
beforeEach(() => forgetJobs(connection.db))

const change = (headers: Record<string, string>, newPassword: string, oldPassword = PASSWORD_OF_TESTS) => ({
  method: 'PUT',
  headers,
  form: { oldPassword, newPassword },
})
const PATH = 'user/changePassword'

test('a password change ends all other sessions and links, renews the current session and sends an e-mail', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { passwordAt: null })
  const elsewhere = await signedIn(connection.db, account)
  const links = await Promise.all(
    (['recovery', 'session', 'email'] as const).map(async (purpose) => ({
      purpose,
      token: await issueToken(connection.db, { purpose, accountId: account.id, now: new Date() }),
    })),
  )
  await connection.db.insertInto('address_changes').values({ account_id: account.id, email: 'fremd@example.org' }).execute()

  const changed = await api.ask(PATH, change(headers, 'abc'))
  expect(changed.status).toBe(200)
  const renewed = changed.headers.getSetCookie().map((each) => each.split(';')[0])
  for (const { cookie } of [headers, elsewhere])
    expect(await api.errorOf('user', { headers: { cookie } })).toEqual({ status: 401, code: 'not_signed_in' })
  const cookie = renewed.join('; ')
  expect(await api.answer(user, 'user', { headers: { cookie } })).toMatchObject({ email: account.email })
  const { sessions } = await api.answer(exportData, 'user/export', { headers: { cookie } })
  expect(sessions).toHaveLength(1)
  for (const { purpose, token } of links) expect(await readToken(connection.db, purpose, token, new Date()), purpose).toBe('used')
  expect(await api.answer(user, 'user', { headers: { cookie } })).not.toHaveProperty('pendingEmail')
  const { password_hash } = (await accountById(connection.db, account.id))!
  expect(await isPassword(password_hash, 'abc')).toBe(true)
  expect(await waitingEmails(connection.db)).toEqual([{ letter: 'password-changed', accountId: account.id }])
})

test('keeps a remembered session remembered on its device after a password change', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { vendorId: 'browser-of-mira' })
  await connection.db.updateTable('sessions').set({ remembered: true }).where('account_id', '=', account.id).execute()
  const [session, device] = (await api.ask(PATH, change(headers, 'abcdef'))).headers.getSetCookie()
  expect(session).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000;/)
  expect(device).toMatch(/^device=browser-of-mira;/)
})

test('rejects a wrong old password with an error at its field and changes nothing', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  expect(await api.errorOf(PATH, change(headers, 'neuesPasswort', 'falsch'))).toEqual({
    status: 406,
    code: 'password_wrong',
    field: 'oldPassword',
  })
  expect(await accountById(connection.db, account.id)).toEqual(account)
  expect(await waitingEmails(connection.db)).toEqual([])
})

test('limits wrong guesses, also a hundred at once, and does not count correct passwords', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, count) =>
      api.ask(PATH, { ...change(headers, 'neuesPasswort', `geraten-${count}`), address: `198.51.100.${count}` }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 406)).toHaveLength(10)
  const limited = guesses.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(90)
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(600)
  expect((await api.ask(PATH, change(headers, 'neuesPasswort'))).status).toBe(429)
})

test('lets exactly one of two concurrent changes by the same old password succeed', async () => {
  const account = await createAccount(connection.db)
  const [one, other] = [await signedIn(connection.db, account), await signedIn(connection.db, account)]
  const both = await Promise.all([api.ask(PATH, change(one, 'erstes')), api.ask(PATH, change(other, 'zweites'))])
  const statuses = both.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  expect([401, 406]).toContain(statuses[1])
})

test('rejects a password change for an account without a password', async () => {
  const account = await createAccount(connection.db, { password_hash: null, apple_id: 'of-a-test' })
  const headers = await signedIn(connection.db, account)
  expect(await api.errorOf(PATH, change(headers, 'neuesPasswort'))).toEqual({ status: 409, code: 'no_password' })
})

test.each([
  ['', 'required'],
  ['ab', 'minlength'],
  ['a'.repeat(101), 'maxlength'],
  ['a b c', 'passwordPattern'],
  ['abc\u2003def', 'passwordPattern'],
])('rejects the new password %j', async (password) => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  expect(await api.errorOf(PATH, change(headers, password))).toEqual({ status: 400, code: 'wrong_input', field: 'newPassword' })
})
