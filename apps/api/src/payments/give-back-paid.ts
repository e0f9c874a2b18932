import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { creditedOf, refund } from './refunds.ts'
import { restText } from './rest-text.ts'

type Given = {
  /** `unused`: of each paid period what is left of it at `at`, rounded down to a cent; `whole`: everything. */
  share: 'unused' | 'whole'
  at: Date
  /** For the refund's row. */
  reason: string
  /** Periods that were over by then are left alone; default: none is. */
  runningAt?: Date
}

/**
 * Gives back what was paid for a contract and not given back yet, with a correction of each invoice; the refunds go out by
 * `sendRefunds`. The contract is locked.
 * @returns ids of the refunds
 */
export async function giveBackPaid(trx: Transaction<DB>, house: House, contract: number, given: Given): Promise<string[]> {
  const { share, at, reason, runningAt = new Date(0) } = given
  const refunds: string[] = []
  for (const { id, amount, gross, invoice_id, period_id, starts_at, ends_at } of await paidAttempts(trx, contract)) {
    if (ends_at <= runningAt) continue
    const credited = await creditedOf(trx, invoice_id)
    const left = amount - credited
    // A credit that was set against the invoice paid for some of its days, too.
    const unused = unusedPart(Math.max(0, gross - credited), { startsAt: starts_at, endsAt: ends_at }, at)
    const back = share === 'unused' ? Math.min(left, unused) : left
    if (back > 0) {
      const from = share === 'unused' && at > starts_at ? at : starts_at
      const text = await restText(trx, invoice_id, from, ends_at)
      refunds.push(await refund(trx, house, { attemptId: id, amount: back, reason, text }))
    }
    if (back === left) await sql`update periods set state = 'refunded' where id = ${period_id}`.execute(trx)
  }
  return refunds
}

function paidAttempts(trx: Transaction<DB>, contract: number) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .select(['payment_attempts.id', 'payment_attempts.amount', 'payment_attempts.invoice_id', 'invoices.gross'])
    .select(['periods.id as period_id', 'periods.starts_at', 'periods.ends_at'])
    .where('periods.subscription', '=', contract)
    .where('periods.state', '=', 'paid')
    .where('payment_attempts.state', '=', 'succeeded')
    .orderBy('periods.sequence')
    .execute()
}
