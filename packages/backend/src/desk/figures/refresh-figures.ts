import { addDays, dayInVienna } from '@kiosk/domain/day'
import { type Kysely, sql } from 'kysely'
import { lastCountedDay } from '../../billing/bookkeeping/last-counted-day.ts'
import type { AppContext } from '../../context.ts'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import { countDay, sumLedgerDay } from './count-day.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Counts the figures of complete days. */
    figures: object
  }
}

/** Days that are counted again, because postings and readings may arrive late. */
const RECOUNTED_DAYS = 3
/** The first run counts at most this many days before. */
const MOST_DAYS_BACK = 400
const LOCK = 20_261_185

/**
 * Counts the figures of every complete day that was not counted yet, one day in a transaction; one server at a time. The next run
 * continues an interrupted one.
 * @returns the days that were counted
 */
export async function refreshFigures({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const last = addDays(dayInVienna(now()), -1)
  let counted = 0
  for (let day = await firstDay(db, last); day <= last; day = addDays(day, 1)) {
    const isMine = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx)
      if (!rows[0]!.mine) return false
      await countDay(trx, day)
      await sumLedgerDay(trx, day)
      return true
    })
    if (!isMine) break
    counted++
  }
  return counted
}

/** Returns the first day that is to be counted. */
async function firstDay(db: Kysely<DB>, last: string): Promise<string> {
  const counted = await lastCountedDay(db)
  if (counted !== null) return [addDays(counted, 1 - RECOUNTED_DAYS), addDays(last, 1 - RECOUNTED_DAYS)].sort()[0]!
  const { rows } = await sql<{ ledger: string | null; account: string | null }>`
    select (select to_char(min(at) ${IN_VIENNA}, 'YYYY-MM-DD') from ledger) as ledger,
      (select to_char(min(created_at) ${IN_VIENNA}, 'YYYY-MM-DD') from accounts) as account`.execute(db)
  const { ledger, account } = rows[0]!
  await sumLedgerBefore(db, addDays(last, -MOST_DAYS_BACK))
  const beginning = [ledger, account].filter((day) => day !== null).sort()[0] ?? last
  return [beginning, addDays(last, -MOST_DAYS_BACK)].sort()[1]!
}

/** Sums the postings of all earlier days at once, so that balances contain them. */
async function sumLedgerBefore(db: Kysely<DB>, day: string): Promise<void> {
  await sql`insert into ledger_days (day, account, currency, amount)
    select (at ${IN_VIENNA})::date, account, currency, sum(amount) from ledger
    where (at ${IN_VIENNA})::date < ${day}::date group by 1, 2, 3
    on conflict (account, currency, day) do update set amount = excluded.amount`.execute(db)
}
