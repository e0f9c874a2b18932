import { languages } from '@kiosk/domain/locale'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_OF_TESTS, signedIn } from '../accounts/testing/accounts.ts'
import { createFullAccount, tablesOf } from '../accounts/testing/full-account.ts'
import { fakeCardProvider } from '../adapters/payments/testing/fake-card-provider.ts'
import { fakeWalletProvider } from '../adapters/payments/testing/fake-wallet-provider.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { endpoints } from '../http/endpoints.ts'
import { type TestApi, testApi } from '../testing/api.ts'

// Every call that requires a session, including ones added later.
const sessionCalls = Object.values(endpoints)
  .flat()
  .map(({ declared }) => declared)
  .filter(({ access }) => access === 'session')

let connection: Connection
let api: TestApi
let own: Awaited<ReturnType<typeof createFullAccount>>
let foreign: typeof own
let foreignBookmark: number
beforeAll(async () => {
  connection = await testDatabase()
  const payments = { card: fakeCardProvider().provider, wallet: fakeWalletProvider().provider, store: null }
  api = await testApi(connection, { requestsPerMinute: 0, payments })
  own = await createFullAccount(connection.db)
  foreign = await createFullAccount(connection.db)
  const bookmarks = connection.db.selectFrom('bookmarks').select('id').where('account_id', '=', foreign.account.id)
  foreignBookmark = (await bookmarks.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('some calls require a session', () => {
  expect(sessionCalls.length).toBeGreaterThan(15)
})

describe.each(sessionCalls.map((declared) => [`${declared.method} ${declared.path}`, declared] as const))(
  '%s',
  (_, { method, path }) => {
    test('answers 401 without a session in every language, whatever is sent', async () => {
      const address = path.replace(/\{\w+\}/g, '1')
      for (const [place, language] of languages.entries()) {
        const cookie = ['', '__Host-session=invented', `__Host-session=${'A'.repeat(43)}; device=device-of-nobody`][place]!
        const form = method === 'GET' ? {} : { form: { newsletter: 'true', nonsense: '<b>' } }
        const response = await api.ask(address, { method, language, headers: { cookie }, ...form })
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({
          code: 'not_signed_in',
          message: errorMessages[language]['ERROR.NOT_SIGNED_IN'],
        })
        expect(response.headers.get('cache-control')).toContain('no-store')
      }
    })
  },
)

/** Input for calls that expect a form. */
const forms: Record<string, Record<string, string>> = {
  'user/edit/newsletter': { newsletter: 'true' },
  'user/edit/newsletter/releases': { newsletter: 'true' },
  'user/edit/agerestriction': { agerestriction: 'true' },
  'user/edit/userdata': { firstname: 'Neu', lastname: 'Name', agegroup: '4' },
  'user/edit/region': { region: '2' },
  'user/changePassword': { oldPassword: PASSWORD_OF_TESTS, newPassword: 'ganz-neu' },
  'reader/recommendations': { on: 'false' },
  'reader/places/{uid}': { page: '1', fraction: '0', seconds: '9' },
  'reader/bookmarks': { page: '1', note: 'meine' },
  'reader/bookmarks/{id}': { note: 'meine' },
}
/** These end the session, so they are called last. */
const lastOnes = ['user/changePassword', 'user/device/{vendorId}', 'user/deleteAccount']
const lastOnesLast = <C extends { path: string }>(calls: readonly C[]) =>
  calls.toSorted((a, b) => lastOnes.indexOf(a.path) - lastOnes.indexOf(b.path))

test('no call reads or changes data of another account', async () => {
  const parameters: Record<string, string> = {
    vendorId: foreign.vendorId,
    uid: foreign.issue.uid,
    magazinekey: foreign.issue.key,
    code: foreign.code,
    id: String(foreignBookmark),
  }
  const before = await rowsOf(foreign.account)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  for (const { method, path } of lastOnesLast(sessionCalls)) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '1')
    const form = method === 'GET' ? {} : { form: { issue: foreign.issue.uid, ...forms[path] } }
    const response = await api.ask(address, { method, headers: own.headers, ...form })
    expect(response.status, `${method} ${path}`).toBeLessThan(500)
    const text = await response.text()
    for (const mark of [foreign.account.email, String(foreign.account.id), foreign.vendorId, `von ${foreign.account.email}`])
      expect(text, `${method} ${path}`).not.toContain(mark)
    expect(await rowsOf(foreign.account), `${method} ${path}`).toEqual(before)
    if (path === 'user/changePassword')
      own.headers.cookie = response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
  }
  expect((await api.ask('user', { headers: own.headers })).status).toBe(401)
  expect((await api.ask('user', { headers: foreign.headers })).status).toBe(200)
})

test('no response contains the value of a device cookie', async () => {
  const { account, headers, vendorId, issue, code } = await createFullAccount(connection.db)
  const cookies = [vendorId, 'cookie-of-the-kitchen', 'cookie-of-the-train']
  // These devices use both slots of the plan, so the answer to opening an issue lists them.
  for (const other of cookies.slice(1)) await signedIn(connection.db, account, { vendorId: other })
  const reading = { last_reading_at: new Date() }
  await connection.db.updateTable('devices').set(reading).where('vendor_id', 'in', cookies.slice(1)).execute()
  const mine: Record<string, string> = { uid: issue.uid, magazinekey: issue.key, code, vendorId: 'unknown', id: '1', page: '1' }
  let named = 0
  const calls = Object.values(endpoints)
    .flat()
    .map(({ declared }) => declared)
  for (const { method, path } of lastOnesLast(calls)) {
    if (path === 'websession/logout') continue
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => mine[name] ?? '1')
    const form = method === 'GET' ? {} : { form: { issue: issue.uid, ...forms[path] } }
    const response = await api.ask(address, { method, headers, ...form })
    const text = await response.text()
    // The browser that sent its cookie may get it back in Set-Cookie.
    response.headers.delete('set-cookie')
    for (const value of cookies)
      expect(`${JSON.stringify([...response.headers])} ${text}`, `${method} ${path}`).not.toContain(value)
    if (response.status === 200 && text.includes('"vendorId"')) named++
  }
  // At least the device list, the export, and the answer for an issue without a free device slot.
  expect(named).toBeGreaterThanOrEqual(3)
})

/** Returns every row that contains an account's id or address, by table. */
async function rowsOf({ id, email }: { id: number; email: string }): Promise<Record<string, string[]>> {
  const tables = (await tablesOf(connection.db)).map(
    (name) => sql`select ${sql.lit(name)} as name, t::text as row from ${sql.raw(name)} t`,
  )
  const { rows } = await sql<{ name: string; row: string }>`
    select name, row from (${sql.join(tables, sql` union all `)}) every
      where strpos(row, ${String(id)}) > 0 or strpos(lower(row), ${email}) > 0 order by 1, 2`.execute(connection.db)
  return Object.fromEntries([...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [name, own.map(({ row }) => row)]))
}
