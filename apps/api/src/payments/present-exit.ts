import { type DeclaredExit, ExitOutcome } from '@kiosk/domain/payments/exit-endpoints'
import type { Declaration } from './apply-exit.ts'
import { exitNumber } from './exit-number.ts'

/** A declaration as its owner sees it: number, times and what came of it, nothing that somebody typed. */
export function presentExit(declaration: Declaration): DeclaredExit {
  const { kind, received_at, outcome, effective_at, confirmed_at } = declaration
  return {
    kind: kind === 'withdraw' ? 'withdraw' : 'cancel',
    number: exitNumber(declaration),
    receivedAt: received_at.toISOString(),
    outcome: ExitOutcome.catch('by-hand').parse(outcome),
    endsAt: (outcome === 'unconfirmed' ? null : effective_at)?.toISOString() ?? null,
    confirmed: confirmed_at !== null,
  }
}
