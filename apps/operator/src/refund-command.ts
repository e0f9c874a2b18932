import { parseArgs } from 'node:util'
import { refund, refundAgain } from '@kiosk/backend/billing/refunds/refunds'
import { sendRefunds } from '@kiosk/backend/billing/refunds/send'
import type { AppContext } from '@kiosk/backend/context'
import { transact } from '@kiosk/backend/db/transaction'
import { ApiError } from '@kiosk/domain/errors'
import type { Command } from './command.ts'
import { inWords, minorUnits } from './format-money.ts'
import { openContext } from './open-context.ts'

const HELP = `Usage: npm run kiosk -- refund ATTEMPT|INVOICE AMOUNT REASON
       npm run kiosk -- refund again REFUND

Refunds a payment to its payment method and issues a credit note; at most the amount that was paid and not yet credited. The
subscription and its access are not changed.

  ATTEMPT    id of the payment, as in the provider's records, or the number of the invoice it paid
  AMOUNT     19.99, or "all"
  REASON     printed on the credit note
  again      retries a refund that the provider rejected

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const refundCommand: Command = {
  summary: 'refund a payment and issue a credit note',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [which = '', typed = '', ...words] = positionals
    const isAgain = which === 'again' && UUID.test(typed) && words.length === 0
    const isRefund =
      /^(?:[0-9a-f-]{36}|\d{4}-\d{6,})$/.test(which) && (typed === 'all' || !!minorUnits(typed)) && words.length > 0
    if (!isAgain && !isRefund) {
      console.error(HELP)
      return WRONG_USE
    }
    const { ctx, close } = await openContext()
    try {
      const id = isAgain ? await transact(ctx, (trx) => refundAgain(trx, ctx, typed)) : null
      console.log(await sendAndReport(ctx, id ?? (await requestRefund(ctx, which, typed, words.join(' ')))))
      return 0
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(
        error.code === 'not_found' ? 'There is no such payment.' : 'The amount is more than was paid and not yet refunded.',
      )
      return 1
    } finally {
      await close()
    }
  },
}

/** @returns id of the refund, which is to be sent */
export async function requestRefund(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  which: string,
  typed: string,
  reason: string,
): Promise<string> {
  const paid = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.amount'])
    .where('payment_attempts.state', '=', 'succeeded')
    .where((where) =>
      where.or([where('invoices.number', '=', which), ...(UUID.test(which) ? [where('payment_attempts.id', '=', which)] : [])]),
    )
    .executeTakeFirst()
  if (!paid) throw new ApiError('not_found', 'attempt')
  const amount = typed === 'all' ? paid.amount : minorUnits(typed)!
  const options = { attemptId: paid.id, amount, reason: reason.slice(0, 200), text: reason.slice(0, 200) }
  return transact(ctx, (trx) => refund(trx, ctx, options))
}

async function sendAndReport(ctx: AppContext, id: string): Promise<string> {
  await sendRefunds(ctx)
  const { amount, currency, state } = await ctx.db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.amount', 'payment_attempts.currency', 'refunds.state'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
  const status =
    state === 'succeeded'
      ? 'was refunded'
      : state === 'failed'
        ? 'was rejected by the provider'
        : 'is being processed by the provider'
  return `${inWords(amount, currency)} ${status} (refund ${id}).`
}
