import { READER_MONEY_ROWS } from '@kiosk/domain/staff/limits'
import type { MoneyEvent } from '@kiosk/domain/staff/reader-endpoints'
import { type Kysely, sql } from 'kysely'
import { creditedOn } from '../../billing/invoices/invoices.ts'
import type { DB } from '../../db/schema.ts'

type Row = Omit<MoneyEvent, 'at'> & { at: Date }

/** Everything about a reader's money in time order, newest first. */
export async function moneyOfReader(
  db: Kysely<DB>,
  accountId: number,
  { all }: { all: boolean },
): Promise<{ events: MoneyEvent[]; more: boolean }> {
  const limit = all ? READER_MONEY_ROWS.most : READER_MONEY_ROWS.first
  const { rows } = await sql<Row>`with own as (select * from invoices where account_id = ${accountId}),
    paid as (select a.*, o.number from own o join payment_attempts a on a.invoice_id = o.id)
    select 'i' || id as id, coalesce(issued_at, created_at) as at,
      case when gross < 0 then 'credit-note' else 'invoice' end as kind, number as document, gross as amount, currency, state,
      null as provider, null as reference, null as detail, null::int as refundable
    from own
    union all
    select 'a' || id, coalesce(settled_at, sent_at, created_at), 'charge', number, amount, currency, state,
      provider, provider_reference, concat_ws(' · ', decline_code, decline_text),
      case when state = 'succeeded' then amount - ${creditedOn(sql`invoice_id`)} end
    from paid
    union all
    select 'r' || r.id, coalesce(r.settled_at, r.created_at), 'refund', coalesce(n.number, p.number), -r.amount, p.currency, r.state,
      p.provider, r.provider_reference, r.reason, null
    from paid p join refunds r on r.attempt_id = p.id left join invoices n on n.id = r.credit_note_id
    union all
    select 'd' || d.id, d.taken_at, 'dispute', p.number, -d.amount, p.currency, d.state, d.provider, d.reference, d.reason, null
    from paid p join disputes d on d.attempt_id = p.id
    order by at desc, id desc limit ${limit + 1}`.execute(db)
  const events = rows.slice(0, limit).map((row) => ({
    ...row,
    at: row.at.toISOString(),
    detail: row.detail || null,
    refundable: row.refundable === null ? null : Math.max(0, row.refundable),
  }))
  return { events, more: rows.length > limit }
}
