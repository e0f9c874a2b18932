import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, signedIn, subscribe } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('a session says who reads; without a first name it is the address before the @', async () => {
  const account = await buildAccount(connection.db, { email: 'mira.holm@example.org', region_id: 3 })
  const headers = await signedIn(connection.db, account)
  expect(await api.answer(webinfo, 'websession/webinfo', { headers, country: 'DE' })).toMatchObject({
    firstname: 'mira.holm',
    email: 'mira.holm@example.org',
    regionId: 3,
    countryCode: 'DE',
    canBeDeleted: true,
    terms: { show: false },
  })
})

test('a paying reader is told so', async () => {
  const account = await buildAccount(connection.db, { firstname: 'Jonas' })
  await subscribe(connection.db, account, 10)
  const headers = await signedIn(connection.db, account)
  expect(await api.answer(webinfo, 'websession/webinfo', { headers })).toMatchObject({
    firstname: 'Jonas',
    subscription: { id: 10, paymentRequired: true },
    canChangeBillingData: true,
    canBeDeleted: false,
  })
})

test('an invented or expired cookie is a visitor', async () => {
  const account = await buildAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await connection.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', account.id)
    .execute()
  for (const cookie of [headers.cookie, '__Host-session=invented', '__Host-session='])
    expect(await api.answer(webinfo, 'websession/webinfo', { headers: { cookie } })).not.toHaveProperty('firstname')
  expect(await api.refusal('user', { headers })).toEqual({ status: 401, code: 'not_signed_in' })
})

test('a session in use says so every five minutes, and lives on', async () => {
  const account = await buildAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const before = new Date(Date.now() - 3_600_000)
  await connection.db.updateTable('sessions').set({ last_seen_at: before }).where('account_id', '=', account.id).execute()
  await connection.db.updateTable('devices').set({ last_access: before }).where('account_id', '=', account.id).execute()
  await api.ask('websession/webinfo', { headers })
  const device = await connection.db
    .selectFrom('devices')
    .select('last_access')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  const session = await connection.db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(device.last_access.getTime()).toBeGreaterThan(before.getTime())
  expect(session.expires_at.getTime()).toBeGreaterThan(Date.now() + 20 * 3_600_000)
})
