import * as declared from '@kiosk/domain/accounts/endpoints'
import { FRESH_LOGIN_SECONDS } from '@kiosk/domain/accounts/limits'
import type { Transaction } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { endSessions } from '../auth/create-session.ts'
import { issueToken, readToken } from '../auth/one-time-tokens.ts'
import type { DB } from '../db/schema.ts'
import { changeMeanwhile } from '../db/testing/change-meanwhile.ts'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { testApi } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountById, lockAccount } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

const { connection, api } = await openTestApi()
beforeEach(() => forgetJobs(connection.db))

const PATH = 'user/edit/userdata'
const put = (headers: Record<string, string>, form: Record<string, string>) => ({ method: 'PUT', headers, form })
const changesOf = (account: { id: number }) =>
  connection.db.selectFrom('address_changes').select(['id', 'email']).where('account_id', '=', account.id).execute()
const longAgo = new Date(Date.now() - (FRESH_LOGIN_SECONDS + 5) * 1000)

test('saves and returns every personal field', async () => {
  const account = await createAccount(connection.db, { region_id: 3 })
  const headers = await signedIn(connection.db, account)
  const form = { firstname: ' Mira ', lastname: 'O’Neill-Weiß', agegroup: '3', gender: '1', federalstate: '305' }
  const saved = await api.answer(
    declared.editUserdata,
    PATH,
    put(headers, { ...form, email: account.email, newsletter: 'false' }),
  )
  expect(saved).toEqual({ emailPending: false })
  expect(await api.answer(declared.user, 'user', { headers })).toMatchObject({
    firstname: 'Mira',
    lastname: 'O’Neill-Weiß',
    ageGroupId: 3,
    genderId: 1,
    federalstateId: 305,
    email: account.email,
  })
  expect(await waitingEmails(connection.db)).toEqual([])
})

test('allows fields that were never filled to stay empty while others are saved', async () => {
  const account = await createAccount(connection.db, { email: 'nur.adresse@example.org' })
  const headers = await signedIn(connection.db, account)
  const untouched = { firstname: 'nur.adresse', agegroup: '', gender: '', federalstate: '', email: account.email }
  await api.answer(declared.editUserdata, PATH, put(headers, { ...untouched, lastname: 'Holm' }))
  expect(await accountById(connection.db, account.id)).toMatchObject({ firstname: '', lastname: 'Holm', age_group_id: null })
})

test('accepts stored values unchanged and validates only new ones', async () => {
  const old = { email: 'mira_holm+lesen@example.org', lastname: 'Holm_alt' }
  const account = await createAccount(connection.db, old)
  const headers = await signedIn(connection.db, account)
  await api.answer(declared.editUserdata, PATH, put(headers, { ...old, firstname: 'mira_holm+lesen', agegroup: '2' }))
  expect(await accountById(connection.db, account.id)).toEqual({ ...account, age_group_id: 2 })
  expect(await api.errorOf(PATH, put(headers, { lastname: 'Holm_neu' }))).toMatchObject({ status: 400, field: 'lastname' })
})

test.each([
  ['firstname', ''],
  ['lastname', ' \u200b '],
  ['agegroup', ''],
  ['gender', ''],
])('rejects clearing a filled field: %s', async (field, value) => {
  const account = await createAccount(connection.db, { firstname: 'Mira', lastname: 'Holm', age_group_id: 2, gender_id: 1 })
  const headers = await signedIn(connection.db, account)
  const rejected = await api.ask(PATH, { ...put(headers, { [field]: value }), language: 'en' })
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ code: 'wrong_input', field, message: 'Please fill in this field.' })
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('allows the federal state to be removed and rejects one of another market', async () => {
  const account = await createAccount(connection.db, { region_id: 1, federal_state_id: 109 })
  const headers = await signedIn(connection.db, account)
  for (const federalstate of ['201', '999', '1'])
    expect(await api.errorOf(PATH, put(headers, { federalstate }))).toEqual({
      status: 400,
      code: 'wrong_input',
      field: 'federalstate',
    })
  await api.answer(declared.editUserdata, PATH, put(headers, { federalstate: '' }))
  expect((await accountById(connection.db, account.id))?.federal_state_id).toBeNull()
})

