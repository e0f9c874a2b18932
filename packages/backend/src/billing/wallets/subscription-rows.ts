import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { WalletProvider } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB, WalletSubscriptions } from '../../db/schema.ts'

/** Our record of a subscription at the wallet. */
export type WalletSubscription = Selectable<WalletSubscriptions>

/**
 * Records that a subscription exists at the wallet; returns its row.
 * @param approvalId the approval that it was reported for; the wallet's report decides to which it belongs
 */
export async function noteSubscription(
  db: Kysely<DB>,
  { now }: Pick<AppContext, 'now'>,
  { name: provider }: Pick<WalletProvider, 'name'>,
  reference: string,
  approvalId: string | null = null,
): Promise<WalletSubscription> {
  await db
    .insertInto('wallet_subscriptions')
    .values({ provider, reference, approval_id: approvalId, found_at: now(), next_check_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('wallet_subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
}

/** Returns why the wallet subscription of an approval was refused or closed; undefined if none was. */
export async function rejectionOf(db: Kysely<DB>, approvalId: string): Promise<string | undefined> {
  const rejected = await db
    .selectFrom('wallet_subscriptions')
    .select('reason')
    .where('approval_id', '=', approvalId)
    .where('state', 'in', ['refused', 'closed'])
    .limit(1)
    .executeTakeFirst()
  return rejected?.reason
}

/**
 * Returns whether a subscription at the wallet may still start from an approval. One whose approval is unknown may be its own, but
 * only for a day: the first answer of the wallet names the approval.
 */
export async function isPendingAtWallet({ db, now }: Pick<AppContext, 'db' | 'now'>, approvalId: string): Promise<boolean> {
  const aDayAgo = new Date(now().getTime() - DAY_MS)
  const pending = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('state', '=', 'found')
    .where((eb) =>
      eb.or([eb('approval_id', '=', approvalId), eb.and([eb('approval_id', 'is', null), eb('found_at', '>', aDayAgo)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return pending !== undefined
}

/** Locks the row that serialises decisions about a subscription between servers. */
export function lockWalletSubscription(trx: Transaction<DB>, provider: string, reference: string): Promise<WalletSubscription> {
  return trx
    .selectFrom('wallet_subscriptions as w')
    .selectAll('w')
    .where('w.provider', '=', provider)
    .where('w.reference', '=', reference)
    .forNoKeyUpdate('w')
    .executeTakeFirstOrThrow()
}

export function changeSubscription(
  db: Kysely<DB>,
  { provider, reference }: Pick<WalletSubscription, 'provider' | 'reference'>,
  set: Partial<Pick<WalletSubscription, 'state' | 'reason' | 'approval_id' | 'settled_at' | 'next_check_at'>>,
): Promise<WalletSubscription> {
  return db
    .updateTable('wallet_subscriptions')
    .set(set)
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the next poll of an unsettled subscription: the interval grows with its age. */
export function nextCheck({ found_at }: Pick<WalletSubscription, 'found_at'>, now: Date): Date {
  const age = now.getTime() - found_at.getTime()
  return new Date(now.getTime() + Math.min(DAY_MS, Math.max(MINUTE_MS, age)))
}
