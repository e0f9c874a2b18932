import { createHash } from 'node:crypto'
import { pushState } from '@kiosk/domain/reading/shelf-endpoints'
import { PUSH_DEVICES } from '@kiosk/domain/reading/terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

type Headers = Record<string, string>
const state = (headers: Headers) => api.answer(pushState, 'reader/push', { headers })
const subscribe = (headers: Headers, form: Record<string, string> = api.browsers.subscribe()) =>
  api.ask('reader/push', { headers, form })
const addresses = (account: { id: number }) =>
  connection.db
    .selectFrom('push_addresses')
    .select(['id', 'endpoint'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
async function reader(vendorId?: string) {
  const account = await buildAccount(connection.db)
  return { account, headers: await signedIn(connection.db, account, vendorId ? { vendorId } : {}) }
}
/** A reader one of whose devices is told. */
async function told(vendorId?: string) {
  const made = await reader(vendorId)
  const browser = api.browsers.subscribe()
  expect((await subscribe(made.headers, browser)).status).toBe(204)
  return { ...made, browser }
}

test('the house has one key, the same on every server', async () => {
  const { headers } = await reader()
  const other = await testApi(connection)
  const keys = await Promise.all([api, other].map((each) => each.answer(pushState, 'reader/push', { headers })))
  await other.close()
  expect(keys[0]!.key).toBe(keys[1]!.key)
  expect(Buffer.from(keys[0]!.key, 'base64url')).toHaveLength(65)
})

test('a device says where it is told, changes it, and switches it off', async () => {
  const { account, headers, browser } = await told()
  expect((await state(headers)).told).toBe(createHash('sha256').update(browser.endpoint).digest('hex'))
  const [first] = await addresses(account)
  const next = api.browsers.subscribe()
  await subscribe(headers, next)
  await subscribe(headers, next)
  expect(await addresses(account)).toEqual([{ id: first!.id, endpoint: next.endpoint }])
  const elsewhere = await signedIn(connection.db, account)
  expect((await state(elsewhere)).told).toBeNull()
  expect((await api.ask('reader/push', { method: 'DELETE', headers: elsewhere })).status).toBe(204)
  expect(await addresses(account)).toHaveLength(1)
  expect((await api.ask('reader/push', { method: 'DELETE', headers })).status).toBe(204)
  expect((await state(headers)).told).toBeNull()
})

test('nobody without an account is told, and nobody learns the key', async () => {
  expect(await api.refusal('reader/push')).toEqual({ status: 401, code: 'not_signed_in' })
  expect(await api.refusal('reader/push', { form: api.browsers.subscribe() })).toEqual({ status: 401, code: 'not_signed_in' })
})

test.each([
  ['endpoint', { endpoint: 'https://127.0.0.1/x' }],
  ['endpoint', { endpoint: 'http://push.example.org/x' }],
  ['endpoint', { endpoint: 'https://metadata.internal/x' }],
  ['endpoint', { endpoint: `https://push.example.org/${'x'.repeat(2000)}` }],
  ['p256dh', { p256dh: 'kurz' }],
  ['p256dh', { p256dh: Buffer.from([4, ...Array(64).fill(7)]).toString('base64url') }],
  ['auth', { auth: 'x' }],
])('a wrong %s is refused: %j', async (field, wrong) => {
  const { account, headers } = await reader()
  const form = { ...api.browsers.subscribe(), ...wrong }
  expect(await api.refusal('reader/push', { headers, form })).toEqual({ status: 400, code: 'wrong_input', field })
  expect(await addresses(account)).toEqual([])
})

test('of many devices the latest are told, and no more', async () => {
  const { account } = await reader()
  const endpoints: string[] = []
  for (let count = 0; count < PUSH_DEVICES + 2; count++) {
    const browser = api.browsers.subscribe()
    endpoints.push(browser.endpoint)
    await subscribe(await signedIn(connection.db, account), browser)
  }
  expect((await addresses(account)).map(({ endpoint }) => endpoint)).toEqual(endpoints.slice(2))
})

test('a browser tells one account: who subscribes there last', async () => {
  const first = await told()
  const second = await reader()
  await subscribe(second.headers, first.browser)
  expect(await addresses(first.account)).toEqual([])
  expect(await addresses(second.account)).toHaveLength(1)
})

test('many who name one address at once leave it to one of them', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, () => reader()))
  const browser = api.browsers.subscribe()
  const answers = await Promise.all(readers.map(({ headers }) => subscribe(headers, browser)))
  expect(answers.map(({ status }) => status)).toEqual(readers.map(() => 204))
  expect((await Promise.all(readers.map(({ account }) => addresses(account)))).flat()).toHaveLength(1)
})

test('a logout ends it on this device, and on no other', async () => {
  const { account, headers } = await told()
  const elsewhere = await signedIn(connection.db, account)
  await subscribe(elsewhere)
  expect((await api.ask('websession/logout', { method: 'POST', headers })).status).toBe(200)
  expect(await addresses(account)).toHaveLength(1)
  expect((await state(elsewhere)).told).not.toBeNull()
})

test('a device that is freed hears nothing more', async () => {
  const { account } = await told('freigegeben')
  const elsewhere = await signedIn(connection.db, account)
  expect((await api.ask('user/device/freigegeben', { method: 'DELETE', headers: elsewhere })).status).toBe(200)
  expect(await addresses(account)).toEqual([])
})

test('a new password ends it on every device, as it ends every session', async () => {
  const { account, headers } = await told()
  await subscribe(await signedIn(connection.db, account))
  const form = { oldPassword: PASSWORD_OF_TESTS, newPassword: 'Winterlicht8' }
  expect((await api.ask('user/changePassword', { method: 'PUT', headers, form })).status).toBe(200)
  expect(await addresses(account)).toEqual([])
})

test('who logs in on the browser of somebody else ends what they were told there', async () => {
  const { account } = await told('gemeinsam')
  const other = await buildAccount(connection.db)
  const form = { type: '0', username: other.email, password: PASSWORD_OF_TESTS }
  const answer = await api.ask('websession/login', { headers: { cookie: 'device=gemeinsam' }, form })
  expect(answer.status).toBe(200)
  expect(await addresses(account)).toEqual([])
})
