import { open } from '@kiosk/backend/db/connect'
import { IN_VIENNA } from '@kiosk/backend/db/in-vienna'
import { type RawBuilder, sql } from 'kysely'

export const SIZES = {
  publishers: 400,
  titles: 3_000,
  issues: 46_000,
  accounts: 120_000,
  periodsOfEach: 3,
  emailsOfEach: 2,
  auditEntries: 50_000,
  vouchers: 20_000,
  promoCodes: 2_000,
  messages: 5_000,
  suspense: 500,
  takedowns: 600,
  newsletters: 200,
  topics: 1_000,
  uploads: 300,
}

type Step = readonly [table: string, statement: RawBuilder<unknown>]

/**
 * Fills an empty database with rows of a newsstand that has run for some months. Needs its owner: triggers and foreign keys are
 * off, except that the audit log is chained as always.
 */
export async function placeDeskRows(ownerUrl: string): Promise<void> {
  const { db, close } = open(ownerUrl, 1)
  const run = async (steps: readonly Step[]) => {
    for (const [table, statement] of steps)
      await statement.execute(db).catch((error: unknown) => {
        throw new Error(`rows of ${table} could not be added`, { cause: error })
      })
  }
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  await run([...shelf, ...people, ...money, ...offersAndContent, ...figures])
  await sql`set session_replication_role = origin`.execute(db)
  await run([['audit_entries', auditEntries]])
  await run([['analyze', sql`vacuum analyze`]])
  await close()
}

const series = (rows: number) => sql`generate_series(1, ${sql.lit(rows)}) n`
/** One of several words, the same in every run. */
const word = (words: string[], by = 'n') =>
  sql`(${sql.lit(`{${words.join(',')}}`)}::text[])[1 + ${sql.raw(by)} % ${sql.lit(words.length)}]`

const FIRST = ['Alpen', 'Garten', 'Stadt', 'Wein', 'Technik', 'Reise', 'Küchen', 'Motor', 'Kultur', 'Kinder', 'Sport']
const SECOND = ['blick', 'bote', 'zeit', 'kurier', 'welt', 'spiegel', 'blatt']
const FIRST_NAMES = ['Mira', 'Jonas', 'Élodie', 'Karl', 'Sofia', 'Tobias', 'Anna', 'Luca', 'Nora', 'Emil', 'Ida']
const LAST_NAMES = [
  'Holm',
  'Gruber',
  'Müller',
  'Lefèvre',
  'Huber',
  'Keller',
  'Weber',
  'Rossi',
  'Steiner',
  'Egger',
  'Bauer',
  'Moos',
  'Feld',
]

const shelf: Step[] = [
  [
    'categories',
    sql`insert into categories (uid, names, position) select 'category-' || n, jsonb_build_object('de', 'Rubrik ' || n, 'en', 'Category ' || n, 'fr', 'Rubrique ' || n), n
      from ${series(20)} on conflict do nothing`,
  ],
  [
    'publishers',
    sql`insert into publishers (name, contact, email, address)
      select 'Verlag ' || ${word(FIRST)} || ' ' || n, ${word(LAST_NAMES)}, 'verlag-' || n || '@example.org', 'Hauptstraße ' || n from ${series(SIZES.publishers)}`,
  ],
  [
    'titles',
    sql`insert into titles (key, name, kind, language, country, frequency, publisher_id, age_rating, available_until, created_at)
      select 'titel-' || n, ${word(FIRST)} || ${word(SECOND, '(n / 11)')} || ' ' || n,
        case n % 10 when 0 then 'newspaper' else 'magazine' end, (array['de', 'de', 'de', 'en', 'fr'])[1 + n % 5],
        (array['AT', 'DE', 'CH', 'LU', null])[1 + n % 5], (array['weekly', 'monthly', 'quarterly', 'daily'])[1 + n % 4],
        1 + n % ${sql.lit(SIZES.publishers)}, case when n % 50 = 0 then 18 else 0 end,
        case when n % 60 = 0 then current_date + n % 90 - 45 end, now() - n * interval '3 hours' from ${series(SIZES.titles)}`,
  ],
  [
    'title_categories',
    sql`insert into title_categories (title_id, category_id)
      select t.id, (select min(id) from categories) + each from titles t, generate_series(0, 1) each where each = 0 or t.id % 3 = 0`,
  ],
  ['title_plans', sql`insert into title_plans (title_id, plan_id) select id, 2 from titles where id % 40 = 0`],
  [
    'all_issues',
    sql`insert into all_issues (uid, title_id, name, number, issue_date, language, page_count, cover_width, cover_height, published_at,
        shown_from, withdrawn_at)
      select 'ausgabe-' || n, t.id, 'Nr. ' || 1 + n / ${sql.lit(SIZES.titles)}, (1 + n / ${sql.lit(SIZES.titles)})::text,
        current_date - (n * 7919 % 2500), t.language, 40 + n % 120, 600, 800, now() - n * interval '20 minutes',
        case when n % 900 = 0 then now() + interval '3 days' end, case when n % 700 = 1 then now() end
      from ${series(SIZES.issues)} join titles t on t.id = 1 + n % ${sql.lit(SIZES.titles)}`,
  ],
  [
    'takedowns',
    sql`insert into takedowns (issue_id, page, taken_down_at, reason, restored_at, restored_reason)
      select n, case when n % 3 > 0 then 1 + n % 30 end, now() - n * interval '5 hours', 'Verwechslung', case when n % 4 > 0 then now() end,
        case when n % 4 > 0 then 'geklärt' end from ${series(SIZES.takedowns)}`,
  ],
]

