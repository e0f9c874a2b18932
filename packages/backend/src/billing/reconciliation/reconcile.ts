import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Movement } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { isOfBalance } from '../ledger/movement-kind.ts'
import { attemptsThatCameAndWent, keysOfMovements, withoutListedBefore } from './references.ts'

/** Maximum time between the records of one movement on both sides. */
const MOST_APART_MS = 3 * DAY_MS

/** A movement that only one side has, or that differs in its amount. Minor units; null: not there. */
export type Difference = {
  is: 'missing here' | 'missing there' | 'different amount'
  /** "attempt" or "refund" with our id; null if the provider reports none. */
  what: 'attempt' | 'refund' | 'movement'
  id: string
  /** Our state of the attempt or refund. */
  state: string | null
  ledgerAmount: number | null
  providerAmount: number | null
  currency: string
  at: Date
  /** The movement in the provider's list; null: not listed. */
  movement: Movement | null
}
type Entry = { key: string; amount: number; currency: string; at: Date; movement?: Movement }

/** A payment provider's records; `isWallet`: it charges on its own schedule. */
export type TheirBooks = {
  name: string
  isWallet?: boolean
  movements(from: Date, to: Date): AsyncIterable<Movement>
}

/**
 * Compares the provider's records with our ledger, movement by movement: what each attempt collected and returned, and each
 * refund. Every movement must have a row here, including those that cancel out.
 * @returns differences between the two points in time, oldest first, and the number of movements compared
 */
export async function reconcile(
  { db }: Pick<AppContext, 'db'>,
  provider: TheirBooks,
  from: Date,
  to: Date,
): Promise<{ compared: number; differences: Difference[] }> {
  const [wideFrom, wideTo] = [new Date(from.getTime() - MOST_APART_MS), new Date(to.getTime() + MOST_APART_MS)]
  const providerEntries = await providerEntriesOf(db, provider, wideFrom, wideTo)
  const ledgerEntries = await ledgerEntriesOf(db, provider.name, wideFrom)
  const cameAndWent = await attemptsThatCameAndWent(db, provider.name)
  const isSilent = (key: string) => key.startsWith('refund ') || cameAndWent.has(key)
  const within = ({ at }: Entry) => at >= from && at < to
  let compared = 0
  const differences: Difference[] = []
  for (const key of new Set([...providerEntries.keys(), ...ledgerEntries.keys()])) {
    // Ignores money that left suspense, because it was applied elsewhere or returned.
    const own = key.startsWith('movement ') ? withoutPairs(ledgerEntries.get(key) ?? []) : (ledgerEntries.get(key) ?? [])
    const isOver = key.startsWith('movement ') && own.length === 0 && ledgerEntries.has(key)
    const [there, here] = withoutCommon(providerEntries.get(key) ?? [], own)
    if ([...(providerEntries.get(key) ?? []), ...(ledgerEntries.get(key) ?? [])].some(within)) compared++
    const [theirRest, ourRest] = withoutSameSums(isOver || isSilent(key) ? withoutPairs(there) : there, withoutPairs(here))
    for (let place = 0; place < Math.max(theirRest.length, ourRest.length); place++) {
      const [their, our] = [theirRest[place], ourRest[place]]
      const entry = (their ?? our)!
      if (!within(entry)) continue
      const is = !our ? 'missing here' : !their ? 'missing there' : 'different amount'
      const [, what, id] = /^(\w+) (.*)$/s.exec(key) as unknown as [string, Difference['what'], string]
      const { currency, at } = entry
      const sides = { ledgerAmount: our?.amount ?? null, providerAmount: their?.amount ?? null }
      differences.push({ is, what, id, state: null, ...sides, currency, at, movement: their?.movement ?? null })
    }
  }
  await addStates(db, differences)
  const left = await withoutListedBefore(db, provider.name, differences, wideFrom)
  return { compared, differences: left.sort((a, b) => a.at.getTime() - b.at.getTime()) }
}

