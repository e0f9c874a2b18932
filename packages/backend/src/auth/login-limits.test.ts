import { languages } from '@kiosk/domain/locale'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { type Connection, poolOf } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { fakeBrowser } from '../testing/browser.ts'
import { issueToken } from './one-time-tokens.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  // The rate limit for all calls of a network has its own test.
  api = await testApi(connection, { requestsPerMinute: 0 })
})
beforeEach(async () => {
  await connection.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

async function attempt(username: string, password: string, address: string, headers = {}): Promise<number> {
  const { status } = await api.ask('websession/login', { address, headers, form: { username, password } })
  return status
}
const counted = (statuses: number[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all!.length]))

test('checks at most sixty of a hundred guesses from one network and ten per account, and accepts the right password elsewhere', async () => {
  const account = await createAccount(connection.db)
  const statuses: number[] = []
  for (let guess = 0; guess < 30; guess++) statuses.push(await attempt(account.email, `geraten-${guess}`, '192.0.2.1'))
  expect(counted(statuses)).toEqual({ 401: 10, 429: 20 })
  for (let guess = 0; guess < 70; guess++) statuses.push(await attempt(`opfer-${guess}@example.org`, 'geraten', '192.0.2.1'))
  expect(counted(statuses)).toEqual({ 401: 60, 429: 40 })

  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.1')).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.1')).toBe(200)
})

test('checks at most ten of many concurrent guesses', async () => {
  const account = await createAccount(connection.db)
  const guesses = [...Array.from({ length: 80 }, (_, guess) => `geraten-${guess}`), PASSWORD_OF_TESTS]
  const statuses = await Promise.all(guesses.map((guess) => attempt(account.email, guess, '192.0.2.2')))
  // Not checked: too many wrong passwords before it, or too many waiting requests of this network.
  expect([429, 503]).toContain(statuses.at(-1))
  const { 401: looked, 429: limited = 0, 503: waiting = 0 } = counted(statuses)
  expect([looked, limited + waiting]).toEqual([10, 71])
})

test('limits guesses from all networks to a hundred an hour without blocking a known browser', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { vendorId: 'browser-of-the-owner' })
  const statuses: number[] = []
  for (let guess = 0; guess < 105; guess++)
    statuses.push(await attempt(account.email, `geraten-${guess}`, `2001:db8:${guess.toString(16)}::1`))
  expect(counted(statuses)).toEqual({ 401: 100, 429: 5 })
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2')).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2', { cookie: 'device=a-stranger-s-browser' })).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2', headers)).toBe(200)

  const guessesOnDevice: number[] = []
  for (let guess = 0; guess < 12; guess++)
    guessesOnDevice.push(await attempt(account.email, 'geraten', `2001:db8:f${guess.toString(16)}::1`, headers))
  expect(counted(guessesOnDevice)).toEqual({ 401: 10, 429: 2 })
})

// Hundreds of sign-ins, one after another.
test('limits an IPv6 customer network to thirty guesses, however it rotates its addresses', async () => {
  const account = await createAccount(connection.db)
  const statuses: number[] = []
  for (let guess = 0; guess < 40; guess++)
    statuses.push(await attempt(account.email, `geraten-${guess}`, `2001:db8:5:${(guess * 0x100).toString(16)}::1`))
  expect(counted(statuses)).toEqual({ 401: 30, 429: 10 })
  for (let guess = 0; guess < 220; guess++)
    statuses.push(await attempt(`opfer-${guess}@example.org`, 'geraten', `2001:db8:5:${(guess * 0x80).toString(16)}::1`))
  expect(counted(statuses)).toEqual({ 401: 240, 429: 20 })
  const within: number[] = []
  for (let guess = 0; guess < 30; guess++)
    within.push(await attempt(account.email, 'geraten', `2001:db8:6:${guess.toString(16)}::1`))
  expect(counted(within)).toEqual({ 401: 20, 429: 10 })
})

test('an IPv6 address, with its wider networks, takes a connection as often as an IPv4 address', async () => {
  const { pool } = poolOf(api.ctx.db)
  const acquiredFor = async (address: string, password: string) => {
    let acquired = 0
    const count = () => void acquired++
    pool.on('acquire', count)
    const { email } = await createAccount(connection.db)
    acquired = 0
    expect(await attempt(email, password, address)).toBe(password === PASSWORD_OF_TESTS ? 200 : 401)
    pool.off('acquire', count)
    return acquired
  }
  // The first one reads what later ones know already.
  await attempt('niemand@example.org', 'geraten', '192.0.2.59')
  const ofGuess = await acquiredFor('192.0.2.60', 'geraten')
  expect(ofGuess).toBeGreaterThan(1)
  expect(await acquiredFor('2001:db8:7::1', 'geraten')).toBe(ofGuess)
  expect(await acquiredFor('2001:db8:8::1', PASSWORD_OF_TESTS)).toBe(await acquiredFor('192.0.2.61', PASSWORD_OF_TESTS))
})

