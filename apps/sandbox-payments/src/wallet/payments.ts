import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import type { Events } from './events.ts'
import { newDisputeId, newTransactionId } from './ids.ts'
import { toMinorUnits } from './money.ts'
import { payerOf } from './payers.ts'
import { BrokenAfter, Rejected } from './rejected.ts'

/** refund: by the seller; reversal: by PayPal; chargeback: by the payer's bank; won: a reversed chargeback. */
type ReturnKind = 'refund' | 'reversal' | 'chargeback' | 'won'
type ChargeStatus = 'COMPLETED' | 'PENDING' | 'DECLINED'
type Options = { store: Store; clock: Clock; events: Events }
type NewCharge = {
  subscription: Row
  amount: number
  currency: string
  status: ChargeStatus
  /** Time at which a pending charge is completed. Milliseconds. */
  endsAt: number | null
  at: number
}

/** Manages charges of subscriptions, their returns and their disputes. */
export function paymentsOf({ store, clock, events }: Options) {
  const charge = (id: string) => store.row('select * from wallet_charges where id = ?', id)
  const reportedAt = () => Math.min(clock.now(), Date.now())

  function requireCharge(id: string): Row {
    const row = charge(id)
    if (!row) throw new Rejected(404, 'INVALID_RESOURCE_ID')
    return row
  }

  /** Returns what is left of a charge. Minor units. */
  function restOf(row: Row): number {
    const { gone } = store.row('select coalesce(sum(amount), 0) as gone from wallet_returns where charge = ?', row.id!)!
    return Number(row.amount) + Number(gone)
  }

  function move(row: Row, kind: ReturnKind, amount: number, undoes: string | null = null): Row {
    const id = newTransactionId()
    store.run(
      'insert into wallet_returns values (?, ?, ?, ?, ?, ?, ?)',
      id,
      row.id!,
      kind,
      undoes,
      amount,
      row.currency!,
      reportedAt(),
    )
    return store.row('select * from wallet_returns where id = ?', id)!
  }

  /** Gives money of a charge back. @throws Rejected if the remaining amount is smaller */
  function giveBack(row: Row, amount: number, kind: 'refund' | 'reversal' | 'chargeback'): Row {
    if (row.status !== 'COMPLETED') throw new Rejected(422, 'CAPTURE_NOT_COMPLETED')
    if (amount <= 0 || amount > restOf(row)) throw new Rejected(422, 'REFUND_AMOUNT_EXCEEDED')
    const back = move(row, kind, -amount)
    if (kind === 'refund') events.ofRefund(back, row)
    else events.ofSale('PAYMENT.SALE.REVERSED', row, -amount)
    return back
  }

  return {
    requireCharge,
    restOf,
    findReturn: (id: string) => store.row('select * from wallet_returns where id = ?', id),
    dispute: (id: string) => store.row('select * from wallet_disputes where id = ?', id),
    disputes: () => store.rows('select * from wallet_disputes order by created_at desc, id limit 50'),
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
      events.ofSale(`PAYMENT.SALE.${kind}`, charge(id)!, amount)
    },

    /** Completes a pending charge. */
    complete(id: string): void {
      store.run('update wallet_charges set status = becomes, ends_at = null where id = ?', id)
      const row = charge(id)!
      events.ofSale('PAYMENT.SALE.COMPLETED', row, Number(row.amount))
    },

    /**
     * Refunds an amount, or all that remains, once per request id.
     * @throws Rejected, BrokenAfter if it is recorded and the connection is lost
     */
    refund(id: string, requested: { value?: string; currency_code?: string } | undefined, key: string | undefined): Row {
      const row = requireCharge(id)
      const payer = payerOf(store.row('select payer from wallet_subscriptions where id = ?', row.subscription!)?.payer)
      if (payer.refunds === 'refused') throw new Rejected(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
      if (requested && requested.currency_code !== row.currency) throw new Rejected(422, 'CURRENCY_MISMATCH')
      const { back, isNew } = store.inTransaction(() => {
        const known = key && store.row('select made from wallet_requests where key = ?', `refund ${key}`)
        if (known) return { back: store.row('select * from wallet_returns where id = ?', known.made!)!, isNew: false }
        const amount = requested ? toMinorUnits(requested.value) : restOf(row)
        if (amount === null) throw new Rejected(400, 'INVALID_PARAMETER_VALUE')
        const made = giveBack(row, amount, 'refund')
        if (key) store.run('insert into wallet_requests values (?, ?)', `refund ${key}`, made.id!)
        return { back: made, isNew: true }
      })
      if (isNew && payer.refunds === 'breaks-after') throw new BrokenAfter()
      return back
    },

    /** Gives money back without the merchant; default: all that is left. @throws Rejected */
    back: (id: string, kind: 'refund' | 'reversal' | 'chargeback', amount?: number): Row =>
      store.inTransaction(() => giveBack(requireCharge(id), amount ?? restOf(requireCharge(id)), kind)),

    /** Opens a dispute of the payer: the bank takes back what is left of the charge. @throws Rejected */
    addDispute(chargeId: string): Row {
      return store.inTransaction(() => {
        const row = requireCharge(chargeId)
        const taken = giveBack(row, restOf(row), 'chargeback')
        const id = newDisputeId()
        const at = reportedAt()
        store.run(
          `insert into wallet_disputes (id, charge, status, taken, amount, currency, created_at, updated_at) values (?, ?, 'OPEN', ?, ?, ?, ?, ?)`,
          id,
          row.id!,
          taken.id!,
          -Number(taken.amount),
          row.currency!,
          at,
          at,
        )
        const made = store.row('select * from wallet_disputes where id = ?', id)!
        events.ofDispute('CUSTOMER.DISPUTE.CREATED', made)
        return made
      })
    },

    /** Ends a dispute by the bank's decision; if it is won, the merchant gets the money back. @throws Rejected */
    endDispute(id: string, outcome: 'won' | 'lost'): void {
      store.inTransaction(() => {
        const dispute = store.row("select * from wallet_disputes where id = ? and status = 'OPEN'", id)
        if (!dispute) throw new Rejected(404, 'INVALID_RESOURCE_ID')
        store.run(
          "update wallet_disputes set status = 'RESOLVED', outcome = ?, updated_at = ? where id = ?",
          outcome,
          reportedAt(),
          id,
        )
        if (outcome === 'won') move(requireCharge(String(dispute.charge)), 'won', Number(dispute.amount), String(dispute.taken))
        events.ofDispute('CUSTOMER.DISPUTE.RESOLVED', store.row('select * from wallet_disputes where id = ?', id)!)
      })
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
