import { ACCEPTANCES_KEPT_YEARS, INVOICES_KEPT_YEARS } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { removeRetiredPapers } from './invoice-papers.ts'

/** At most so many rows in one statement: nobody waits long for a lock of this. */
const BATCH = 1000

/**
 * Takes the buyers out of papers that the law keeps no longer: name, address and payment data go, and the link to the account;
 * number, sums, tax and period stay for ever, and of the PDF its hash. The years are counted from the end of that in which a paper was issued, by the
 * calendar of Vienna. Contracts that ended, all of whose papers are so old, lose their account as well, and payment data that
 * nothing newer names are forgotten. Any number of times.
 * @returns how many papers, contracts and methods were made nobody's
 */
export async function forgetOldBuyers(house: House): Promise<{ papers: number; contracts: number; methods: number }> {
  const { db, now, log } = house
  const isOld = sql`i.issued_at < ${firstKept(now())}`
  const papers = await inBatches(async () => {
    const { rows } = await sql<{ count: number }>`select remove_invoice_buyers(array(
        select i.id from invoices i left join invoice_papers p on p.invoice_id = i.id where i.issued_at is not null and ${isOld}
          and (i.account_id is not null or i.snapshot -> 'buyer' ?| '{name,email}'
            or i.snapshot -> 'method' ?| '{brand,masked,mandate}' or p.invoice_id is not null and p.retired_at is null)
        limit ${BATCH} for no key update of i skip locked), true, ${now()}) as count`.execute(db)
    return rows[0]!.count
  })
  await removeRetiredPapers(house)
  // Drafts that were never issued are as old as their period.
  const contracts = await inBatches(async () => {
    const { numAffectedRows } = await sql`update subscriptions set account_id = null, provider_reference = null where id in (
      select s.id from subscriptions s where s.state = 'ended' and s.account_id is not null
        and exists (select from invoices i where i.subscription = s.id and i.issued_at is not null)
        and not exists (select from invoices i where i.subscription = s.id and (i.issued_at is not null and not (${isOld})
          or i.issued_at is null and i.created_at >= ${now()}::timestamptz - interval '7 years'))
      limit ${BATCH} for update of s skip locked)`.execute(db)
    return Number(numAffectedRows ?? 0)
  })
  const methods = await transact({ db, log }, async (trx) => {
    const { rows } = await sql<{ id: number }>`update payment_methods set account_id = null where id in (
      select m.id from payment_methods m where not m.active
        and m.account_id is not null and exists (select from subscriptions s where s.payment_method_id = m.id)
        and not exists (select from subscriptions s where s.payment_method_id = m.id and s.account_id is not null)
        and not exists (select from payment_attempts a join invoices i on i.id = a.invoice_id
          where a.payment_method_id = m.id and i.account_id is not null)
      order by m.id for no key update of m skip locked) returning id`.execute(trx)
    for (const { id } of rows) await addJob(trx, 'forget-method', { methodId: id })
    return rows.length
  })
  await sql`delete from withdrawal_acceptances
    where at < ${now()}::timestamptz - make_interval(years => ${ACCEPTANCES_KEPT_YEARS})`.execute(db)
  const gone = { papers, contracts, methods }
  log.info({ event: 'old papers', ...gone }, 'papers that the law keeps no longer have lost their buyers')
  return gone
}

/** The first moment whose papers are kept yet, by the country of the buyer. */
function firstKept(now: Date) {
  const { elsewhere, ...ofCountries } = INVOICES_KEPT_YEARS
  const cases = Object.entries(ofCountries).map(([country, years]) => sql`when ${country} then ${years}::int`)
  const years = sql`case i.country ${sql.join(cases, sql` `)} else ${elsewhere}::int end`
  return sql`(date_trunc('year', ${now}::timestamptz at time zone 'Europe/Vienna') - make_interval(years => ${years})) at time zone 'Europe/Vienna'`
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await work()
    sum += count
    if (count < BATCH) return sum
  }
}
