import type { Clock } from '../clock.ts'
import type { Row, Store } from '../store.ts'
import type { Events } from './events.ts'
import { newDisputeId } from './ids.ts'
import type { Payments } from './payments.ts'
import { Rejected } from './rejected.ts'
import type { Returns } from './returns.ts'

type Options = { store: Store; clock: Clock; events: Events; payments: Payments; returns: Returns }

/** Manages disputes of charges, which payers open and banks decide. */
export function disputesOf({ store, clock, events, payments, returns }: Options) {
  const find = (id: string) => store.row('select * from wallet_disputes where id = ?', id)
  const reportedAt = () => Math.min(clock.now(), Date.now())

  return {
    find,
    latest: () => store.rows('select * from wallet_disputes order by created_at desc, id limit 50'),

    /** Opens a dispute of the payer: the bank takes back what is left of the charge. @throws Rejected */
    open: (chargeId: string): Row =>
      store.inTransaction(() => {
        const charge = payments.requireCharge(chargeId)
        const taken = returns.takeRest(charge)
        const id = newDisputeId()
        const at = reportedAt()
        store.run(
          `insert into wallet_disputes (id, charge, status, taken, amount, currency, created_at, updated_at) values (?, ?, 'OPEN', ?, ?, ?, ?, ?)`,
          id,
          charge.id!,
          taken.id!,
          -Number(taken.amount),
          charge.currency!,
          at,
          at,
        )
        const made = find(id)!
        events.ofDispute('CUSTOMER.DISPUTE.CREATED', made)
        return made
      }),

    /** Ends a dispute by the bank's decision; if it is won, the merchant gets the money back. @throws Rejected */
    end: (id: string, outcome: 'won' | 'lost'): void =>
      store.inTransaction(() => {
        const dispute = find(id)
        if (dispute?.status !== 'OPEN') throw new Rejected(404, 'INVALID_RESOURCE_ID')
        const decided = "update wallet_disputes set status = 'RESOLVED', outcome = ?, updated_at = ? where id = ?"
        store.run(decided, outcome, reportedAt(), id)
        if (outcome === 'won') returns.undo(dispute)
        events.ofDispute('CUSTOMER.DISPUTE.RESOLVED', find(id)!)
      }),
  }
}
export type Disputes = ReturnType<typeof disputesOf>
