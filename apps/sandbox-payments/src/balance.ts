import type { Clock } from './clock.ts'
import { newReference, type Row, type Store } from './store.ts'
import { DAY_MS } from './time.ts'

const WEEK_MS = 7 * DAY_MS
/** Fee of every charge, as card providers have it: 1.5 % and 25 cents. */
const FEE_RATE = 0.015
const FEE_FIXED_MINOR = 25

/**
 * Returns the merchant's balance: every movement with its fee, and weekly payouts of the whole balance to the merchant's bank.
 */
export function balanceOf({ store, clock }: { store: Store; clock: Clock }) {
  /** A movement without a charge and without a refund is a payout. */
  const ENTRIES = `select m.*, 'mv_' || m.id as entry,
      case when m.refund_id is not null then 'refund' when m.attempt_id is null then 'payout'
        when m.amount > 0 then 'charge' else 'dispute' end as kind,
      case when m.attempt_id is not null and m.amount > 0 then cast(round(m.amount * ${FEE_RATE}) as integer) + ${FEE_FIXED_MINOR}
        else 0 end as fee,
      (select c.reference from charges c where c.attempt_id = coalesce(m.attempt_id,
        (select r.attempt_id from refunds r where r.refund_id = m.refund_id))) as charge
    from movements m`
  const sums = () =>
    store
      .rows(`select currency, sum(amount - fee) as amount from (${ENTRIES}) group by currency`)
      .map(({ amount, currency }) => ({ amount: Number(amount), currency: String(currency) }))

  function move(movement: { attemptId?: string; refundId?: string; reference: string; amount: number; currency: string }): void {
    const { attemptId = null, refundId = null, reference, amount, currency } = movement
    store.run(
      'insert into movements (attempt_id, refund_id, reference, amount, currency, at) values (?, ?, ?, ?, ?, ?)',
      attemptId,
      refundId,
      reference,
      amount,
      currency,
      clock.now(),
    )
  }

  return {
    sums,
    move,
    entries: (from: number, to: number, after: number, most: number): Row[] =>
      store.rows(`${ENTRIES} where m.at >= ? and m.at < ? and m.id > ? order by m.id limit ?`, from, to, after, most),
    payOutWhenDue(): void {
      const last = store.fact('paid-out')
      if (last !== undefined && clock.now() - Number(last) < WEEK_MS) return
      store.inTransaction(() => {
        store.setFact('paid-out', String(clock.now()))
        if (last === undefined) return
        for (const { amount, currency } of sums().filter((each) => each.amount > 0))
          move({ reference: newReference('po'), amount: -amount, currency })
      })
    },
  }
}
export type Balance = ReturnType<typeof balanceOf>
