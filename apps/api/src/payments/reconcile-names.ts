import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Movement } from '../outside/payments/port.ts'
import { isUuid } from './attempt-state.ts'
import { kindOfMovement } from './movement-kind.ts'

/** Names of one provider's movements that stand in our tables, each with the key of our ledger's entries about it. */
type Names = {
  booked: Map<string, string>
  suspended: Map<string, string>
  returns: Map<string, string>
  /** Its refunds are booked with their charge, not by names of their own. */
  isWallet: boolean
  /** References of what moved for another business at the same wallet. */
  foreign: Set<string>
}

/**
 * Finds out which entries of our ledger each movement of a provider's list belongs to: "attempt …" and "refund …" by our ids,
 * "movement …" by the provider's name of what is or was in suspense, or of what nobody here knows; null for what moved for
 * another business at the same wallet.
 */
export async function keysOfMovements(
  db: Database,
  { name, isWallet = false }: { name: string; isWallet?: boolean },
  movements: readonly Movement[],
): Promise<(string | null)[]> {
  const foreign = isWallet ? await foreignOf(db, name, movements) : new Set<string>()
  const names = { ...(await namesOf(db, name, movements)), isWallet, foreign }
  return movements.map((movement) => (foreign.has(movement.reference) ? null : keyOf(movement, names)))
}

function keyOf(movement: Movement, names: Names): string {
  const { attemptId, refundId, reference, charge } = movement
  const { booked, suspended, returns, isWallet } = names
  if (refundId !== null) return returns.get(refundId) ?? `refund ${refundId}`
  const sort = kindOfMovement(movement)
  const waiting = suspended.get(`${sort} ${reference}`)
  if (waiting !== undefined) return waiting
  const own = booked.get(reference)
  if (own !== undefined) return own
  if (attemptId !== null) return `attempt ${attemptId}`
  // What a dispute did, it did to the charge. A refund at a card provider has a row and a name of its own.
  const isOfCharge = sort === 'dispute' || (sort === 'refund' && isWallet)
  const ofCharge = isOfCharge && charge ? (booked.get(charge) ?? suspended.get(`charge ${charge}`)) : undefined
  return ofCharge ?? `movement ${reference}`
}

async function namesOf(
  db: Database,
  provider: string,
  movements: readonly Movement[],
): Promise<Omit<Names, 'isWallet' | 'foreign'>> {
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
  const returned = await db
    .selectFrom('wallet_returns')
    .select(['attempt_id as id', 'reference'])
    .where('provider', '=', provider)
    .where('reference', 'in', references)
    .where('attempt_id', 'is not', null)
    .execute()
  for (const { id, reference } of [...attempts, ...disputes, ...returned]) booked.set(reference!, `attempt ${id}`)
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
  // A refund that was booked with its payment has a row of its own.
  const suspended = new Map(
    rows
      .filter(({ kind, attempt_id }) => kind !== 'refund' || attempt_id === null)
      .map(({ kind, reference, attempt_id: attemptId }) => [
        `${kind} ${reference}`,
        attemptId === null ? `movement ${reference}` : `attempt ${attemptId}`,
      ]),
  )
  const returns = new Map(rows.flatMap(({ return_id, reference }) => (return_id ? [[return_id, `movement ${reference}`]] : [])))
  return { booked, suspended, returns }
}

/**
 * References of movements of another business at the same wallet: charges of subscriptions that are not ours, and what went
 * back of charges that we do not know.
 */
export async function foreignOf(db: Database, provider: string, movements: readonly Movement[]): Promise<Set<string>> {
  const subscriptions = [...new Set(movements.flatMap(({ subscription }) => subscription ?? []))]
  const others = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('provider', '=', provider)
    .where('reason', '=', 'not-ours')
    .where((where) => (subscriptions.length > 0 ? where('reference', 'in', subscriptions) : where.lit(false)))
    .execute()
  const names = new Set(others.map(({ reference }) => reference))
  const found = movements.filter(({ subscription }) => subscription && names.has(subscription)).map(({ reference }) => reference)
  const references = movements.map(({ reference }) => reference)
  const { rows } = await sql<{ reference: string }>`select w.reference from wallet_returns w
    where w.provider = ${provider} and w.attempt_id is null and w.reference = any(${references}) and not exists (
      select from suspense s where s.provider = w.provider
        and (s.kind = 'charge' and s.reference = w.charge or s.reference = w.reference))`.execute(db)
  return new Set([...found, ...rows.map(({ reference }) => reference)])
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

type OneSided = { is: string; what: string; id: string; ours: number | null }

/**
 * Takes out what we booked so late that the provider listed it before the time that is looked at: its entry is written down
 * (provider-entries.ts).
 */
export async function withoutListedBefore<Each extends OneSided>(
  db: Database,
  provider: string,
  differences: readonly Each[],
  from: Date,
): Promise<Each[]> {
  const left: Each[] = []
  for (const each of differences)
    if (each.is !== 'missing there' || !(await isListedBefore(db, provider, each, from))) left.push(each)
  return left
}

async function isListedBefore(db: Database, provider: string, { what, id, ours }: OneSided, from: Date): Promise<boolean> {
  const { rows } = await sql`select from provider_entries e where e.provider = ${provider} and e.at < ${from}
    and e.amount = ${ours} and e.reference in (
      select provider_reference from payment_attempts where id::text = ${id}
      union select reference from disputes where attempt_id::text = ${id}
      union select reference from wallet_returns where attempt_id::text = ${id}
      union select provider_reference from refunds where id::text = ${id}
      union select ${what === 'movement' ? id : null}::text)`.execute(db)
  return rows.length > 0
}
