import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { accountById, pendingAddress } from '../accounts/queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { testApi } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { issueToken } from './one-time-tokens.ts'

const { connection, api } = await openTestApi()
const neutral = await testApi(connection, { neutralAnswers: true })
afterAll(() => neutral.close())

let addresses = 0
const elsewhere = () => ({ address: `2001:db8:${(++addresses).toString(16)}::1` })

async function emailsOf(accountId: number): Promise<string[]> {
  const { rows } = await sql<{ letter: string }>`select payload->>'letter' as letter from graphile_worker._private_jobs
    where payload->>'accountId' = ${String(accountId)} order by id`.execute(connection.db)
  return rows.map(({ letter }) => letter)
}
const tokenFor = (accountId: number, purpose: 'recovery' | 'email' | 'session' | 'verification', data = {}, now = new Date()) =>
  issueToken(connection.db, { purpose, accountId, data, now })
const statusOfLogin = async (username: string, password: string) =>
  (await api.ask('websession/login', { ...elsewhere(), form: { username, password } })).status

test('password reset sends its e-mail, also to an account without a password', async () => {
  const account = await createAccount(connection.db)
  const social = await createAccount(connection.db, { password_hash: null, facebook_id: 'f-2' })
  for (const { id, email } of [account, social]) {
    const answer = await api.ask('websession/passwordRecovery', { ...elsewhere(), form: { email: email.toUpperCase() } })
    expect(answer.status).toBe(200)
    expect(await emailsOf(id)).toEqual(['recovery'])
  }
})

test('password reset reports an invalid address at its field in three languages', async () => {
  const waiting = await createAccount(connection.db, { verified_at: null })
  for (const [email, status, words] of [
    ['kein-konto@example.org', 401, 'unknownMail'],
    [waiting.email, 403, 'verificationResent'],
    ['abc', 406, 'email'],
    ['', 406, 'email'],
  ] as const) {
    for (const language of languages) {
      const answer = await api.ask('websession/passwordRecovery', { ...elsewhere(), language, form: { email } })
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ field: 'email', message: errorMessage(language, `VALIDATION.${words}`) })
    }
  }
  // Its link also verifies the address and discards pending passwords.
  expect(await emailsOf(waiting.id)).toEqual(['recovery'])
})

test('with neutral answers, password reset answers the same for every address, limits included', async () => {
  const account = await createAccount(connection.db)
  const waiting = await createAccount(connection.db, { verified_at: null })
  for (const email of [account.email, waiting.email, 'nicht-da@example.org']) {
    const answers = []
    const same = elsewhere()
    for (let time = 0; time < 6; time++) {
      const answer = await neutral.ask('websession/passwordRecovery', { ...same, form: { email } })
      answers.push(answer.status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  }
  expect(await emailsOf(account.id)).toEqual(['recovery'])
})

test('with neutral answers, password reset and registration take the same time for every address', async () => {
  const account = await createAccount(connection.db)
  const form = { password: 'Murmeltier-am-Grat' }
  for (const path of ['websession/passwordRecovery', 'user/registration/newuser']) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let time = 0; time < 3; time++) {
      for (const [kind, email] of [
        ['known', account.email],
        ['unknown', `fremd-${time}@example.org`],
      ] as const) {
        const start = performance.now()
        expect((await neutral.ask(path, { ...elsewhere(), form: { ...form, email } })).status).toBe(200)
        times[kind].push(performance.now() - start)
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[1]!
    expect(median(times.known)).toBeGreaterThan(290)
    expect(median(times.known) / median(times.unknown)).toBeGreaterThan(0.7)
    expect(median(times.known) / median(times.unknown)).toBeLessThan(1.4)
  }
})

test('limits a network to thirty addresses an hour', async () => {
  const statuses = []
  for (let place = 0; place < 31; place++) {
    const requested = { address: '192.0.2.9', form: { email: `frage-${place}@example.org` } }
    statuses.push((await api.ask('websession/passwordRecovery', requested)).status)
  }
  expect(statuses).toEqual([...Array(30).fill(401), 429])
})

test('sets a new password once, ends every session and every other link and sends an e-mail', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await connection.db.insertInto('address_changes').values({ account_id: account.id, email: 'fremd@example.org' }).execute()
  const other = await tokenFor(account.id, 'recovery')
  const handOver = await tokenFor(account.id, 'session')
  const token = await tokenFor(account.id, 'recovery')
  const form = { token, newPassword: 'Neu-am-Morgen' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(200)

  expect((await api.ask('user', { headers })).status).toBe(401)
  expect((await api.ask('websession/login/sessiontoken', { form: { sessionToken: handOver } })).status).toBe(403)
  expect(await pendingAddress(connection.db, account.id)).toBeNull()
  expect(await emailsOf(account.id)).toEqual(['password-changed'])
  expect(await statusOfLogin(account.email, PASSWORD_OF_TESTS)).toBe(401)
  expect(await statusOfLogin(account.email, 'Neu-am-Morgen')).toBe(200)
  for (const spent of [token, other]) {
    for (const language of languages) {
      const answer = await api.ask('websession/newPassword', { language, form: { ...form, token: spent } })
      expect(answer.status).toBe(498)
      expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'VALIDATION.vercodeexpired') })
    }
  }
})

