import { securityEvents, signIns } from '@kiosk/domain/accounts/sign-in-endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { fakeBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi()

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

type Browser = ReturnType<typeof fakeBrowser>
async function signIn(email: string, country: string | null, userAgent = FIREFOX) {
  const browser = fakeBrowser(api)
  const form = { username: email, password: PASSWORD_OF_TESTS, remainSignedIn: 'true' }
  const response = await browser.ask('websession/login', { form, country, headers: { 'user-agent': userAgent } })
  expect(response.status).toBe(200)
  return browser
}
const listOf = async (browser: ReturnType<typeof fakeBrowser>) =>
  signIns.output.parse(await (await browser.ask('user/sessions')).json())
const idOf = async (browser: ReturnType<typeof fakeBrowser>) => (await listOf(browser))[0]!.id

test('lists sign-ins with app, country and times, the current one first', async () => {
  const { email } = await createAccount(connection.db)
  await signIn(email, 'DE', 'ReadIt/3.1 (Android 15)')
  const browser = await signIn(email, 'AT')
  await signIn(email, null)
  const list = await listOf(browser)
  expect(list.map(({ app, country, current, kind }) => ({ app, country, current, kind }))).toEqual([
    { app: 'Firefox · Windows', country: 'AT', current: true, kind: 'browser' },
    { app: 'Firefox · Windows', country: null, current: false, kind: 'browser' },
    { app: 'Android', country: 'DE', current: false, kind: 'browser' },
  ])
  for (const { signedInAt, lastSeenAt } of list) {
    expect(Math.abs(Date.parse(signedInAt) - Date.now())).toBeLessThan(60_000)
    expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(signedInAt))
  }
})

test('lists a sign-in from before locations were recorded and an ended one', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account, { name: 'Safari · iPhone' })
  const expired = await signedIn(connection.db, account, { vendorId: 'abgelaufen' })
  await connection.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('device_id', '=', (where) => where.selectFrom('devices').select('id').where('vendor_id', '=', 'abgelaufen'))
    .execute()
  expect((await api.ask('user', { headers: expired })).status).toBe(401)
  expect(await api.answer(signIns, 'user/sessions', { headers })).toMatchObject([
    { name: 'Safari · iPhone', app: 'Safari · iPhone', country: null, current: true },
  ])
})

test('an account keeps the hundred sign-ins and the hundred devices without one that were used last', async () => {
  const account = await createAccount(connection.db)
  const owner = await signIn(account.email, 'AT')
  await sql`with made as (
      insert into devices (account_id, vendor_id, name, last_access)
      select ${account.id}, 'viele-' || n, 'Firefox', now() - n * interval '1 minute' from generate_series(1, 300) n returning id, last_access)
    insert into sessions (account_id, device_id, token_hash, created_at, last_seen_at, expires_at)
    select ${account.id}, id, sha256(id::text::bytea), last_access, last_access, now() + interval '1 day' from made
    order by last_access desc limit 150`.execute(connection.db)
  const added = await signIn(account.email, 'AT')
  expect((await owner.ask('user')).status).toBe(200)
  expect(await listOf(added)).toHaveLength(100)
  const devices = await connection.db
    .selectFrom('devices')
    .select(['vendor_id', sql<boolean>`exists (select from sessions where device_id = devices.id)`.as('isSignedIn')])
    .where('account_id', '=', account.id)
    .execute()
  expect(devices.filter(({ isSignedIn }) => !isSignedIn)).toHaveLength(100)
  const names = devices.map(({ vendor_id }) => vendor_id)
  for (const kept of ['viele-1', 'viele-98', 'viele-198']) expect(names).toContain(kept)
  for (const gone of ['viele-199', 'viele-300']) expect(names).not.toContain(gone)
})

