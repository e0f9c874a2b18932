import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'

/**
 * Whether a row under an email address at a time is this account's: its present address; or an earlier one, until the change
 * away from it was confirmed, because somebody else may have it since.
 */
export function underOwnAddress(
  account: Pick<Selectable<Accounts>, 'id' | 'email'>,
  email: RawBuilder<string>,
  at: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql<boolean>`(lower(${email}) = lower(${account.email}) or exists (
    select from address_changes c where c.account_id = ${account.id} and c.confirmed_at >= ${at}
      and lower(c.previous_email) = lower(${email})))`
}

/** What was written to us under an address of the account. */
export function feedbackOf(account: Pick<Selectable<Accounts>, 'id' | 'email'>): RawBuilder<boolean> {
  return underOwnAddress(account, sql.ref('feedback.email'), sql.ref('feedback.at'))
}

/** Cancellations and withdrawals of the account, also those that were declared before it had a contract. */
export function declarationsOf(account: Pick<Selectable<Accounts>, 'id' | 'email'>): RawBuilder<boolean> {
  const own = underOwnAddress(account, sql.ref('exit_declarations.email'), sql.ref('exit_declarations.received_at'))
  return sql<boolean>`(exit_declarations.account_id = ${account.id} or exit_declarations.account_id is null and ${own})`
}

/**
 * Takes away what stands under the addresses of an account that is being erased. A declaration about a contract that a
 * person still has to settle keeps what that person needs; one about no contract is settled by this: there is none.
 */
export async function forgetUnderAddresses(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('feedback').where(feedbackOf(account)).execute()
  await sql`update exit_declarations set name = '', email = '', contract = '', reason = '', applied_at = coalesce(applied_at, ${now})
    where ${declarationsOf(account)} and (applied_at is not null or subscription is null)`.execute(trx as Kysely<DB>)
}