const people: Step[] = [
  [
    'accounts',
    sql`insert into accounts (email, password_hash, region_id, language, firstname, lastname, verified_at, terms_version, created_at,
        deactivated_at, send_newsletter, newsletter_confirmed_at)
      select 'leser-' || n || '@example.org', case when n % 25 > 0 then '' end, 1 + n % 4, (array['de', 'de', 'en', 'fr'])[1 + n % 4], ${word(FIRST_NAMES)},
        ${word(LAST_NAMES, '(n / 11)')}, case when n % 25 > 0 then now() - n * interval '6 minutes' end, '1',
        now() - n * interval '6 minutes', case when n % 200 = 0 then now() end, n % 3 = 0, case when n % 3 = 0 then now() end
      from ${series(SIZES.accounts)}`,
  ],
  [
    'devices',
    sql`insert into devices (account_id, vendor_id, name, custom_name, last_access) select id, 'geraet-' || id, 'Firefox · Linux',
      case when id % 10 = 0 then 'Tablet von ' || firstname end, now() - id * interval '1 minute' from accounts`,
  ],
  [
    'consents',
    sql`insert into consents (account_id, kind, given, wording, at) select id, kind, true, '1', created_at
      from accounts, unnest(array['terms', 'newsletter']) kind`,
  ],
  [
    'security_events',
    sql`insert into security_events (account_id, kind, at) select id, 'login.succeeded', now() - n * interval '9 days' from accounts, generate_series(1, 2) n`,
  ],
  [
    'favourites',
    sql`insert into favourites (account_id, title_id) select id, 1 + (id * 31 + n) % ${sql.lit(SIZES.titles)} from accounts, generate_series(1, 2) n`,
  ],
  [
    'sent_emails',
    sql`insert into sent_emails (account_id, letter, job, recipient, subject, body, sent_at)
      select id, 'invoice', '{}', email, 'Ihre Rechnung', repeat('Guten Tag, im Anhang finden Sie Ihre Rechnung. ', 6), now() - n * interval '30 days'
      from accounts, generate_series(1, ${sql.lit(SIZES.emailsOfEach)}) n`,
  ],
  [
    'reader_notes',
    sql`insert into reader_notes (id, account_id, body, author, written_at) select gen_random_uuid(), id, 'Ruft abends an.', 'Nora Feld', now()
      from accounts where id % 20 = 0`,
  ],
]

