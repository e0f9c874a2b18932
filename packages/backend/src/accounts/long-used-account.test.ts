import { randomBytes } from 'node:crypto'
import { exportData } from '@kiosk/domain/accounts/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fakeCardProvider } from '../adapters/payments/testing/fake-card-provider.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountById } from './queries.ts'
import { createAccount } from './testing/accounts.ts'
import { createFullAccount } from './testing/full-account.ts'

let clock: Date | null = null
const card = { ...fakeCardProvider().provider, forgetMethod: async () => undefined }
const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  payments: { card, wallet: null, store: null },
  now: () => clock ?? new Date(),
})

type Found = { column: string; value: string }

/** Finds every text and JSON value of the whole database that contains one of the search words. */
async function searched(words: readonly string[]): Promise<Found[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; name: string }>`
    select table_schema as schema, table_name as "table", column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector')`.execute(connection.db)
  const found: Found[] = []
  for (const { schema, table, name } of columns) {
    const column = sql`${sql.ref(name)}::text`
    const anyWord = sql.join(
      words.map((word) => sql`strpos(lower(${column}), ${word.toLowerCase()}) > 0`),
      sql` or `,
    )
    const { rows } = await sql<{ value: string }>`select distinct ${column} as value from ${sql.table(`${schema}.${table}`)}
      where ${anyWord}`.execute(connection.db)
    found.push(...rows.map(({ value }) => ({ column: `${schema === 'public' ? '' : `${schema}.`}${table}.${name}`, value })))
  }
  return found
}

/** Creates an account that used every feature, changed its address, and wrote to us from the old one. */
async function livedIn() {
  const { db } = connection
  const lastname = `Holm${randomBytes(4).toString('hex')}`
  const name = `Mira ${lastname}`
  const whole = await createFullAccount(db, lastname)
  const earlier = `frueher-${whole.account.email}`
  const account_id = whole.account.id
  const moved = new Date(Date.now() - 30 * DAY_MS)
  const before = new Date(moved.getTime() - DAY_MS)
  await db
    .insertInto('address_changes')
    .values({ account_id, email: whole.account.email, previous_email: earlier, requested_at: before, confirmed_at: moved })
    .execute()
  await db
    .insertInto('feedback')
    .values({
      email: earlier.toUpperCase(),
      name: 'Mira Holm',
      title: 'Frage',
      content: `Schreiben Sie an ${earlier}`,
      at: before,
    })
    .execute()
  // Declared before the subscription existed, and without an account at the time.
  await db
    .insertInto('termination_declarations')
    .values({ kind: 'cancel', name, email: earlier, contract: '', reason: `von ${earlier}`, language: 'de' })
    .execute()
  await db.updateTable('termination_declarations').set({ received_at: before }).where('email', '=', earlier).execute()
  await db
    .updateTable('subscriptions')
    .set({ attribution: JSON.stringify({ referrer: `https://club.example/${whole.account.email}` }) })
    .where('account_id', '=', account_id)
    .execute()
  const words = [whole.account.email, lastname, whole.vendorId, whole.account.facebook_id!, `secret-of-${account_id}`]
  return { ...whole, earlier, words, lastname }
}

/** Values that the export does not contain literally, with reasons. */
const NOT_AS_IT_STANDS: Record<string, string> = {
  'devices.vendor_id': 'passes as a known browser; its handle is given',
  'payment_methods.reference': 'opens payment data at the provider',
  'payment_methods.customer_reference': 'opens payment data at the provider',
  'payment_methods.mandate_text': 'the wording of the mandate, in the email of that day; its reference and day are given',
  'push_subscriptions.endpoint': 'anyone who knows it can send messages to the browser; only its host is exported',
}

test('exports every text of the database that contains the address, name or ids of the account', async () => {
  const { headers, words, earlier } = await livedIn()
  const found = await searched(words)
  expect(new Set(found.map(({ column }) => column.split('.')[0])).size).toBeGreaterThan(8)
  const data = await api.answer(exportData, 'user/export', { headers })
  const everything = new Set<unknown>()
  const collect = (value: unknown): void => {
    if (value !== null && typeof value === 'object') for (const each of Object.values(value)) collect(each)
    everything.add(typeof value === 'string' ? value : JSON.stringify(value))
  }
  collect(data)
  const isGiven = ({ value }: Found): boolean => {
    if (everything.has(value)) return true
    if (!value.startsWith('{')) return false
    // The export may contain the texts of a JSON value separately.
    const texts: string[] = []
    JSON.parse(value, (_, each) => {
      if (typeof each === 'string') texts.push(each)
      return each
    })
    return texts.every((text) => everything.has(text))
  }
  const missing = found.filter((each) => !(each.column in NOT_AS_IT_STANDS) && !isGiven(each))
  expect(missing).toEqual([])
  expect(data.feedback).toHaveLength(2)
  expect(data.exitDeclarations).toMatchObject([{}, { email: earlier }])
})

