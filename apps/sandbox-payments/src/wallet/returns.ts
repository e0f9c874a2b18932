import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import type { Events } from './events.ts'
import { newTransactionId } from './ids.ts'
import { toMinorUnits } from './money.ts'
import { payerOf } from './payers.ts'
import type { Payments } from './payments.ts'
import { BrokenAfter, Rejected } from './rejected.ts'

/** refund: by the seller; reversal: by PayPal; chargeback: by the payer's bank. */
type ReturnKind = 'refund' | 'reversal' | 'chargeback'
type Options = { store: Store; clock: Clock; events: Events; payments: Payments }

/** Manages money of charges that was given back. */
export function returnsOf({ store, clock, events, payments }: Options) {
  const find = (id: string) => store.row('select * from wallet_returns where id = ?', id)

  /** Returns what is left of a charge. Minor units. */
  function restOf(charge: Row): number {
    const { gone } = store.row('select coalesce(sum(amount), 0) as gone from wallet_returns where charge = ?', charge.id!)!
    return Number(charge.amount) + Number(gone)
  }

  function add(charge: Row, kind: ReturnKind | 'won', amount: number, undoes: string | null): Row {
    const id = newTransactionId()
    store.run(
      'insert into wallet_returns values (?, ?, ?, ?, ?, ?, ?)',
      id,
      charge.id!,
      kind,
      undoes,
      amount,
      charge.currency!,
      Math.min(clock.now(), Date.now()),
    )
    return find(id)!
  }

  /** @throws Rejected if the remaining amount is smaller */
  function giveBack(charge: Row, amount: number, kind: ReturnKind): Row {
    if (charge.status !== 'COMPLETED') throw new Rejected(422, 'CAPTURE_NOT_COMPLETED')
    if (amount <= 0 || amount > restOf(charge)) throw new Rejected(422, 'REFUND_AMOUNT_EXCEEDED')
    const back = add(charge, kind, -amount, null)
    if (kind === 'refund') events.ofRefund(back, charge)
    else events.ofSale('PAYMENT.SALE.REVERSED', charge, -amount)
    return back
  }

  return {
    find,
    restOf,

    /**
     * Refunds an amount, or all that remains, once per request id.
     * @throws Rejected, BrokenAfter if it is recorded and the connection is lost
     */
    refund(id: string, requested: { value?: string; currency_code?: string } | undefined, key: string | undefined): Row {
      const row = payments.requireCharge(id)
      const payer = payerOf(store.row('select payer from wallet_subscriptions where id = ?', row.subscription!)?.payer)
      if (payer.refunds === 'refused') throw new Rejected(422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
      if (requested && requested.currency_code !== row.currency) throw new Rejected(422, 'CURRENCY_MISMATCH')
      const { back, isNew } = store.inTransaction(() => {
        const known = key && store.row('select made from wallet_requests where key = ?', `refund ${key}`)
        if (known) return { back: find(String(known.made))!, isNew: false }
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
    back: (chargeId: string, kind: ReturnKind, amount?: number): Row =>
      store.inTransaction(() => {
        const charge = payments.requireCharge(chargeId)
        return giveBack(charge, amount ?? restOf(charge), kind)
      }),

    /** Takes all that is left of a charge, for a dispute that was opened in the same transaction. @throws Rejected */
    takeRest: (charge: Row): Row => giveBack(charge, restOf(charge), 'chargeback'),

    /** Gives the merchant back what a dispute has taken. */
    undo: (dispute: Row): Row =>
      add(payments.requireCharge(String(dispute.charge)), 'won', Number(dispute.amount), String(dispute.taken)),
  }
}
export type Returns = ReturnType<typeof returnsOf>
