import { refundAgain } from '@kiosk/backend/billing/refunds/refunds'
import { requestRefund } from '@kiosk/backend/billing/refunds/request-refund'
import { sendRefunds } from '@kiosk/backend/billing/refunds/send'
import type { AppContext } from '@kiosk/backend/context'
import { isUuid } from '@kiosk/backend/db/is-uuid'
import { transact } from '@kiosk/backend/db/transaction'
import { ApiError } from '@kiosk/domain/errors'
import { type DeclareCommand, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { formatMoney } from './format-money.ts'
import { withContext } from './open-context.ts'
import { amount, parser } from './parse-values.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Refunds a payment to its payment method and issues a credit note; at most the amount that was paid and not yet credited. The
      subscription and its access are not changed.`,
    )
    .argument(
      '<PAYMENT>',
      `id of the payment, as in the provider's records, or the number of the invoice it paid`,
      parser(
        (typed) => (/^(?:[0-9a-f-]{36}|\d{4}-\d{6,})$/.test(typed) ? typed : null),
        'It must be the id of a payment or the number of an invoice. Example: 2026-000007.',
      ),
    )
    .argument('<AMOUNT>', '19.99, or "all"', (typed) => (typed === 'all' ? typed : amount(typed)))
    .argument('<REASON...>', 'printed on the credit note')
    .addHelpText('afterAll', SERVER_ENVIRONMENT)
    .action(withExitCode((which, amount, reason) => sending((ctx) => requestRefund(ctx, which, amount, reason.join(' ')))))
  command
    .command('again')
    .description('Retries a refund that the provider rejected.')
    .argument(
      '<REFUND>',
      'id of the refund',
      parser((typed) => (isUuid(typed) ? typed : null), 'It must be the id of a refund.'),
    )
    .action(withExitCode((id) => sending((ctx) => transact(ctx, (trx) => refundAgain(trx, ctx, id)))))
}

/** Sends the refund whose id `work` resolves to. @returns exit code */
function sending(work: (ctx: AppContext) => Promise<string>): Promise<number> {
  return withContext(async (ctx) => {
    try {
      console.log(await sendAndReport(ctx, await work(ctx)))
      return 0
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(
        error.code === 'not_found' ? 'There is no such payment.' : 'The amount is more than was paid and not yet refunded.',
      )
      return 1
    }
  })
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
  return `${formatMoney(amount, currency)} ${status} (refund ${id}).`
}
