import type { Database } from '../database/connect.ts'
import type { Movement } from '../outside/payments/port.ts'
import { isUuid } from './attempt-state.ts'

/** Names of one provider's movements that stand in our tables, each with the key of our ledger's entries about it. */
type Names = { booked: Map<string, string>; suspended: Map<string, string>; returns: Map<string, string> }

/**
 * Finds out which entries of our ledger each movement of a provider's list belongs to: "attempt …" and "refund …" by our ids,
 * "movement …" by the provider's name of what is or was in suspense, or of what nobody here knows.
 */
export async function keysOfMovements(db: Database, provider: string, movements: readonly Movement[]): Promise<string[]> {
  const names = await namesOf(db, provider, movements)
  return movements.map((movement) => keyOf(movement, names))
}

function keyOf({ kind, attemptId, refundId, reference, charge, amount }: Movement, names: Names): string {
  const { booked, suspended, returns } = names
  if (refundId !== null) return returns.get(refundId) ?? `refund ${refundId}`
  const own = booked.get(reference)
  if (own !== undefined) return own
  const sort = kind ?? (amount > 0 ? 'charge' : 'dispute')
  const waiting = suspended.get(`${sort} ${reference}`)
  if (waiting !== undefined) return waiting
  if (attemptId !== null) return `attempt ${attemptId}`
  // What a dispute did, it did to the charge; a refund has a name of its own.
  const disputed = sort === 'dispute' && charge ? booked.get(charge) : undefined
  return disputed ?? `movement ${reference}`
}

async function namesOf(db: Database, provider: string, movements: readonly Movement[]): Promise<Names> {
  const references = [...new Set(movements.flatMap(({ reference, charge }) => [reference, ...(charge ? [charge] : [])]))]
  const booked = new Map<string, string>()
  if (references.length === 0) return { booked, suspended: new Map(), returns: new Map() }
  const attempts = await db
    .selectFrom('payment_attempts')
    .select(['id', 'provider_reference as reference'])
    .where('provider', '=', provider)
    .where('provider_reference', 'in', references)
    .execute()
  const disputes = await db
    .selectFrom('disputes')
    .select(['attempt_id as id', 'reference'])
    .where('provider', '=', provider)
    .where('reference', 'in', references)
    .execute()
  for (const { id, reference } of [...attempts, ...disputes]) booked.set(reference!, `attempt ${id}`)
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'refunds.provider_reference as reference'])
    .where('payment_attempts.provider', '=', provider)
    .where('refunds.provider_reference', 'in', references)
    .execute()
  for (const { id, reference } of refunds) booked.set(reference!, `refund ${id}`)
  const ids = movements.flatMap(({ refundId }) => (refundId !== null && isUuid(refundId) ? [refundId] : []))
  const rows = await db
    .selectFrom('suspense')
    .select(['kind', 'reference', 'return_id', 'attempt_id'])
    .where('provider', '=', provider)
    .where((where) =>
      where.or([where('reference', 'in', references), ...(ids.length > 0 ? [where('return_id', 'in', ids)] : [])]),
    )
    .execute()
  const suspended = new Map(
    rows.map(({ kind, reference, attempt_id: attemptId }) => [
      `${kind} ${reference}`,
      attemptId === null ? `movement ${reference}` : `attempt ${attemptId}`,
    ]),
  )
  const returns = new Map(rows.flatMap(({ return_id, reference }) => (return_id ? [[return_id, `movement ${reference}`]] : [])))
  return { booked, suspended, returns }
}

/**
 * Attempts whose money came and went again before anybody heard of it: such a pair is in no entry of ours, and nothing is
 * missing.
 */
export async function attemptsThatCameAndWent(db: Database, provider: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select('attempt_id')
    .where('provider', '=', provider)
    .where('booked', '=', false)
    .execute()
  return new Set(rows.map(({ attempt_id }) => `attempt ${attempt_id}`))
}
