import { devices, user } from '@kiosk/domain/accounts/endpoints'
import { expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

const { connection, api } = await openTestApi()

const gone = (headers: Record<string, string>) => ({ method: 'DELETE', headers })

test('lists devices by last use and marks the current one', async () => {
  const account = await createAccount(connection.db)
  await signedIn(connection.db, account, { vendorId: 'altes-telefon', name: 'Safari · iPhone' })
  await connection.db
    .updateTable('devices')
    .set({ last_access: new Date('2026-01-02T03:04:05Z'), created_at: new Date('2025-12-24T08:00:00Z'), country: 'CH' })
    .where('vendor_id', '=', 'altes-telefon')
    .execute()
  const headers = await signedIn(connection.db, account, { vendorId: 'mein-browser' })
  const [first, second] = await api.answer(devices, 'user/device/all', { headers })
  expect(first).toMatchObject({ name: 'Firefox · Linux', current: true })
  expect(second).toEqual({
    name: 'Safari · iPhone',
    vendorId: expect.stringMatching(/^[\w-]{22}$/),
    lastAccess: '2026-01-02T03:04:05.000Z',
    current: false,
    country: 'CH',
    since: '2025-12-24T08:00:00.000Z',
  })
})

test('shows the name the owner gave a device, and null for unknown details of an old one', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { vendorId: 'in-der-kueche' })
  const kitchen = connection.db.updateTable('devices').where('vendor_id', '=', 'in-der-kueche')
  await kitchen.set({ custom_name: 'Küche', created_at: null, country: '' }).execute()
  expect(await api.answer(devices, 'user/device/all', { headers })).toMatchObject([
    { name: 'Küche', country: null, since: null, current: true },
  ])
})

test('signs out a deleted device and keeps the others signed in', async () => {
  const account = await createAccount(connection.db)
  const phone = await signedIn(connection.db, account, { vendorId: 'tele fon/ä' })
  const headers = await signedIn(connection.db, account)
  const response = await api.ask(`user/device/${encodeURIComponent('tele fon/ä')}`, gone(headers))
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await api.ask('user', { headers: phone })).status).toBe(401)
  expect(await api.answer(devices, 'user/device/all', { headers })).toHaveLength(1)
})

test('deletes a device by its handle in the list or by the identifier its app gave it', async () => {
  const account = await createAccount(connection.db)
  await signedIn(connection.db, account, { vendorId: 'altes-telefon' })
  await signedIn(connection.db, account, { vendorId: 'app-geraet-der-app' })
  const headers = await signedIn(connection.db, account, { vendorId: 'mein-browser' })
  const listed = async () => (await api.answer(devices, 'user/device/all', { headers })).map(({ vendorId }) => vendorId)
  const [mine, app, phone] = await listed()
  expect(await api.errorOf(`user/device/${phone!.slice(1)}`, gone(headers))).toMatchObject({ status: 404 })
  expect((await api.ask(`user/device/${phone}`, gone(headers))).status).toBe(200)
  expect(await listed()).toEqual([mine, app])
  expect((await api.ask('user/device/geraet-der-app', gone(headers))).status).toBe(200)
  expect(await listed()).toEqual([mine])
})

test('two accounts in one browser see different handles and cannot delete each other’s device', async () => {
  const [account, other] = [await createAccount(connection.db), await createAccount(connection.db)]
  const headers = await signedIn(connection.db, account, { vendorId: 'familien-tablet' })
  const otherHeaders = await signedIn(connection.db, other, { vendorId: 'familien-tablet' })
  const [mine] = await api.answer(devices, 'user/device/all', { headers })
  const [otherDevice] = await api.answer(devices, 'user/device/all', { headers: otherHeaders })
  expect(mine!.vendorId).not.toBe(otherDevice!.vendorId)
  expect(await api.errorOf(`user/device/${otherDevice!.vendorId}`, gone(headers))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect((await api.ask('user/device/familien-tablet', gone(headers))).status).toBe(200)
  expect(await api.answer(user, 'user', { headers: otherHeaders })).toMatchObject({ email: other.email })
})

test('a handle copied into another browser does not make it known: its sign-in is reported', async () => {
  const account = await createAccount(connection.db, { first_signed_in_at: new Date() })
  const headers = await signedIn(connection.db, account, { vendorId: 'mein-browser' })
  const [{ vendorId } = { vendorId: '' }] = await api.answer(devices, 'user/device/all', { headers })
  const form = { type: '0', username: account.email, password: PASSWORD_OF_TESTS }
  await api.ask('websession/login', { form, headers: { cookie: `device=${vendorId}` } })
  const events = connection.db.selectFrom('security_events').select('kind').where('account_id', '=', account.id)
  expect(await events.execute()).toEqual([{ kind: 'sign-in.new-device' }])
})

test('deleting the current device signs it out and removes its cookie', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { vendorId: 'an-der-hand' })
  const response = await api.ask('user/device/an-der-hand', gone(headers))
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0;/)
  expect((await api.ask('user', { headers })).status).toBe(401)
})

test('answers a device of another account as unknown and keeps it', async () => {
  const [account, other] = [await createAccount(connection.db), await createAccount(connection.db)]
  const headers = await signedIn(connection.db, account)
  const otherHeaders = await signedIn(connection.db, other, { vendorId: 'nicht-deines' })
  for (const vendorId of ['nicht-deines', 'gibt-es-nicht', '%27%20or%201=1'])
    expect(await api.errorOf(`user/device/${vendorId}`, gone(headers))).toEqual({
      status: 404,
      code: 'not_found',
      field: 'vendorId',
    })
  expect(await api.answer(user, 'user', { headers: otherHeaders })).toMatchObject({ email: other.email })
})
