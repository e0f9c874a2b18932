import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { creditedGross } from '../invoices/invoices.ts'
import { prorationText } from '../invoices/proration-text.ts'
import { refund } from './refunds.ts'

type Options = {
  /** `unused`: the part of each paid period after `at`, rounded down to a cent; `whole`: everything. */
  share: 'unused' | 'whole'
  at: Date
  /** Stored with the refund. */
  reason: string
  /** Skips periods that were over by then; default: none. */
  runningAt?: Date
  /** Skips periods that had started by then; default: none. */
  startingAfter?: Date
}

/**
 * Refunds payments for a subscription that are not refunded yet, with a correction of each invoice; `sendRefunds` sends the
 * refunds. The subscription is locked.
 * @returns ids of the refunds
 */
export async function refundPaid(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  subscription: number,
  options: Options,
): Promise<string[]> {
  const { share, at, reason, runningAt = new Date(0), startingAfter = new Date(0) } = options
  const refunds: string[] = []
  for (const { id, amount, gross, invoice_id, period_id, starts_at, ends_at } of await paidAttempts(trx, subscription)) {
    if (ends_at <= runningAt || starts_at <= startingAfter) continue
    const credited = await creditedGross(trx, invoice_id)
    const left = amount - credited
    // Based on the gross amount, because credit set against the invoice paid for some of its days, too.
    const unused = unusedPart(Math.max(0, gross - credited), { startsAt: starts_at, endsAt: ends_at }, at)
    const back = share === 'unused' ? Math.min(left, unused) : left
    if (back > 0) {
      const from = share === 'unused' && at > starts_at ? at : starts_at
      const text = await prorationText(trx, invoice_id, from, ends_at)
      refunds.push(await refund(trx, ctx, { attemptId: id, amount: back, reason, text }))
    }
    if (back === left) await sql`update periods set state = 'refunded' where id = ${period_id}`.execute(trx)
  }
  return refunds
}

function paidAttempts(trx: Transaction<DB>, subscription: number) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select(['payment_attempts.id', 'payment_attempts.amount', 'payment_attempts.invoice_id', 'invoices.gross'])
    .select(['periods.id as period_id', 'periods.starts_at', 'periods.ends_at'])
    .where('periods.subscription_id', '=', subscription)
    .where('periods.state', '=', 'paid')
    .where('payment_attempts.state', '=', 'succeeded')
    .orderBy('periods.sequence')
    .execute()
}
