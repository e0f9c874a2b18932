import { ACCEPTANCES_KEPT_YEARS, INVOICES_KEPT_YEARS } from '@kiosk/domain/payments/limits'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import { transact } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { removeRetiredInvoicePdfs } from './stored-pdfs.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Renders missing invoice PDFs and anonymises invoices past their retention period. */
    'old-papers': object
  }
}

/** Maximum rows per statement, to keep locks short. */
const BATCH_SIZE = 1000

/**
 * Anonymises documents past their retention period: removes name, address, payment data and the link to the account. Number,
 * amounts, tax, period and the hash of the PDF stay permanently. The years count from the end of the calendar year of issue in
 * Vienna. Ended subscriptions with only such documents lose their account as well, and payment methods that no newer document
 * refers to are deleted. Safe to repeat.
 * @returns the number of documents, subscriptions and payment methods anonymised
 */
export async function anonymiseOldInvoices(
  ctx: AppContext,
): Promise<{ documents: number; subscriptions: number; methods: number }> {
  const { db, now, log } = ctx
  const isOld = sql`i.issued_at < ${retentionStart(now())}`
  const documents = await inBatches(async () => {
    const { rows } = await sql<{ count: number }>`select remove_invoice_buyers(array(
        select i.id from invoices i left join invoice_files p on p.invoice_id = i.id where i.issued_at is not null and ${isOld}
          and (i.account_id is not null or i.snapshot -> 'buyer' ?| '{name,email}'
            or i.snapshot -> 'method' ?| '{brand,masked,mandate}' or p.invoice_id is not null and p.retired_at is null)
        limit ${BATCH_SIZE} for no key update of i skip locked), true, ${now()}) as count`.execute(db)
    return rows[0]!.count
  })
  await removeRetiredInvoicePdfs(ctx)
  // Drafts that were never issued count by the date of their creation.
  const subscriptions = await inBatches(async () => {
    const { numAffectedRows } = await sql`update subscriptions set account_id = null, provider_reference = null where id in (
      select s.id from subscriptions s where s.state = 'ended' and s.account_id is not null
        and exists (select from invoices i where i.subscription_id = s.id and i.issued_at is not null)
        and not exists (select from invoices i where i.subscription_id = s.id and (i.issued_at is not null and not (${isOld})
          or i.issued_at is null and i.created_at >= ${now()}::timestamptz - make_interval(years => ${INVOICES_KEPT_YEARS.AT})))
      limit ${BATCH_SIZE} for update of s skip locked)`.execute(db)
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
    for (const { id } of rows) await enqueue(trx, 'forget-method', { methodId: id })
    return rows.length
  })
  await sql`delete from withdrawal_acceptances
    where at < ${now()}::timestamptz - make_interval(years => ${ACCEPTANCES_KEPT_YEARS})`.execute(db)
  const gone = { documents, subscriptions, methods }
  log.info({ event: 'invoices.anonymised', ...gone }, 'anonymised invoices past retention')
  return gone
}

/** Returns SQL for the start of the retention period, by the country of the buyer. */
function retentionStart(now: Date) {
  const { elsewhere, ...ofCountries } = INVOICES_KEPT_YEARS
  const cases = Object.entries(ofCountries).map(([country, years]) => sql`when ${country} then ${years}::int`)
  const years = sql`case i.country ${sql.join(cases, sql` `)} else ${elsewhere}::int end`
  return sql`(date_trunc('year', ${now}::timestamptz ${IN_VIENNA}) - make_interval(years => ${years})) ${IN_VIENNA}`
}

async function inBatches(work: () => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await work()
    sum += count
    if (count < BATCH_SIZE) return sum
  }
}