test('keeps the newsletter when a name is saved and changes it only on another value', async () => {
  const account = await createAccount(connection.db, { send_newsletter: true })
  const headers = await signedIn(connection.db, account)
  expect(await api.answer(declared.user, 'user', { headers })).toMatchObject({ sendNewsletter: false })
  for (const newsletter of ['true', 'false']) {
    await api.answer(declared.editUserdata, PATH, put(headers, { firstname: 'Mira', newsletter }))
    expect(await accountById(connection.db, account.id)).toMatchObject({ send_newsletter: true, newsletter_confirmed_at: null })
  }
  await connection.db.updateTable('accounts').set({ newsletter_confirmed_at: new Date() }).where('id', '=', account.id).execute()
  expect(await api.answer(declared.user, 'user', { headers })).toMatchObject({ sendNewsletter: true })
  await api.answer(declared.editUserdata, PATH, put(headers, { newsletter: 'false' }))
  expect(await accountById(connection.db, account.id)).toMatchObject({ send_newsletter: false, newsletter_confirmed_at: null })
})

test('a new address waits for confirmation, e-mails go to both addresses, and the old one stays the login', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const form = { email: 'Neue.Adresse@example.org', firstname: 'Mira' }
  expect(await api.answer(declared.editUserdata, PATH, put(headers, form))).toEqual({ emailPending: true })
  const [change] = await changesOf(account)
  expect(change?.email).toBe('Neue.Adresse@example.org')
  expect(await waitingEmails(connection.db)).toEqual([
    { letter: 'confirm-address', accountId: account.id, changeId: change?.id },
    { letter: 'address-changed', accountId: account.id, changeId: change?.id },
  ])
  expect(await api.answer(declared.user, 'user', { headers })).toMatchObject({
    email: account.email,
    pendingEmail: 'Neue.Adresse@example.org',
    firstname: 'Mira',
  })
})

test('a newer address change replaces the pending one and invalidates its link', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await api.answer(declared.editUserdata, PATH, put(headers, { email: 'erste@example.org' }))
  const options = { purpose: 'email', accountId: account.id, now: new Date() } as const
  const token = await issueToken(connection.db, options)
  await api.answer(declared.editUserdata, PATH, put(headers, { email: 'zweite@example.org' }))
  expect((await changesOf(account)).map(({ email }) => email)).toEqual(['zweite@example.org'])
  expect(await readToken(connection.db, 'email', token, new Date())).toBe('used')
})

test('a used link of the registration, in the old mailbox, subscribes no new address to the newsletter', async () => {
  const account = await createAccount(connection.db, { verified_at: null, send_newsletter: true })
  const issued = { accountId: account.id, now: new Date() }
  const registered = await issueToken(connection.db, { purpose: 'verification', ...issued })
  await api.ask(`user/registration/verification?token=${registered}`)
  const headers = await signedIn(connection.db, account)
  await api.answer(declared.editUserdata, PATH, put(headers, { email: 'umgezogen@example.org' }))
  const [change] = await changesOf(account)
  const token = await issueToken(connection.db, { purpose: 'email', ...issued, data: { changeId: change!.id } })
  expect((await api.ask(`websession/emailVerification?token=${token}`, { headers })).status).toBe(200)
  expect(await api.errorOf(`user/registration/verification?newsletter=true&token=${registered}`)).toMatchObject({
    code: 'token_invalid',
  })
  expect(await accountById(connection.db, account.id)).toMatchObject({
    email: 'umgezogen@example.org',
    newsletter_confirmed_at: null,
  })
})

test('does not treat another letter case as a new address', async () => {
  const account = await createAccount(connection.db, { email: 'gleich@example.org' })
  const headers = await signedIn(connection.db, account, { passwordAt: longAgo })
  expect(await api.answer(declared.editUserdata, PATH, put(headers, { email: 'GLEICH@example.org' }))).toEqual({
    emailPending: false,
  })
  expect(await changesOf(account)).toEqual([])
})

test('requires the password for a new address unless it was confirmed recently', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { passwordAt: longAgo })
  const email = 'mit.passwort@example.org'
  for (const password of ['', 'falsch'])
    expect(await api.errorOf(PATH, put(headers, { email, ...(password && { password }) }))).toEqual({
      status: 406,
      code: 'password_wrong',
      field: 'password',
    })
  expect(await changesOf(account)).toEqual([])
  expect(await api.answer(declared.editUserdata, PATH, put(headers, { email, password: PASSWORD_OF_TESTS }))).toEqual({
    emailPending: true,
  })
})