test('ends only the selected sign-in and notifies its page', async () => {
  const { email } = await createAccount(connection.db)
  const [phone, tablet, browser] = [await signIn(email, 'AT'), await signIn(email, 'AT'), await signIn(email, 'AT')]
  const id = await idOf(phone)
  expect((await browser.ask(`user/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await phone.ask('user')).status).toBe(401)
  expect((await tablet.ask('user')).status).toBe(200)
  expect((await browser.ask('user')).status).toBe(200)
  const events = securityEvents.output.parse(await (await browser.ask('user/security/events')).json())
  expect(events.map(({ kind }) => kind)).toContain('session.ended')
})

test.each([
  ['ended', async (thief: Browser, owner: Browser) => owner.ask(`user/sessions/${await idOf(thief)}`, { method: 'DELETE' })],
  [
    'removed with its device',
    async (_: Browser, owner: Browser) => {
      const devices = (await (await owner.ask('user/device/all')).json()) as { vendorId: string; current: boolean }[]
      return owner.ask(`user/device/${devices.find(({ current }) => !current)!.vendorId}`, { method: 'DELETE' })
    },
  ],
  ['signed out', async (thief: Browser) => thief.ask('websession/logout', { form: {} })],
])('a sign-in that is %s hands over no other one', async (_, end) => {
  const { email } = await createAccount(connection.db)
  const [thief, owner] = [await signIn(email, 'AT'), await signIn(email, 'AT')]
  const { sessionToken } = (await (await thief.ask('websession/webAppSessiontoken', { form: { token: '' } })).json()) as {
    sessionToken: string
  }
  expect((await end(thief, owner)).ok).toBe(true)
  const answer = await fakeBrowser(api).ask('websession/login/sessiontoken', { form: { sessionToken } })
  expect(await answer.json()).toMatchObject({ code: 'account_unknown' })
  expect(await listOf(owner)).toHaveLength(1)
})

test('ending the current sign-in removes its cookie', async () => {
  const browser = await signIn((await createAccount(connection.db)).email, 'AT')
  const id = await idOf(browser)
  await browser.ask(`user/sessions/${id}`, { method: 'DELETE' })
  expect([...browser.jar.keys()]).toEqual(['device'])
})

test('ending all other sign-ins keeps this one and invalidates pending hand-overs', async () => {
  const { email } = await createAccount(connection.db)
  const [phone, browser] = [await signIn(email, 'AT'), await signIn(email, 'AT')]
  const { sessionToken } = (await phone.askJson('websession/webAppSessiontoken', { form: { token: '' } })) as {
    sessionToken: string
  }
  expect(await browser.askJson('user/sessions', { method: 'DELETE' })).toEqual({ status: 200, ended: 1 })
  expect((await phone.ask('user')).status).toBe(401)
  expect((await browser.ask('user')).status).toBe(200)
  expect((await api.ask('websession/login/sessiontoken', { form: { sessionToken } })).status).toBe(403)
  expect(await browser.askJson('user/sessions', { method: 'DELETE' })).toEqual({ status: 200, ended: 0 })
})

test('a device keeps the name its owner gave until it is removed', async () => {
  const browser = await signIn((await createAccount(connection.db)).email, 'AT')
  const id = await idOf(browser)
  const name = (value: string) =>
    browser.ask(`user/sessions/${id}`, {
      method: 'PUT',
      body: new URLSearchParams({ name: value }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await name('  Küche 🍳 ')).status).toBe(204)
  expect(await listOf(browser)).toMatchObject([{ name: 'Küche 🍳', app: 'Firefox · Windows' }])
  for (const wrong of ['x'.repeat(61), 'a\nb', 'a\u202eb']) expect((await name(wrong)).status).toBe(400)
  expect((await name('')).status).toBe(204)
  expect(await listOf(browser)).toMatchObject([{ name: 'Firefox · Windows' }])
})

test('answers a sign-in of another account as unknown and keeps it', async () => {
  const otherSession = await signIn((await createAccount(connection.db)).email, 'AT')
  const browser = await signIn((await createAccount(connection.db)).email, 'AT')
  const id = await idOf(otherSession)
  for (const path of [`user/sessions/${id}`, 'user/sessions/999999999999'])
    expect((await browser.ask(path, { method: 'DELETE' })).status).toBe(404)
  for (const path of ['user/sessions/0', 'user/sessions/x', 'user/sessions/1e3', 'user/sessions/99999999999999999999'])
    expect([400, 404]).toContain((await browser.ask(path, { method: 'DELETE' })).status)
  expect((await otherSession.ask('user')).status).toBe(200)
  expect((await api.ask('user/sessions')).status).toBe(401)
})
