import type { Kysely, Transaction } from 'kysely'
import type { Movement } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { type Posting, post } from './ledger.ts'
import { kindOfMovement } from './movement-kind.ts'

/** A movement with its own reference in the provider's balance. */
type Entry = Movement & { entry: string }

function isEntry(movement: Movement): movement is Entry {
  return movement.entry !== undefined
}

/**
 * Records an entry of a provider's balance once, and posts what only the balance reports: the fee, a payout, a currency
 * exchange. Charges and refunds themselves are posted by the code that knows what they pay.
 * @returns whether it is new
 */
export function bookEntry(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, provider: string, entry: Entry): Promise<boolean> {
  return transact(ctx, (trx) => bookEntryIn(trx, ctx, provider, entry))
}

async function bookEntryIn(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  provider: string,
  movement: Entry,
): Promise<boolean> {
  const kind = kindOfMovement(movement)
  const { entry, reference, charge = null, at } = movement
  const { amount, currency } = movement.settled ?? movement
  const fee = movement.fee?.amount ?? 0
  const made = await trx
    .insertInto('provider_entries')
    .values({ provider, entry, kind, reference, charge, amount, currency, fee, at, noted_at: now() })
    .onConflict((conflict) => conflict.columns(['provider', 'entry']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  const entries = postingsOf(provider, movement).map((each) => ({ ...each, at: now(), entryId: made.id }))
  await post(trx, entries)
  return true
}

/** Returns the postings of an entry itself, one set per currency. */
function postingsOf(provider: string, movement: Entry): { postings: Posting[]; currency: string }[] {
  const { kind, amount, currency, fee } = movement
  const cash = `cash:${provider}`
  const settled = movement.settled ?? { amount, currency }
  const between = (minor: number, other: string): Posting[] => [
    { account: cash, amount: minor },
    { account: other, amount: -minor },
  ]
  const made: { postings: Posting[]; currency: string }[] = []
  if (kind === 'fee') made.push({ postings: between(settled.amount, `fees:${provider}`), currency: settled.currency })
  else if (kind === 'payout') made.push({ postings: between(settled.amount, 'bank'), currency: settled.currency })
  else if (kind === 'exchange') made.push({ postings: between(settled.amount, 'exchange'), currency: settled.currency })
  else if (settled.currency !== currency) {
    // The customer paid in one currency; the balance is in another.
    made.push({ postings: between(-amount, 'exchange'), currency })
    made.push({ postings: between(settled.amount, 'exchange'), currency: settled.currency })
  }
  if (fee && fee.amount !== 0) made.push({ postings: between(-fee.amount, `fees:${provider}`), currency: fee.currency })
  return made
}

/** Returns the entries of a provider that are not recorded here yet. */
export async function newEntries(db: Kysely<DB>, provider: string, movements: readonly Movement[]): Promise<Entry[]> {
  const entries = movements.filter(isEntry)
  if (entries.length === 0) return []
  const known = await db
    .selectFrom('provider_entries')
    .select('entry')
    .where('provider', '=', provider)
    .where(
      'entry',
      'in',
      entries.map(({ entry }) => entry),
    )
    .execute()
  const names = new Set(known.map(({ entry }) => entry))
  return entries.filter(({ entry }) => !names.has(entry))
}

/** Returns the balance at a provider according to our ledger: minor units by currency, without zero balances. */
export async function ledgerBalance(db: Kysely<DB>, provider: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger')
    .select(['currency', (select) => select.fn.sum<number>('amount').as('sum')])
    .where('account', '=', `cash:${provider}`)
    .groupBy('currency')
    .execute()
  return new Map(rows.map(({ currency, sum }) => [currency, Number(sum)] as const).filter(([, sum]) => sum !== 0))
}
