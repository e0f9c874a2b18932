import { type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB, Subscriptions } from '../database/schema.ts'

/**
 * The one order in which money code locks rows (decisions/068). A transaction may leave tables out, but never waits for a row of
 * a table while it holds rows of a later one, unless the row was locked or inserted by itself. Rows of one table are locked in
 * the order of their keys, by one statement. Periods, invoices, refunds, disputes and returns of the wallet are changed under
 * the lock of their subscription, alarms under that of what they are about, and need no place.
 */
export const LOCK_ORDER = [
  'price_campaigns',
  'accounts',
  'subscriptions',
  'exit_declarations',
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
 * Keeps accounts from being erased until `trx` ends, so that rows may refer to them. First of all locks: erasing an account
 * locks it and then what belongs to it. Who also changes the account, or decides by what it says, takes `lockAccount` instead.
 * @returns those that exist
 */
export async function holdAccounts(trx: Transaction<DB>, ids: readonly (number | null)[]): Promise<number[]> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return []
  const { rows } = await sql<{ id: number }>`select a.id from accounts a where a.id = any(${known}::bigint[])
    order by a.id for key share of a`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The subscriptions of an account that have not ended, the live one among them; locked. Its account comes before. */
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
 * Locks an account that is about to be erased as its deletion will: whoever keeps it for a payment is waited for now, while
 * nothing that they need is held. Then its subscriptions, which invoices and attempts hang on.
 */
export async function lockBeforeErasing(trx: Transaction<DB>, accountId: number): Promise<void> {
  await sql`select a.id from accounts a where a.id = ${accountId} for update of a`.execute(trx)
  await sql`select s.id from subscriptions s where s.account_id = ${accountId} order by s.id for no key update of s`.execute(trx)
}

/** Whoever buys: the account and its open subscriptions, locked; undefined = there is no such account any more. */
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

/** The subscription that an attempt pays, and its account; locked. Nothing where there is no such attempt. */
export async function lockSubscriptionOfAttempt(trx: Transaction<DB>, attemptId: string): Promise<void> {
  const its = await trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription')
    .select(['s.id', 's.account_id'])
    .where('p.id', '=', attemptId)
    .executeTakeFirst()
  if (!its) return
  await holdAccounts(trx, [its.account_id])
  await sql`select s.id from subscriptions s where s.id = ${its.id} for no key update of s`.execute(trx)
}
