import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { buildAccount, PASSWORD_OF_TESTS, signedIn } from './build-account.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  // The limit of all calls of a network is another promise.
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

test('three hundred guesses from one network: sixty are looked at, ten for one account, and elsewhere the right password is right', async () => {
  const account = await buildAccount(connection.db)
  const statuses: number[] = []
  for (let guess = 0; guess < 100; guess++) statuses.push(await attempt(account.email, `geraten-${guess}`, '192.0.2.1'))
  expect(counted(statuses)).toEqual({ 401: 10, 429: 90 })
  for (let guess = 0; guess < 200; guess++) statuses.push(await attempt(`opfer-${guess}@example.org`, 'geraten', '192.0.2.1'))
  expect(counted(statuses)).toEqual({ 401: 60, 429: 240 })

  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.1')).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.1')).toBe(200)
})

test('guesses that come all at once teach no more than ten', async () => {
  const account = await buildAccount(connection.db)
  const guesses = [...Array.from({ length: 80 }, (_, guess) => `geraten-${guess}`), PASSWORD_OF_TESTS]
  const statuses = await Promise.all(guesses.map((guess) => attempt(account.email, guess, '192.0.2.2')))
  expect(statuses.at(-1)).toBe(429)
  expect(counted(statuses)).toEqual({ 401: 10, 429: 71 })
})

test('guesses from everywhere stop at a hundred an hour, and do not shut out a browser the account was in', async () => {
  const account = await buildAccount(connection.db)
  const headers = await signedIn(connection.db, account, { vendorId: 'browser-of-the-owner' })
  const statuses: number[] = []
  for (let guess = 0; guess < 120; guess++)
    statuses.push(await attempt(account.email, `geraten-${guess}`, `2001:db8:${guess.toString(16)}::1`))
  expect(counted(statuses)).toEqual({ 401: 100, 429: 20 })
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2')).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2', { cookie: 'device=a-stranger-s-browser' })).toBe(429)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.2', headers)).toBe(200)

  const guessesOnDevice: number[] = []
  for (let guess = 0; guess < 12; guess++)
    guessesOnDevice.push(await attempt(account.email, 'geraten', `2001:db8:f${guess.toString(16)}::1`, headers))
  expect(counted(guessesOnDevice)).toEqual({ 401: 10, 429: 2 })
})

test('a new password by the link of the mail opens an account that strangers shut', async () => {
  const account = await buildAccount(connection.db)
  for (let guess = 0; guess < 100; guess++) await attempt(account.email, 'geraten', `2001:db8:${guess.toString(16)}::1`)
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '198.51.100.3')).toBe(429)
  const token = await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() })
  await api.ask('websession/newPassword', { form: { token, newPassword: 'Neu-am-Morgen' } })
  expect(await attempt(account.email, 'Neu-am-Morgen', '198.51.100.3')).toBe(200)
})

test('slips of the same person are forgiven with the right password, guesses for other accounts are not', async () => {
  const account = await buildAccount(connection.db)
  const own = await buildAccount(connection.db)
  for (let slip = 0; slip < 9; slip++) await attempt(own.email, 'vertippt', '192.0.2.3')
  expect(await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(200)
  for (let slip = 0; slip < 9; slip++) expect(await attempt(own.email, 'vertippt', '192.0.2.3')).toBe(401)
  expect(await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(200)
  for (let guess = 0; guess < 10; guess++) await attempt(account.email, 'geraten', '192.0.2.3')
  await attempt(own.email, PASSWORD_OF_TESTS, '192.0.2.3')
  expect(await attempt(account.email, PASSWORD_OF_TESTS, '192.0.2.3')).toBe(429)
})
