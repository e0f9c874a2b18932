import { type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB, Subscriptions } from '../db/schema.ts'

/**
 * The one order in which money code locks rows (ADR-0068). A transaction may skip tables but never waits for a row of a table
 * while it holds rows of a later one, unless it has locked or inserted that row itself. Rows of one table are locked in the
 * order of their keys, by one statement. Periods, invoices, refunds, disputes and wallet returns change under the lock of their
 * subscription, alarms under that of their subject, so they need no place in the order.
 */
export const LOCK_ORDER = [
  'price_campaigns',
  'accounts',
  'subscriptions',
  'termination_declarations',
  'setup_sessions',
  'wallet_approvals',
  'wallet_subscriptions',
  'carts',
  'payment_methods',
  'payment_attempts',
  'vouchers',
  'provider_events',
  'provider_entries',
  'suspense',
  'number_series',
] as const

/**
 * Prevents accounts from being erased until `trx` ends, so that rows can refer to them. Comes before all other locks, because
 * erasing an account locks it and then its data. Code that also changes the account, or makes decisions based on its data, uses
 * `lockAccount` instead.
 * @returns the accounts that exist
 */
export async function holdAccounts(trx: Transaction<DB>, ids: readonly (number | null)[]): Promise<number[]> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return []
  const { rows } = await sql<{ id: number }>`select a.id from accounts a where a.id = any(${known}::bigint[])
    order by a.id for key share of a`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Locks the subscriptions of an account that have not ended, including the active one. Lock the account first. */
export async function lockOpenSubscriptions(trx: Transaction<DB>, accountId: number): Promise<Selectable<Subscriptions>[]> {
  return trx
    .selectFrom('subscriptions as s')
    .selectAll('s')
    .where('s.account_id', '=', accountId)
    .where('s.state', '<>', 'ended')
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute()
}

/**
 * Locks an account that is about to be erased as strongly as its deletion does, so that it waits for transactions that hold it
 * for a payment before it takes any lock they need. Then locks its subscriptions, which invoices and attempts refer to.
 */
export async function lockBeforeErasing(trx: Transaction<DB>, accountId: number): Promise<void> {
  await sql`select a.id from accounts a where a.id = ${accountId} for update of a`.execute(trx)
  await sql`select s.id from subscriptions s where s.account_id = ${accountId} order by s.id for no key update of s`.execute(trx)
}

/** Locks a buyer: the account and its open subscriptions. Undefined: the account no longer exists. */
export async function lockBuyer(trx: Transaction<DB>, accountId: number): Promise<Selectable<Accounts> | undefined> {
  const account = await trx
    .selectFrom('accounts as a')
    .selectAll('a')
    .where('a.id', '=', accountId)
    .forNoKeyUpdate('a')
    .executeTakeFirst()
  if (account) await lockOpenSubscriptions(trx, accountId)
  return account
}

/** Locks a subscription in any state, after its account if that is locked, too; undefined if it does not exist. */
export function lockSubscription(trx: Transaction<DB>, id: number): Promise<Selectable<Subscriptions> | undefined> {
  return trx.selectFrom('subscriptions as s').selectAll('s').where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirst()
}

/** Locks the subscription that an attempt pays, and its account; does nothing if the attempt does not exist. */
export async function lockSubscriptionOfAttempt(trx: Transaction<DB>, attemptId: string): Promise<void> {
  const subscription = await trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(['s.id', 's.account_id'])
    .where('p.id', '=', attemptId)
    .executeTakeFirst()
  if (!subscription) return
  await holdAccounts(trx, [subscription.account_id])
  await lockSubscription(trx, subscription.id)
}
