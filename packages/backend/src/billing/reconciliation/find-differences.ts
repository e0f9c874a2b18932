import type { Movement, PaymentProviders, WalletProvider } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { isOfBalance, kindOfMovement } from '../ledger/movement-kind.ts'
import { newEntries } from '../ledger/provider-entries.ts'
import { walletMovements } from '../wallets/movements.ts'
import { type Difference, reconcile, type TheirBooks } from './reconcile.ts'
import { foreignOf } from './references.ts'

/**
 * Repairs of differences. All but `suspend` and `suspend-rest` are unambiguous: the provider reports what happened, and it is
 * recorded as its webhook would have been. Everything else goes into suspense for the operator to decide.
 */
export const PROPOSALS = {
  settle: 'book the charge with the payment that it answers',
  'settle-refund': 'book our refund as carried out',
  'book-refund': 'book the refund that was made at the provider, with a correction',
  'book-dispute': 'book the dispute: what was paid is credited',
  'book-dispute-won': 'book the end of the dispute: the correction is taken back',
  adopt: 'begin the subscription as it was approved, or cancel it there and pay it back',
  'book-fee': 'book the fee',
  'book-payout': 'book the payout',
  'book-exchange': 'book the exchange of currencies',
  'found-again': 'take it out of suspense: the provider has it after all',
  suspend: 'put it into suspense: it belongs to nothing we know',
  'suspend-rest': 'put the difference into suspense: the books disagree',
} as const
type Proposal = keyof typeof PROPOSALS

/** A difference between a provider's lists and our ledger, with its repair. */
export type Found = Omit<Difference, 'what'> & { what: Difference['what'] | 'entry' | 'subscription'; proposal: Proposal }

/** A provider's lists as reconciliation needs them. */
export type Lists = TheirBooks & { wallet: WalletProvider | null }

/** Returns the lists of all configured payment providers. */
export function listsOfProviders({ db }: Pick<AppContext, 'db'>, { card, wallet }: PaymentProviders): Lists[] {
  const ofWallet = wallet && {
    name: wallet.name,
    isWallet: true,
    movements: wallet.entries ?? ((from: Date, to: Date) => walletMovements(db, wallet, from, to)),
    wallet,
  }
  return [...(card ? [{ name: card.name, movements: card.movements, wallet: null }] : []), ...(ofWallet ? [ofWallet] : [])]
}

/**
 * Finds all differences between a provider's own lists (charges, refunds, disputes, fees, payouts, subscriptions) and our ledger
 * between two points in time, oldest first. Changes nothing.
 */
export async function findDifferences(
  ctx: Pick<AppContext, 'db'>,
  lists: Lists,
  { from, to }: { from: Date; to: Date },
): Promise<{ compared: number; found: Found[] }> {
  const { db } = ctx
  const { compared, differences } = await reconcile(ctx, lists, from, to)
  const found: Found[] = []
  for (const each of differences) found.push({ ...each, proposal: await proposalOf(db, lists, each) })
  const listed: Movement[] = []
  for await (const each of lists.movements(from, to)) listed.push(each)
  const foreign = lists.wallet ? await foreignOf(db, lists.name, listed) : new Set<string>()
  for (const entry of await newEntries(db, lists.name, listed)) {
    if (foreign.has(entry.reference)) continue
    const kind = kindOfMovement(entry)
    if (!isOfBalance(entry) && !entry.fee && (entry.settled ?? entry).currency === entry.currency) continue
    const proposal = kind === 'payout' ? 'book-payout' : kind === 'exchange' ? 'book-exchange' : 'book-fee'
    const amount = isOfBalance(entry) ? (entry.settled ?? entry).amount : -(entry.fee?.amount ?? 0)
    const { currency } = isOfBalance(entry) ? (entry.settled ?? entry) : (entry.fee ?? entry)
    const sides = { ledgerAmount: null, providerAmount: amount, currency, at: entry.at, movement: entry }
    found.push({ is: 'missing here', what: 'entry', id: `${kind} ${entry.reference}`, state: null, ...sides, proposal })
  }
  found.push(...(await unknownSubscriptions(db, lists, { from, to })))
  const entries = listed.filter(isOfBalance).length
  return { compared: compared + entries, found: found.sort((a, b) => a.at.getTime() - b.at.getTime()) }
}

