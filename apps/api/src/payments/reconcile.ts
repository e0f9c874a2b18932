import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { Movement } from '../outside/payments/port.ts'
import { isOfBalance } from './movement-kind.ts'
import { attemptsThatCameAndWent, keysOfMovements, withoutListedBefore } from './reconcile-names.ts'

const DAY = 86_400_000
/** Both books write a movement down within so long of each other. */
const APART = 3 * DAY

/** One movement that only one of the books has, or has with another amount. Minor units; null = not there. */
export type Difference = {
  is: 'missing here' | 'missing there' | 'different amount'
  /** "attempt" or "refund", and our name of it; null where the provider knows none. */
  what: 'attempt' | 'refund' | 'movement'
  id: string
  /** What we know of it: state of the attempt or refund. */
  state: string | null
  ours: number | null
  theirs: number | null
  currency: string
  at: Date
  /** What the provider's list says; null: it has no such movement. */
  movement: Movement | null
}
type Entry = { key: string; amount: number; currency: string; at: Date; movement?: Movement }

/** The books of somebody who takes money; `isWallet`: it charges by its own clock. */
export type TheirBooks = {
  name: string
  isWallet?: boolean
  movements(from: Date, to: Date): AsyncIterable<Movement>
}

/**
 * Compares the provider's own books with ours, movement by movement: what came by each attempt and went back by it, and each
 * refund. Every movement has to have its row here: also what came and went again.
 * @returns differences of movements between the two moments, the oldest first, and how many movements were compared
 */
export async function reconcile(
  { db }: Pick<House, 'db'>,
  provider: TheirBooks,
  from: Date,
  to: Date,
): Promise<{ compared: number; differences: Difference[] }> {
  const [wideFrom, wideTo] = [new Date(from.getTime() - APART), new Date(to.getTime() + APART)]
  const listed: Movement[] = []
  for await (const each of provider.movements(wideFrom, wideTo)) if (!isOfBalance(each)) listed.push(each)
  const moved = withCharges(listed)
  const keys = await keysOfMovements(db, provider, moved)
  const theirs = new Map<string, Entry[]>()
  for (const [place, movement] of moved.entries()) {
    const { amount, currency, at } = movement
    const key = keys[place]
    if (key) add(theirs, { key, amount, currency, at, movement })
  }
  const cameAndWent = await attemptsThatCameAndWent(db, provider.name)
  const isSilent = (key: string) => key.startsWith('refund ') || cameAndWent.has(key)
  const ours = new Map<string, Entry[]>()
  // What is booked late is booked all the same. Money in suspense is of the day on which the provider moved it.
  const { rows } = await sql<Entry>`
    select case when l.refund_id is not null then 'refund ' || l.refund_id when l.attempt_id is not null then 'attempt ' || l.attempt_id
        else 'movement ' || s.reference end as key,
      l.amount, l.currency, coalesce(s.at, l.at) as at
    from ledger l left join suspense s on s.id = l.suspense_id
    where account = ${`cash:${provider.name}`} and entry_id is null and coalesce(s.at, l.at) >= ${wideFrom}
    order by l.id`.execute(db)
  for (const entry of rows) add(ours, entry)

  const within = ({ at }: Entry) => at >= from && at < to
  let compared = 0
  const differences: Difference[] = []
  for (const key of new Set([...theirs.keys(), ...ours.keys()])) {
    // What left suspense again, because it was booked elsewhere or went back, is nothing here.
    const own = key.startsWith('movement ') ? withoutPairs(ours.get(key) ?? []) : (ours.get(key) ?? [])
    const isOver = key.startsWith('movement ') && own.length === 0 && ours.has(key)
    const [there, here] = withoutCommon(theirs.get(key) ?? [], own)
    if ([...(theirs.get(key) ?? []), ...(ours.get(key) ?? [])].some(within)) compared++
    const [theirRest, ourRest] = withoutSameSums(isOver || isSilent(key) ? withoutPairs(there) : there, withoutPairs(here))
    for (let place = 0; place < Math.max(theirRest.length, ourRest.length); place++) {
      const [their, our] = [theirRest[place], ourRest[place]]
      const entry = (their ?? our)!
      if (!within(entry)) continue
      const is = !our ? 'missing here' : !their ? 'missing there' : 'different amount'
      const [, what, id] = /^(\w+) (.*)$/s.exec(key) as unknown as [string, Difference['what'], string]
      const { currency, at } = entry
      const sides = { ours: our?.amount ?? null, theirs: their?.amount ?? null }
      differences.push({ is, what, id, state: null, ...sides, currency, at, movement: their?.movement ?? null })
    }
  }
  await tellStates(db, differences)
  const left = await withoutListedBefore(db, provider.name, differences, wideFrom)
  return { compared, differences: left.sort((a, b) => a.at.getTime() - b.at.getTime()) }
}

/** The end of a dispute may name the dispute: it is of the same charge. */
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

/** Takes out what stands in both. */
function withoutCommon(theirs: readonly Entry[], ours: readonly Entry[]): [Entry[], Entry[]] {
  const left = [...ours]
  const only = theirs.filter(({ amount, currency }) => {
    const place = left.findIndex((each) => each.amount === amount && each.currency === currency)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return [only, left]
}

/** Takes out what came and went again. */
function withoutPairs(entries: readonly Entry[]): Entry[] {
  const left: Entry[] = []
  for (const entry of entries) {
    const place = left.findIndex(({ amount, currency }) => amount === -entry.amount && currency === entry.currency)
    if (place >= 0) left.splice(place, 1)
    else left.push(entry)
  }
  return left
}

/** Parts in one book that are one in the other: a charge of which it was known first that all of it went back. */
function withoutSameSums(theirs: readonly Entry[], ours: readonly Entry[]): [Entry[], Entry[]] {
  const sums = (entries: readonly Entry[]) => {
    const byCurrency = Map.groupBy(entries, ({ currency }) => currency)
    return JSON.stringify(
      [...byCurrency].map(([currency, own]) => [currency, own.reduce((sum, { amount }) => sum + amount, 0)]).sort(),
    )
  }
  return theirs.length > 0 && sums(theirs) === sums(ours) ? [[], []] : [[...theirs], [...ours]]
}

async function tellStates(db: House['db'], differences: Difference[]): Promise<void> {
  for (const each of differences) {
    if (each.what === 'movement') continue
    const table = each.what === 'refund' ? 'refunds' : 'payment_attempts'
    const found = await sql<{ state: string }>`select state from ${sql.table(table)} where id::text = ${each.id}`.execute(db)
    each.state = found.rows[0]?.state ?? null
  }
}