test('the reset link verifies an unverified address', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  const proof = await tokenFor(account.id, 'verification')
  const token = await tokenFor(account.id, 'recovery')
  await api.ask('websession/newPassword', { form: { token, newPassword: 'Neu-am-Morgen' } })
  expect(await statusOfLogin(account.email, 'Neu-am-Morgen')).toBe(200)
  expect((await api.ask(`user/registration/verification?token=${proof}`)).status).toBe(409)
})

test('rejects a new password that breaks the rules, and the link stays valid', async () => {
  const account = await createAccount(connection.db)
  const token = await tokenFor(account.id, 'recovery')
  for (const [newPassword, words] of [
    ['', 'required'],
    ['12345', 'minlength'],
    ['x'.repeat(101), 'maxlength'],
    ['abc def', 'passwordPattern'],
  ] as const) {
    for (const language of languages) {
      const answer = await api.ask('websession/newPassword', { language, form: { token, newPassword } })
      expect(answer.status).toBe(406)
      const message = errorMessage(language, `VALIDATION.${words}`)
      expect(await answer.json()).toMatchObject({ code: 'password_pattern', field: 'newPassword', message })
    }
  }
  expect((await api.ask('websession/newPassword', { form: { token, newPassword: '6-Okay' } })).status).toBe(200)
})

test('sets no password with a missing, unknown or expired token', async () => {
  const account = await createAccount(connection.db)
  const late = await tokenFor(account.id, 'recovery', {}, new Date(Date.now() - 3_601_000))
  for (const [token, status, words] of [
    ['', 400, 'invalidToken'],
    ['invented', 400, 'invalidToken'],
    [late, 498, 'vercodeexpired'],
  ] as const) {
    for (const language of languages) {
      const answer = await api.ask('websession/newPassword', { language, form: { token, newPassword: 'Neu-am-Morgen' } })
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ message: errorMessage(language, `VALIDATION.${words}`) })
    }
  }
  expect((await accountById(connection.db, account.id))?.password_hash).toBe(account.password_hash)
})

test('lets exactly one of a hundred concurrent uses of a reset link win', async () => {
  const account = await createAccount(connection.db)
  const token = await tokenFor(account.id, 'recovery')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      api.ask('websession/newPassword', { ...elsewhere(), form: { token, newPassword: `Passwort-${place}` } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(99).fill(498)])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(await statusOfLogin(account.email, `Passwort-${winner}`)).toBe(200)
  expect(await emailsOf(account.id)).toEqual(['password-changed'])
})

