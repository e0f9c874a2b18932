import { HOUR_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS } from '../accounts/testing/accounts.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })

const login = async (more: Record<string, string>, cookie = '') => {
  const account = await createAccount(connection.db)
  const form = { username: account.email, password: PASSWORD_OF_TESTS, ...more }
  const answer = await api.ask('websession/login', { method: 'POST', form, headers: { cookie } })
  expect(answer.status).toBe(200)
  const set = answer.headers.getSetCookie()
  return {
    account,
    set,
    cookie: set
      .filter((each) => !/Max-Age=0/.test(each))
      .map((each) => each.split(';')[0])
      .join('; '),
  }
}
const named = (set: string[], name: string) => set.find((each) => each.startsWith(`${name}=`))
const devicesOf = (accountId: number) =>
  connection.db.selectFrom('devices').select('id').where('account_id', '=', accountId).execute()
const post = (cookie: string) => ({ method: 'POST', headers: { cookie } })

test('on a shared device the session ends with the browser even when remembering was requested', async () => {
  const { account, set } = await login({ sharedDevice: 'true', remainSignedIn: 'true' })
  for (const name of ['__Host-session', 'device', 'shared_device']) {
    expect(named(set, name)).toMatch(/HttpOnly/)
    expect(named(set, name)).not.toMatch(/Max-Age/)
  }
  const session = await connection.db
    .selectFrom('sessions')
    .select(['remembered', 'expires_at'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(session.remembered).toBe(false)
  expect(session.expires_at.getTime()).toBeLessThan(Date.now() + 25 * HOUR_MS)
})

test('signing out of a shared device clears cookies, browser storage and the device entry', async () => {
  const { account, cookie } = await login({ sharedDevice: 'true' })
  expect(await devicesOf(account.id)).toHaveLength(1)
  const answer = await api.ask('websession/logout', post(cookie))
  for (const name of ['__Host-session', 'device', 'shared_device'])
    expect(named(answer.headers.getSetCookie(), name)).toMatch(/=; Max-Age=0/)
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(await devicesOf(account.id)).toEqual([])
})

test('signing out of a private device clears the cache and keeps the device', async () => {
  const { account, set, cookie } = await login({ remainSignedIn: 'true' })
  expect(named(set, 'device')).toMatch(/Max-Age=31536000/)
  expect(named(set, 'shared_device')).toBeUndefined()
  const answer = await api.ask('websession/logout', post(cookie))
  expect(named(answer.headers.getSetCookie(), 'device')).toBeUndefined()
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(await devicesOf(account.id)).toHaveLength(1)
})

test('the next sign-in without the option makes the device private again', async () => {
  const { set } = await login({ remainSignedIn: 'true' }, 'shared_device=1')
  expect(named(set, 'shared_device')).toMatch(/=; Max-Age=0/)
  expect(named(set, '__Host-session')).toMatch(/Max-Age=2592000/)
  expect(named(set, 'device')).toMatch(/Max-Age=31536000/)
})

test('deleting the current device clears its cookie and storage; deleting another does not', async () => {
  const { account, cookie } = await login({})
  const own = /device=([\w-]+)/.exec(cookie)![1]!
  const other = await connection.db
    .insertInto('devices')
    .values({ account_id: account.id, vendor_id: 'another-device', name: 'Tablet' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const freed = (vendorId: string) => api.ask(`user/device/${vendorId}`, { method: 'DELETE', headers: { cookie } })
  const elsewhere = await freed(other.vendor_id)
  expect([elsewhere.ok, elsewhere.headers.get('clear-site-data')]).toEqual([true, null])
  const here = await freed(own)
  expect(here.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(named(here.headers.getSetCookie(), 'device')).toMatch(/Max-Age=0/)
})
