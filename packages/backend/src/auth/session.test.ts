import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { dayInVienna } from '@kiosk/domain/day'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi()

test('describes the reader, using the address before the @ without a first name', async () => {
  const account = await createAccount(connection.db, { email: 'mira.holm@example.org', region_id: 3 })
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

test('reports an active subscription', async () => {
  const account = await createAccount(connection.db, { firstname: 'Jonas' })
  await subscribe(connection.db, account, 10)
  const headers = await signedIn(connection.db, account)
  expect(await api.answer(webinfo, 'websession/webinfo', { headers })).toMatchObject({
    firstname: 'Jonas',
    subscription: { id: 10, paymentRequired: true },
    canChangeBillingData: true,
    canBeDeleted: false,
  })
})

test('treats an unknown or expired cookie as a visitor', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  await connection.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', account.id)
    .execute()
  for (const cookie of [headers.cookie, '__Host-session=invented', '__Host-session='])
    expect(await api.answer(webinfo, 'websession/webinfo', { headers: { cookie } })).not.toHaveProperty('firstname')
  expect(await api.errorOf('user', { headers })).toEqual({ status: 401, code: 'not_signed_in' })
})

test('records the use of a session every five minutes and extends it', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const before = new Date(Date.now() - HOUR_MS)
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
  expect(session.expires_at.getTime()).toBeGreaterThan(Date.now() + 20 * HOUR_MS)
})

test('knows the day of the last visit: a visit ends after four hours, and a new sign-in remembers it', async () => {
  const { db } = connection
  const account = await createAccount(db)
  const headers = await signedIn(db, account)
  const setUsed = async (hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * HOUR_MS)
    await db.updateTable('sessions').set({ last_seen_at: at }).where('account_id', '=', account.id).execute()
    await db.updateTable('devices').set({ last_access: at }).where('account_id', '=', account.id).execute()
    return dayInVienna(at)
  }
  const lastVisit = async (cookie = headers.cookie) =>
    (await api.answer(webinfo, 'websession/webinfo', { headers: { cookie } })).lastVisit
  expect(await lastVisit()).toBeUndefined()
  const day = await setUsed(50)
  expect([await lastVisit(), await lastVisit()]).toEqual([day, day])
  await setUsed(3)
  expect(await lastVisit()).toBe(day)

  const before = await setUsed(100)
  const form = { username: account.email, password: PASSWORD_OF_TESTS, type: '0' }
  const answer = await api.ask('websession/login', { form })
  expect(await lastVisit(/__Host-session=[\w-]+/.exec(answer.headers.getSetCookie().join())![0])).toBe(before)
})

test.each([
  [29, true],
  [31, false],
])('a session without "remember me" in constant use is valid after %i days: %s', async (days, holds) => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const began = new Date(Date.now() - days * DAY_MS)
  const used = new Date(Date.now() - 23 * HOUR_MS)
  const ofAccount = () => connection.db.updateTable('sessions').where('account_id', '=', account.id)
  await ofAccount()
    .set({ created_at: began, last_seen_at: used, expires_at: new Date(Date.now() + HOUR_MS) })
    .execute()
  // This call extends it by a day, up to the limit.
  expect((await api.ask('user', { headers })).status).toBe(200)
  expect((await api.ask('user', { headers })).status).toBe(holds ? 200 : 401)
})

test('a copied device cookie shares one session: a new sign-in ends the previous one', async () => {
  const { db } = connection
  const account = await createAccount(db)
  const form = { username: account.email, password: PASSWORD_OF_TESTS, type: '0' }
  const sessionOf = (answer: Response) => /__Host-session=[\w-]+/.exec(answer.headers.getSetCookie().join())![0]
  const device = 'device=copied-from-one-browser'
  const sessions: string[] = []
  for (let browser = 0; browser < 6; browser++) {
    const answer = await api.ask('websession/login', { form, headers: { cookie: device } })
    expect(answer.status).toBe(200)
    sessions.push(sessionOf(answer))
  }
  const statuses = await Promise.all(
    sessions.map(async (session) => (await api.ask('user', { headers: { cookie: `${session}; ${device}` } })).status),
  )
  expect(statuses).toEqual([401, 401, 401, 401, 401, 200])
  expect(await db.selectFrom('devices').select('id').where('account_id', '=', account.id).execute()).toHaveLength(1)

  // Another account's session in the same browser and this account's session on another device stay.
  const other = await createAccount(db)
  const otherCookie = sessionOf(
    await api.ask('websession/login', { form: { ...form, username: other.email }, headers: { cookie: device } }),
  )
  const elsewhere = sessionOf(await api.ask('websession/login', { form }))
  for (const cookie of [sessions[5]!, otherCookie, elsewhere])
    expect((await api.ask('user', { headers: { cookie } })).status).toBe(200)
})