test('does not export texts written by somebody else under a former address', async () => {
  const { headers, earlier, account } = await livedIn()
  const otherFeedback = { email: earlier, name: 'Jonas', title: 'Neu hier', content: 'Die Adresse ist jetzt meine.' }
  await connection.db.insertInto('feedback').values(otherFeedback).execute()
  const data = await api.answer(exportData, 'user/export', { headers })
  expect(data.feedback).toHaveLength(2)
  await erase(headers, account.id)
  expect(await connection.db.selectFrom('feedback').select('name').where('email', '=', earlier).execute()).toEqual([
    { name: 'Jonas' },
  ])
})

async function erase(headers: Record<string, string>, accountId: number): Promise<void> {
  clock = new Date(Date.now() - 8 * DAY_MS)
  expect((await api.ask('user/deleteAccount', { method: 'PUT', headers })).status).toBe(200)
  clock = null
  await runWaitingJobs(connection.url, api.ctx)
  expect(await accountById(connection.db, accountId)).toBeUndefined()
}

/** Data of an erased account that the law requires, by table: nothing else may remain. */
const KEPT_BY_LAW: Record<string, string> = {
  'invoices.snapshot': 'the invoice as it was issued names its buyer (tax law, Art. 17(3)(b) GDPR); the email address is gone',
}

test('leaves only what the law requires after the erasure', async () => {
  const { headers, words, earlier, account, lastname } = await livedIn()
  const before = await connection.db.selectFrom('invoices').select('id').where('account_id', '=', account.id).execute()
  await erase(headers, account.id)
  expect(await searched([...words.filter((word) => word !== lastname), earlier, String(account.id)])).toEqual([])
  const named = new Set((await searched([lastname])).map(({ column }) => column))
  expect([...named]).toEqual(Object.keys(KEPT_BY_LAW))
  const kept = await connection.db
    .selectFrom('invoices')
    .select(['account_id', 'snapshot'])
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .execute()
  expect(kept.length).toBeGreaterThan(0)
  for (const each of kept) {
    expect(each.account_id).toBeNull()
    expect(JSON.stringify(each.snapshot)).not.toContain(account.email)
  }
})

test('exports and erases texts written under another spelling of an address', async () => {
  const { db } = connection
  const part = randomBytes(4).toString('hex')
  const [now, before] = [`jetzt-${part}@xn--mller-kva.example`, `vorher-${part}@xn--mller-kva.example`]
  const whole = await createFullAccount(db, `Holm${part}`)
  const { account, headers } = whole
  await db.updateTable('accounts').set({ email: now }).where('id', '=', account.id).execute()
  const moved = new Date(Date.now() - 30 * DAY_MS)
  const requested_at = new Date(moved.getTime() - DAY_MS)
  await db
    .insertInto('address_changes')
    .values({ account_id: account.id, email: now, previous_email: before, requested_at: requested_at, confirmed_at: moved })
    .execute()
  const spelled = (email: string) => email.replace('xn--mller-kva', 'm\u00fcller').toUpperCase()
  const decomposed = (email: string) => email.replace('xn--mller-kva', 'mu\u0308ller')
  const old = { name: 'Mira', title: 'Alt', content: part }
  for (const [email, at] of [
    [spelled(now), new Date()],
    [decomposed(now), new Date()],
    [spelled(before), requested_at],
  ] as const) {
    await db
      .insertInto('feedback')
      .values({ ...old, email, at })
      .execute()
    await db
      .insertInto('termination_declarations')
      .values({ kind: 'cancel', name: 'Mira', email, contract: '', reason: part, language: 'de', received_at: at })
      .execute()
  }
  const form = { email: spelled(now), name: 'Mira', title: 'Neu', content: part }
  expect((await api.ask('feedback', { form })).status).toBe(200)
  expect((await db.selectFrom('feedback').select('email').where('title', '=', 'Neu').execute()).at(-1)?.email).toMatch(
    /@xn--mller-kva\.example$/,
  )
  const data = await api.answer(exportData, 'user/export', { headers })
  expect((data.feedback as { content: string }[]).filter(({ content }) => content === part)).toHaveLength(4)
  expect((data.exitDeclarations as { reason: string }[]).filter(({ reason }) => reason === part)).toHaveLength(3)
  await erase(headers, account.id)
  expect(await db.selectFrom('feedback').selectAll().where('content', '=', part).execute()).toEqual([])
  expect(await db.selectFrom('termination_declarations').selectAll().where('reason', '=', part).execute()).toEqual([])
})

test('erases nothing of other accounts', async () => {
  const stays = await createAccount(connection.db)
  const { headers, account } = await livedIn()
  await erase(headers, account.id)
  expect(await accountById(connection.db, stays.id)).toEqual(stays)
})
