import { type DeclaredTermination, TerminationOutcome } from '@kiosk/domain/payments/termination-endpoints'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { subscriptionById } from '../subscriptions/queries.ts'
import { answerBy } from './answer-by.ts'
import type { Declaration } from './apply.ts'
import { isLateCancellation } from './late.ts'
import { terminationNumber } from './number.ts'

/** Presents a declaration to its owner: number, times and result, without typed text. */
export async function presentTermination(db: Kysely<DB>, declaration: Declaration): Promise<DeclaredTermination> {
  const { kind, received_at, outcome, effective_at, confirmed_at, applied_at, subscription_id } = declaration
  const subscription = subscription_id === null ? undefined : await subscriptionById(db, subscription_id)
  return {
    kind: kind === 'withdraw' ? 'withdraw' : 'cancel',
    number: terminationNumber(declaration),
    receivedAt: received_at.toISOString(),
    outcome: TerminationOutcome.catch('by-hand').parse(outcome),
    endsAt: (outcome === 'unconfirmed' ? null : effective_at)?.toISOString() ?? null,
    late: await isLateCancellation(db, declaration, subscription),
    confirmed: confirmed_at !== null,
    answerBy: answerBy(declaration)?.toISOString() ?? null,
    answered: applied_at !== null && outcome !== 'applied',
  }
}
