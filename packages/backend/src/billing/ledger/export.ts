import { type Kysely, sql } from 'kysely'
import { IN_VIENNA, startOfDayInVienna } from '../../db/in-vienna.ts'
import type { DB } from '../../db/schema.ts'
import type { Days } from '../invoices/export.ts'

export type ExportedPosting = {
  id: number
  /** Shared by all lines of one entry, which sum to zero in each currency. */
  transaction: string
  /** Date in Vienna: 2026-10-01. */
  day: string
  account: string
  currency: string
  /** Minor units. */
  amount: number
  invoice: string | null
  /** The provider's reference of the movement. */
  reference: string | null
}

const BATCH_SIZE = 5000

/** Lists every ledger line of a date range in posting order; in batches, so that years fit in memory. */
export async function* postingsBetween(db: Kysely<DB>, { from, before }: Days): AsyncGenerator<ExportedPosting> {
  for (let last = 0; ; ) {
    const { rows } = await sql<ExportedPosting>`
      select l.id, l.transaction, to_char(l.at ${IN_VIENNA}, 'YYYY-MM-DD') as day, l.account, l.currency, l.amount,
        i.number as invoice, coalesce(e.reference, s.reference, r.provider_reference, a.provider_reference) as reference
      from ledger l left join invoices i on i.id = l.invoice_id left join payment_attempts a on a.id = l.attempt_id
      left join refunds r on r.id = l.refund_id left join suspense s on s.id = l.suspense_id
      left join provider_entries e on e.id = l.entry_id
      where l.at >= ${startOfDayInVienna(from)} and l.at < ${startOfDayInVienna(before)}
        and l.id > ${last} order by l.id limit ${BATCH_SIZE}`.execute(db)
    yield* rows
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)!.id
  }
}
