import { languages } from '@kiosk/domain/locale'
import { errorWords } from '@kiosk/languages/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_OF_TESTS } from '../accounts/build-account.ts'
import { buildWholeAccount, tablesOf } from '../accounts/build-whole-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { endpoints } from '../endpoints.ts'
import { pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import { pretendWalletProvider } from '../outside/payments/pretend-wallet-provider.ts'
import { type TestApi, testApi } from '../test-api.ts'

// Every call that is declared for those who are signed in, whichever is added later.
const sessionCalls = Object.values(endpoints)
  .flat()
  .map(({ declared }) => declared)
  .filter(({ access }) => access === 'session')

let connection: Connection
let api: TestApi
let own: Awaited<ReturnType<typeof buildWholeAccount>>
let foreign: typeof own
let foreignBookmark: number
beforeAll(async () => {
  connection = await testDatabase()
  const payments = { card: pretendCardProvider().provider, wallet: pretendWalletProvider().provider, store: null }
  api = await testApi(connection, { requestsPerMinute: 0, payments })
  own = await buildWholeAccount(connection.db)
  foreign = await buildWholeAccount(connection.db)
  const bookmarks = connection.db.selectFrom('bookmarks').select('id').where('account_id', '=', foreign.account.id)
  foreignBookmark = (await bookmarks.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('there are such calls', () => {
  expect(sessionCalls.length).toBeGreaterThan(15)
})

describe.each(sessionCalls.map((declared) => [`${declared.method} ${declared.path}`, declared] as const))(
  '%s',
  (_, { method, path }) => {
    test('answers 401 to who is not signed in, in every language, whatever is sent', async () => {
      const address = path.replace(/\{\w+\}/g, '1')
      for (const [place, language] of languages.entries()) {
        const cookie = ['', '__Host-session=invented', `__Host-session=${'A'.repeat(43)}; device=device-of-nobody`][place]!
        const form = method === 'GET' ? {} : { form: { newsletter: 'true', nonsense: '<b>' } }
        const response = await api.ask(address, { method, language, headers: { cookie }, ...form })
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({
          code: 'not_signed_in',
          message: errorWords[language]['ERROR.NOT_SIGNED_IN'],
        })
        expect(response.headers.get('cache-control')).toContain('no-store')
      }
    })
  },
)

/** What a call is sent where it wants a form. */
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
/** These end the session: asked last. */
const lastOnes = ['user/changePassword', 'user/device/{vendorId}', 'user/deleteAccount']
const inOrder = sessionCalls.toSorted((a, b) => lastOnes.indexOf(a.path) - lastOnes.indexOf(b.path))

test('no call shows or changes what belongs to another account, though it is asked for it', { timeout: 60_000 }, async () => {
  const theirs: Record<string, string> = {
    vendorId: foreign.vendorId,
    uid: foreign.issue.uid,
    magazinekey: foreign.issue.key,
    code: foreign.code,
    id: String(foreignBookmark),
  }
  const before = await rowsOf(foreign.account)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  for (const { method, path } of inOrder) {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => theirs[name] ?? '1')
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

/** Every row in which an account's id or address occurs, by table. */
async function rowsOf({ id, email }: { id: number; email: string }): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of await tablesOf(connection.db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(table)} t
      where strpos(t::text, ${String(id)}) > 0 or strpos(lower(t::text), ${email}) > 0 order by 1`.execute(connection.db)
    if (rows.length > 0) found[table] = rows.map(({ row }) => row)
  }
  return found
}
