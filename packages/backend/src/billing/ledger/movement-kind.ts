import type { Movement, MovementKind } from '../../adapters/payments/port.ts'

/** The kind of a movement; if its provider does not say, derived from our references and its sign. */
export function kindOfMovement({ kind, refundId, amount }: Pick<Movement, 'kind' | 'refundId' | 'amount'>): MovementKind {
  if (kind) return kind
  if (refundId !== null) return 'refund'
  return amount > 0 ? 'charge' : 'dispute'
}

/** Fees, payouts and exchanges only affect the balance: they are compared by their entry reference (provider-entries.ts). */
export function isOfBalance({ kind }: Pick<Movement, 'kind'>): boolean {
  return kind === 'fee' || kind === 'payout' || kind === 'exchange'
}