test('sixty wrong names from one address do not block known browsers, and the error says what helps', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await api.ctx.rateLimits.count('login-address', '192.0.2.50', 59)
  expect(await attempt('nachbar@example.org', 'geraten', '192.0.2.50')).toBe(401)
  expect(await attempt(account.email, 'geraten', '192.0.2.50')).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.50', headers)).toBe(200)
  for (const language of languages) {
    const form = { username: account.email, password: PASSWORD_OF_TESTS }
    const answer = await api.ask('websession/login', { address: '192.0.2.50', language, form })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1)
    const { message } = (await answer.json()) as { message: string }
    expect(message).toBe(errorMessage(language, 'ERROR.TOO_MANY_LOGINS'))
    expect(message).toContain(loginMessages[language]['LOGIN.FORGOT']!.replace(/\s/g, ' ').slice(0, 8))
  }
})

test('a fresh password reset makes the browser known, so guesses of strangers do not block it again', async () => {
  const account = await createAccount(connection.db)
  await api.ctx.rateLimits.count('login-account', account.email, 99)
  const blockedBy = async (address: string) => [
    await attempt(account.email, 'geraten', address),
    await attempt(account.email, 'geraten', address),
  ]
  expect(await blockedBy('2001:db8:1::1')).toEqual([401, 429])
  const browser = fakeBrowser(api)
  const token = await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() })
  const set = await browser.ask('websession/newPassword', { form: { token, newPassword: 'Neu-am-Morgen' } })
  expect([set.status, browser.jar.has('device'), browser.jar.has('__Host-session')]).toEqual([200, true, false])
  await api.ctx.rateLimits.count('login-account', account.email, 99)
  expect(await blockedBy('2001:db8:2::1')).toEqual([401, 429])
  const form = { username: account.email, password: 'Neu-am-Morgen' }
  expect((await fakeBrowser(api).ask('websession/login', { address: '198.51.100.9', form })).status).toBe(429)
  expect((await browser.ask('websession/login', { address: '198.51.100.9', form })).status).toBe(200)
})

test('resets requested by strangers do not block the owner in another network or a known browser', async () => {
  const account = await createAccount(connection.db)
  const recover = (address: string, headers = {}) =>
    api.ask('websession/passwordRecovery', { address, headers, form: { email: account.email } })
  for (let time = 0; time < 40; time++) await recover('192.0.2.60')
  for (let time = 0; time < 30; time++) await recover(`2001:db8:${time.toString(16)}::1`)
  expect((await recover('192.0.2.60')).status).toBe(429)
  expect((await recover('198.51.100.60')).status).toBe(200)
  expect((await recover('192.0.2.60', await signedIn(connection.db, account))).status).toBe(200)
  const { rows } = await sql<{ key: string; minutes: number }>`
    select key, extract(epoch from run_at - now()) / 60 as minutes from graphile_worker.jobs where key like ${`recovery%${account.id}`}`.execute(
    connection.db,
  )
  const waiting = Object.fromEntries(rows.map(({ key, minutes }) => [key, Number(minutes)]))
  // One e-mail is sent now and one for all further requests in ten minutes.
  expect(Object.keys(waiting).sort()).toEqual([`recovery ${account.id}`, `recovery later ${account.id}`])
  expect(waiting[`recovery later ${account.id}`]).toBeGreaterThan(8)
  expect(waiting[`recovery later ${account.id}`]).toBeLessThanOrEqual(10)
})

test('e-mails that strangers cause go an hour apart after twenty in a day, however many requests a moment has', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  const ask = (each: number) =>
    api.ask('user/registration/sendNewEmail', { address: `2001:db8:${each.toString(16)}::1`, form: { email: account.email } })
  const minutesOf = async (kind: string) => {
    const { rows } = await sql<{ minutes: number }>`select (extract(epoch from run_at - now()) / 60)::float8 as minutes
      from graphile_worker.jobs where key = ${`${kind} ${account.id}`}`.execute(connection.db)
    await sql`delete from graphile_worker._private_jobs where key = ${`${kind} ${account.id}`}`.execute(connection.db)
    return Math.ceil(rows[0]?.minutes ?? -1)
  }
  for (let each = 0; each < 40; each++) await ask(each)
  expect(await minutesOf('verification later')).toBe(10)
  // Five sent at once, and one after ten minutes.
  for (let more = 6; more < 19; more++) await api.ctx.rateLimits.count('mail-to-address-day', account.email)
  await ask(40)
  expect(await minutesOf('verification later')).toBe(10)
  await api.ctx.rateLimits.count('mail-to-address-day', account.email)
  await connection.db.deleteFrom('rate_limits').where('key', 'not like', 'mail-to-address-day%').execute()
  await ask(41)
  expect(await minutesOf('verification later')).toBe(60)
})

