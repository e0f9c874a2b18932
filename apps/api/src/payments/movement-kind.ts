import type { Movement, MovementKind } from '../outside/payments/port.ts'

/** What a movement is; where its provider does not say so, by our marks and its direction. */
export function kindOfMovement({ kind, refundId, amount }: Pick<Movement, 'kind' | 'refundId' | 'amount'>): MovementKind {
  if (kind) return kind
  if (refundId !== null) return 'refund'
  return amount > 0 ? 'charge' : 'dispute'
}

/** Fees, payouts and exchanges move the balance alone: they are compared by the name of their entry (provider-entries.ts). */
export function isOfBalance({ kind }: Pick<Movement, 'kind'>): boolean {
  return kind === 'fee' || kind === 'payout' || kind === 'exchange'
}
