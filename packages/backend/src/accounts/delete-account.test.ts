import { DAY_MS } from '@kiosk/domain/time'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeCardProvider } from '../adapters/payments/testing/fake-card-provider.ts'
import { issuedInvoice } from '../billing/invoices/issued-invoices.ts'
import { invoicePdf } from '../billing/invoices/pdf.ts'
import type { Connection } from '../db/connect.ts'
import { asOwner, testDatabase } from '../db/testing/database.ts'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { eraseDueAccount } from './erase-account.ts'
import { accountById } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from './testing/accounts.ts'
import { createFullAccount, tablesHolding } from './testing/full-account.ts'

let connection: Connection
let api: TestApi
/** Payment methods that the provider was asked to delete. */
const forgotten: string[] = []
const logged: { level: number; msg: string }[] = []
/** The clock of the API; null = the real one. Jobs use the clock of the database. */
let clock: Date | null = null
beforeAll(async () => {
  connection = await testDatabase()
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const card = { ...fakeCardProvider().provider, forgetMethod: async (reference: string) => void forgotten.push(reference) }
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
/** Requests the erasure as of eight days ago, so that the grace period is over and the job is due. */
async function deleteAWeekAgo(headers: Record<string, string>): Promise<Response> {
  clock = new Date(Date.now() - 8 * DAY_MS)
  const answer = await api.ask(PATH, put(headers))
  clock = null
  return answer
}
const put = (headers: Record<string, string>, form: Record<string, string> = {}) => ({ method: 'PUT', headers, form })

test('erases an account and all its data after the grace period and sends a last e-mail', async () => {
  const { db } = connection
  const { account, headers, unsubscribeToken } = await createFullAccount(db)
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

  await runWaitingJobs(connection.url, api.ctx)
  expect(api.mails.map(({ to }) => to)).toEqual([account.email])
  expect(api.mails[0]!.subject).toBe('Ihr Konto bei read-it wurde gelöscht')
  expect(await tablesHolding(db, words)).toEqual([])
  expect((await api.ask('user', { headers })).status).toBe(401)
  expect((await api.ask(`user/newsletter/oneclick/${unsubscribeToken}`, { method: 'POST' })).status).toBe(400)
})

test('keeps issued invoices without the account and deletes payment methods at every provider', async () => {
  const { db } = connection
  const { account, headers } = await createFullAccount(db)
  const invoices = () => db.selectFrom('invoices').selectAll().where('subscription_id', '=', subscription).orderBy('id').execute()
  const { id: subscription } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', account.id)
    .where('payment_method_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const [issued] = await invoices()
  const before = await issuedInvoice(db, issued!.number!, account.id)
  const pdf = await invoicePdf(before!, 'read-it')
  const method = await db.selectFrom('payment_methods').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow()
  forgotten.length = 0

  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await runWaitingJobs(connection.url, api.ctx)
  const [kept, draft] = await invoices()
  expect(kept).toMatchObject({ account_id: null, number: issued!.number, gross: 1999 })
  expect(kept!.snapshot).toMatchObject({ buyer: { name: 'Mira Holm', country: 'AT' } })
  expect(draft!.snapshot).toMatchObject({ buyer: { country: 'AT' } })
  expect(JSON.stringify([kept, draft])).not.toContain(account.email)
  expect(JSON.stringify(draft)).not.toContain('Mira')
  expect((await invoicePdf((await issuedInvoice(db, issued!.number!, null))!, 'read-it')).equals(pdf)).toBe(true)
  expect(forgotten).toEqual([method.reference])
  expect(await db.selectFrom('payment_methods').selectAll().where('id', '=', method.id).executeTakeFirst()).toMatchObject({
    account_id: null,
    active: false,
    reference: `forgotten-${method.id}`,
    customer_reference: null,
    masked: '',
    mandate_text: null,
    mandate_reference: method.mandate_reference,
  })
  expect(
    await db.selectFrom('termination_declarations').selectAll().where('subscription_id', '=', subscription).execute(),
  ).toMatchObject([{ kind: 'cancel', outcome: 'applied', account_id: null, name: '', email: '', contract: '', reason: '' }])
  const attempts = await db.selectFrom('payment_attempts').select('state').where('invoice_id', '=', kept!.id).execute()
  expect(attempts).toEqual([{ state: 'succeeded' }])
})

test('keeps the data of other accounts', async () => {
  const { db } = connection
  const { headers, code } = await createFullAccount(db)
  const other = await createFullAccount(db)
  const before = await tablesHolding(db, [String(other.account.id)])
  await db.insertInto('promo_redemptions').values({ account_id: other.account.id, code, expires_at: new Date() }).execute()
  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await runWaitingJobs(connection.url, api.ctx)
  expect(await tablesHolding(db, [String(other.account.id)])).toEqual(before)
  expect(await accountById(db, other.account.id)).toEqual(other.account)
  expect((await api.ask('user', { headers: other.headers })).status).toBe(200)
})

test.each([
  ['runs', null],
  ['runs to a day that is set', new Date(Date.now() + DAY_MS)],
])('rejects deleting an account whose subscription %s', async (_, ends_at) => {
  const account = await createAccount(connection.db)
  await subscribe(connection.db, account)
  await connection.db.updateTable('subscriptions').set({ ends_at }).where('account_id', '=', account.id).execute()
  const headers = await signedIn(connection.db, account)
  const rejected = await api.ask(PATH, { ...put(headers), language: 'fr' })
  expect(rejected.status).toBe(409)
  expect(await rejected.json()).toMatchObject({
    code: 'contract_active',
    message: 'Ce n’est pas possible tant qu’un abonnement payant est en cours. Veuillez d’abord le résilier.',
  })
  expect(rejected.headers.getSetCookie()).toEqual([])
  expect(await accountById(connection.db, account.id)).toEqual(account)
  expect(await waitingEmails(connection.db)).toEqual([])
})

test('rolls back an erasure that fails half-way', async () => {
  const { db } = connection
  const { account, headers } = await createFullAccount(db)
  const before = await tablesHolding(db, [account.email, String(account.id)])
  const emails = await db.selectFrom('deleted_account_emails').selectAll().execute()
  const waiting = await waitingEmails(db)
  await asOwner(db, `create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await asOwner(db, 'create trigger no_erasure before update on accounts for each row execute function refuse()')
  expect((await api.ask(PATH, put(headers))).status).toBe(500)
  await asOwner(db, 'drop trigger no_erasure on accounts')
  expect(await tablesHolding(db, [account.email, String(account.id)])).toEqual(before)
  expect(await db.selectFrom('deleted_account_emails').selectAll().execute()).toEqual(emails)
  expect(await waitingEmails(db)).toEqual(waiting)
  expect((await api.ask('user', { headers })).status).toBe(200)

  // The job is atomic too: it fails without any change, and the next try erases.
  expect((await deleteAWeekAgo(headers)).status).toBe(200)
  await asOwner(db, 'create trigger no_erasure before delete on bookmarks for each row execute function refuse()')
  await expect(eraseDueAccount({ accountId: account.id }, api.ctx)).rejects.toThrow('not now')
  expect(await db.selectFrom('deleted_account_emails').selectAll().execute()).toEqual(emails)
  expect(await db.selectFrom('bookmarks').selectAll().where('account_id', '=', account.id).execute()).toHaveLength(1)
  await asOwner(db, 'drop trigger no_erasure on bookmarks')
  await eraseDueAccount({ accountId: account.id }, api.ctx)
  await eraseDueAccount({ accountId: account.id }, api.ctx)
  expect(await accountById(db, account.id)).toBeUndefined()
  expect(await db.selectFrom('deleted_account_emails').select('id').where('email', '=', account.email).execute()).toHaveLength(1)
  logged.length = 0
})

test('an erasure concurrent with other calls leaves no orphaned row and causes no server error', async () => {
  const { db } = connection
  for (let round = 0; round < 8; round++) {
    const { account, headers, issue, code } = await createFullAccount(db)
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
    // Each round starts at another call, so that the erasure meets the others at different points.
    const turned = [...calls.slice(round), ...calls.slice(0, round)]
    const answers = new Map(await Promise.all(turned.map(async (call) => [call, (await call()).status] as const)))
    expect([...answers.values()].filter((status) => status >= 500)).toEqual([])
    const statusOf = (index: number) => answers.get(calls[index]!)
    if (statusOf(0) !== 200 && statusOf(1) !== 200) {
      // The password change came first and ended the sessions of both requests: the owner requests the erasure again.
      expect([statusOf(0), statusOf(1), statusOf(7)]).toEqual([401, 401, 200])
      expect((await api.ask(PATH, put(await signedIn(db, account)))).status).toBe(200)
    }
    clock = null
    // The account waits for its erasure; no session is left, and no concurrent change gives access.
    expect(await accountById(db, account.id)).toMatchObject({ erase_at: expect.any(Date), deactivated_at: expect.any(Date) })
    expect(await db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()).toEqual([])
    // Twice: e-mails to an erased account are dropped.
    await runWaitingJobs(connection.url, api.ctx)
    await runWaitingJobs(connection.url, api.ctx)
    expect(await tablesHolding(db, [String(account.id), account.email])).toEqual([])
  }
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})