const money: Step[] = [
  [
    'payment_methods',
    sql`insert into payment_methods (account_id, provider, kind, reference, brand, masked)
      select id, 'sandbox', 'CC', 'method-' || id, 'Visa', '•••• ' || lpad((id % 10000)::text, 4, '0') from accounts`,
  ],
  [
    'subscriptions',
    sql`insert into subscriptions (account_id, plan_id, regular_price, state, starts_at, ends_at, next_charge_at, payment_method_id, provider_reference)
      select a.id, (array[2, 5, 8, 9])[a.region_id], (array[1999, 1499, 2990, 999])[a.region_id],
        case when a.id % 8 = 0 then 'ended' when a.id % 50 = 1 then 'past-due' else 'active' end, begins,
        case when a.id % 8 = 0 then begins + ${sql.lit(SIZES.periodsOfEach)} * interval '30 days' else begins + ${sql.lit(SIZES.periodsOfEach + 1)} * interval '30 days' end,
        case when a.id % 8 > 0 then begins + ${sql.lit(SIZES.periodsOfEach + 1)} * interval '30 days' end, m.id, 'abo-' || a.id
      from accounts a join payment_methods m on m.account_id = a.id,
        lateral (select now() - ${sql.lit(SIZES.periodsOfEach)} * interval '30 days' - (a.id % 43000) * interval '1 minute' as begins) b`,
  ],
  [
    'periods',
    sql`insert into periods (subscription_id, sequence, starts_at, ends_at, price, state)
      select id, n, starts_at + (n - 1) * interval '30 days', starts_at + n * interval '30 days', regular_price,
        case when state = 'past-due' and n = ${sql.lit(SIZES.periodsOfEach)} then 'open' else 'paid' end
      from subscriptions, generate_series(1, ${sql.lit(SIZES.periodsOfEach)}) n`,
  ],
  [
    'invoices',
    sql`insert into invoices (number, account_id, subscription_id, period_id, country, currency, net, tax, gross, due, tax_rate, snapshot, state, issued_at, created_at)
      select to_char(p.starts_at, 'YYYY') || '-' || lpad((row_number() over (partition by to_char(p.starts_at, 'YYYY') order by p.starts_at, p.id))::text, 6, '0'),
        s.account_id, s.id, p.id, (array['AT', 'DE', 'CH', 'LU'])[a.region_id], case a.region_id when 3 then 'CHF' else 'EUR' end,
        p.price - p.price / 11, p.price / 11, p.price, p.price, 1000, '{"language": "de"}',
        case p.state when 'paid' then 'paid' else 'open' end, p.starts_at, p.starts_at
      from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id`,
  ],
  [
    'credit notes',
    sql`insert into invoices (number, kind, corrects, account_id, subscription_id, country, currency, net, tax, gross, due, tax_rate, snapshot, state, issued_at)
      select 'G' || to_char(issued_at, 'YYYY') || '-' || lpad((row_number() over (partition by to_char(issued_at, 'YYYY') order by id))::text, 6, '0'),
        'credit-note', id, account_id, subscription_id, country, currency, -net, -tax, -gross, -gross, tax_rate, snapshot, 'paid', issued_at + interval '2 days'
      from invoices where id % 100 = 0 and state = 'paid'`,
  ],
  [
    'payment_attempts',
    sql`insert into payment_attempts (id, invoice_id, payment_method_id, provider, amount, currency, initiator, state, provider_reference,
        decline_code, retryable, created_at, sent_at, settled_at)
      select gen_random_uuid(), i.id, s.payment_method_id, 'sandbox', i.gross, i.currency, 'merchant', case when ok then 'succeeded' else 'declined' end,
        'charge-' || i.id || '-' || ok, case when not ok then 'insufficient_funds' end, case when not ok then true end, i.issued_at, i.issued_at, i.issued_at + interval '1 minute'
      from invoices i join subscriptions s on s.id = i.subscription_id, unnest(array[true, false]) ok
      where i.kind = 'invoice' and (ok and i.state = 'paid' or not ok and (i.state = 'open' or i.id % 12 = 0))`,
  ],
  [
    'disputes',
    sql`insert into disputes (provider, reference, attempt_id, code, reason, amount, taken_at)
      select 'sandbox', 'dispute-' || id, id, 'disputed', 'fraudulent', amount, settled_at + interval '9 days'
      from payment_attempts where state = 'succeeded' and invoice_id % 400 = 0`,
  ],
  [
    'suspense',
    sql`insert into suspense (provider, kind, reference, amount, currency, at, reason, state, resolved_at)
      select 'sandbox', 'charge', 'unknown-' || n, 999 + n, 'EUR', now() - n * interval '1 day', 'unknown',
        case when n % 10 > 0 then 'booked' else 'open' end, case when n % 10 > 0 then now() end from ${series(SIZES.suspense)}`,
  ],
  [
    'ledger',
    sql`insert into ledger (transaction, account, currency, amount, invoice_id, at)
      select gen_random_uuid(), posting.account, i.currency, posting.amount, i.id, i.issued_at
      from (select * from invoices where gross <> 0 order by issued_at) i, lateral (values
        ('receivable', i.gross), ('revenue:' || i.country, -i.net), ('tax:' || i.country, -i.tax),
        ('cash:sandbox', i.gross), ('receivable', -i.gross)) posting (account, amount)`,
  ],
]

