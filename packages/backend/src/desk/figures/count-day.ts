import { addDays } from '@kiosk/domain/day'
import { sql, type Transaction } from 'kysely'
import { IN_VIENNA, startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'

/** Days over which churn is measured: one period of a subscription. */
const CHURN_DAYS = 30

/**
 * Counts the figures of one complete day and replaces earlier counts. Each figure is defined where it is computed, and for people
 * in docs/glossary.md.
 */
export async function countDay(trx: Transaction<DB>, day: string): Promise<void> {
  const end = startOfDayInVienna(addDays(day, 1))
  const start = startOfDayInVienna(day)
  const thirtyDaysBefore = startOfDayInVienna(addDays(day, 1 - CHURN_DAYS))
  await sql`delete from daily_figures where day = ${day}`.execute(trx)
  await sql`
    with running as (${runningAt(end)}), earlier as (${runningAt(thirtyDaysBefore)})
    insert into daily_figures (day, figure, dimension, value)
    -- Accounts whose address is verified, without those that were deactivated since.
    select ${day}::date, 'readers', '', count(*) from accounts
      where verified_at < ${end} and (deactivated_at is null or deactivated_at >= ${end})
    union all select ${day}::date, 'new-readers', '', count(*) from accounts where verified_at >= ${start} and verified_at < ${end}
    union all select ${day}::date, 'subscriptions', plan_id::text, count(*) from running group by plan_id
    -- Churn: of the subscriptions that ran thirty days before, those that do not run any more and have no successor by upgrade.
    union all select ${day}::date, 'running', '', count(*) from earlier
    union all select ${day}::date, 'lost', '', count(*) from earlier e where not exists (select from running r where r.id = e.id)
      and not exists (select from subscriptions u where u.upgrade_from = e.id and u.starts_at < ${end})
    -- Monthly recurring revenue: net amounts of the periods of thirty days that are paid and run at the end of the day.
    union all select ${day}::date, 'recurring', i.currency, sum(i.net) from periods p join invoices i on i.period_id = p.id
      where p.state = 'paid' and not p.granted and p.starts_at < ${end} and p.ends_at >= ${end}
        and i.kind = 'invoice' and i.issued_at < ${end} group by i.currency
    union all select ${day}::date, 'billed', currency, sum(net) from invoices
      where issued_at >= ${start} and issued_at < ${end} group by currency
    union all select ${day}::date, 'deferred', currency, sum(net - round(net::numeric * elapsed / days)) from (${unearnedAt(day)}) u
      group by currency
    union all select ${day}::date, 'reading-seconds', '', coalesce(sum(seconds), 0) from reading_seconds where day = ${day}
    -- A reader's pseudonym changes every day.
    union all select ${day}::date, 'title-readers', title_id::text, count(distinct reader) from readings
      where day between ${addDays(day, -1)}::date and ${addDays(day, 1)}::date and at >= ${start} and at < ${end} group by title_id`.execute(
    trx,
  )
}

/** Sums the postings of a day by account, and replaces earlier sums. */
export async function sumLedgerDay(trx: Transaction<DB>, day: string): Promise<void> {
  await sql`delete from ledger_days where day = ${day}`.execute(trx)
  await sql`insert into ledger_days (day, account, currency, amount)
    select ${day}, account, currency, sum(amount) from ledger
    where at >= ${startOfDayInVienna(day)} and at < ${startOfDayInVienna(addDays(day, 1))} group by account, currency`.execute(
    trx,
  )
}

/** Subscriptions that run at a moment and were paid at least once. `ends_at` of a subscription that has ended is its end. */
function runningAt(moment: ReturnType<typeof startOfDayInVienna>) {
  return sql`select s.id, s.plan_id from subscriptions s where s.starts_at < ${moment}
    and (s.state in ('active', 'past-due') or s.state = 'ended' and s.ends_at >= ${moment})
    and exists (select from periods p where p.subscription_id = s.id and p.state in ('paid', 'refunded') and not p.granted)`
}

/**
 * Documents whose service is not rendered completely by the end of a day: net amount, days of the service, and how many of them
 * have passed. A credit note has the service of the invoice that it corrects, as in the VAT return.
 */
function unearnedAt(day: string) {
  return sql`
    select currency, net, last - first + 1 as days, greatest(least(${day}::date - first + 1, last - first + 1), 0) as elapsed from (
      select i.currency, i.net, (p.starts_at ${IN_VIENNA})::date as first,
        greatest((p.ends_at ${IN_VIENNA})::date - 1, (p.starts_at ${IN_VIENNA})::date) as last
      from invoices i left join invoices c on c.id = i.corrects left join invoices cc on cc.id = c.corrects
      join periods p on p.id = coalesce(i.period_id, c.period_id, cc.period_id)
      where i.issued_at < ${startOfDayInVienna(addDays(day, 1))} and p.ends_at > ${startOfDayInVienna(addDays(day, 1))}
    ) as services where last > ${day}::date`
}
