import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteConsent } from './accounts/queries.ts'
import { createAccount, signedIn, subscribe } from './accounts/testing/accounts.ts'
import { issueToken, readToken } from './auth/one-time-tokens.ts'
import type { Connection } from './db/connect.ts'
import type { DB } from './db/schema.ts'
import { testDatabase } from './db/testing/database.ts'
import { housekeeping } from './housekeeping.ts'
import { type TestApi, testApi } from './testing/api.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const clean = () => housekeeping({}, api.ctx)
const emails = async (table: 'accounts' | 'feedback' | 'deleted_account_emails' | 'address_changes') =>
  (
    await connection.db
      .selectFrom(table as 'accounts')
      .select('email')
      .orderBy('email')
      .execute()
  ).map(({ email }) => email)
const count = async (table: keyof DB) =>
  Number(
    (
      await connection.db
        .selectFrom(table)
        .select((all) => all.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

test('deletes an unverified account with its consents after thirty days and keeps others', async () => {
  const { db } = connection
  const unverified = (name: string, days: number, more = {}) =>
    createAccount(db, { email: `${name}@example.org`, verified_at: null, created_at: daysAgo(days), ...more })
  await noteConsent(db, (await unverified('alt', 31)).id, 'terms', true)
  await noteConsent(db, (await unverified('neu', 29)).id, 'terms', true)
  await unverified('anderswo', 400, { facebook_id: '4711' })
  await subscribe(db, await unverified('zahlt', 400))
  await unverified('vorgefuehrt', 400, { demonstration: true })
  await createAccount(db, { email: 'bestaetigt@example.org', created_at: daysAgo(400) })
  await clean()
  expect(await emails('accounts')).toEqual(
    ['anderswo', 'bestaetigt', 'neu', 'vorgefuehrt', 'zahlt'].map((name) => `${name}@example.org`),
  )
  expect(await count('consents')).toBe(1)
})

test('deletes security events after a year and not before, and bearer tokens when they expire', async () => {
  const { db } = connection
  await db
    .insertInto('security_events')
    .values([
      { kind: 'limit.reached', at: daysAgo(366) },
      { kind: 'sign-in.rejected', at: daysAgo(363) },
    ])
    .execute()
  const account = await createAccount(db, { email: 'app@example.org' })
  await signedIn(db, account)
  const { id: session_id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  const token = { session_id, kind: 'refresh' }
  const until = (at: Date, name: string) => ({ ...token, token_hash: Buffer.from(name), expires_at: at })
  await db
    .insertInto('session_tokens')
    .values([until(daysAgo(1), 'alt'), until(daysAgo(-1), 'neu')])
    .execute()
  await clean()
  const kinds = await db.selectFrom('security_events').select('kind').execute()
  expect(kinds).toEqual([{ kind: 'sign-in.rejected' }])
  expect(await count('session_tokens')).toBe(1)
  await expect(db.deleteFrom('security_events').execute()).rejects.toThrow(/append-only/)
  await db.deleteFrom('accounts').where('id', '=', account.id).execute()
})

test('deletes provider handshakes when they expire', async () => {
  const { db } = connection
  const now = daysAgo(1)
  for (const purpose of ['social', 'identity'] as const) {
    const over = await issueToken(db, { purpose, accountId: null, data: { email: 'mira@example.org' }, now })
    const held = await issueToken(db, { purpose, accountId: null, now: new Date() })
    await clean()
    expect(await readToken(db, purpose, over, now)).toBe('unknown')
    expect(await readToken(db, purpose, held, now)).toMatchObject({ data: {} })
  }
})

test('deletes sessions when they expire and tokens thirty days later', async () => {
  const { db } = connection
  const account = await createAccount(db)
  await signedIn(db, account)
  await signedIn(db, account)
  await db
    .updateTable('sessions')
    .set({ expires_at: daysAgo(0.01) })
    .where('id', '=', (find) => find.selectFrom('sessions').select((all) => all.fn.min('id').as('id')))
    .execute()
  const options = { purpose: 'recovery', accountId: account.id } as const
  const old = await issueToken(db, { ...options, now: daysAgo(31) })
  const recent = await issueToken(db, { ...options, now: daysAgo(29) })
  await clean()
  expect(await count('sessions')).toBe(1)
  expect(await readToken(db, 'recovery', old, new Date())).toBe('unknown')
  expect(await readToken(db, 'recovery', recent, new Date())).toBe('expired')
})

test('deletes feedback after a year and crash reports, farewell addresses and address changes after thirty days', async () => {
  const { db } = connection
  const account = await createAccount(db)
  for (const [email, days] of [
    ['alt@example.org', 366],
    ['neu@example.org', 364],
  ] as const)
    await db
      .insertInto('feedback')
      .values({ email, name: '', title: '', content: '', at: daysAgo(days) })
      .execute()
  for (const [email, days] of [
    ['alt@example.org', 8],
    ['neu@example.org', 6],
  ] as const)
    await db
      .insertInto('deleted_account_emails')
      .values({ email, firstname: '', language: 'de', at: daysAgo(days) })
      .execute()
  for (const days of [31, 29])
    await db
      .insertInto('crash_reports')
      .values({ device: '', os: '', app: `${days}`, exception: '', zip_log: '', at: daysAgo(days) })
      .execute()
  for (const [email, days] of [
    ['alt@example.org', 31],
    ['neu@example.org', 29],
  ] as const)
    await db
      .insertInto('address_changes')
      .values({ account_id: account.id, email, requested_at: daysAgo(days) })
      .execute()
  await clean()
  for (const table of ['feedback', 'deleted_account_emails', 'address_changes'] as const)
    expect(await emails(table)).toEqual(['neu@example.org'])
  expect(await db.selectFrom('crash_reports').select('app').execute()).toEqual([{ app: '29' }])
})

test('deletes settled declarations after three years and unassigned ones after one, and keeps pending ones', async () => {
  const { db } = connection
  const { id } = await createAccount(db)
  const declared = (subscription: string, days: number, applied_at: Date | null, account_id: number | null = null) => ({
    kind: 'cancel',
    name: 'Mira',
    email: 'mira@example.org',
    language: 'de',
    contract: subscription,
    received_at: daysAgo(days),
    applied_at,
    account_id,
  })
  await db
    .insertInto('termination_declarations')
    .values([
      declared('alt', 1096, daysAgo(1096)),
      declared('neu', 1094, daysAgo(1094)),
      declared('niemandes', 366, null),
      declared('niemandes, neu', 364, null),
      declared('offen', 2000, null, id),
    ])
    .execute()
  await clean()
  const left = await db.selectFrom('termination_declarations').select('contract').orderBy('id').execute()
  expect(left.map(({ contract: subscription }) => subscription)).toEqual(['neu', 'niemandes, neu', 'offen'])
})

test('deletes security events after a year, with or without their account', async () => {
  const { db } = connection
  const { id } = await createAccount(db)
  for (const [days, account_id] of [
    [366, id],
    [366, null],
    [364, id],
  ] as const)
    await db
      .insertInto('security_events')
      .values({ kind: 'sign-in.accepted', account_id, at: daysAgo(days), device_name: 'of this test' })
      .execute()
  await clean()
  const left = db.selectFrom('security_events').select(['account_id']).where('device_name', '=', 'of this test')
  expect(await left.execute()).toEqual([{ account_id: id }])
})

test('deletes more than one batch per run', async () => {
  const { db } = connection
  const row = { email: 'viele@example.org', name: '', title: '', content: '', at: daysAgo(500) }
  await db
    .insertInto('feedback')
    .values(Array.from({ length: 2100 }, () => row))
    .execute()
  await clean()
  expect(await count('feedback')).toBe(1)
})
