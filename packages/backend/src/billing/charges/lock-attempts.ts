import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { holdAccounts } from '../locks.ts'

/** A locked attempt with its related rows. */
export type Locked = Awaited<ReturnType<typeof lockedAttempts>>[number]

/** States without a final result from the provider. */
export const OPEN = ['created', 'sent', 'processing', 'action', 'unknown']
/** The same as a list in SQL: `state in ${OPEN_IN_SQL}`. */
export const OPEN_IN_SQL = sql`(${sql.join(OPEN.map((state) => sql.lit(state)))})`

/**
 * Locks attempts and their related rows in the order of ADR-0068; for subscriptions that start, also the other subscriptions and
 * the carts of the account. The lock on an attempt still lets other rows reference it, such as payment data saved in a second
 * window.
 * @param options `withUpgrades`: also locks unpaid purchases that replace their subscriptions
 */
export async function lockAttempts(
  trx: Transaction<DB>,
  ids: readonly string[],
  { withUpgrades }: { withUpgrades: boolean },
): Promise<Locked[]> {
  const concerned = await trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('periods as t', 't.id', 'i.period_id')
    .innerJoin('subscriptions as s', 's.id', 't.subscription_id')
    .select(['s.id', 's.account_id', 's.upgrade_from', 's.state', 't.sequence'])
    .where('p.id', 'in', [...ids])
    .execute()
  await holdAccounts(
    trx,
    concerned.map(({ account_id }) => account_id),
  )
  const own = concerned.flatMap(({ id, upgrade_from }) => [id, ...(upgrade_from === null ? [] : [upgrade_from])])
  const upgrades = withUpgrades ? await openUpgrades(trx, own) : []
  const beginning = concerned.flatMap(({ account_id, state }) => (state === 'pending' && account_id !== null ? account_id : []))
  await sql`select s.id from subscriptions s where s.id = any(${[...own, ...upgrades.map(({ subscription }) => subscription)]}::bigint[])
      or s.account_id = any(${beginning}::bigint[]) and s.state <> 'ended'
    order by s.id for no key update of s`.execute(trx)
  const attempts = [...ids, ...upgrades.map(({ id }) => id)]
  if (upgrades.length > 0 || concerned.some(({ sequence }) => sequence === 1))
    await sql`select c.id from carts c where c.attempt_id = any(${attempts}::uuid[]) order by c.id for no key update of c`.execute(
      trx,
    )
  await sql`select p.id from payment_attempts p where p.id = any(${attempts}::uuid[]) order by p.id for no key update of p`.execute(
    trx,
  )
  return lockedAttempts(trx, ids)
}

/** Finds unpaid purchases that replace one of these subscriptions. */
async function openUpgrades(trx: Transaction<DB>, from: readonly number[]) {
  const { rows } = await sql<{ id: string; subscription: number }>`select a.id, u.id as subscription from subscriptions u
    join invoices i on i.subscription_id = u.id join payment_attempts a on a.invoice_id = i.id
    where u.upgrade_from = any(${[...from]}::bigint[]) and (u.state = 'pending' or i.credit_note_id is not null)
      and a.state = any(${OPEN})`.execute(trx)
  return rows
}

/** Reads attempts that this transaction has locked, with their related rows. @param ids at least one */
export function lockedAttempts(trx: Transaction<DB>, ids: readonly string[]) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .innerJoin('periods', 'periods.id', 'invoices.period_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'periods.subscription_id')
    .leftJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .leftJoin('payment_methods', 'payment_methods.id', 'payment_attempts.payment_method_id')
    .select([
      'payment_attempts.id',
      'payment_attempts.state',
      'payment_attempts.provider',
      'payment_attempts.provider_reference',
      'payment_attempts.decline_code',
      'payment_attempts.outcome_unknown',
      'payment_attempts.amount',
      'payment_attempts.currency',
      'payment_attempts.payment_method_id',
      'payment_attempts.initiator',
      'payment_attempts.created_at',
      'payment_methods.kind as method_kind',
      'payment_attempts.answer_by',
      'invoices.id as invoice_id',
      'invoices.net',
      'invoices.tax',
      'invoices.gross',
      'invoices.country',
      'invoices.issued_at',
      'invoices.credit_note_id',
      'periods.id as period_id',
      'periods.sequence',
      'periods.starts_at',
      'periods.ends_at',
      'periods.reduced',
      'periods.state as period_state',
      'subscriptions.id as subscription',
      'subscriptions.account_id',
      'subscriptions.plan_id as plan',
      'subscriptions.state as subscription_state',
      'subscriptions.ends_at as contract_ends_at',
      'subscriptions.auto_renew',
      'subscriptions.payment_method_id as method',
      'subscriptions.upgrade_from',
      'subscriptions.order_type',
      'subscriptions.voucher_code',
      'accounts.deactivated_at',
    ])
    .where('payment_attempts.id', 'in', [...ids])
    .orderBy('subscriptions.id')
    .execute()
}
