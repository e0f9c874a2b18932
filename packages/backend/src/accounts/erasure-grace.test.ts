import { randomBytes } from 'node:crypto'
import { exportData } from '@kiosk/domain/accounts/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import { languages, localeOf } from '@kiosk/domain/locale'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { beforeEach, describe, expect, test } from 'vitest'
import { housekeeping } from '../housekeeping.ts'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { eraseDueAccount } from './erase-account.ts'
import { accountById } from './queries.ts'
import { requestErasure, restoreToken } from './request-erasure.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

let clock: Date | null = null
const { connection, api } = await openTestApi({ requestsPerMinute: 0, now: () => clock ?? new Date() })
beforeEach(async () => {
  clock = null
  api.mails.length = 0
  await forgetJobs(connection.db)
})

const erase = (headers: Record<string, string>, form: Record<string, string> = {}, more: object = {}) =>
  api.ask('user/deleteAccount', { method: 'PUT', headers, form, ...more })
const login = (email: string, more: object = {}) =>
  api.ask('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS, type: '0' }, ...more })
const stale = () => new Date(Date.now() - 11 * MINUTE_MS)
let network = 0
/** Restores from another network each time, because attempts are limited per network. */
const restore = (token: string) =>
  api.ask('user/restore', { form: { token }, address: `198.51.${++network >> 8}.${network & 255}` })
const kindsOf = async (accountId: number) =>
  (
    await connection.db.selectFrom('security_events').select('kind').where('account_id', '=', accountId).orderBy('id').execute()
  ).map(({ kind }) => kind)

describe('a fresh login', () => {
  test.each([
    ['user/deleteAccount', 'PUT'],
    ['user/export', 'GET'],
  ])('%s requires the password if it was last entered eleven minutes ago', async (path, method) => {
    const account = await createAccount(connection.db)
    const headers = await signedIn(connection.db, account, { passwordAt: stale() })
    const rejected = await api.errorOf(path, { method, headers })
    expect(rejected).toEqual({ status: 403, code: 'confirmation_required', field: 'password' })
    expect(await accountById(connection.db, account.id)).toEqual(account)

    const wrong = { headers, form: { password: 'falsch' } }
    expect(await api.errorOf('user/security/confirm', wrong)).toEqual({ status: 406, code: 'password_wrong', field: 'password' })
    expect((await api.ask(path, { method, headers })).status).toBe(403)
    const right = { headers, form: { password: PASSWORD_OF_TESTS } }
    expect((await api.ask('user/security/confirm', right)).status).toBe(204)
    expect((await api.ask(path, { method, headers })).status).toBe(200)
  })

  test('counts only in its own session, and guessing is limited', async () => {
    const account = await createAccount(connection.db)
    const [here, elsewhere] = [
      await signedIn(connection.db, account, { passwordAt: stale() }),
      await signedIn(connection.db, account, { passwordAt: null }),
    ]
    await api.ask('user/security/confirm', { headers: here, form: { password: PASSWORD_OF_TESTS } })
    expect((await erase(elsewhere)).status).toBe(403)
    const guesses = []
    for (let guess = 0; guess < 12; guess++)
      guesses.push((await api.ask('user/security/confirm', { headers: elsewhere, form: { password: `g${guess}` } })).status)
    expect(guesses.slice(-2)).toEqual([429, 429])
    expect((await erase(elsewhere, { password: PASSWORD_OF_TESTS })).status).toBe(429)
    expect(await accountById(connection.db, account.id)).toEqual(account)
  })

  test('confirms an account without a password by a new login', async () => {
    const account = await createAccount(connection.db, { password_hash: null, apple_id: 'apple-7' })
    const headers = await signedIn(connection.db, account, { passwordAt: stale() })
    expect(await api.errorOf('user/export', { headers })).toEqual({ status: 403, code: 'confirmation_required' })
    const options = { headers, form: { password: 'irgendwas' } }
    expect(await api.errorOf('user/security/confirm', options)).toEqual({ status: 409, code: 'no_password' })
    expect((await erase(headers, { password: 'irgendwas' })).status).toBe(403)
    // A login at the provider counts as fresh.
    expect((await erase(await signedIn(connection.db, account))).status).toBe(200)
  })

  test('accepts the password with the erasure request and erases nothing when it is wrong', async () => {
    const account = await createAccount(connection.db)
    const headers = await signedIn(connection.db, account, { passwordAt: null })
    expect((await erase(headers, { password: 'falsch' })).status).toBe(406)
    expect(await accountById(connection.db, account.id)).toEqual(account)
    expect((await erase(headers, { password: PASSWORD_OF_TESTS })).status).toBe(200)
    expect(await kindsOf(account.id)).toContain('account.erasure-requested')
  })

  test('records an export as a security event', async () => {
    const account = await createAccount(connection.db)
    await api.answer(exportData, 'user/export', { headers: await signedIn(connection.db, account) })
    expect(await kindsOf(account.id)).toEqual(['account.export'])
  })
})

describe('the grace period', () => {
  test('blocks every sign-in and shows the end date in the language of the reader', async () => {
    const account = await createAccount(connection.db)
    const [here, elsewhere] = [await signedIn(connection.db, account), await signedIn(connection.db, account)]
    expect((await erase(here)).status).toBe(200)
    expect((await api.ask('user', { headers: elsewhere })).status).toBe(401)
    const until = new Date(Date.now() + 7 * DAY_MS)
    for (const language of languages) {
      const answer = await login(account.email, { language })
      const { code, message } = (await answer.json()) as { code: string; message: string }
      expect([answer.status, code]).toEqual([403, 'account_erasing'])
      expect(message).toContain(formatDay(localeOf(language, { country: 'AT' }), until))
    }
    // Only after the right password; a stranger learns nothing.
    const wrong = await api.ask('websession/login', { form: { username: account.email, password: 'falsch', type: '0' } })
    expect(wrong.status).toBe(401)
    // The address stays taken.
    const again = { email: account.email, password: 'kaffeehaus', newsletter: 'false', platform: 'website' }
    expect((await api.ask('user/registration/newuser', { form: again })).status).toBe(409)
  })

  test('says the end date as it is written in the market of the account', async () => {
    const now = new Date()
    const erased = { deactivated_at: now, erasure_requested_at: now, erase_at: new Date('2100-01-15T12:00:00Z') }
    const message = async (region_id: number) => {
      const { email } = await createAccount(connection.db, { region_id, ...erased, restore_token_hash: randomBytes(32) })
      const answer = await login(email, { country: 'AT' })
      return ((await answer.json()) as { message: string }).message
    }
    expect(await message(1)).toContain('15. Jänner 2100')
    expect(await message(2)).toContain('15. Januar 2100')
  })

  test('restores the account once by the link in the e-mail, which only the owner has', async () => {
    const account = await createAccount(connection.db, { firstname: 'Mira' })
    expect((await erase(await signedIn(connection.db, account))).status).toBe(200)
    await runWaitingJobs(connection.url, api.ctx)
    const [mail] = api.mails
    expect(mail).toMatchObject({ to: account.email, subject: 'Ihr Konto bei read-it wird gelöscht' })
    const token = /restore\?token=([\w-]{43})/.exec(mail!.text)![1]!

    expect(await (await restore('x'.repeat(43))).json()).toMatchObject({ code: 'token_invalid' })
    expect(await (await restore(token)).json()).toEqual({ closed: false })
    const { deactivated_at, erase_at, restore_token_hash, erasure_requested_at, ...rest } = account
    expect(await accountById(connection.db, account.id)).toMatchObject(rest)
    expect(await accountById(connection.db, account.id)).toMatchObject({ deactivated_at: null, erase_at: null })
    expect((await login(account.email)).status).toBe(200)
    expect(await (await restore(token)).json()).toMatchObject({ code: 'token_invalid' })
    expect(await kindsOf(account.id)).toEqual(expect.arrayContaining(['account.erasure-requested', 'account.erasure-cancelled']))
    // The scheduled erasure job finds nothing to erase.
    clock = new Date(Date.now() + 8 * DAY_MS)
    await eraseDueAccount({ accountId: account.id }, api.ctx)
    expect(await accountById(connection.db, account.id)).toBeDefined()
  })

  test('sends the restore link to an owner who asks for a new password meanwhile', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    await forgetJobs(connection.db)
    expect((await api.ask('websession/passwordRecovery', { form: { email: account.email } })).status).toBeLessThan(300)
    const emails = await waitingEmails(connection.db)
    expect(emails).toEqual([expect.objectContaining({ letter: 'erasure-requested', accountId: account.id })])
  })

  test('does not flood the mailbox when strangers ask for a new password meanwhile', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    await forgetJobs(connection.db)
    const form = { email: account.email }
    for (let requested = 0; requested < 30; requested++)
      await api.ask('websession/passwordRecovery', { form, address: `192.0.2.${requested}` })
    expect((await waitingEmails(connection.db)).length).toBeLessThanOrEqual(2)
  })

  test('rejects the link of an earlier request', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    const first = await restoreToken((await accountById(connection.db, account.id))!, api.ctx)
    expect((await restore(first)).status).toBe(200)
    await erase(await signedIn(connection.db, account))
    expect((await restore(first)).status).toBe(400)
    expect(await accountById(connection.db, account.id)).toMatchObject({ erase_at: expect.any(Date) })
  })

  test('ends after exactly seven days: the link expires and the account is erased', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    const held = (await accountById(connection.db, account.id))!
    expect(held.erase_at!.getTime() - held.erasure_requested_at!.getTime()).toBe(7 * DAY_MS)
    const token = await restoreToken(held, api.ctx)
    clock = new Date(held.erase_at!.getTime() - 1)
    await eraseDueAccount({ accountId: account.id }, api.ctx)
    expect(await accountById(connection.db, account.id)).toBeDefined()
    clock = held.erase_at
    expect(await (await restore(token)).json()).toMatchObject({ code: 'token_expired' })
    await eraseDueAccount({ accountId: account.id }, api.ctx)
    expect(await accountById(connection.db, account.id)).toBeUndefined()
    expect(await waitingEmails(connection.db)).toEqual(
      expect.arrayContaining([expect.objectContaining({ letter: 'account-deleted' })]),
    )
  })

  test('lets one of 20 concurrent erase and restore requests win and keeps the account consistent', async () => {
    for (let round = 0; round < 5; round++) {
      const account = await createAccount(connection.db)
      await erase(await signedIn(connection.db, account))
      const held = (await accountById(connection.db, account.id))!
      const token = await restoreToken(held, api.ctx)
      const backs = Array.from({ length: 10 }, () => restore(token))
      const late = { ...api.ctx, now: () => held.erase_at! }
      const erasures = Array.from({ length: 10 }, () => eraseDueAccount({ accountId: account.id }, late))
      const statuses = (await Promise.all([...backs, ...erasures])).flatMap((each) => (each ? [each.status] : []))
      const restored = statuses.filter((status) => status === 200).length
      const left = await accountById(connection.db, account.id)
      expect(restored).toBe(left ? 1 : 0)
      const emails = await connection.db
        .selectFrom('deleted_account_emails')
        .select('id')
        .where('email', '=', account.email)
        .execute()
      expect(emails).toHaveLength(left ? 0 : 1)
    }
  })

  test('keeps an account deactivated by the operator closed when its erasure is cancelled', async () => {
    const account = await createAccount(connection.db)
    const before = new Date(Date.now() - DAY_MS)
    await connection.db.transaction().execute((trx) => deactivateAccount(trx, account.id, before))
    const closed = (await accountById(connection.db, account.id))!
    await connection.db.transaction().execute((trx) => requestErasure(trx, closed, api.ctx))
    const token = await restoreToken((await accountById(connection.db, account.id))!, api.ctx)
    expect(await (await restore(token)).json()).toEqual({ closed: true })
    expect(await accountById(connection.db, account.id)).toMatchObject({ deactivated_at: before, erase_at: null })
    expect((await login(account.email)).status).toBe(403)
  })

  test('keeps an account closed that the operator deactivates while it waits for its erasure', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    const token = await restoreToken((await accountById(connection.db, account.id))!, api.ctx)
    const close = () => connection.db.transaction().execute((trx) => deactivateAccount(trx, account.id, new Date()))
    expect([await close(), await close()]).toEqual([true, false])
    expect(await (await restore(token)).json()).toEqual({ closed: true })
    expect(await accountById(connection.db, account.id)).toMatchObject({ deactivated_at: expect.any(Date), erase_at: null })
    expect((await login(account.email)).status).toBe(403)
  })

  test('housekeeping erases an account whose job was lost', async () => {
    const account = await createAccount(connection.db)
    await erase(await signedIn(connection.db, account))
    await forgetJobs(connection.db)
    clock = new Date(Date.now() + 8 * DAY_MS)
    await housekeeping({}, api.ctx)
    clock = null
    const late = { ...api.ctx, now: () => new Date(Date.now() + 8 * DAY_MS) }
    await runWaitingJobs(connection.url, late)
    expect(await accountById(connection.db, account.id)).toBeUndefined()
  })
})
