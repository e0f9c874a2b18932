import { createFullAccount } from '@kiosk/backend/accounts/testing/full-account'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { type Database, open, poolOf } from '@kiosk/backend/db/connect'
import type { DB } from '@kiosk/backend/db/schema'
import { ownerUrlOf } from '@kiosk/backend/db/testing/database'
import { sql, type Transaction } from 'kysely'
import { payload } from './inert.ts'

// A kiosk in which all user input is an attack: for tests.

/**
 * Columns without user input: keys, codes, kinds, validated addresses, hashes and texts of the product itself. Every other text
 * column is filled with payloads, including those of future tables.
 */
const STRUCTURE = new RegExp(
  `^(${[
    String.raw`(graphile_.*|app_settings|jobs|migrations|number_series|rate_limits|search_stems|prices|tax_rates)\..*`,
    String.raw`.*\.(id|uid|key|code|kind|state|language|country|currency|purpose|provider|outcome|manner|edition|stem|source|day|network_country|piece)`,
    String.raw`.*\.(email|previous_email|vendor_id|image_path|target_url|\w*reference|\w*version|\w*hash|sha256|source_sha256)`,
    String.raw`.*\.(\w+_from|\w+_on|\w+_date|\w+_until|url|endpoint|auth|p256dh|reader|initiator|voucher_code)`,
    String.raw`(accounts\.(platform|facebook_id|apple_id|verification_target)|(carts|subscriptions)\.attribution)`,
    String.raw`(invoices\.number|ledger\.(account|transaction)|titles\.(frequency|issn|plain_name)|vouchers\.(colour|background)|all_issues\.(cover_colour|text_layer)|all_articles\.removed_by)`,
    String.raw`(one_time_tokens\.data|payment_attempts\.action|setup_sessions\.embed|provider_events\.event_id|campaign_pages\.campaign)`,
    String.raw`(content_set_entries\.set_key|imports\.issue_uid|wallet_approvals\.wallet_plan|wallet_subscriptions\.reference|wallet_returns\.charge|termination_declarations\.(requested_end|confirmed_by)|pages\.search|withdrawal_acceptances\.policy)`,
    // An operator's allowance is copied to its invoice.
    String.raw`(market_decisions\.decision|invoice_evidence\.(actor|why))`,
    String.raw`newsletters\.fallback_language`,
  ].join('|')})$`,
)

/** Creates an example of everything that the kiosk shows. */
export async function furnish(db: Database) {
  const reader = await createFullAccount(db)
  await sql`update subscriptions set ends_at = now() + interval '20 days' where state <> 'ended'`.execute(db)
  const title = await createTitle(db, {
    key: 'boese',
    categories: ['reise'],
    subscriptions: [1, 2, 10],
    publisher: 'x',
    place: 'x',
  })
  const article = { headline: 'x', html: 'x', byline: 'x', firstPage: 1, lastPage: 2 }
  for (const day of ['2026-10-01', '2026-11-01'])
    await createIssue(db, { title, uid: `uid-${day}`, issue_date: day, pages: ['x', 'x'], articles: [article], headline: 'x' })
  const { id: issue_id } = await db
    .selectFrom('issues')
    .select('id')
    .where('uid', '=', 'uid-2026-11-01')
    .executeTakeFirstOrThrow()
  await sql`update issues set outline = '[{"headline":"x","page":1,"level":1}]', number = 'x', volume = 'x', targeting_tags = '{x}'`.execute(
    db,
  )
  await sql`insert into content_sets (key) values ('at') on conflict do nothing`.execute(db)
  await sql`insert into content_set_entries (set_key, title_id, position) select key, ${title.id}, 1 from content_sets`.execute(
    db,
  )
  await db
    .insertInto('topics')
    .values({
      uid: 'thema',
      language: 'de',
      headline: 'x',
      text: 'x',
      issue_id,
      release_date: '2026-11-01',
      article_position: 0,
      page: 1,
    })
    .execute()
  await db.insertInto('link_posts').values({ key: 'l', target_url: '/faq', issue_id, posted_on: '2026-11-01' }).execute()
  await db.insertInto('campaigns').values({ key: 'frei' }).execute()
  for (const key of ['about', 'faq', 'imprint', 'terms', 'privacy'])
    for (const language of ['de', 'en', 'fr'])
      await db.insertInto('documents').values({ key, language, html: 'x', title: 'x', version: '2026-11-01' }).execute()
  await db
    .insertInto('advertisements')
    .values({ key: 'a', language: 'de', headline: 'x', body: 'x', target_url: 'https://shop.example', image_alt: 'x' })
    .execute()
  await db.insertInto('feedback').values({ email: 'ida@example.org', name: 'x', title: 'x', content: 'x' }).execute()
  await db.updateTable('advertisements').set({ image_path: 'x.webp', image_width: 4, image_height: 3 }).execute()
  await db
    .insertInto('vouchers')
    .values({ code: 'ANGEBOT', kind: 'special-offer', plan_ids: [2], price: 399, titles: '{"de":"x","en":"x","fr":"x"}' })
    .execute()
  await db.insertInto('deleted_account_emails').values({ email: 'fort@example.org', firstname: 'x', language: 'de' }).execute()
  return reader
}

/** Writes payloads into all columns with user input, bypassing the API. @returns their names (`table_column`) */
export async function fillWithPayloads(db: Database): Promise<Set<string>> {
  const owner = open(ownerUrlOf(poolOf(db).url), 1)
  try {
    return await owner.db.transaction().execute(fill)
  } finally {
    await owner.close()
  }
}

async function fill(db: Transaction<DB>): Promise<Set<string>> {
  const filled = new Set<string>()
  // Issued documents are immutable, except for this test.
  await sql`set local session_replication_role = replica`.execute(db)
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    and c.data_type in ('text', 'jsonb')`.execute(db)
  await sql`update pages set search = to_tsvector(search_language('de'), 'evil')`.execute(db)
  for (const { table, column, type } of rows) {
    if (STRUCTURE.test(`${table}.${column}`)) continue
    // The tables of issues and articles are named after their views.
    const mark = `${table.replace(/^all_/, '')}_${column}`
    const [target, into] = [sql.table(table), sql.ref(column)]
    if (type === 'text') await sql`update ${target} set ${into} = ${payload(mark)}`.execute(db)
    else {
      const found = await sql<{ at: string; value: unknown }>`select ctid::text as at, ${into} as value from ${target}`.execute(
        db,
      )
      for (const { at, value } of found.rows)
        await sql`update ${target} set ${into} = ${JSON.stringify(withWords(value, mark))}::jsonb where ctid = ${at}::tid`.execute(
          db,
        )
    }
    filled.add(mark)
  }
  return filled
}

/** Replaces every string in JSON with a payload, except dates, keys, countries and the like. */
function withWords(value: unknown, mark: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withWords(each, mark, name))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, withWords(inner, mark, each)]))
  return typeof value !== 'string' || /At$|country|language|kind|email|key/i.test(name) ? value : payload(mark)
}
