import { DEBIT_NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { BillingContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { endsBeforeNextCharge } from '../operator-actions/planned-end.ts'
import { endsUnagreedAt, regularPriceAt } from '../plans/price-notices.ts'
import { chargeOf, type PricedSubscription } from '../subscriptions/next-charge.ts'

const BATCH_SIZE = 500

type ToAnnounce = PricedSubscription & { id: number; account_id: number; next_charge_at: Date }

/**
 * Announces debits in advance, as SEPA requires: one e-mail per debit, however often and by however many workers this runs. A
 * debit is announced again if its date changes or its amount decreases; it never exceeds the announced amount.
 * @returns number of debits announced
 */
export async function prenotifyDebits(ctx: BillingContext): Promise<number> {
  let sum = 0
  for (let after = 0; ; ) {
    const { announced, last } = await announceBatch(ctx, after)
    sum += announced
    if (last === null) return sum
    after = last
  }
}

/** Announces debits of the next batch. @param after id of the last subscription that was processed */
function announceBatch(ctx: BillingContext, after: number): Promise<{ announced: number; last: number | null }> {
  const { now } = ctx
  const until = new Date(now().getTime() + DEBIT_NOTICE_DAYS * DAY_MS)
  return transact(ctx, async (trx) => {
    const regular = regularPriceAt(sql`s.next_charge_at`)
    const { rows } = await sql<ToAnnounce>`
      select s.id, s.account_id, s.plan_id, ${regular} as regular_price, s.reduced_price, s.reduced_left, s.next_charge_at,
        s.announced_for, s.announced_amount, m.provider, m.kind as method_kind
      from subscriptions s join payment_methods m on m.id = s.payment_method_id
      where m.kind = 'DD' and s.order_type = ${ORDER_TYPE.own} and s.state = 'active' and s.account_id is not null
        and s.next_charge_at > ${now()} and s.next_charge_at <= ${until} and s.id > ${after}
        and not ${endsBeforeNextCharge()}
        and (s.announced_for is distinct from s.next_charge_at or s.announced_amount is distinct from
          case when s.reduced_left > 0 and s.reduced_price is not null then s.reduced_price else ${regular} end)
        and not ${endsUnagreedAt(sql`s.next_charge_at`)}
      order by s.id limit ${BATCH_SIZE} for no key update of s skip locked`.execute(trx)
    const due = rows.flatMap((subscription) => {
      const amount = chargeOf(ctx, subscription).due
      const isAnnounced = subscription.announced_for?.getTime() === subscription.next_charge_at.getTime()
      return isAnnounced && subscription.announced_amount === amount ? [] : [{ subscription, amount }]
    })
    const last = rows.length < BATCH_SIZE ? null : rows.at(-1)!.id
    if (due.length === 0) return { announced: 0, last }
    await sql`update subscriptions s set announced_for = s.next_charge_at, announced_amount = given.amount
      from unnest(${due.map(({ subscription }) => subscription.id)}::bigint[], ${due.map(({ amount }) => amount)}::integer[])
        as given (id, amount) where s.id = given.id`.execute(trx)
    // A free period is not debited.
    const announced = due.filter(({ amount }) => amount > 0)
    await enqueueEmails(
      trx,
      announced.map(({ subscription: { id, account_id: accountId, next_charge_at: at }, amount }) => ({
        letter: 'debit-announced',
        accountId,
        contract: id,
        at: at.toISOString(),
        amount,
      })),
    )
    return { announced: announced.length, last }
  })
}
