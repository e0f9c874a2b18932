import { publishedValuesOf } from '@kiosk/domain/operator'
import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAccount, subscribe } from '../accounts/testing/accounts.ts'
import { commandActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { raiseAlarm } from '../billing/alarms.ts'
import { readConfig } from '../config.ts'
import { storeValues } from '../content/published-values.ts'
import type { Connection } from '../db/connect.ts'
import { asOwner, databaseWith, emptyDatabase, testDatabase } from '../db/testing/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { noOwnerNotice } from '../staff/staff-queries.ts'
import { runChecks } from './checks.ts'
import { databaseChecks, openForChecks } from './database-checks.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
})
afterAll(() => connection.close())

type CheckOptions = { env?: Record<string, string>; now?: () => Date; db?: Connection['db'] | null }

async function check(name: string, { env = {}, now, db = connection.db }: CheckOptions = {}): Promise<string[]> {
  const config = readConfig({ ENVIRONMENT: 'staging', ...env })
  const checks = databaseChecks(db, config, { now }).filter((each) => each.name === name)
  expect(checks).toHaveLength(1)
  return (await runChecks(checks)).map(({ status, says }) => `${status}: ${says}`)
}

test('a database as the server needs it is in order', async () => {
  expect(await check('database')).toEqual([expect.stringMatching(/^ok: PostgreSQL \d+\.\d+, UTF8, collation C\.UTF-8$/)])
  expect(await check('migrations')).toEqual(['ok: none is missing'])
  expect(await check('clock')).toEqual([expect.stringMatching(/^ok: this machine and the database differ by \d+ ms$/)])
  expect(await check('jobs')).toEqual(['ok: none has failed, none has waited long'])
  expect(await check('alarms')).toEqual(['ok: none is open'])
  expect(await check('search')).toEqual(['ok: all pages can be searched'])
  expect(await check('audit log')).toEqual([expect.stringMatching(/^ok: \d+ entries, unbroken/)])
  expect(await check('webhooks')).toEqual(['skipped: no payment provider is set'])
})

test('without a database the other checks are skipped', async () => {
  expect(await check('jobs', { db: null })).toEqual(['skipped: the database cannot be reached'])
  await expect(openForChecks({ databaseUrl: 'postgres://127.0.0.1:1/kiosk', dataDir: '/nowhere' })).rejects.toThrow(
    'ECONNREFUSED',
  )
  await expect(openForChecks({ databaseUrl: undefined, dataDir: '/nowhere' })).rejects.toThrow('there is no database in /nowhere')
})

test('on an empty database, what needs no tables is checked, and nothing else is wrong', async () => {
  const empty = await emptyDatabase()
  const opened = await openForChecks({ databaseUrl: empty.url, dataDir: '/nowhere' })
  const found = await runChecks(databaseChecks(opened.db, readConfig({ ENVIRONMENT: 'staging' }), opened))
  const errors = found.filter(({ status }) => status === 'error').map(({ check: name, says }) => `${name}: ${says}`)
  expect(errors).toEqual(['migrations: the database is empty'])
  expect(found.filter(({ status }) => status === 'skipped').map(({ says }) => says)).toEqual(
    Array(8).fill('the database is empty'),
  )
  await opened.close()
  await empty.drop()
})

test('missing migrations and those of a newer version are told apart, and none is applied', async () => {
  const older = await databaseWith((name) => name < '260')
  const opened = await openForChecks({ databaseUrl: older.url, dataDir: '/nowhere' })
  const missing = [expect.stringMatching(/^error: \d+ migrations are missing, from 26\S+ on$/)]
  expect(await check('migrations', { db: opened.db })).toEqual(missing)
  expect(await check('migrations', { db: opened.db })).toEqual(missing)
  await opened.close()
  await older.drop()
  await sql`insert into migrations (name, needs) values ('999-future.sql', '998-other.sql')`.execute(connection.db)
  expect(await check('migrations')).toEqual(['error: the database is newer than this version: it has 999-future.sql'])
  await sql`delete from migrations where name = '999-future.sql'`.execute(connection.db)
})

test('a clock that is off is reported', async () => {
  const off = (ms: number) => check('clock', { now: () => new Date(Date.now() + ms) })
  expect(await off(5_000)).toEqual([expect.stringMatching(/^warning: .* differ by (4|5)\d{3} ms$/)])
  expect(await off(-MINUTE_MS)).toEqual([expect.stringMatching(/^error: .* differ by (59|60)\d{3} ms$/)])
})

