import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from '../auth/session.ts'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import { type Connection, poolOf } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { testDatabase } from '../db/testing/database.ts'
import { writePlace } from '../reading/progress-queries.ts'
import { shelfOf } from '../reading/shelf-queries.ts'
import { within } from '../testing/api.ts'
import { ReaderChanges } from './reader-changes.ts'
import { createAccount, signedIn, subscribe } from './testing/accounts.ts'

let connection: Connection
let changes: ReaderChanges
let reader: { id: number }
let issue: Awaited<ReturnType<typeof createIssue>>
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  reader = await createAccount(db)
  issue = await createIssue(db, { pages: ['Eins', 'Zwei', 'Drei'] })
  changes = new ReaderChanges(connection.url)
  await changes.ready
})
afterAll(async () => {
  await changes.close()
  await connection.close()
})

const inAnHour = () => new Date(Date.now() + HOUR_MS)
const place = (page: number, readAt = new Date()) => ({
  accountId: reader.id,
  issueId: issue.id,
  page,
  article: undefined,
  fraction: 0,
  readAt,
  now: new Date(),
})

/** Returns whether the account has changed, as a server learns it before it sends what it keeps. */
async function changesBy(act: () => Promise<unknown>): Promise<{ reader: boolean; another: boolean }> {
  expect(await changes.latest(null)).not.toBeNull()
  const { count } = changes
  await act()
  expect(await changes.latest(null)).not.toBeNull()
  return { reader: !changes.isSameSince(reader.id, count), another: !changes.isSameSince(reader.id + 1_000, count) }
}

const CHANGES: [string, (db: Kysely<DB>) => Promise<unknown>][] = [
  ['a name', (db) => db.updateTable('accounts').set({ firstname: 'Mara' }).where('id', '=', reader.id).execute()],
  ['a plan', (db) => subscribe(db, reader)],
  [
    'the end of a plan',
    (db) => db.updateTable('subscriptions').set({ ends_at: new Date() }).where('account_id', '=', reader.id).execute(),
  ],
  ['a favourite', (db) => db.insertInto('favourites').values({ account_id: reader.id, title_id: issue.title_id }).execute()],
  ['a favourite no more', (db) => db.deleteFrom('favourites').where('account_id', '=', reader.id).execute()],
  [
    'a permission for the staff',
    (db) =>
      db
        .insertInto('support_grants')
        .values({ account_id: reader.id, granted_at: new Date(), ends_at: new Date(Date.now() + MINUTE_MS) })
        .execute(),
  ],
  [
    'its end',
    (db) => db.updateTable('support_grants').set({ ended_at: new Date() }).where('account_id', '=', reader.id).execute(),
  ],
  [
    'a new address',
    (db) => db.insertInto('address_changes').values({ account_id: reader.id, email: 'neu@example.org' }).execute(),
  ],
  [
    'a promotional code',
    async (db) => {
      const titles = JSON.stringify({ de: 'Lesezeit' })
      await db.insertInto('promo_codes').values({ code: 'LESEZEIT', titles, days: 1, redeemable_until: inAnHour() }).execute()
      await db
        .insertInto('promo_redemptions')
        .values({ account_id: reader.id, code: 'LESEZEIT', expires_at: inAnHour() })
        .execute()
    },
  ],
  [
    'a shorter session',
    (db) => db.updateTable('sessions').set({ expires_at: inAnHour() }).where('account_id', '=', reader.id).execute(),
  ],
  ['the end of a session', (db) => db.deleteFrom('sessions').where('account_id', '=', reader.id).execute()],
  ['an erased history', (db) => db.deleteFrom('reading_places').where('account_id', '=', reader.id).execute()],
]

test.each(CHANGES)('%s of a reader is a change of this reader', async (_, act) => {
  const { db } = connection
  await signedIn(db, reader)
  await writePlace(db, place(1))
  expect(await changesBy(() => act(db))).toEqual({ reader: true, another: false })
})

test('the text of a promotional code is a change for all; what shows nothing is not a change', async () => {
  const { db } = connection
  await signedIn(db, reader)
  const renamed = { titles: JSON.stringify({ de: 'Mehr Lesezeit' }) }
  expect(await changesBy(() => db.updateTable('promo_codes').set(renamed).execute())).toEqual({ reader: true, another: true })
  const harmless = async () => {
    await db.updateTable('accounts').set({ firstname: 'Mara' }).where('id', '=', reader.id).execute()
    await db.updateTable('sessions').set({ last_seen_at: new Date() }).where('account_id', '=', reader.id).execute()
    await db.updateTable('promo_codes').set({ redeemed: 1 }).execute()
    await db
      .insertInto('sessions')
      .values({ token_hash: Buffer.from('another'), account_id: reader.id, expires_at: new Date(Date.now() - 1_000) })
      .execute()
    await db.deleteFrom('sessions').where('token_hash', '=', Buffer.from('another')).execute()
  }
  await db.updateTable('accounts').set({ firstname: 'Mara' }).where('id', '=', reader.id).execute()
  expect(await changesBy(harmless)).toEqual({ reader: false, another: false })
})

