import { sql } from 'kysely'
import type { Movement } from '../../adapters/payments/port.ts'
import type { Database } from '../../db/connect.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { kindOfMovement } from '../ledger/movement-kind.ts'

/** References of one provider's movements in our tables, with the keys of our ledger entries about them. */
type Names = {
  booked: Map<string, string>
  suspended: Map<string, string>
  /** By our id of a refund or of a return from suspense; a provider may report refunds under ids unknown to us. */
  refunds: Map<string, string>
  /** Its refunds are recorded with their charge, not under their own references. */
  isWallet: boolean
  /** References of movements of another business at the same wallet. */
  foreign: Set<string>
}

/**
 * Finds the ledger entries for each movement of a provider's list: "attempt …" and "refund …" by our ids, "movement …" by the
 * provider's reference for what is or was in suspense or is unknown here; null for movements of another business at the same
 * wallet.
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
  const { booked, suspended, refunds, isWallet } = names
  const keyOfRefund = refundId === null ? undefined : refunds.get(refundId)
  if (keyOfRefund !== undefined) return keyOfRefund
  const sort = kindOfMovement(movement)
  const waiting = suspended.get(`${sort} ${reference}`)
  if (waiting !== undefined) return waiting
  const own = booked.get(reference)
  if (own !== undefined) return own
  if (attemptId !== null) return `attempt ${attemptId}`
  // A dispute belongs to its charge. A refund at a card provider has its own row and reference.
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
  if (references.length === 0) return { booked, suspended: new Map(), refunds: new Map() }
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
  const ids = movements.flatMap(({ refundId }) => (refundId !== null && isUuid(refundId) ? [refundId] : []))
  const refundRows = await db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'refunds.provider_reference as reference'])
    .where('payment_attempts.provider', '=', provider)
    .where((where) =>
      where.or([
        where('refunds.provider_reference', 'in', references),
        ...(ids.length > 0 ? [where('refunds.id', 'in', ids)] : []),
      ]),
    )
    .execute()
  for (const { id, reference } of refundRows) if (reference !== null) booked.set(reference, `refund ${id}`)
  const rows = await db
    .selectFrom('suspense')
    .select(['kind', 'reference', 'return_id', 'attempt_id'])
    .where('provider', '=', provider)
    .where((where) =>
      where.or([where('reference', 'in', references), ...(ids.length > 0 ? [where('return_id', 'in', ids)] : [])]),
    )
    .execute()
  // A refund recorded with its payment has its own row.
  const suspended = new Map(
    rows
      .filter(({ kind, attempt_id }) => kind !== 'refund' || attempt_id === null)
      .map(({ kind, reference, attempt_id: attemptId }) => [
        `${kind} ${reference}`,
        attemptId === null ? `movement ${reference}` : `attempt ${attemptId}`,
      ]),
  )
  const refunds = new Map(refundRows.map(({ id }) => [id, `refund ${id}`]))
  for (const { return_id, reference } of rows) if (return_id !== null) refunds.set(return_id, `movement ${reference}`)
  return { booked, suspended, refunds }
}

/**
 * Returns references of movements of another business at the same wallet: charges of subscriptions that are not ours, and returns
 * of unknown charges.
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

/** Finds attempts that were paid and returned before either was reported: such a pair needs no ledger entry. */
export async function attemptsThatCameAndWent(db: Database, provider: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select('attempt_id')
    .where('provider', '=', provider)
    .where('booked', '=', false)
    .execute()
  return new Set(rows.map(({ attempt_id }) => `attempt ${attempt_id}`))
}

type OneSided = { is: string; what: string; id: string; ledgerAmount: number | null }

/**
 * Removes movements that we recorded so late that the provider listed them before the compared period, as their stored entries
 * prove (provider-entries.ts).
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

async function isListedBefore(
  db: Database,
  provider: string,
  { what, id, ledgerAmount }: OneSided,
  from: Date,
): Promise<boolean> {
  const uuid = isUuid(id) ? id : null
  const { rows } = await sql`select from provider_entries e where e.provider = ${provider} and e.at < ${from}
    and e.amount = ${ledgerAmount} and e.reference in (
      select provider_reference from payment_attempts where id = ${uuid}::uuid
      union select reference from disputes where attempt_id = ${uuid}::uuid
      union select reference from wallet_returns where attempt_id = ${uuid}::uuid
      union select provider_reference from refunds where id = ${uuid}::uuid
      union select ${what === 'movement' ? id : null}::text)`.execute(db)
  return rows.length > 0
}
