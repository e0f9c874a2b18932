import { plans } from '@kiosk/domain/subscriptions/plans'
import type pg from 'pg'

/** Number of readers of a newsstand with this many issues. */
const READERS = 120_000
const ISSUES = 46_000
const DAYS = 90
/** Number of issues that a reader opens in that time, the busiest ten times as many. */
const ISSUES_OF_READER = 25
/** Number of readers in a step, which is inserted as a whole or not at all. */
const READERS_PER_STEP = 5_000

/** Share of readers without a subscription, and of subscriptions that have ended or could not be charged. Percent. */
const FREE_PERCENT = 40
const ENDED_PERCENT = 12
const PAST_DUE_PERCENT = 2

export function readersFor(issues: number): number {
  return Math.ceil((READERS * issues) / ISSUES)
}

/**
 * Adds readers with subscriptions and what they have read in the last days. The newest issues are read most, and some titles much
 * more than others.
 */
export async function insertReaders(
  client: pg.Client,
  count: number,
  progressOf: (all: number) => (done: number) => void,
): Promise<boolean> {
  const { rows } = await client.query<{ last: number }>(
    "select coalesce(max(split_part(split_part(email, '@', 1), '-', 2)::integer), 0) as last from accounts where email like 'reader-%@example.org'",
  )
  const { last } = rows[0]!
  if (last >= count) return false
  await client.query(RECENT_ISSUES)
  await client.query('select create_reading_days(current_date - 100, current_date + 1)')
  const onDone = progressOf(count - last)
  for (let from = last + 1; from <= count; from += READERS_PER_STEP) {
    const to = Math.min(count, from + READERS_PER_STEP - 1)
    await client.query('begin')
    await client.query(ACCOUNTS, [from, to])
    await client.query(PAYMENT_METHODS, [from, to])
    await client.query(SUBSCRIPTIONS, [from, to, JSON.stringify(plans)])
    await client.query(PERIODS, [from, to])
    await client.query(READ, [from, to])
    await client.query('commit')
    onDone(to - from + 1)
  }
  return true
}

/** Issues to read, the most popular titles first, and of each title the newest issue. */
const RECENT_ISSUES = `
  create temporary table recent_issues on commit preserve rows as
  select row_number() over (order by popularity, issue_date desc) - 1 as place, id, title_id, page_count,
    greatest(0, current_date - issue_date) as age
  from (select i.*, hashint8(title_id) as popularity from issues i where uid like 'f%') i
  where issue_date > current_date - ${DAYS};
  create unique index on recent_issues (place);
  analyze recent_issues`

/** A number that looks random, the same in every run: 0 ≤ n < 1. */
const chance = (what: string, which: number) => `((hashint8((${what})::bigint * 64 + ${which}) & 2147483647) / 2147483648.0)`
const percent = (what: string, which: number) => `(100 * ${chance(what, which)})`

/** Readers of a step as \`a\`, with their number as \`n\`. */
const OF_STEP = `(select *, split_part(split_part(email, '@', 1), '-', 2)::bigint as n from accounts
    where email = any (array(select 'reader-' || n || '@example.org' from generate_series($1::integer, $2::integer) n))) a`

const ACCOUNTS = `
  insert into accounts (email, password_hash, region_id, language, firstname, lastname, verified_at, terms_version, created_at,
    first_signed_in_at, send_newsletter, newsletter_confirmed_at, deactivated_at, demonstration)
  select 'reader-' || n || '@example.org', case when verified then '' end,
    case when region < 55 then 1 when region < 90 then 2 when region < 97 then 3 else 4 end,
    (array['de', 'de', 'de', 'de', 'de', 'de', 'de', 'de', 'en', 'fr'])[1 + n % 10],
    (array['Mira', 'Jonas', 'Élodie', 'Karl', 'Sofia', 'Tobias', 'Anna', 'Luca', 'Nora', 'Emil', 'Ida'])[1 + n % 11],
    (array['Holm', 'Gruber', 'Müller', 'Lefèvre', 'Huber', 'Keller', 'Weber', 'Rossi', 'Steiner', 'Egger', 'Bauer', 'Moos', 'Feld'])[1 + n / 11 % 13],
    case when verified then joined end, '1', joined, case when verified then joined end, newsletter, case when newsletter then joined end,
    case when n % 200 = 0 then now() end, true
  from generate_series($1::integer, $2::integer) n, lateral (select ${percent('n', 1)} as region, n % 25 > 0 as verified, n % 3 = 0 as newsletter,
    now() - (100 + 900 * ${chance('n', 2)}) * interval '1 day' as joined) of_reader
  order by n`

