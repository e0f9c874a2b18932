import type { Movement, MovementKind } from '../../adapters/payments/port.ts'

/** Returns the kind of a movement; if its provider gives none, derives it from our references and the sign. */
export function kindOfMovement({ kind, refundId, amount }: Pick<Movement, 'kind' | 'refundId' | 'amount'>): MovementKind {
  if (kind) return kind
  if (refundId !== null) return 'refund'
  return amount > 0 ? 'charge' : 'dispute'
}

/** Returns whether a movement only affects the balance, which is compared by its entry reference (provider-entries.ts). */
export function isOfBalance({ kind }: Pick<Movement, 'kind'>): boolean {
  return kind === 'fee' || kind === 'payout' || kind === 'exchange'
}
