import { unusedPart } from '@kiosk/domain/payments/rules'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { creditedOf } from './refunds.ts'

/** What is left of the paid period of a contract that is running, in minor units; null where nothing is. */
export async function unusedRest(
  db: Kysely<DB>,
  subscription: number,
  now: Date,
): Promise<{ invoiceId: number; amount: number; endsAt: Date } | null> {
  const running = await db
    .selectFrom('periods')
    .innerJoin('invoices', 'invoices.period_id', 'periods.id')
    .select(['periods.starts_at', 'periods.ends_at', 'invoices.id as invoice_id', 'invoices.due'])
    .where('periods.subscription', '=', subscription)
    .where('periods.state', '=', 'paid')
    .where('invoices.kind', '=', 'invoice')
    .where('periods.starts_at', '<=', now)
    .where('periods.ends_at', '>', now)
    .executeTakeFirst()
  if (!running) return null
  const kept = running.due - (await creditedOf(db, running.invoice_id))
  const amount = unusedPart(Math.max(0, kept), { startsAt: running.starts_at, endsAt: running.ends_at }, now)
  return amount === 0 ? null : { invoiceId: running.invoice_id, amount, endsAt: running.ends_at }
}
