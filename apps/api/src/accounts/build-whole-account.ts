import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { buildIssue } from '../catalogue/build-catalogue.ts'
import type { Database } from '../database/connect.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { buildAccount, signedIn } from './build-account.ts'

let count = 0

/**
 * An account of a test with something of everything that can be held about one. Its id and address occur nowhere else, so
 * that a search for them finds what belongs to it.
 */
export async function buildWholeAccount(db: Database) {
  const id = 7_300_000_000_000 + ++count * 1_000_003
  await sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${id}, false)`.execute(db)
  const email = `ganz-${randomBytes(6).toString('hex')}@example.org`
  const account = await buildAccount(db, {
    email,
    firstname: 'Mira',
    lastname: 'Holm',
    age_group_id: 2,
    gender_id: 1,
    federal_state_id: 109,
    send_newsletter: true,
    facebook_id: `facebook-of-${id}`,
    referrer: 'https://elsewhere.example/',
  })
  const account_id = account.id
  const vendorId = `device-of-${id}`
  const headers = await signedIn(db, account, { vendorId })
  const { id: device_id } = await db
    .selectFrom('devices')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  const issue = await buildIssue(db)
  const code = `CODE-${count}-${randomBytes(3).toString('hex').toUpperCase()}`
  const until = new Date(Date.now() + 86_400_000)
  await db.insertInto('promo_codes').values({ code, titles: '{"de":"Lesezeit"}', days: 30, redeemable_until: until }).execute()
  await db.insertInto('consents').values({ account_id, kind: 'terms', given: true, wording: '2026-11-01' }).execute()
  await db.insertInto('favourites').values({ account_id, title_id: issue.title_id }).execute()
  await db
    .insertInto('subscriptions')
    .values({ account_id, subscription_id: 10, starts_at: new Date('2025-01-01'), ends_at: new Date('2025-02-01') })
    .execute()
  await db.insertInto('promo_redemptions').values({ account_id, code, expires_at: until }).execute()
  await db
    .insertInto('address_changes')
    .values({ account_id, email: `neu-${email}`, previous_email: email })
    .execute()
  await db
    .insertInto('feedback')
    .values({ email: email.toUpperCase(), name: 'Mira Holm', title: 'Lob', content: `Weiter so! ${email}` })
    .execute()
  await db
    .insertInto('reading_places')
    .values({ account_id, issue_id: issue.id, page: 1, furthest_page: 1, at: new Date() })
    .execute()
  await db
    .insertInto('bookmarks')
    .values({ account_id, issue_id: issue.id, page: 1, note: `von ${email}` })
    .execute()
  await db
    .insertInto('downloads')
    .values({ account_id, device_id, issue_id: issue.id, key: randomBytes(32), until })
    .execute()
  await db
    .insertInto('push_addresses')
    .values({ account_id, device_id, endpoint: `https://push.example/secret-of-${id}`, p256dh: 'p', auth: 'a' })
    .execute()
  await db.insertInto('release_letters').values({ account_id, issue_id: issue.id }).execute()
  const unsubscribeToken = await issueToken(db, {
    purpose: 'unsubscribe',
    accountId: account_id,
    data: { list: 'newsletter' },
    now: new Date(),
  })
  return { account, headers, vendorId, issue, code, unsubscribeToken }
}

/** Every table of the database that is ours, and those of the jobs. */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables with a row in which one of the words occurs. */
export async function tablesHolding(db: Database, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tablesOf(db)) {
    const anyWord = sql.join(
      words.map((word) => sql`strpos(lower(t::text), ${word.toLowerCase()}) > 0`),
      sql` or `,
    )
    const { rows } = await sql`select 1 from ${sql.raw(table)} t where ${anyWord} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found.sort()
}
