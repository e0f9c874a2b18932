import type { Row, Store } from '../store.ts'
import type { Events } from './events.ts'
import { newTransactionId } from './ids.ts'
import { Rejected } from './rejected.ts'

type NewCharge = {
  subscription: Row
  amount: number
  currency: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED'
  /** Time at which a pending charge is completed. Milliseconds. */
  endsAt: number | null
  at: number
}

/** Manages charges of subscriptions. */
export function paymentsOf({ store, events }: { store: Store; events: Events }) {
  /** @throws Rejected if there is no such charge */
  function requireCharge(id: string): Row {
    const row = store.row('select * from wallet_charges where id = ?', id)
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return row
  }

  return {
    requireCharge,
    chargesOf: (subscription: string) =>
      store.rows('select * from wallet_charges where subscription = ? order by at, rowid', subscription),

    /** Adds a charge, in the transaction in which it becomes due. */
    addCharge({ subscription, amount, currency, status, endsAt, at }: NewCharge): void {
      const id = newTransactionId()
      store.run(
        'insert into wallet_charges values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        subscription.id!,
        amount,
        currency,
        status,
        endsAt,
        endsAt && 'COMPLETED',
        at,
        Math.min(at, Date.now()),
      )
      const kind = { COMPLETED: 'COMPLETED', PENDING: 'PENDING', DECLINED: 'DENIED' }[status]
      events.ofSale(`PAYMENT.SALE.${kind}`, requireCharge(id), amount)
    },

    /** Completes a pending charge. */
    complete(id: string): void {
      store.run('update wallet_charges set status = becomes, ends_at = null where id = ?', id)
      const row = requireCharge(id)
      events.ofSale('PAYMENT.SALE.COMPLETED', row, Number(row.amount))
    },

    /** Returns all movements of the account between two times, the oldest first. Declined charges moved nothing. */
    movements: (from: number, to: number): Row[] =>
      store.rows(
        `select id, 'charge' as kind, amount, currency, status, told_at, subscription as of from wallet_charges
          where status <> 'DECLINED' and told_at between ? and ?
        union all select id, kind, amount, currency, 'COMPLETED', told_at, coalesce(undoes, charge) from wallet_returns
          where told_at between ? and ?
        order by told_at, id`,
        from,
        to,
        from,
        to,
      ),
  }
}
export type Payments = ReturnType<typeof paymentsOf>
