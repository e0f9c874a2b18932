import type { Balance } from './balance.ts'
import type { Clock } from './clock.ts'
import { Conflict } from './conflict.ts'
import { behaviourOf } from './outcomes.ts'
import { newReference, type Row, type Store } from './store.ts'
import type { CardWebhooks } from './webhooks.ts'

export type RefundRequested = { refundId: string; charge: string; amount: number; currency: string }
type Options = { store: Store; clock: Clock; webhooks: CardWebhooks; balance: Balance }

/** Manages refunds of charges. */
export function refundsOf({ store, clock, webhooks, balance }: Options) {
  /** Returns what is left of a charge. Minor units. */
  function restOf(charge: Row): number {
    if (charge.state !== 'succeeded') return 0
    const refunded = store.row(
      "select coalesce(sum(amount), 0) as sum from refunds where attempt_id = ? and state = 'succeeded'",
      charge.attempt_id!,
    )
    return Number(charge.amount) - Number(refunded!.sum)
  }

  function keepsMoney(charge: Row): boolean {
    const method = store.row('select behaviour from methods where reference = ?', charge.method!)
    return behaviourOf(String(method?.behaviour ?? 'succeeds')).refund === 'fails'
  }

  return {
    /**
     * Refunds a charge, once per refund id.
     * @returns null if there is no such charge
     * @throws Conflict if the same refund has another amount
     */
    refund({ refundId, charge: reference, amount, currency }: RefundRequested) {
      return store.inTransaction(() => {
        const known = store.row('select * from refunds where refund_id = ?', refundId)
        if (known) {
          if (known.amount !== amount || known.currency !== currency) throw new Conflict()
          return { state: String(known.state), reference: String(known.reference) }
        }
        const charge = store.row('select * from charges where reference = ?', reference)
        if (!charge) return null
        const fails = charge.currency !== currency || amount > restOf(charge) || keepsMoney(charge)
        const made = { state: fails ? 'failed' : 'succeeded', reference: newReference('re') }
        store.run(
          'insert into refunds values (?, ?, ?, ?, ?, ?, ?)',
          refundId,
          made.reference,
          charge.attempt_id!,
          amount,
          currency,
          made.state,
          clock.now(),
        )
        if (!fails) balance.move({ refundId, reference: made.reference, amount: -amount, currency })
        webhooks.add(`refund.${made.state}`, { refundId, state: made.state })
        return made
      })
    },
  }
}
export type Refunds = ReturnType<typeof refundsOf>