test('jobs that wait or have failed are reported', async () => {
  const at = (minutes: number) => ({ at: new Date(Date.now() - minutes * MINUTE_MS) })
  await enqueue(connection.db, 'billing', {}, at(20))
  expect(await check('jobs')).toEqual(['warning: the oldest job that is due (billing) has waited for 20 minutes'])
  await enqueue(connection.db, 'reconcile', {}, at(90))
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'billing')`.execute(connection.db)
  expect(await check('jobs')).toEqual([
    'error: the oldest job that is due (reconcile) has waited for 90 minutes',
    'warning: 1 failed: billing',
  ])
})

test('renewals must run, and leave nothing overdue', async () => {
  expect(await check('renewals')).toEqual(['warning: no run was ever queued'])
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('billing', now(), now() - interval '3 minutes')`.execute(connection.db)
  expect(await check('renewals')).toEqual(['ok: the last run was queued 3 minutes ago'])
  const later = () => new Date(Date.now() + HOUR_MS)
  expect(await check('renewals', { now: later })).toEqual(['error: the last run was queued 63 minutes ago'])
  const account = await createAccount(connection.db)
  await subscribe(connection.db, account)
  await sql`update subscriptions set next_charge_at = now() - interval '2 hours'`.execute(connection.db)
  expect(await check('renewals')).toEqual(['error: 1 subscription should have been renewed an hour ago'])
  await sql`update subscriptions set next_charge_at = null`.execute(connection.db)
})

test('a provider that does not report its payments is reported', async () => {
  const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(await check('webhooks', { env })).toEqual(['warning: stripe has never sent an event'])
  await sql`insert into provider_events (provider, event_id, kind, payload, received_at)
    values ('stripe', 'evt_1', 'charge.succeeded', '{}', '2026-11-20T10:00:00Z')`.execute(connection.db)
  expect(await check('webhooks', { env })).toEqual(['ok: the last event of stripe came at 2026-11-20T10:00:00.000Z'])
})

test('open alarms and a changed entry of the audit log are reported', async () => {
  const { db } = connection
  const ctx = { log: pino({ level: 'silent' }), now: () => new Date() }
  await raiseAlarm(db, ctx, { kind: 'books-differ', subject: 'stripe' })
  expect(await check('alarms')).toEqual(['warning: 1 open: books-differ'])
  await db.transaction().execute((trx) =>
    recordAudit(trx, commandActor(), new Date(), {
      action: 'billing.run',
      subject: { kind: 'billing', id: 'renewals', name: 'renewals' },
    }),
  )
  expect(await check('audit log')).toEqual([expect.stringMatching(/^ok: 1 entry, unbroken; the last is 1:/)])
  await asOwner(db, "set session_replication_role = replica; update audit_entries set subject = 'another'")
  expect(await check('audit log')).toEqual(['error: entry 1 was changed, or one before it is missing'])
})

test('a newsstand without an owner who can sign in at the desk is reported, with what to do', async () => {
  const { db } = connection
  expect(await check('desk')).toEqual(['warning: no owner can sign in at the desk'])
  expect(await noOwnerNotice(db)).toContain('npm run kiosk -- staff invite')
  const owner = { email: 'owner@example.org', name: 'Nora Feld', role: 'owner', language: 'de', created_at: new Date() }
  const { id } = await db.insertInto('staff').values(owner).returning('id').executeTakeFirstOrThrow()
  expect(await check('desk')).toEqual(['warning: no owner can sign in at the desk'])
  await db.updateTable('staff').set({ joined_at: new Date() }).where('id', '=', id).execute()
  expect(await check('desk')).toEqual(['ok: an owner can sign in'])
  expect(await noOwnerNotice(db)).toBeNull()
})

test('the parts of operator.json that the desk has replaced are named', async () => {
  const { db } = connection
  const { operator } = readConfig({ ENVIRONMENT: 'staging' })
  expect(await check('operator.json')).toEqual(['ok: every part applies; nothing was changed at /desk/content/company'])
  const values = publishedValuesOf(operator)
  await db.transaction().execute((trx) => storeValues(trx, { values: { ...values, siteName: 'Am Eck' }, version: 1 }))
  expect(await check('operator.json')).toEqual([
    expect.stringMatching(/no longer apply: siteName, .*legal \(the desk differs in: siteName\)$/),
  ])
  await db.transaction().execute((trx) => storeValues(trx, { values, version: 2 }))
  expect(await check('operator.json')).toEqual([expect.stringMatching(/\(the desk has the same\)$/)])
  await sql`update app_settings set value = '{"values": {"company": 1}}' where key = 'published-values'`.execute(db)
  expect(await check('operator.json')).toEqual([expect.stringMatching(/^warning: what was saved at the desk cannot be read/)])
})
