import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { runWaitingJobs } from '../jobs/run-jobs.ts'
import { forgetJobs, waitingLetters } from '../jobs/test-jobs.ts'
import { pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import { invoicePaper } from '../payments/invoice-paper.ts'
import { issuedInvoice } from '../payments/issued-invoices.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { buildAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from './build-account.ts'
import { buildWholeAccount, tablesHolding } from './build-whole-account.ts'
import { eraseDueAccount } from './erase-account.ts'
import { accountById } from './queries.ts'

let connection: Connection
let api: TestApi
/** Payment data that the provider was told to forget. */
const forgotten: string[] = []
const logged: { level: number; msg: string }[] = []
/** The clock of the API; null = the real one. Jobs run by the clock of the database. */
let clock: Date | null = null
const DAY_MS = 24 * 3_600_000
beforeAll(async () => {
  connection = await testDatabase()
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const card = { ...pretendCardProvider().provider, forgetMethod: async (reference: string) => void forgotten.push(reference) }
  api = await testApi(connection, {
    log,
    requestsPerMinute: 0,
    payments: { card, wallet: null, store: null },
    now: () => clock ?? new Date(),
  })
})
beforeEach(() => forgetJobs(connection.db))
afterAll(async () => {
  await api.close()
  await connection.close()
})

const PATH = 'user/deleteAccount'
/** Asks for the erasure as if eight days ago, so that its days of grace are over; the job that erases is due. */
async function deleteAWeekAgo(headers: Record<string, string>): Promise<Response> {
  clock = new Date(Date.now() - 8 * DAY_MS)
  const answer = await api.ask(PATH, put(headers))
  clock = null
  return answer
}
const put = (headers: Record<string, string>, form: Record<string, string> = {}) => ({ method: 'PUT', headers, form })

test('after the days of grace an account goes with everything that is held about it; its owner gets a last letter', async () => {
  const { db } = connection
  const { account, headers, unsubscribeToken } = await buildWholeAccount(db)
  const words = [account.email, String(account.id)]
  expect((await tablesHolding(db, words)).length).toBeGreaterThan(12)

  const answer = await deleteAWeekAgo(headers)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual(
    ['__Host-session', 'device', 'shared_device'].map((name) => expect.stringMatching(new RegExp(`^${name}=; Max-Age=0;`))),
  )
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect((await accountById(db, account.id))?.erase_at?.getTime()).toBeLessThan(Date.now())
  api.mails.length = 0

  await runWaitingJobs(connection.url, api.house)
  expect(api.mails.map(({ to }) => to)).toEqual([account.email])
  expect(api.mails[0]!.subject).toBe('Ihr Konto bei read-it ist gelöscht')
  expect(await tablesHolding(db, words)).toEqual([])
  expect((await api.ask('user', { headers })).status).toBe(401)
  expect((await api.ask(`user/newsletter/oneclick/${unsubscribeToken}`, { method: 'POST' })).status).toBe(400)
})

test('papers stay as they were issued, without the account; payment data are forgotten everywhere', async () => {
  const { db } = connection
  const { account, headers } = await buildWholeAccount(db)
  const papers = () => db.selectFrom('invoices').selectAll().where('subscription', '=', contract).orderBy('id').execute()
  const { id: contract } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', account.id)
    .where('payment_method_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const [issued] = await papers()
  const before = await issuedInvoice(db, issued!.number!, account.id)
  const paper = await invoicePaper(before!, 'read-it')
  const method = await db.selectFrom('payment_methods').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow()
  forgotten.length = 0

  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await runWaitingJobs(connection.url, api.house)
  const [kept, draft] = await papers()
  expect(kept).toMatchObject({ account_id: null, number: issued!.number, gross: 1999 })
  expect(kept!.snapshot).toMatchObject({ buyer: { name: 'Mira Holm', country: 'AT' } })
  expect(draft!.snapshot).toMatchObject({ buyer: { country: 'AT' } })
  expect(JSON.stringify([kept, draft])).not.toContain(account.email)
  expect(JSON.stringify(draft)).not.toContain('Mira')
  expect((await invoicePaper((await issuedInvoice(db, issued!.number!, null))!, 'read-it')).equals(paper)).toBe(true)
  expect(forgotten).toEqual([method.reference])
  expect(await db.selectFrom('payment_methods').selectAll().where('id', '=', method.id).executeTakeFirst()).toMatchObject({
    ...{
      account_id: null,
      active: false,
      reference: `forgotten-${method.id}`,
      customer_reference: null,
      masked: '',
      mandate_text: null,
    },
    mandate_reference: method.mandate_reference,
  })
  expect(await db.selectFrom('exit_declarations').selectAll().where('subscription', '=', contract).execute()).toMatchObject([
    { kind: 'cancel', outcome: 'applied', account_id: null, name: '', email: '', contract: '', reason: '' },
  ])
  const attempts = await db.selectFrom('payment_attempts').select('state').where('invoice_id', '=', kept!.id).execute()
  expect(attempts).toEqual([{ state: 'succeeded' }])
})

test('what others wrote and hold stays', async () => {
  const { db } = connection
  const { headers, code } = await buildWholeAccount(db)
  const other = await buildWholeAccount(db)
  const before = await tablesHolding(db, [String(other.account.id)])
  await db.insertInto('promo_redemptions').values({ account_id: other.account.id, code, expires_at: new Date() }).execute()
  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await runWaitingJobs(connection.url, api.house)
  expect(await tablesHolding(db, [String(other.account.id)])).toEqual(before)
  expect(await accountById(db, other.account.id)).toEqual(other.account)
  expect((await api.ask('user', { headers: other.headers })).status).toBe(200)
})

test.each([
  ['runs', null],
  ['runs to a day that is set', new Date(Date.now() + 86_400_000)],
])('an account whose contract %s is not deleted', async (_, ends_at) => {
  const account = await buildAccount(connection.db)
  await subscribe(connection.db, account)
  await connection.db.updateTable('subscriptions').set({ ends_at }).where('account_id', '=', account.id).execute()
  const headers = await signedIn(connection.db, account)
  const refused = await api.ask(PATH, { ...put(headers), language: 'fr' })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'contract_active',
    message: 'Ce n’est pas possible tant qu’un abonnement payant est en cours. Veuillez d’abord le résilier.',
  })
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(await accountById(connection.db, account.id)).toEqual(account)
  expect(await waitingLetters(connection.db)).toEqual([])
})