test('what is rolled back is no change, and an erased account is one', async () => {
  const { db } = connection
  const leaving = await createAccount(db)
  const { count } = changes
  await db
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('accounts').where('id', '=', leaving.id).execute()
      throw new Error('not today')
    })
    .catch(() => {})
  await changes.latest(null)
  expect(changes.isSameSince(leaving.id, count)).toBe(true)
  await db.deleteFrom('accounts').where('id', '=', leaving.id).execute()
  await changes.latest(null)
  expect(changes.isSameSince(leaving.id, count)).toBe(false)
})

test('a change that was committed before is always known, also with many callers at once', async () => {
  const { db } = connection
  const accounts = await Promise.all(Array.from({ length: 8 }, () => createAccount(db)))
  const missed: string[] = []
  const toggle = async ({ id }: { id: number }) => {
    for (let round = 0; round < 40; round++) {
      const { count } = changes
      await sql`update accounts set recommends = not recommends where id = ${id}`.execute(db)
      if ((await changes.latest(null)) === null || changes.isSameSince(id, count)) missed.push(`${id} in round ${round}`)
    }
  }
  await Promise.all(accounts.map(toggle))
  expect(missed).toEqual([])
})

test('every reading place that is written is another state of the places, of this reader only', async () => {
  const { db } = connection
  const another = await createAccount(db)
  const states = async () => {
    const [own, others] = await Promise.all([changes.latest(reader.id), changes.latest(another.id)])
    return { own: own!.places, others: others!.places }
  }
  await writePlace(db, place(1, new Date(Date.now() - MINUTE_MS)))
  const seen = [await states()]
  // For an older reading on another device, only the farthest page counts.
  for (const written of [place(2), place(1), place(3, new Date(Date.now() - 2 * MINUTE_MS))]) {
    await writePlace(db, written)
    seen.push(await states())
  }
  expect(new Set(seen.map(({ own }) => own)).size).toBe(4)
  expect(new Set(seen.map(({ others }) => others))).toEqual(new Set([null]))
  expect(await states()).toEqual(seen.at(-1))
})

test('nothing is known without the connection, and everything may have changed when it is back', async () => {
  const { db } = connection
  await changes.latest(null)
  const { count } = changes
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'listen readers' and datname = current_database()`
  const [first] = await Promise.all([changes.latest(reader.id), cut.execute(db)])
  expect(first === null || first.places !== undefined).toBe(true)
  await within(2_000, async () => (await changes.latest(null)) === null || !changes.isSameSince(reader.id, count))
  await within(5_000, async () => (await changes.latest(null)) !== null)
  expect(changes.isSameSince(reader.id, count)).toBe(false)
})

/** Tables of the catalogue, whose changes remove or renew the pages themselves. */
const OF_THE_CATALOGUE = ['all_articles', 'all_issues', 'readers_also_read', 'titles']

test('the database tells of changes of each table that a session and a shelf are read from', async () => {
  const { db } = connection
  const { pool } = poolOf(db)
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const sent: string[] = []
  pool.query = ((...given: [{ text: string }]) => {
    sent.push(given[0].text)
    return query(...given)
  }) as typeof pool.query
  const { cookie } = await signedIn(db, reader)
  await findSession(db, /session=([^;]+)/.exec(cookie)![1]!, new Date())
  await shelfOf(db, reader.id)
  pool.query = query as typeof pool.query
  const tables = new Set<string>()
  for (const text of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': unknown }>(`explain (generic_plan, format json) ${text}`)
    for (const [, table] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) tables.add(table!)
  }
  const { rows: told } = await sql<{ table: string }>`select distinct tgrelid::regclass::text as table from pg_trigger
    where tgname like 'readers\\_of\\_%'`.execute(db)
  const names = told.map(({ table }) => table)
  expect([...tables].filter((table) => !names.includes(table)).sort()).toEqual(OF_THE_CATALOGUE)
  expect(names.filter((table) => !tables.has(table))).toEqual([])
})

test('a session names the time at which it, its subscription or its promo code ends, whichever is first', async () => {
  const { db } = connection
  const account = await createAccount(db)
  const { cookie } = await signedIn(db, account)
  const token = /session=([^;]+)/.exec(cookie)![1]!
  const untilOf = async () => (await findSession(db, token, new Date())).sameUntil
  const [soon, later] = [inAnHour(), new Date(Date.now() + 2 * HOUR_MS)]
  const sessions = await db.selectFrom('sessions').select('expires_at').where('account_id', '=', account.id).execute()
  expect(await untilOf()).toEqual(sessions[0]!.expires_at)
  await subscribe(db, account)
  await db.updateTable('subscriptions').set({ ends_at: later }).where('account_id', '=', account.id).execute()
  expect(await untilOf()).toEqual(later)
  await db.insertInto('promo_redemptions').values({ account_id: account.id, code: 'LESEZEIT', expires_at: soon }).execute()
  expect(await untilOf()).toEqual(soon)
})