test('requires a fresh login before an account without a password changes its address', async () => {
  const account = await createAccount(connection.db, { password_hash: null, facebook_id: 'of-a-test' })
  const headers = await signedIn(connection.db, account, { passwordAt: null })
  const rejected = await api.errorOf(PATH, put(headers, { email: 'anders@example.org' }))
  expect(rejected).toEqual({ status: 409, code: 'login_stale', field: 'email' })
  const fresh = await signedIn(connection.db, account, { passwordAt: new Date() })
  expect(await api.answer(declared.editUserdata, PATH, put(fresh, { email: 'anders@example.org' }))).toEqual({
    emailPending: true,
  })
})

test('rejects a taken address; with neutral answers sends it no e-mail, and answers after the same time as for any other', async () => {
  const account = await createAccount(connection.db)
  const other = await createAccount(connection.db, { email: 'vergeben@example.org' })
  const headers = await signedIn(connection.db, account)
  const requested = put(headers, { email: 'VERGEBEN@example.org', firstname: 'Nicht' })
  expect(await api.errorOf(PATH, requested)).toEqual({ status: 409, code: 'mail_taken', field: 'email' })
  expect(await accountById(connection.db, account.id)).toEqual(account)
  const neutral = await testApi(connection, { neutralAnswers: true })
  const ask = async (email: string) => {
    const startedAt = performance.now()
    expect(await neutral.answer(declared.editUserdata, PATH, put(headers, { email }))).toEqual({ emailPending: true })
    return performance.now() - startedAt
  }
  // A timer may fire a millisecond early.
  expect(await ask('VERGEBEN@example.org')).toBeGreaterThan(295)
  expect((await waitingEmails(connection.db)).map(({ letter }) => letter)).toEqual(['address-changed'])
  expect(await ask('frei@example.org')).toBeGreaterThan(295)
  await neutral.close()
  expect(await accountById(connection.db, other.id)).toEqual(other)
})

test('a stranger who registers an address without proving it does not keep its owner from changing to it', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const email = 'besetzt@example.org'
  const stranger = await createAccount(connection.db, { email, verified_at: null })
  expect(await api.answer(declared.editUserdata, PATH, put(headers, { email }))).toEqual({ emailPending: true })
  const [change] = await changesOf(account)
  expect(await waitingEmails(connection.db)).toContainEqual({
    letter: 'confirm-address',
    accountId: account.id,
    changeId: change?.id,
  })
  const data = { changeId: change!.id }
  const token = await issueToken(connection.db, { purpose: 'email', accountId: account.id, data, now: new Date() })
  const confirmed = await api.ask(`websession/emailVerification?token=${token}`, { headers })
  expect(await confirmed.json()).toEqual({ email })
  expect(await accountById(connection.db, stranger.id)).toBeUndefined()
})

test('a session that ends meanwhile confirms no new address', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await api.answer(declared.editUserdata, PATH, put(headers, { email: 'fremd@example.org' }))
  const [change] = await changesOf(account)
  const issued = { accountId: account.id, data: { changeId: change!.id }, now: new Date() }
  const token = await issueToken(connection.db, { purpose: 'email', ...issued })
  const confirm = () => api.errorOf(`websession/emailVerification?token=${token}`, { headers })
  const answer = await changeMeanwhile(connection.db, confirm, {
    lock: (trx) => lockAccount(trx as Transaction<DB>, account.id),
    change: (trx) => endSessions(trx as Transaction<DB>, account.id),
  })
  expect(answer).toEqual({ status: 401, code: 'not_signed_in' })
  expect(await accountById(connection.db, account.id)).toMatchObject({ email: account.email })
})

test('the address of an account that the operator has closed stays taken', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const email = 'gesperrt@example.org'
  await createAccount(connection.db, { email, verified_at: null, deactivated_at: new Date() })
  expect(await api.errorOf(PATH, put(headers, { email }))).toMatchObject({ status: 409, code: 'mail_taken' })
})

test('allows at most five new addresses an hour per account', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await api.ask(PATH, put(headers, { email: `wechsel-${count}@example.org` }))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('asks one new address for confirmation at most ten times a day, from all accounts together', async () => {
  const form = { email: 'niemandes@example.org' }
  for (let each = 0; each < 10; each++) {
    const headers = await signedIn(connection.db, await createAccount(connection.db))
    expect((await api.ask(PATH, put(headers, form))).status).toBe(200)
    await connection.db.deleteFrom('rate_limits').where('key', 'like', 'mail-to:%').execute()
  }
  const headers = await signedIn(connection.db, await createAccount(connection.db))
  expect((await api.ask(PATH, put(headers, form))).status).toBe(429)
})
