import { createHash } from 'node:crypto'
import { PUSH_DEVICES } from '@kiosk/domain/reading/limits'
import { pushState } from '@kiosk/domain/reading/shelf-endpoints'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { testApi } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })

type Headers = Record<string, string>
const state = (headers: Headers) => api.answer(pushState, 'reader/push', { headers })
const subscribe = (headers: Headers, form: Record<string, string> = api.browsers.subscribe()) =>
  api.ask('reader/push', { headers, form })
const addresses = (account: { id: number }) =>
  connection.db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
async function reader(vendorId?: string) {
  const account = await createAccount(connection.db)
  return { account, headers: await signedIn(connection.db, account, vendorId ? { vendorId } : {}) }
}
/** Creates a reader with one subscribed device. */
async function subscribedReader(vendorId?: string) {
  const made = await reader(vendorId)
  const browser = api.browsers.subscribe()
  expect((await subscribe(made.headers, browser)).status).toBe(204)
  return { ...made, browser }
}

test('all servers share one push key', async () => {
  const { headers } = await reader()
  const other = await testApi(connection)
  const keys = await Promise.all([api, other].map((each) => each.answer(pushState, 'reader/push', { headers })))
  await other.close()
  expect(keys[0]!.key).toBe(keys[1]!.key)
  expect(Buffer.from(keys[0]!.key, 'base64url')).toHaveLength(65)
})

test('a device subscribes, updates its subscription and unsubscribes', async () => {
  const { account, headers, browser } = await subscribedReader()
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

test('rejects subscriptions and key requests without an account', async () => {
  expect(await api.errorOf('reader/push')).toEqual({ status: 401, code: 'not_signed_in' })
  expect(await api.errorOf('reader/push', { form: api.browsers.subscribe() })).toEqual({ status: 401, code: 'not_signed_in' })
})

test.each([
  ['endpoint', { endpoint: 'https://127.0.0.1/x' }],
  ['endpoint', { endpoint: 'http://push.example.org/x' }],
  ['endpoint', { endpoint: 'https://metadata.internal/x' }],
  ['endpoint', { endpoint: `https://push.example.org/${'x'.repeat(2000)}` }],
  ['p256dh', { p256dh: 'kurz' }],
  ['p256dh', { p256dh: Buffer.from([4, ...Array(64).fill(7)]).toString('base64url') }],
  ['auth', { auth: 'x' }],
])('rejects an invalid %s: %j', async (field, wrong) => {
  const { account, headers } = await reader()
  const form = { ...api.browsers.subscribe(), ...wrong }
  expect(await api.errorOf('reader/push', { headers, form })).toEqual({ status: 400, code: 'wrong_input', field })
  expect(await addresses(account)).toEqual([])
})

test('keeps the most recent devices up to the limit', async () => {
  const { account } = await reader()
  const endpoints: string[] = []
  for (let count = 0; count < PUSH_DEVICES + 2; count++) {
    const browser = api.browsers.subscribe()
    endpoints.push(browser.endpoint)
    await subscribe(await signedIn(connection.db, account), browser)
  }
  expect((await addresses(account)).map(({ endpoint }) => endpoint)).toEqual(endpoints.slice(2))
})

test('a browser belongs to the account that subscribed last', async () => {
  const first = await subscribedReader()
  const second = await reader()
  await subscribe(second.headers, first.browser)
  expect(await addresses(first.account)).toEqual([])
  expect(await addresses(second.account)).toHaveLength(1)
})

test('concurrent subscriptions of one endpoint leave it to one account', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, () => reader()))
  const browser = api.browsers.subscribe()
  const answers = await Promise.all(readers.map(({ headers }) => subscribe(headers, browser)))
  expect(answers.map(({ status }) => status)).toEqual(readers.map(() => 204))
  expect((await Promise.all(readers.map(({ account }) => addresses(account)))).flat()).toHaveLength(1)
})

test('logout removes the subscription of this device only', async () => {
  const { account, headers } = await subscribedReader()
  const elsewhere = await signedIn(connection.db, account)
  await subscribe(elsewhere)
  expect((await api.ask('websession/logout', { method: 'POST', headers })).status).toBe(200)
  expect(await addresses(account)).toHaveLength(1)
  expect((await state(elsewhere)).told).not.toBeNull()
})

test('deleting a device removes its subscription', async () => {
  const { account } = await subscribedReader('freigegeben')
  const elsewhere = await signedIn(connection.db, account)
  expect((await api.ask('user/device/freigegeben', { method: 'DELETE', headers: elsewhere })).status).toBe(200)
  expect(await addresses(account)).toEqual([])
})

test('a new password removes all subscriptions with the sessions', async () => {
  const { account, headers } = await subscribedReader()
  await subscribe(await signedIn(connection.db, account))
  const form = { oldPassword: PASSWORD_OF_TESTS, newPassword: 'Winterlicht8' }
  expect((await api.ask('user/changePassword', { method: 'PUT', headers, form })).status).toBe(200)
  expect(await addresses(account)).toEqual([])
})

test('a login in somebody else’s browser removes their subscription', async () => {
  const { account } = await subscribedReader('gemeinsam')
  const other = await createAccount(connection.db)
  const form = { type: '0', username: other.email, password: PASSWORD_OF_TESTS }
  const answer = await api.ask('websession/login', { headers: { cookie: 'device=gemeinsam' }, form })
  expect(answer.status).toBe(200)
  expect(await addresses(account)).toEqual([])
})