async function proposalOf(db: Database, { name, wallet }: Lists, difference: Difference): Promise<Proposal> {
  const { movement, is } = difference
  if (is === 'missing there' && (await isInSuspenseAsMissing(db, name, difference))) return 'found-again'
  if (movement === null || is !== 'missing here') return 'suspend-rest'
  const kind = kindOfMovement(movement)
  const { refundId, charge, reference } = movement
  if (kind === 'refund' && refundId !== null && (await isOurRefund(db, refundId))) return 'settle-refund'
  const attempt = await attemptOf(db, name, movement)
  if (kind === 'refund') return attempt || (wallet && charge) ? 'book-refund' : 'suspend'
  if (kind === 'dispute') {
    if (!attempt) return 'suspend'
    return movement.amount < 0 ? 'book-dispute' : 'book-dispute-won'
  }
  if (kind !== 'charge') return 'suspend'
  if (!attempt) return wallet && movement.subscription ? 'adopt' : 'suspend'
  const isSecond = attempt.provider_reference !== null && attempt.provider_reference !== reference
  if (attempt.state === 'succeeded') return isSecond ? 'suspend' : 'suspend-rest'
  return attempt.amount === movement.amount && attempt.currency === movement.currency ? 'settle' : 'suspend'
}

/** Finds the payment of a movement by the provider's references or our id. */
export async function attemptOf(db: Database, provider: string, { attemptId, charge, reference }: Movement) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'amount', 'currency', 'provider_reference'])
    .where('provider', '=', provider)
    .where((where) =>
      where.or([
        where('provider_reference', 'in', charge ? [charge, reference] : [reference]),
        ...(attemptId !== null && isUuid(attemptId) ? [where('id', '=', attemptId)] : []),
      ]),
    )
    .executeTakeFirst()
}

/** @param id ours or the provider's */
export async function isOurRefund(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Finds the suspense row for a movement that the provider lacked before and has now. */
export async function missingRowOf(
  db: Database,
  provider: string,
  { what, id, ledgerAmount }: Pick<Difference, 'what' | 'id' | 'ledgerAmount'>,
) {
  return db
    .selectFrom('suspense')
    .select('id')
    .where('provider', '=', provider)
    .where('state', '=', 'open')
    .where('reason', 'in', ['missing-there', 'other-amount'])
    .where('reference', '=', restName({ what, id, amount: ledgerAmount ?? 0 }))
    .executeTakeFirst()
}

async function isInSuspenseAsMissing(db: Database, provider: string, difference: Difference): Promise<boolean> {
  return (await missingRowOf(db, provider, difference)) !== undefined
}

/** Returns the reference in suspense of an adjustment to one of our payments or refunds. @param amount minor units */
export function restName({ what, id, amount }: { what: string; id: string; amount: number }): string {
  return `${what} ${id}: ${amount}`
}

/** Finds subscriptions in the wallet's own list that were never reported to us. */
async function unknownSubscriptions(
  db: Database,
  { name, wallet }: Lists,
  { from, to }: { from: Date; to: Date },
): Promise<Found[]> {
  if (!wallet?.listSubscriptions) return []
  const listed: string[] = []
  for await (const reference of wallet.listSubscriptions(from, to)) listed.push(reference)
  if (listed.length === 0) return []
  const rows = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('provider', '=', name)
    .where('reference', 'in', listed)
    .execute()
  const known = new Set(rows.map(({ reference }) => reference))
  const unknown = listed.filter((reference) => !known.has(reference))
  const sides = { ledgerAmount: null, providerAmount: null, currency: '', at: from, movement: null, state: null }
  return unknown.map((id) => ({ is: 'missing here', what: 'subscription', id, ...sides, proposal: 'adopt' }))
}
