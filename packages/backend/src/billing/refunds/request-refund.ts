import { ApiError } from '@kiosk/domain/errors'
import type { ExpressionBuilder } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import { isUuid } from '../../db/is-uuid.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { refund } from './refunds.ts'

const LONGEST_REASON_CHARACTERS = 200

/**
 * Creates a refund, to be sent later.
 * @param which id of the payment, or number of the invoice it paid
 * @param reason printed on the credit note
 * @param left what could be refunded when the person looked; omitted = any
 * @returns its id
 * @throws ApiError not_found; wrong_input if more would be refunded than was paid; changed_meanwhile if `left` is no longer right
 */
export async function requestRefund(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  which: string,
  requested: number | 'all',
  reason: string,
  left?: number,
): Promise<string> {
  const paid = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.amount', 'payment_attempts.currency', 'invoices.number'])
    .where('payment_attempts.state', '=', 'succeeded')
    .where(isPaymentNamed(which))
    .executeTakeFirst()
  if (!paid) throw new ApiError('not_found', 'attempt')
  const amount = requested === 'all' ? paid.amount : requested
  const text = reason.slice(0, LONGEST_REASON_CHARACTERS)
  return transact(ctx, async (trx) => {
    const id = await refund(trx, ctx, { attemptId: paid.id, amount, reason: text, text, left })
    await recordAudit(trx, ctx.actor, ctx.now(), {
      action: 'refund.requested',
      subject: { kind: 'payment', id: paid.id, name: paid.number ?? paid.id },
      after: { refund: id, amount, currency: paid.currency },
      reason,
    })
    return id
  })
}

/** Returns an SQL condition: a payment has this id, or its invoice has this number. */
export const isPaymentNamed = (which: string) => (where: ExpressionBuilder<DB, 'invoices' | 'payment_attempts'>) =>
  where.or([where('invoices.number', '=', which), ...(isUuid(which) ? [where('payment_attempts.id', '=', which)] : [])])