const offersAndContent: Step[] = [
  [
    'vouchers',
    sql`insert into vouchers (code, plan_ids, price, redeemable_from, redeemable_until, max_redemptions, redeemed)
      select 'HERBST-' || lpad(n::text, 5, '0'), array[2, 5], 399, now() - interval '90 days', case when n % 3 > 0 then now() + (n % 200 - 80) * interval '1 day' end, 1, n % 2
      from ${series(SIZES.vouchers)}`,
  ],
  [
    'promo_codes',
    sql`insert into promo_codes (code, titles, redeemable_until, days) select 'LESEN-' || lpad(n::text, 5, '0'), '{"de": "Lesen"}', now() + (n % 200 - 80) * interval '1 day', 30
      from ${series(SIZES.promoCodes)}`,
  ],
  [
    'feedback',
    sql`insert into feedback (email, name, title, content, at, answered_at) select 'leser-' || n || '@example.org', ${word(FIRST_NAMES)}, 'Frage ' || n,
      repeat('Wo finde ich meine Rechnung? ', 8), now() - n * interval '2 hours', case when n % 20 > 0 then now() end from ${series(SIZES.messages)}`,
  ],
  [
    'newsletters',
    sql`insert into newsletters (name, state, messages_per_minute, created_by, created_at, changed_at, selected)
      select 'Newsletter ' || n, 'sent', 600, 'Nora Feld', now() - n * interval '3 days', now() - n * interval '3 days', 2000 from ${series(SIZES.newsletters)}`,
  ],
  [
    'newsletter_texts',
    sql`insert into newsletter_texts (newsletter_id, language, subject, body) select id, 'de', name, 'Guten Tag' from newsletters`,
  ],
  [
    'newsletter_recipients',
    sql`insert into newsletter_recipients (newsletter_id, account_id, language, state, sent_at)
      select n.id, n.id * 500 + each, 'de', 'sent', now() from newsletters n, generate_series(1, 2000) each where n.id <= 100`,
  ],
  [
    'topics',
    sql`insert into topics (uid, language, headline, text, release_date, issue_id) select 'thema-' || n, 'de', 'Thema ' || n, 'Text', current_date - n, n from ${series(SIZES.topics)}`,
  ],
  [
    'link_posts',
    sql`insert into link_posts (key, issue_id, target_url, title, posted_on) select 'link-' || n, n, '/magazines', 'Link ' || n, current_date - n from ${series(SIZES.topics)}`,
  ],
]

const figures: Step[] = [
  [
    'daily_figures',
    sql`insert into daily_figures (day, figure, dimension, value)
      select current_date - n, figure, dimension, 100000 - n * 37 + n * n % 901 from generate_series(1, 400) n,
        (values ('readers', ''), ('new-readers', ''), ('running', ''), ('lost', ''), ('reading-seconds', ''), ('recurring', 'EUR'), ('recurring', 'CHF'),
          ('billed', 'EUR'), ('deferred', 'EUR'), ('billed', 'CHF'), ('deferred', 'CHF'), ('subscriptions', '2'), ('subscriptions', '5'), ('subscriptions', '8'), ('subscriptions', '9')) f (figure, dimension)
      union all select current_date - n, 'title-readers', t.id::text, 1 + t.id * n % 700 from generate_series(1, 90) n, titles t`,
  ],
  [
    'ledger_days',
    sql`insert into ledger_days (day, account, currency, amount) select (at ${IN_VIENNA})::date, account, currency, sum(amount) from ledger
      group by 1, 2, 3 having sum(amount) <> 0`,
  ],
]

const auditEntries = sql`
  insert into audit_entries (at, actor_kind, staff_id, actor, source, action, subject_kind, subject_id, subject, before, after, reason)
  select now() - (${sql.lit(SIZES.auditEntries)} - n) * interval '20 minutes', 'staff', 1, ${word(['Nora Feld', 'Ida Moos', 'Karl Huber'])}, '203.0.113.9',
    (array['title.changed', 'account.email-sent', 'front.changed', 'issue.withdrawn', 'suspense.booked'])[1 + n % 5],
    (array['title', 'account', 'front', 'issue', 'suspense'])[1 + n % 5], n::text, 'Nr. ' || n,
    jsonb_build_object('place', 'Retz', 'number', n), jsonb_build_object('place', 'Poysdorf', 'number', n + 1), 'Anruf ' || n % 97
  from ${series(SIZES.auditEntries)}`