/** Whether a reader has, or had, a subscription. */
const SUBSCRIBES = `a.verified_at is not null and ${percent('a.n', 3)} >= ${FREE_PERCENT}`

const PAYMENT_METHODS = `
  insert into payment_methods (account_id, provider, kind, reference, brand, masked)
  select id, 'sandbox', 'CC', 'full-scale-' || id, 'Visa', '•••• ' || lpad((id % 10000)::text, 4, '0') from ${OF_STEP} where ${SUBSCRIBES}`

/** Running subscriptions began some periods of 30 days ago; those that have ended lasted as long. */
const SUBSCRIPTIONS = `
  insert into subscriptions (account_id, plan_id, regular_price, state, starts_at, ends_at, next_charge_at, payment_method_id,
    provider_reference, created_at)
  select a.id, plan.id, plan.price, state, begins, period_ends, case when state <> 'ended' then period_ends end, m.id, 'full-scale-' || a.id, begins
  from ${OF_STEP}
  join payment_methods m on m.account_id = a.id,
    lateral (select (p ->> 'subscriptionId')::integer as id, (p ->> 'price')::integer as price
      from jsonb_array_elements($3::jsonb) p where (p ->> 'region')::integer = a.region_id
      order by (p ->> 'tier' = 'PREMIUM') = (${percent('a.n', 4)} < 60) desc limit 1) plan,
    lateral (select case when ${percent('a.n', 5)} < ${ENDED_PERCENT} then 'ended' when ${percent('a.n', 5)} < ${ENDED_PERCENT + PAST_DUE_PERCENT} then 'past-due' else 'active' end as state,
      1 + floor(3 * ${chance('a.n', 6)}) as periods) s,
    lateral (select now() - (periods - case when state = 'ended' then 0 else ${chance('a.n', 7)} end) * interval '30 days' as begins) b,
    lateral (select begins + periods * interval '30 days' as period_ends) e
  where ${SUBSCRIBES}`

const PERIODS = `
  insert into periods (subscription_id, sequence, starts_at, ends_at, price, state)
  select s.id, sequence, s.starts_at + (sequence - 1) * interval '30 days', s.starts_at + sequence * interval '30 days', s.regular_price,
    case when s.state = 'past-due' and s.starts_at + sequence * interval '30 days' >= s.ends_at then 'open' else 'paid' end
  from ${OF_STEP}
  join subscriptions s on s.account_id = a.id,
    generate_series(1, round(extract(day from s.ends_at - s.starts_at) / 30)::integer) sequence`

/** Where readers are in their issues, and the events of reading, which do not name them. Some read articles, too. */
const READ = `
  with reading as materialized (
    select a.id as account, issue.id as issue, issue.title_id, at, 1 + floor(issue.page_count * ${chance('seed', 4)})::integer as page,
      floor(3 * ${chance('seed', 5)})::integer as articles
    from ${OF_STEP}
    cross join lateral generate_series(1, least(${ISSUES_OF_READER * 10}, floor(-ln(1 - ${chance('a.n', 8)}) * ${ISSUES_OF_READER}))::integer) nth,
      lateral (select a.n * 256 + nth as seed) s,
      lateral (select * from recent_issues where place = floor((select count(*) from recent_issues) * ${chance('seed', 1)} ^ 2)) issue,
      lateral (select now() - issue.age * ${chance('seed', 2)} * interval '1 day' - ${chance('seed', 3)} * interval '16 hours' as at) t
  ), places as (
    insert into reading_places (account_id, issue_id, page, furthest_page, seconds, at, first_at)
    select distinct on (account, issue) account, issue, page, page, 60 + page * 20, at, at from reading
    on conflict do nothing
  )
  insert into readings (day, issue_id, title_id, reader, page, at, article_position)
  select (at at time zone 'UTC')::date, issue, title_id, left(encode(sha256(convert_to(account || ' ' || (at at time zone 'UTC')::date, 'UTF8')), 'base64'), 22), page, at, position
  from (select distinct on (account, issue) * from reading) reading,
    unnest(array[null::integer] || array(select generate_series(0, articles - 1))) position`
