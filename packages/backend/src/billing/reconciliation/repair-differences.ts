import { DAY_MS } from '@kiosk/domain/time'
import type { Movement, WalletProvider } from '../../adapters/payments/port.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { transact } from '../../db/transaction.ts'
import { kindOfMovement } from '../ledger/movement-kind.ts'
import { bookEntry, newEntries } from '../ledger/provider-entries.ts'
import { recordSuspense, resolveSuspense } from '../suspense/suspense.ts'
import { settleWalletSubscription } from '../wallets/subscriptions.ts'
import { bookOrAdopt } from '../wallets/sweep-returns.ts'
import { type Found, findDifferences, type Lists, missingRowOf, restName } from './find-differences.ts'
import { foreignOf } from './references.ts'
import { repairMovement } from './repair-movement.ts'

type Repaired = { compared: number; found: Found[]; left: Found[] }

/**
 * Repairs differences between a provider's lists and our ledger: records what is unambiguous, and puts unknown movements into
 * suspense with an alarm; then, after a day, because webhooks and lists may be late, also the amounts that still differ. Safe to
 * repeat on any number of servers: everything is recorded once.
 * @returns the differences before and after
 */
export async function repairDifferences(
  ctx: AppContext,
  lists: Lists,
  { from, to }: { from: Date; to: Date },
): Promise<Repaired> {
  const complainUntil = new Date(Math.min(to.getTime(), ctx.now().getTime() - DAY_MS))
  const { compared, found } = await findDifferences(ctx, lists, { from, to })
  for (const each of found) if (each.proposal !== 'suspend-rest') await tried(ctx, lists, each, () => repair(ctx, lists, each))
  await bookEntries(ctx, lists, { from, to })
  const rest = (await findDifferences(ctx, lists, { from, to })).found.filter(({ at }) => at < complainUntil)
  for (const each of rest) await tried(ctx, lists, each, () => suspendRest(ctx, lists, each))
  const left = rest.length === 0 ? [] : (await findDifferences(ctx, lists, { from, to: complainUntil })).found
  // As at night, each difference has its own transaction. One entry in the audit log says who ran the repair, and the result.
  if (ctx.actor)
    await transact(ctx, (trx) =>
      recordAudit(trx, ctx.actor, ctx.now(), {
        action: 'ledger.reconciled',
        subject: { kind: 'provider', id: lists.name, name: lists.name },
        after: { from, to, compared, differences: found.length, left: left.length },
      }),
    )
  return { compared, found, left }
}

/** Runs a repair and logs a failure, so that it does not block the others. */
async function tried(
  { log }: Pick<AppContext, 'log'>,
  { name }: Lists,
  { what, id }: Found,
  work: () => Promise<void>,
): Promise<void> {
  await work().catch((error: unknown) =>
    log.error(
      { err: error, event: 'reconcile.repair-failed', provider: name, reference: `${what} ${id}` },
      "difference from the provider's records could not be repaired",
    ),
  )
}

async function repair(ctx: AppContext, lists: Lists, found: Found): Promise<void> {
  const { movement, proposal, what, id } = found
  const { name, wallet } = lists
  if (what === 'subscription') return void (await settleWalletSubscription(ctx, wallet!, id))
  if (what === 'entry') return
  if (proposal === 'found-again') return findAgain(ctx, name, found as Found & { what: 'attempt' })
  if (movement === null) return
  const { card } = ctx.payments
  if (wallet) await repairAtWallet(ctx, wallet, movement)
  else if (card?.name === name) await repairMovement(ctx, card, movement)
}

/** Records entries of the balance: fees, also of known charges, payouts and exchanges. */
async function bookEntries(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  lists: Lists,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const listed: Movement[] = []
  for await (const each of lists.movements(from, to)) listed.push(each)
  const entries = await newEntries(ctx.db, lists.name, listed)
  const foreign = lists.wallet ? await foreignOf(ctx.db, lists.name, entries) : new Set<string>()
  for (const entry of entries) if (!foreign.has(entry.reference)) await bookEntry(ctx, lists.name, entry)
}

async function repairAtWallet(ctx: AppContext, wallet: WalletProvider, movement: Movement): Promise<void> {
  const { kind, reference, at } = movement
  if (kind === 'refund' || kind === 'dispute' || movement.amount < 0) {
    const around = { from: new Date(at.getTime() - DAY_MS), to: new Date(at.getTime() + DAY_MS) }
    const charges = movement.charge ? [movement.charge] : []
    const back = (await wallet.returns({ ...around, charges })).find((each) => each.reference === reference)
    if (back) return bookOrAdopt(ctx, wallet, back)
  }
  if (kind === 'charge') {
    const subscription = movement.subscription ?? (await wallet.subscriptionOf(reference))
    if (subscription !== null) await settleWalletSubscription(ctx, wallet, subscription)
    if (await isKnownCharge(ctx.db, wallet.name, reference)) return
    if (subscription !== null && (await isOfOthers(ctx.db, wallet.name, subscription))) return
  }
  await suspend(ctx, wallet.name, movement)
}

function suspend(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, provider: string, movement: Movement): Promise<unknown> {
  const { reference, amount, currency, at, charge = null, subscription = null } = movement
  const movementKind = kindOfMovement(movement)
  const kind = movementKind === 'exchange' ? 'other' : movementKind
  const reported = { provider, kind, reference, amount, currency, at, reason: 'unknown' as const }
  return transact(ctx, (trx) => recordSuspense(trx, ctx, { ...reported, details: { charge, subscription } }))
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

/** Returns whether a subscription at the wallet belongs to another business. */
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

/** Takes a movement out of suspense that was missing at the provider and is listed now. */
async function findAgain(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  provider: string,
  found: Found & { what: 'attempt' },
): Promise<void> {
  await transact(ctx, async (trx) => {
    const row = await missingRowOf(trx, provider, found)
    if (row) await resolveSuspense(trx, ctx, row.id, { state: 'booked', resolution: 'found at the provider after all' })
  })
}

/** Adjusts our ledger to the provider's amount; puts the difference into suspense for the operator. */
async function suspendRest(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, { name: provider }: Lists, found: Found): Promise<void> {
  const { is, what, id, ledgerAmount, providerAmount, currency, at } = found
  // Suspense is never adjusted through suspense.
  if (what !== 'attempt' && what !== 'refund') return
  const amount = (providerAmount ?? 0) - (ledgerAmount ?? 0)
  const reason = is === 'missing there' ? 'missing-there' : 'other-amount'
  const kind = what === 'refund' ? 'refund' : amount < 0 && is === 'missing here' ? 'dispute' : 'charge'
  const of = { attemptId: what === 'attempt' ? id : null, refundId: what === 'refund' ? id : null }
  const moved = { provider, kind, reference: restName({ what, id, amount }), amount, currency, at } as const
  await transact(ctx, async (trx) => {
    const known = await trx
      .selectFrom(what === 'refund' ? 'refunds' : 'payment_attempts')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (known)
      await recordSuspense(trx, ctx, {
        ...moved,
        reason,
        of,
        details: { [what]: id, ours: ledgerAmount, theirs: providerAmount },
      })
  })
}
