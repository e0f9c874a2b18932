import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SUPPORT_GRANT_MS } from '@kiosk/domain/accounts/support-view'
import { Operator } from '@kiosk/domain/operator'
import { DAY_MS } from '@kiosk/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { issueToken } from '../../auth/one-time-tokens.ts'
import { createIssue } from '../../catalogue/testing/titles-and-issues.ts'
import type { Database } from '../../db/connect.ts'
import { asOwner } from '../../db/testing/database.ts'
import { createAccount, signedIn } from './accounts.ts'

const operator = Operator.parse(JSON.parse(readFileSync(new URL('../../../../../operator.json', import.meta.url), 'utf8')))
let count = 0

/**
 * Creates a test account with data in every table that can have data of an account. Its id and address occur nowhere else, so a
 * search finds exactly its data. The same applies to its name if `lastname` is unique.
 */
export async function createFullAccount(db: Database, lastname = 'Holm') {
  const id = 7_300_000_000_000 + ++count * 1_000_003
  await asOwner(db, `select setval(pg_get_serial_sequence('accounts', 'id'), ${id}, false)`)
  const email = `ganz-${randomBytes(6).toString('hex')}@example.org`
  const account = await createAccount(db, {
    email,
    firstname: 'Mira',
    lastname,
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
  const issue = await createIssue(db)
  const code = `CODE-${count}-${randomBytes(3).toString('hex').toUpperCase()}`
  const until = new Date(Date.now() + DAY_MS)
  await db.insertInto('promo_codes').values({ code, titles: '{"de":"Lesezeit"}', days: 30, redeemable_until: until }).execute()
  await db.insertInto('consents').values({ account_id, kind: 'terms', given: true, wording: '2026-11-01' }).execute()
  const day = '2026-11-01'
  await sql`insert into saved_search_runs (day, started_at, finished_at) values (${day}::date, now(), now())
    on conflict do nothing`.execute(db)
  const search = await db
    .insertInto('saved_searches')
    .values({ account_id, query: `Suche von ${email}`, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('saved_search_hits').values({ search_id: search.id, issue_id: issue.id, day, page: 1, pages: 1 }).execute()
  await db.insertInto('saved_search_emails').values({ account_id, day, at: new Date() }).execute()
  await db.insertInto('favourites').values({ account_id, title_id: issue.title_id }).execute()
  await db
    .insertInto('subscriptions')
    .values({
      account_id,
      plan_id: 10,
      regular_price: 999,
      starts_at: new Date('2025-01-01'),
      ends_at: new Date('2025-02-01'),
    })
    .execute()
  await buildPurchases(db, account, `Mira ${lastname}`)
  await db.insertInto('promo_redemptions').values({ account_id, code, expires_at: until }).execute()
  await db
    .insertInto('address_changes')
    .values({ account_id, email: `neu-${email}`, previous_email: email })
    .execute()
  await db
    .insertInto('feedback')
    .values({ email: email.toUpperCase(), name: `Mira ${lastname}`, title: 'Lob', content: `Weiter so! ${email}` })
    .execute()
  await db
    .insertInto('reading_places')
    .values({ account_id, issue_id: issue.id, page: 1, furthest_page: 1, at: new Date() })
    .execute()
  await db
    .insertInto('bookmarks')
    .values({ account_id, issue_id: issue.id, page: 1, note: `von ${email}` })
    .execute()
  await db.insertInto('epub_downloads').values({ account_id, issue_id: issue.id, at: new Date() }).execute()
  await db
    .insertInto('downloads')
    .values({ account_id, device_id, issue_id: issue.id, key: randomBytes(32), until })
    .execute()
  const { id: address_id } = await db
    .insertInto('push_subscriptions')
    .values({ account_id, device_id, endpoint: `https://push.example/secret-of-${id}`, p256dh: 'p', auth: 'a' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('release_pushes').values({ address_id, issue_id: issue.id }).execute()
  const key = Buffer.from(`secret-of-${id}`)
  const flags = { backup_eligible: true, backed_up: true }
  await db
    .insertInto('passkeys')
    .values({ account_id, credential_id: key, public_key: key, counter: 0, name: 'Laptop', ...flags })
    .execute()
  await db.insertInto('totp_factors').values({ account_id, secret: key, enabled_at: new Date() }).execute()
  await db.insertInto('recovery_codes').values({ account_id, code_hash: key }).execute()
  await db.insertInto('security_events').values({ account_id, kind: 'passkey.added', country: 'AT' }).execute()
  await db
    .insertInto('sent_emails')
    .values({
      account_id,
      letter: 'recovery',
      job: '{}',
      recipient: email,
      subject: 'Neues Passwort',
      body: email,
      sent_at: new Date(),
    })
    .execute()
  await db
    .insertInto('reader_notes')
    .values({ id: randomUUID(), account_id, body: `Ruft an: ${email}`, author: 'Nora Feld', written_at: new Date() })
    .execute()
  const moment = new Date('2026-01-01T10:00:00Z')
  const author = 'Nora Feld'
  await db.insertInto('support_requests').values({ id: randomUUID(), account_id, author, asked_at: moment }).execute()
  const { id: grant_id } = await db
    .insertInto('support_grants')
    .values({ account_id, granted_at: moment, ends_at: new Date(moment.getTime() + SUPPORT_GRANT_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('support_views').values({ grant_id, author, opened_at: moment, looked_at: moment }).execute()
  await db.insertInto('release_emails').values({ account_id, issue_id: issue.id }).execute()
  const newsletter = await db
    .insertInto('newsletters')
    .values({ name: 'Herbst', messages_per_minute: 60, created_by: 'Ida Moos', created_at: new Date(), changed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('newsletter_recipients').values({ newsletter_id: newsletter.id, account_id, language: 'de' }).execute()
  const leaving = { account_id, title_id: issue.title_id, leaves_on: '2026-12-31' }
  await db.insertInto('leaving_notices').values(leaving).execute()
  await db
    .insertInto('registrations')
    .values({ account_id, password_hash: 'hash-of-a-registration', region_id: 1, language: 'de', terms_version: '2026-11-01' })
    .execute()
  const unsubscribeToken = await issueToken(db, {
    purpose: 'unsubscribe',
    accountId: account_id,
    data: { list: 'newsletter' },
    now: new Date(),
  })
  return { account, headers, vendorId, issue, code, unsubscribeToken }
}

/** Creates an expired subscription with its invoice, payment and mandate, and all related rows. */
async function buildPurchases(
  db: Database,
  { id: account_id, email }: { id: number; email: string },
  name: string,
): Promise<void> {
  const [start, end] = [new Date('2025-01-01'), new Date('2025-01-31')]
  const mandate = `M-${randomBytes(4).toString('hex')}`
  const { id: payment_method_id } = await db
    .insertInto('payment_methods')
    .values({
      account_id,
      provider: 'sandbox',
      kind: 'DD',
      reference: `method-of-${account_id}`,
      customer_reference: `customer-of-${account_id}`,
      masked: 'AT•• •••• 3201',
      mandate_reference: mandate,
      mandate_text: `Ich, ${email}, ermächtige`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: subscription } = await db
    .insertInto('subscriptions')
    .values({
      account_id,
      plan_id: 2,
      regular_price: 1999,
      starts_at: start,
      ends_at: end,
      state: 'ended',
      auto_renew: false,
      payment_method_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: period_id } = await db
    .insertInto('periods')
    .values({ subscription_id: subscription, sequence: 1, starts_at: start, ends_at: end, price: 1999, state: 'paid' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const snapshot = {
    seller: operator.company,
    buyer: { name, email, country: 'AT' },
    language: 'de',
    tariff: 2,
    period: { startsAt: start.toISOString(), endsAt: end.toISOString() },
    method: { kind: 'DD', brand: '', masked: 'AT•• •••• 3201', mandate: mandate },
  }
  const invoice = {
    account_id,
    subscription_id: subscription,
    country: 'AT',
    currency: 'EUR',
    net: 1817,
    tax: 182,
    gross: 1999,
    due: 1999,
    tax_rate: 1000,
  }
  const { id: invoice_id } = await db
    .insertInto('invoices')
    .values({ ...invoice, period_id, snapshot: JSON.stringify(snapshot) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { position: 1, text: 'read-it PREMIUM', net: invoice.net, tax: invoice.tax, gross: invoice.gross }
  await db
    .insertInto('invoice_lines')
    .values({ invoice_id, ...line })
    .execute()
  await db
    .updateTable('invoices')
    .set({ number: `P-${randomBytes(6).toString('hex')}`, state: 'paid', issued_at: start })
    .where('id', '=', invoice_id)
    .execute()
  await db
    .insertInto('invoices')
    .values({ ...invoice, snapshot: JSON.stringify(snapshot), state: 'failed' })
    .execute()
  await db
    .insertInto('payment_attempts')
    .values({
      id: randomUUID(),
      invoice_id,
      payment_method_id,
      provider: 'sandbox',
      amount: 1999,
      currency: 'EUR',
      initiator: 'customer',
      state: 'succeeded',
      provider_reference: `charge-${randomUUID()}`,
    })
    .execute()
  const code = `GUTSCHEIN-${randomBytes(4).toString('hex').toUpperCase()}`
  await db
    .insertInto('vouchers')
    .values({ code, plan_ids: [2], price: 399 })
    .execute()
  await db.insertInto('voucher_redemptions').values({ code, account_id, subscription_id: subscription }).execute()
  await db.insertInto('carts').values({ account_id, plan_id: 2 }).execute()
  await db
    .insertInto('setup_sessions')
    .values({ id: randomUUID(), account_id, provider: 'sandbox', purpose: 'registration' })
    .execute()
  await db
    .insertInto('subscription_actions')
    .values({
      id: randomUUID(),
      subscription_id: subscription,
      kind: 'end',
      actor: 'anna',
      why: 'ticket 7',
      at: end,
      details: '{"refund":"none"}',
    })
    .execute()
  const approval = randomUUID()
  await db
    .insertInto('wallet_approvals')
    .values({
      id: approval,
      provider: 'paypal',
      account_id,
      plan_id: 2,
      wallet_plan: 'P-2',
      created_at: new Date(),
      price: 1999,
      regular_price: 1999,
      currency: 'EUR',
    })
    .execute()
  await db
    .insertInto('wallet_subscriptions')
    .values({ provider: 'paypal', reference: `I-${randomUUID()}`, approval_id: approval, found_at: new Date() })
    .execute()
  await db
    .insertInto('market_decisions')
    .values({ account_id, country: 'AT', decision: 'allow', actor: 'operator', why: 'A letter', at: new Date() })
    .execute()
  await db
    .insertInto('withdrawal_acceptances')
    .values({
      account_id,
      plan_id: 2,
      wording_version: '2026-11-22',
      wording: 'Ich verlange',
      language: 'de',
      policy: 'kept',
    })
    .execute()
  const termination = {
    name,
    email,
    contract: `von ${email}`,
    reason: `an ${email}`,
    language: 'de',
    account_id,
    subscription_id: subscription,
  }
  await db
    .insertInto('termination_declarations')
    .values({ ...termination, kind: 'cancel', outcome: 'applied', applied_at: end })
    .execute()
}

/** Lists every table of ours and of the job queue. */
export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns a fingerprint of the rows of each of these tables; in one query, because there are more than a hundred. */
export async function fingerprints(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ table: string; mark: string }>`${await ofEachTable(
    db,
    (name, table) => sql`select ${name} as "table", md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as mark
      from ${table} t`,
  )}`.execute(db)
  return Object.fromEntries(rows.map(({ table, mark }) => [table, mark]))
}

/** Lists tables with a row that contains one of the words. */
export async function tablesHolding(db: Database, words: readonly string[]): Promise<string[]> {
  const anyWord = sql.join(
    words.map((word) => sql`strpos(lower(t::text), ${word.toLowerCase()}) > 0`),
    sql` or `,
  )
  const { rows } = await sql<{ table: string }>`${await ofEachTable(
    db,
    (name, table) => sql`select ${name} as "table" where exists (select from ${table} t where ${anyWord})`,
  )}`.execute(db)
  return rows.map(({ table }) => table).sort()
}

/** Joins a query for each table. */
async function ofEachTable(
  db: Database,
  query: (name: RawBuilder<unknown>, table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const queries = (await tablesOf(db)).map((name) => query(sql.lit(name), sql.raw(name)))
  return sql.join(queries, sql` union all `)
}
