import { unusedPart } from '@kiosk/domain/payments/rules'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { acceptanceOf } from './contracts.ts'
import { endContracts } from './end-contracts.ts'
import { creditedOf, refund } from './refunds.ts'
import { restText } from './rest-text.ts'

/** A contract that is locked, and that our clock charges. */
type Withdrawn = { id: number; account_id: number; subscription_id: number; starts_at: Date }

/**
 * Carries out a withdrawal: the contract ends now, and what was paid goes back with corrections of its invoices. Whoever asked
 * to begin at once pays for the days until `at`; without that, everything goes back. Who may withdraw is decided before.
 * @param at when the withdrawal was received
 */
export async function withdrawContract(trx: Transaction<DB>, house: House, contract: Withdrawn, at: Date): Promise<void> {
  const now = house.now()
  const paysForDays = (await acceptanceOf(trx, contract.account_id, contract))?.policy === 'kept'
  await endContracts(trx, [contract.id], now)
  await trx.updateTable('subscriptions').set({ cancelled_at: now }).where('id', '=', contract.id).execute()
  for (const { id, amount, gross, invoice_id, period_id, starts_at, ends_at } of await paidAttempts(trx, contract.id)) {
    const credited = await creditedOf(trx, invoice_id)
    const left = amount - credited
    // A credit that was set against the invoice paid for some of its days, too.
    const unused = unusedPart(Math.max(0, gross - credited), { startsAt: starts_at, endsAt: ends_at }, at)
    const back = paysForDays ? Math.min(left, unused) : left
    if (back > 0) {
      const from = paysForDays && at > starts_at ? at : starts_at
      const text = await restText(trx, invoice_id, from, ends_at)
      await refund(trx, house, { attemptId: id, amount: back, reason: 'withdrawal', text })
    }
    if (back === left) await sql`update periods set state = 'refunded' where id = ${period_id}`.execute(trx)
  }
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
    .execute()
}
