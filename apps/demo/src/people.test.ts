import { readFileSync } from 'node:fs'
import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { createAccount, signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { isPassword } from '@kiosk/backend/auth/passwords'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { user } from '@kiosk/domain/accounts/endpoints'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from './demonstration-password.ts'
import { REMOVED, writeMark } from './fill.ts'
import { loginsOfPeople, placePeople, removePeople } from './people.ts'
import { requireNoDemonstration } from './remove.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  await placePeople(connection.db)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test.each([
  ['free@example.org', { regionId: 1 }],
  ['magz@example.org', { subscription: { id: 10, paymentRequired: true } }],
  ['premium@example.org', { subscription: { id: 2, paymentRequired: true }, canBeDeleted: false }],
  ['promo@example.org', { regionId: 2, promoCode: { title: 'Lesezeit geschenkt' } }],
  ['swiss@example.org', { regionId: 3, subscription: { id: 8, paymentRequired: true } }],
])('the demonstration account %s has the listed plan', async (email, expected) => {
  const account = await accountByEmail(connection.db, email)
  const headers = await signedIn(connection.db, account!)
  expect(await api.answer(user, 'user', { headers })).toMatchObject({ email, ...expected })
})

test('the subscriptions that nobody pays for have no renewal to cancel', async () => {
  const headers = await signedIn(connection.db, (await accountByEmail(connection.db, 'magz@example.org'))!)
  expect(await api.answer(billing, 'billing', { headers })).toMatchObject({ dismissed: true })
})

test('every account has the listed password, and one is not verified yet', async () => {
  const accounts = await connection.db.selectFrom('accounts').selectAll().execute()
  const password = /password (\S+):/.exec(loginsOfPeople())![1]!
  const waiting = await connection.db.selectFrom('registrations').select(['account_id', 'password_hash']).execute()
  for (const { id, password_hash } of accounts) {
    const hash = password_hash ?? waiting.find(({ account_id }) => account_id === id)!.password_hash
    expect(await isPassword(hash, password)).toBe(true)
  }
  expect(accounts.filter(({ verified_at }) => !verified_at).map(({ email }) => email)).toEqual(['unverified@example.org'])
  for (const { email } of accounts) expect(loginsOfPeople()).toContain(email)
  expect(accounts).toHaveLength(6)
})

test('creating them again changes no account and restores missing ones', async () => {
  const { db } = connection
  await db.updateTable('accounts').set({ firstname: 'Leni' }).where('email', '=', 'free@example.org').execute()
  await db.deleteFrom('accounts').where('email', '=', 'promo@example.org').execute()
  await placePeople(db)
  expect((await accountByEmail(db, 'free@example.org'))?.firstname).toBe('Leni')
  expect(await accountByEmail(db, 'promo@example.org')).toMatchObject({ demonstration: true })
})

test('demonstration accounts accept newer terms automatically, others do not', async () => {
  const { db } = connection
  const { id } = await createAccount(db, { terms_version: '2020-01-01' })
  await db.updateTable('accounts').set({ terms_version: '2020-01-01' }).where('demonstration', '=', true).execute()
  await placePeople(db)
  await placePeople(db)
  const operators = db.selectFrom('accounts').select('id').where('terms_version', '=', '2020-01-01')
  expect(await operators.execute()).toEqual([{ id }])
  const magz = await accountByEmail(db, 'magz@example.org')
  const consents = db.selectFrom('consents').select('wording').where('account_id', '=', magz!.id)
  expect(await consents.execute()).toHaveLength(2)
  await db.deleteFrom('accounts').where('id', '=', id).execute()
})

test('removing them keeps the accounts and codes of the operator', async () => {
  const { db } = connection
  await db.deleteFrom('accounts').where('email', '=', 'free@example.org').execute()
  const own = { email: 'free@example.org', region_id: 1, language: 'de' }
  const { id } = await db.insertInto('accounts').values(own).returning('id').executeTakeFirstOrThrow()
  const until = new Date('2030-01-01')
  await db.insertInto('promo_codes').values({ code: 'EIGENER', titles: '{}', days: 7, redeemable_until: until }).execute()
  await db.insertInto('promo_redemptions').values({ account_id: id, code: 'LESEZEIT', expires_at: until }).execute()
  await placePeople(db)
  await db.transaction().execute(removePeople)
  expect((await db.selectFrom('accounts').select('email').execute()).map(({ email }) => email)).toEqual(['free@example.org'])
  expect(await db.selectFrom('subscriptions').select('id').where('state', '<>', 'ended').execute()).toEqual([])
  expect((await db.selectFrom('promo_codes').select('code').execute()).map(({ code }) => code)).toEqual(['EIGENER'])
})

test('the README lists every demonstration account', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  for (const [address] of loginsOfPeople().matchAll(/\S+@example\.org/g)) expect(readme).toContain(address)
  expect(readme).toContain(DEMONSTRATION_PASSWORD)
})

test('production starts on a database without the demonstration, or from which it was removed', async () => {
  const { db } = connection
  await expect(requireNoDemonstration(db)).resolves.toBeUndefined()
  for (const mark of ['2026-11-27', 'done']) {
    await writeMark(db, mark)
    await expect(requireNoDemonstration(db)).rejects.toThrow(/the database has the demonstration.*demo --remove/)
  }
  await writeMark(db, REMOVED)
  await expect(requireNoDemonstration(db)).resolves.toBeUndefined()
})