async function changeTo(accountId: number, email: string): Promise<number> {
  const change = await connection.db
    .insertInto('address_changes')
    .values({ account_id: accountId, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return change.id
}

test('a changed address takes effect when its link is used and ends older links and other changes', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const token = await tokenFor(account.id, 'email', { changeId: await changeTo(account.id, 'Neue.Adresse@example.org') })
  await changeTo(account.id, 'andere@example.org')
  const recovery = await tokenFor(account.id, 'recovery')
  expect(await statusOfLogin(account.email, PASSWORD_OF_TESTS)).toBe(200)

  const answer = await api.ask(`websession/emailVerification?token=${token}`, { headers })
  expect(await answer.json()).toEqual({ email: 'Neue.Adresse@example.org' })
  expect(await statusOfLogin('neue.adresse@example.org', PASSWORD_OF_TESTS)).toBe(200)
  expect(await statusOfLogin(account.email, PASSWORD_OF_TESTS)).toBe(401)
  expect(await pendingAddress(connection.db, account.id)).toBeNull()
  expect((await api.ask('user', { headers })).status).toBe(200)
  const form = { token: recovery, newPassword: 'Neu-am-Morgen' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(498)
  const again = await api.ask(`websession/emailVerification?token=${token}`, { headers })
  expect(await again.json()).toEqual({ email: 'Neue.Adresse@example.org' })
  // A spent link asks nobody to sign in: the page would submit it again on every load.
  const signedOut = await api.ask(`websession/emailVerification?token=${token}`)
  expect(await signedOut.json()).toEqual({ email: 'Neue.Adresse@example.org' })
  const later = await tokenFor(account.id, 'email', { changeId: await changeTo(account.id, 'dritte@example.org') })
  expect((await api.ask(`websession/emailVerification?token=${later}`, { headers })).status).toBe(200)
  expect((await api.errorOf(`websession/emailVerification?token=${token}`, { headers })).status).toBe(406)
  const changeId = await changeTo(account.id, 'vierte@example.org')
  const expired = await tokenFor(account.id, 'email', { changeId }, new Date(Date.now() - 8 * DAY_MS))
  for (const spent of [token, expired])
    expect((await api.errorOf(`websession/emailVerification?token=${spent}`)).code).toBe('verification_expired')
})

test('using an address change requested by a stranger does not sign the stranger in', async () => {
  const stranger = await createAccount(connection.db)
  const changeId = await changeTo(stranger.id, 'opfer@example.org')
  const token = await tokenFor(stranger.id, 'email', { changeId })
  const own = await signedIn(connection.db, await createAccount(connection.db))
  for (const headers of [undefined, own]) {
    for (const language of languages) {
      const answer = await api.ask(`websession/emailVerification?token=${token}`, { language, ...(headers && { headers }) })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'ERROR.SIGN_IN_TO_CONFIRM') })
    }
  }
  expect((await accountById(connection.db, stranger.id))?.email).toBe(stranger.email)
  const owner = await api.ask('websession/token/owner', { headers: own, form: { token } })
  const account = `${stranger.email[0]}***@example.org`
  expect(await owner.json()).toEqual({ other: true, own: false, account, thisBrowser: false })
  const headers = await signedIn(connection.db, stranger)
  expect((await api.ask(`websession/emailVerification?token=${token}`, { headers })).status).toBe(200)
})

test('does not take an address that was registered meanwhile', async () => {
  const account = await createAccount(connection.db)
  const token = await tokenFor(account.id, 'email', { changeId: await changeTo(account.id, 'Begehrt@example.org') })
  await createAccount(connection.db, { email: 'begehrt@EXAMPLE.org' })
  const headers = await signedIn(connection.db, account)
  for (const language of languages) {
    const answer = await api.ask(`websession/emailVerification?token=${token}`, { language, headers })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'VALIDATION.notAvailable') })
  }
  expect((await accountById(connection.db, account.id))?.email).toBe(account.email)
})

test('lets exactly one of two accounts take the same address', async () => {
  const requested = []
  for (let place = 0; place < 10; place++) {
    const account = await createAccount(connection.db)
    const changeId = await changeTo(account.id, 'einzige@example.org')
    const token = await tokenFor(account.id, 'email', { changeId })
    requested.push({ token, headers: await signedIn(connection.db, account) })
  }
  const answers = await Promise.all(
    requested.map(({ token, headers }) => api.ask(`websession/emailVerification?token=${token}`, { headers })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('an unknown link changes nothing; an expired or cancelled one is reported as such', async () => {
  const account = await createAccount(connection.db)
  const changeId = await changeTo(account.id, 'spaet@example.org')
  const late = await tokenFor(account.id, 'email', { changeId }, new Date(Date.now() - 8 * DAY_MS))
  const gone = await tokenFor(account.id, 'email', { changeId: 999_999 })
  const none = await tokenFor(account.id, 'email')
  const headers = await signedIn(connection.db, account)
  const ask = (token: string) => api.errorOf(`websession/emailVerification?token=${token}`, { headers })
  expect(await ask('invented')).toEqual({ status: 400, code: 'token_invalid', field: 'token' })
  for (const token of [late, gone, none]) expect(await ask(token)).toEqual({ status: 406, code: 'verification_expired' })
  expect((await accountById(connection.db, account.id))?.email).toBe(account.email)
})
