import { unusedPart } from '@kiosk/domain/payments/rules'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { creditedGross } from '../invoices/invoices.ts'

/**
 * Returns the unused balance of the current paid period of a subscription, in minor units; null if there is none.
 * @param since unused since then; default: now
 */
export async function unusedBalance(
  db: Kysely<DB>,
  subscription: number,
  now: Date,
  since = now,
): Promise<{ invoiceId: number; amount: number; endsAt: Date } | null> {
  const running = await db
    .selectFrom('periods')
    .innerJoin('invoices', 'invoices.period_id', 'periods.id')
    .select(['periods.starts_at', 'periods.ends_at', 'invoices.id as invoice_id', 'invoices.due'])
    .where('periods.subscription_id', '=', subscription)
    .where('periods.state', '=', 'paid')
    .where('invoices.kind', '=', 'invoice')
    .where('periods.starts_at', '<=', now)
    .where('periods.ends_at', '>', now)
    .executeTakeFirst()
  if (!running) return null
  const kept = running.due - (await creditedGross(db, running.invoice_id))
  const amount = unusedPart(Math.max(0, kept), { startsAt: running.starts_at, endsAt: running.ends_at }, since)
  return amount === 0 ? null : { invoiceId: running.invoice_id, amount, endsAt: running.ends_at }
}

/** Returns the amount paid for periods of a subscription that have not started, less credits: minor units. */
export async function paidAhead(db: Kysely<DB>, subscription: number, now: Date): Promise<number> {
  const ahead = await db
    .selectFrom('periods')
    .innerJoin('invoices', 'invoices.period_id', 'periods.id')
    .select(['invoices.id', 'invoices.due'])
    .where('periods.subscription_id', '=', subscription)
    .where('periods.state', '=', 'paid')
    .where('invoices.kind', '=', 'invoice')
    .where('periods.starts_at', '>', now)
    .execute()
  let sum = 0
  for (const { id, due } of ahead) sum += Math.max(0, due - (await creditedGross(db, id)))
  return sum
}