test('a network causes twenty e-mails a day to all addresses of a mailbox', async () => {
  const recover = (name: string, address: string) =>
    api.ask('websession/passwordRecovery', { address, form: { email: `${name}@example.org` } })
  const asked = await Promise.all(Array.from({ length: 24 }, (_, each) => recover(`opfer+${each}`, '192.0.2.70')))
  expect(counted(asked.map(({ status }) => status))).toEqual({ 401: 20, 429: 4 })
  const password = PASSWORD_OF_TESTS
  const register = (name: string, address: string) =>
    api.ask('user/registration/newuser', { address, form: { email: `${name}@example.org`, password, terms: 'true' } })
  expect((await register('op.fer', '192.0.2.70')).status).toBe(429)
  expect((await register('op.fer', '192.0.2.71')).status).toBe(200)
  expect((await register('oper', '192.0.2.70')).status).toBe(200)
  for (let each = 0; each < 19; each++) await api.ctx.rateLimits.count('mailbox', 'oper@example.org from 192.0.2.70')
  expect(await attempt('oper@example.org', password, '192.0.2.70')).toBe(429)
  expect(await attempt('oper@example.org', password, '192.0.2.71')).toBe(202)
})

test('an e-mail for a known browser does not wait for those that strangers caused', async () => {
  const account = await createAccount(connection.db)
  for (let each = 0; each < 21; each++) await api.ctx.rateLimits.count('mail-to-address-day', account.email)
  const headers = await signedIn(connection.db, account)
  await api.ask('websession/passwordRecovery', { headers, form: { email: account.email } })
  const { rows } = await sql`select key from graphile_worker.jobs where key like ${`recovery%${account.id}`}`.execute(
    connection.db,
  )
  expect(rows).toEqual([{ key: `recovery ${account.id}` }])
})

test('records wrong passwords, and a reached limit once an hour', async () => {
  const account = await createAccount(connection.db)
  for (let guess = 0; guess < 14; guess++) await attempt(account.email, 'geraten', '192.0.2.70')
  const events = await connection.db.selectFrom('security_events').select('kind').where('account_id', '=', account.id).execute()
  expect(counted(events.map(({ kind }) => kind as unknown as number))).toEqual({ 'sign-in.rejected': 10, 'limit.reached': 1 })
})

test('unknown names fill no table once a network has reached its limit', async () => {
  const before = await connection.db.selectFrom('security_events').select('id').where('kind', '=', 'limit.reached').execute()
  for (let guess = 0; guess < 75; guess++) await attempt(`niemand-${guess}@example.org`, 'geraten', '192.0.2.71')
  const after = await connection.db.selectFrom('security_events').select('id').where('kind', '=', 'limit.reached').execute()
  expect(after.length - before.length).toBeGreaterThan(0)
  expect(after.length - before.length).toBeLessThanOrEqual(6)
})

test('a password reset by e-mail opens an account blocked by guesses of strangers', async () => {
  const account = await createAccount(connection.db)
  await api.ctx.rateLimits.count('login-account', account.email, 99)
  expect(await attempt(account.email, 'geraten', '2001:db8:1::1')).toBe(401)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.3')).toBe(429)
  const token = await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() })
  await api.ask('websession/newPassword', { form: { token, newPassword: 'Neu-am-Morgen' } })
  expect(await attempt(account.email, 'Neu-am-Morgen', '198.51.100.3')).toBe(200)
})

test('a correct password resets only the failures of that account', async () => {
  const account = await createAccount(connection.db)
  const own = await createAccount(connection.db)
  for (let slip = 0; slip < 9; slip++) await attempt(own.email, 'vertippt', '192.0.2.3')
  expect(await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(200)
  for (let slip = 0; slip < 9; slip++) expect(await attempt(own.email, 'vertippt', '192.0.2.3')).toBe(401)
  expect(await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(200)
  for (let guess = 0; guess < 10; guess++) await attempt(account.email, 'geraten', '192.0.2.3')
  await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(429)
})

test('a device name sent by an app or OPDS client does not make a browser known', async () => {
  const account = await createAccount(connection.db)
  await signedIn(connection.db, account, { vendorId: 'app-geraet-der-app' })
  const headers = { cookie: 'device=app-geraet-der-app' }
  for (let guess = 0; guess < 10; guess++) await attempt(account.email, `geraten-${guess}`, '192.0.2.77', headers)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.77', headers)).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.78', headers)).toBe(200)
  const devices = await connection.db.selectFrom('devices').select('vendor_id').where('account_id', '=', account.id).execute()
  expect(devices.map(({ vendor_id }) => vendor_id)).toEqual(['app-geraet-der-app', expect.not.stringMatching(/^app-/)])
})
