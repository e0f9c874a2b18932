import type { Money } from '@kiosk/domain/money'
import { MONEY_ROWS } from '@kiosk/domain/staff/limits'
import { type Dispute, deskDisputes as declaredDisputes } from '@kiosk/domain/staff/money-endpoints'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'

/** Lists chargebacks and returned debits, latest first. @param before id of the last one of the page before */
export async function findDisputes(db: Kysely<DB>, before?: number): Promise<{ disputes: Dispute[]; more: boolean }> {
  const found = await db
    .selectFrom('disputes as d')
    .innerJoin('payment_attempts as a', 'a.id', 'd.attempt_id')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(['d.id', 'd.taken_at', 'd.provider', 'd.reference', 'd.code', 'd.reason', 'd.amount', 'd.state', 'd.won_at'])
    .select(['d.ended_subscription', 'a.currency', 'i.number', 's.id as subscription', 's.account_id'])
    .$if(before !== undefined, (query) => query.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(MONEY_ROWS + 1)
    .execute()
  const disputes = found.slice(0, MONEY_ROWS).map(
    ({ taken_at, won_at, ended_subscription, code, currency, number, subscription, account_id, ...row }): Dispute => ({
      ...row,
      code: code as Dispute['code'],
      currency: currency as Money['currency'],
      at: taken_at.toISOString(),
      wonAt: won_at?.toISOString() ?? null,
      endedSubscription: ended_subscription,
      invoice: number,
      subscription: subscriptionNumber(subscription),
      reader: account_id,
    }),
  )
  return { disputes, more: found.length > MONEY_ROWS }
}

export const disputes = defineDeskHandler(declaredDisputes, ({ ctx, input }) => findDisputes(ctx.db, input.before))
