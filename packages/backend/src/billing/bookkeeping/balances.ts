import { addDays } from '@kiosk/domain/day'
import type { Money } from '@kiosk/domain/money'
import { type Kysely, sql } from 'kysely'
import { startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import { lastCountedDay } from './last-counted-day.ts'

type AccountBalance = { account: string; currency: Money['currency']; moved: number; balance: number }

/**
 * Returns what was posted to each account on a day, and its balance at the end of that day. Complete days come from `ledger_days`,
 * postings since then from the ledger itself.
 */
export async function balancesAt(db: Kysely<DB>, day: string): Promise<AccountBalance[]> {
  const counted = await lastCountedDay(db)
  const since = counted === null ? sql`'-infinity'::timestamptz` : startOfDayInVienna(addDays(counted, 1))
  const { rows } = await sql<AccountBalance>`
    select account, currency, sum(amount)::bigint as balance, coalesce(sum(amount) filter (where day = ${day}::date), 0)::bigint as moved
    from (
      select day, account, currency, amount from ledger_days where day <= ${day}::date and day <= ${counted}::date
      union all
      select case when at >= ${startOfDayInVienna(day)} then ${day}::date end, account, currency, amount from ledger
        where at >= ${since} and at < ${startOfDayInVienna(addDays(day, 1))}
    ) as postings
    group by account, currency order by account, currency`.execute(db)
  return rows.map(({ account, currency, moved, balance }) => ({
    account,
    currency,
    moved: Number(moved),
    balance: Number(balance),
  }))
}