test('an erasure that fails half-way leaves everything as it was', async () => {
  const { db } = connection
  const { account, headers } = await buildWholeAccount(db)
  const before = await tablesHolding(db, [account.email, String(account.id)])
  const partings = await db.selectFrom('partings').selectAll().execute()
  const waiting = await waitingLetters(db)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(db)
  await sql`create trigger no_erasure before update on accounts for each row execute function refuse()`.execute(db)
  expect((await api.ask(PATH, put(headers))).status).toBe(500)
  await sql`drop trigger no_erasure on accounts`.execute(db)
  expect(await tablesHolding(db, [account.email, String(account.id)])).toEqual(before)
  expect(await db.selectFrom('partings').selectAll().execute()).toEqual(partings)
  expect(await waitingLetters(db)).toEqual(waiting)
  expect((await api.ask('user', { headers })).status).toBe(200)

  // The job that erases is as whole: it fails, and nothing is gone; the next try does it.
  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await sql`create trigger no_erasure before delete on bookmarks for each row execute function refuse()`.execute(db)
  await expect(eraseDueAccount({ accountId: account.id }, api.house)).rejects.toThrow('not now')
  expect(await db.selectFrom('partings').selectAll().execute()).toEqual(partings)
  expect(await db.selectFrom('bookmarks').selectAll().where('account_id', '=', account.id).execute()).toHaveLength(1)
  await sql`drop trigger no_erasure on bookmarks`.execute(db)
  await eraseDueAccount({ accountId: account.id }, api.house)
  await eraseDueAccount({ accountId: account.id }, api.house)
  expect(await accountById(db, account.id)).toBeUndefined()
  expect(await db.selectFrom('partings').select('id').where('email', '=', account.email).execute()).toHaveLength(1)
  logged.length = 0
})

test('deleting while other calls run leaves no orphan, and nobody meets a fault', { timeout: 60_000 }, async () => {
  const { db } = connection
  for (let round = 0; round < 8; round++) {
    const { account, headers, issue, code } = await buildWholeAccount(db)
    await db.deleteFrom('promo_redemptions').where('account_id', '=', account.id).execute()
    const elsewhere = await signedIn(db, account)
    const calls = [
      () => api.ask(PATH, put(headers)),
      () => api.ask(PATH, put(elsewhere)),
      () => api.ask('user/edit/userdata', put(headers, { firstname: 'Miriam', email: `weg-${account.email}` })),
      () => api.ask('user/edit/newsletter', put(elsewhere, { newsletter: 'false' })),
      () => api.ask('user/edit/newsletter/releases', put(headers, { newsletter: 'true' })),
      () => api.ask('user/edit/agerestriction', put(elsewhere, { agerestriction: 'true' })),
      () => api.ask('user/edit/region', put(headers, { region: '2' })),
      () => api.ask('user/changePassword', put(elsewhere, { oldPassword: PASSWORD_OF_TESTS, newPassword: 'abcdef' })),
      () => api.ask(`user/favourites/${issue.key}`, { method: 'PUT', headers }),
      () => api.ask(`promo/${code}`, { method: 'POST', headers: elsewhere }),
      () => api.ask('user/newsletter/unsubscribe', { form: { email: account.email } }),
      () => api.ask('user/export', { headers }),
      () => api.ask('user/device/all', { headers: elsewhere }),
      () => api.ask('reader/push', { headers: elsewhere, form: api.browsers.subscribe() }),
      () => api.ask('reader/push', { method: 'DELETE', headers }),
    ]
    clock = new Date(Date.now() - 8 * DAY_MS)
    // Each round begins elsewhere, so that the erasure meets the others at different places.
    const turned = [...calls.slice(round), ...calls.slice(0, round)]
    const answers = new Map(await Promise.all(turned.map(async (call) => [call, (await call()).status] as const)))
    expect([...answers.values()].filter((status) => status >= 500)).toEqual([])
    const statusOf = (index: number) => answers.get(calls[index]!)
    if (statusOf(0) !== 200 && statusOf(1) !== 200) {
      // The new password came before both and ended their sessions: the owner asks once more.
      expect([statusOf(0), statusOf(1), statusOf(7)]).toEqual([401, 401, 200])
      expect((await api.ask(PATH, put(await signedIn(db, account)))).status).toBe(200)
    }
    clock = null
    // One of the requests was the first; no session is left, and none of what was changed meanwhile lets anybody in.
    expect(await accountById(db, account.id)).toMatchObject({ erase_at: expect.any(Date), deactivated_at: expect.any(Date) })
    expect(await db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()).toEqual([])
    // Twice: the letters that wait for somebody who is gone by then are written to nobody.
    await runWaitingJobs(connection.url, api.house)
    await runWaitingJobs(connection.url, api.house)
    expect(await tablesHolding(db, [String(account.id), account.email])).toEqual([])
  }
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})
