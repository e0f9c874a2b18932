import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { prorationText, soldText } from '../invoices/credit-text.ts'
import { creditedGross } from '../invoices/invoices.ts'
import { creditAndRefund } from './refunds.ts'

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
 * refunds. What a credit for an earlier subscription paid goes back to the payment that the credit came from. The subscription is
 * locked.
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
  for (const attempt of await paidAttempts(trx, subscription)) {
    const { id, amount, gross, invoice_id, period_id, starts_at, ends_at } = attempt
    if (ends_at <= runningAt || starts_at <= startingAfter) continue
    const credited = await creditedGross(trx, invoice_id)
    const left = Math.max(0, amount - credited)
    const open = Math.max(0, gross - credited)
    // Based on the gross amount, because credit set against the invoice paid for some of its days, too.
    const owed = share === 'unused' ? unusedPart(open, { startsAt: starts_at, endsAt: ends_at }, at) : open
    const back = Math.min(left, owed)
    const parts = [{ attemptId: id, amount: back }, ...(await backFromCredit(trx, attempt, { credited, most: owed - back }))]
    const due = parts.filter((part) => part.amount > 0)
    if (due.length > 0) {
      const text =
        share === 'unused'
          ? await prorationText(trx, invoice_id, at > starts_at ? at : starts_at, ends_at)
          : await soldText(trx, invoice_id, starts_at, ends_at)
      refunds.push(...(await creditAndRefund(trx, ctx, attempt, { parts: due, reason, text })))
    }
    if (back === left) await sql`update periods set state = 'refunded' where id = ${period_id}`.execute(trx)
  }
  return refunds
}

/**
 * Returns what goes back to the payment of an earlier subscription, whose unused days were set against an invoice.
 * @param refunded `credited`: what has been refunded for the invoice; `most`: what its own payment does not cover
 */
async function backFromCredit(
  trx: Transaction<DB>,
  { invoice_id, amount, gross }: { invoice_id: number; amount: number; gross: number },
  { credited, most }: { credited: number; most: number },
): Promise<{ attemptId: string; amount: number }[]> {
  const source = await trx
    .selectFrom('invoices as paid')
    .innerJoin('invoices as credit', 'credit.id', 'paid.credit_note_id')
    .innerJoin('payment_attempts as p', 'p.invoice_id', 'credit.corrects')
    .select(['p.id', 'credit.gross'])
    .where('paid.id', '=', invoice_id)
    .where('p.state', '=', 'succeeded')
    .executeTakeFirst()
  if (!source) return []
  // Credit above the price was refunded when it was set against the invoice.
  const setOff = Math.min(-source.gross, gross)
  return [{ attemptId: source.id, amount: Math.min(most, setOff - Math.max(0, credited - amount)) }]
}

function paidAttempts(trx: Transaction<DB>, subscription: number) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select(['payment_attempts.id', 'payment_attempts.amount', 'payment_attempts.currency'])
    .select(['payment_attempts.invoice_id', 'invoices.gross'])
    .select(['periods.id as period_id', 'periods.starts_at', 'periods.ends_at'])
    .where('periods.subscription_id', '=', subscription)
    .where('periods.state', '=', 'paid')
    .where('payment_attempts.state', '=', 'succeeded')
    .orderBy('periods.sequence')
    .execute()
}
