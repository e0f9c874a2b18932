import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB } from '../db/schema.ts'
import { writingsOf } from './canonical-email.ts'

type Account = Pick<Selectable<Accounts>, 'id' | 'email'>
/** An address in every stored form; `until`: when the account gave it up, null = current. */
export type OwnAddress = { writings: string[]; until: Date | null }

/**
 * The addresses of an account: the current one, and earlier ones until their replacement was confirmed, because somebody
 * else may have them since.
 */
export async function ownAddresses(db: Kysely<DB>, account: Account): Promise<OwnAddress[]> {
  const left = await db
    .selectFrom('address_changes')
    .select(['previous_email', 'confirmed_at'])
    .where('account_id', '=', account.id)
    .where('confirmed_at', 'is not', null)
    .where('previous_email', 'is not', null)
    .execute()
  const earlier = left.map((each) => ({ writings: writingsOf(each.previous_email!), until: each.confirmed_at }))
  return [{ writings: writingsOf(account.email), until: null }, ...earlier]
}

/** Whether a row with an e-mail address and time belongs to one of these addresses. */
function isUnder(addresses: readonly OwnAddress[], email: RawBuilder<string>, at: RawBuilder<Date>): RawBuilder<boolean> {
  const each = addresses.map(({ writings, until }) => {
    const forms = sql.join(writings.map((writing) => sql`lower(${writing}::text)`))
    return sql`lower(normalize(${email})) in (${forms}) and (${until}::timestamptz is null or date_trunc('milliseconds', ${at}) <= ${until}::timestamptz)`
  })
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Messages sent to us under an address of the account. */
export function feedbackOf(addresses: readonly OwnAddress[]): RawBuilder<boolean> {
  return isUnder(addresses, sql.ref('feedback.email'), sql.ref('feedback.at'))
}

/** Cancellations and withdrawals of the account, also those declared before it had a subscription. */
export function declarationsOf(accountId: number, addresses: readonly OwnAddress[]): RawBuilder<boolean> {
  const own = isUnder(addresses, sql.ref('termination_declarations.email'), sql.ref('termination_declarations.received_at'))
  return sql<boolean>`(termination_declarations.account_id = ${accountId} or termination_declarations.account_id is null and ${own})`
}

/**
 * Deletes rows under the addresses of an account that is being erased. A declaration about a subscription that still
 * needs manual handling keeps the required data; one without a subscription is settled by this.
 */
export async function forgetUnderAddresses(trx: Transaction<DB>, account: Account, now: Date): Promise<void> {
  const addresses = await ownAddresses(trx, account)
  await trx.deleteFrom('feedback').where(feedbackOf(addresses)).execute()
  await sql`update termination_declarations set name = '', email = '', contract = '', reason = '', applied_at = coalesce(applied_at, ${now})
    where ${declarationsOf(account.id, addresses)} and (applied_at is not null or subscription_id is null)`.execute(
    trx as Kysely<DB>,
  )
}