/** Returns the movements that the provider lists, by what they belong to. */
async function providerEntriesOf(db: Database, provider: TheirBooks, from: Date, to: Date): Promise<Map<string, Entry[]>> {
  const listed: Movement[] = []
  for await (const each of provider.movements(from, to)) if (!isOfBalance(each)) listed.push(each)
  const moved = withCharges(listed)
  const keys = await keysOfMovements(db, provider, moved)
  const entries = new Map<string, Entry[]>()
  for (const [place, movement] of moved.entries()) {
    const { amount, currency, at } = movement
    const key = keys[place]
    if (key) add(entries, { key, amount, currency, at, movement })
  }
  return entries
}

/** Returns the postings of the provider's account in our ledger, by what they belong to. */
async function ledgerEntriesOf(db: Database, provider: string, from: Date): Promise<Map<string, Entry[]>> {
  const cash = `cash:${provider}`
  // No upper limit, because postings may be late. Money in suspense counts on the day on which the provider moved it.
  const { rows } = await sql<Entry>`
    select case when o.refund_id is not null then 'refund ' || o.refund_id when o.attempt_id is not null then 'attempt ' || o.attempt_id
        else 'movement ' || o.reference end as key, o.amount, o.currency, o.at
    from (
      select l.id, l.refund_id, l.attempt_id, null as reference, l.amount, l.currency, l.at from ledger l
        where l.account = ${cash} and l.at >= ${from} and l.suspense_id is null and l.entry_id is null
      union all
      select l.id, l.refund_id, l.attempt_id, s.reference, l.amount, l.currency, s.at from suspense s
        join ledger l on l.suspense_id = s.id
        where s.provider = ${provider} and s.at >= ${from} and l.account = ${cash} and l.entry_id is null
    ) o order by o.id`.execute(db)
  const entries = new Map<string, Entry[]>()
  for (const entry of rows) add(entries, entry)
  return entries
}

/** Sets the charge of movements that refer to a dispute instead, such as its end. */
function withCharges(movements: readonly Movement[]): Movement[] {
  const named = new Map(movements.map((each) => [each.reference, each]))
  return movements.map((each) => {
    const undone = each.charge ? named.get(each.charge) : undefined
    return undone?.charge && undone.kind === 'dispute' ? { ...each, charge: undone.charge } : each
  })
}

function add(entries: Map<string, Entry[]>, entry: Entry): void {
  const known = entries.get(entry.key)
  if (known) known.push(entry)
  else entries.set(entry.key, [entry])
}

/** Removes entries that both sides have. */
function withoutCommon(providerEntries: readonly Entry[], ledgerEntries: readonly Entry[]): [Entry[], Entry[]] {
  const left = [...ledgerEntries]
  const only = providerEntries.filter(({ amount, currency }) => {
    const place = left.findIndex((each) => each.amount === amount && each.currency === currency)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return [only, left]
}

/** Removes pairs of entries that cancel out. */
function withoutPairs(entries: readonly Entry[]): Entry[] {
  const left: Entry[] = []
  for (const entry of entries) {
    const place = left.findIndex(({ amount, currency }) => amount === -entry.amount && currency === entry.currency)
    if (place >= 0) left.splice(place, 1)
    else left.push(entry)
  }
  return left
}

/**
 * Removes all entries if both sides have the same sums: several entries on one side may be one on the other, such as a charge
 * that was first reported as fully returned.
 */
function withoutSameSums(providerEntries: readonly Entry[], ledgerEntries: readonly Entry[]): [Entry[], Entry[]] {
  const sums = (entries: readonly Entry[]) => {
    const byCurrency = Map.groupBy(entries, ({ currency }) => currency)
    return JSON.stringify(
      [...byCurrency].map(([currency, own]) => [currency, own.reduce((sum, { amount }) => sum + amount, 0)]).sort(),
    )
  }
  return providerEntries.length > 0 && sums(providerEntries) === sums(ledgerEntries)
    ? [[], []]
    : [[...providerEntries], [...ledgerEntries]]
}

async function addStates(db: AppContext['db'], differences: Difference[]): Promise<void> {
  for (const each of differences) {
    if (each.what === 'movement') continue
    const table = each.what === 'refund' ? 'refunds' : 'payment_attempts'
    if (!isUuid(each.id)) continue
    const found = await sql<{ state: string }>`select state from ${sql.table(table)} where id = ${each.id}::uuid`.execute(db)
    each.state = found.rows[0]?.state ?? null
  }
}
