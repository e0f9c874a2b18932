import { type DeclaredTermination, TerminationOutcome } from '@kiosk/domain/payments/termination-endpoints'
import type { Declaration } from './apply.ts'
import { terminationNumber } from './number.ts'

/** Presents a declaration to its owner: number, times and result, without typed text. */
export function presentTermination(declaration: Declaration): DeclaredTermination {
  const { kind, received_at, outcome, effective_at, confirmed_at } = declaration
  return {
    kind: kind === 'withdraw' ? 'withdraw' : 'cancel',
    number: terminationNumber(declaration),
    receivedAt: received_at.toISOString(),
    outcome: TerminationOutcome.catch('by-hand').parse(outcome),
    endsAt: (outcome === 'unconfirmed' ? null : effective_at)?.toISOString() ?? null,
    confirmed: confirmed_at !== null,
  }
}
