import type { Database } from '../database/connect.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { Movement, WalletProvider } from '../outside/payments/port.ts'
import { type Found, findDifferences, type Lists, missingRowOf, restName } from './find-differences.ts'
import { kindOfMovement } from './movement-kind.ts'
import { bookEntry, newEntries } from './provider-entries.ts'
import { foreignOf } from './reconcile-names.ts'
import { repairMovement } from './repair-books.ts'
import { recordSuspense, resolveSuspense } from './suspense.ts'
import { bookOrAdopt } from './sweep-wallet-returns.ts'
import { settleWalletSubscription } from './wallet-subscriptions.ts'

const DAY_MS = 86_400_000

type Repaired = { compared: number; found: Found[]; left: Found[] }

/**
 * Repairs what differs between a provider's lists and our books: books what is unambiguous, puts into suspense, with an alarm,
 * what belongs to nothing we know, and then what the books still disagree about. Any number of times, by any number of servers:
 * everything is booked once.
 * What the books disagree about waits for a day, because messages may be under way and lists may be late.
 * @returns what differed before, and what differs still
 */
export async function repairDifferences(house: House, lists: Lists, { from, to }: { from: Date; to: Date }): Promise<Repaired> {
  const complainUntil = new Date(Math.min(to.getTime(), house.now().getTime() - DAY_MS))
  const { compared, found } = await findDifferences(house, lists, { from, to })
  for (const each of found)
    if (each.proposal !== 'suspend-rest') await tried(house, lists, each, () => repair(house, lists, each))
  await bookEntries(house, lists, { from, to })
  const rest = (await findDifferences(house, lists, { from, to })).found.filter(({ at }) => at < complainUntil)
  for (const each of rest) await tried(house, lists, each, () => suspendRest(house, lists, each))
  const left = rest.length === 0 ? [] : (await findDifferences(house, lists, { from, to: complainUntil })).found
  return { compared, found, left }
}

/** One that cannot be repaired does not hold up the others. */
async function tried({ log }: House, { name }: Lists, { what, id }: Found, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    log.error(
      { err: error, event: 'reconcile.repair-failed', provider: name, reference: `${what} ${id}` },
      'a difference of the books could not be repaired',
    ),
  )
}

async function repair(house: House, lists: Lists, found: Found): Promise<void> {
  const { movement, proposal, what, id } = found
  const { name, wallet } = lists
  if (what === 'subscription') return void (await settleWalletSubscription(house, wallet!, id))
  if (what === 'entry') return
  if (proposal === 'found-again') return findAgain(house, name, found as Found & { what: 'attempt' })
  if (movement === null) return
  const { card } = house.payments
  if (wallet) await repairAtWallet(house, wallet, movement)
  else if (card?.name === name) await repairMovement(house, card, movement)
}

/** Fees, payouts and exchanges, and the fee of every charge; also of those that were known before. */
async function bookEntries(house: House, lists: Lists, { from, to }: { from: Date; to: Date }): Promise<void> {
  const listed: Movement[] = []
  for await (const each of lists.movements(from, to)) listed.push(each)
  const entries = await newEntries(house.db, lists.name, listed)
  const foreign = lists.wallet ? await foreignOf(house.db, lists.name, entries) : new Set<string>()
  for (const entry of entries) if (!foreign.has(entry.reference)) await bookEntry(house, lists.name, entry)
}

async function repairAtWallet(house: House, wallet: WalletProvider, movement: Movement): Promise<void> {
  const { kind, reference, at } = movement
  if (kind === 'refund' || kind === 'dispute' || movement.amount < 0) {
    const around = { from: new Date(at.getTime() - DAY_MS), to: new Date(at.getTime() + DAY_MS) }
    const charges = movement.charge ? [movement.charge] : []
    const back = (await wallet.returns({ ...around, charges })).find((each) => each.reference === reference)
    if (back) return bookOrAdopt(house, wallet, back)
  }
  if (kind === 'charge') {
    const subscription = movement.subscription ?? (await wallet.subscriptionOf(reference))
    if (subscription !== null) await settleWalletSubscription(house, wallet, subscription)
    if (await isKnownCharge(house.db, wallet.name, reference)) return
    if (subscription !== null && (await isOfOthers(house.db, wallet.name, subscription))) return
  }
  await suspend(house, wallet.name, movement)
}

function suspend(house: House, provider: string, movement: Movement): Promise<unknown> {
  const { reference, amount, currency, at, charge = null, subscription = null } = movement
  const told = kindOfMovement(movement)
  const kind = told === 'exchange' ? 'other' : told
  const reported = { provider, kind, reference, amount, currency, at, reason: 'unknown' as const }
  return transact(house, (trx) => recordSuspense(trx, house, { ...reported, details: { charge, subscription } }))
}

async function isKnownCharge(db: Database, provider: string, reference: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (attempt) return true
  const row = await db
    .selectFrom('suspense')
    .select('id')
    .where('provider', '=', provider)
    .where('kind', '=', 'charge')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a subscription of the same wallet is of another business. */
async function isOfOthers(db: Database, provider: string, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('reason', '=', 'not-ours')
    .executeTakeFirst()
  return row !== undefined
}

/** The provider lists what it lacked. */
async function findAgain(house: House, provider: string, found: Found & { what: 'attempt' }): Promise<void> {
  await transact(house, async (trx) => {
    const row = await missingRowOf(trx, provider, found)
    if (row) await resolveSuspense(trx, house, row.id, { state: 'booked', resolution: 'found at the provider after all' })
  })
}

/** Sets our ledger right by what the provider has; the difference waits in suspense for a person. */
async function suspendRest(house: House, { name: provider }: Lists, found: Found): Promise<void> {
  const { is, what, id, ours, theirs, currency, at } = found
  // Suspense itself is never set right by suspense.
  if (what !== 'attempt' && what !== 'refund') return
  const amount = (theirs ?? 0) - (ours ?? 0)
  const reason = is === 'missing there' ? 'missing-there' : 'other-amount'
  const kind = what === 'refund' ? 'refund' : amount < 0 && is === 'missing here' ? 'dispute' : 'charge'
  const of = { attemptId: what === 'attempt' ? id : null, refundId: what === 'refund' ? id : null }
  const moved = { provider, kind, reference: restName({ what, id, amount }), amount, currency, at } as const
  await transact(house, async (trx) => {
    const known = await trx
      .selectFrom(what === 'refund' ? 'refunds' : 'payment_attempts')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (known) await recordSuspense(trx, house, { ...moved, reason, of, details: { [what]: id, ours, theirs } })
  })
}
