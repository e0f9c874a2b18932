import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Accounts, DB } from '../db/schema.ts'
import { writingsOf } from './canonical-email.ts'

type Account = Pick<Selectable<Accounts>, 'id' | 'email'>
/** An address in every stored form; `until`: when the account gave it up, null = current. */
export type OwnAddress = { writings: string[]; until: Date | null }

/**
 * Returns the addresses of an account: the current one, and earlier ones with the time until which they belonged to it, because
 * somebody else may have them now.
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

/** Returns an SQL condition: a row with this e-mail address and time belongs to one of these addresses. */
function isUnder(addresses: readonly OwnAddress[], email: RawBuilder<string>, at: RawBuilder<Date>): RawBuilder<boolean> {
  const each = addresses.map(({ writings, until }) => {
    const forms = sql.join(writings.map((writing) => sql`lower(${writing}::text)`))
    return sql`lower(normalize(${email})) in (${forms}) and (${until}::timestamptz is null or date_trunc('milliseconds', ${at}) <= ${until}::timestamptz)`
  })
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Returns an SQL condition for feedback sent from one of these addresses. */
export function feedbackOf(addresses: readonly OwnAddress[]): RawBuilder<boolean> {
  return isUnder(addresses, sql.ref('feedback.email'), sql.ref('feedback.at'))
}

/** Returns an SQL condition for declarations of an account, and for those under its addresses that have no account. */
export function declarationsOf(accountId: number, addresses: readonly OwnAddress[]): RawBuilder<boolean> {
  const own = isUnder(addresses, sql.ref('termination_declarations.email'), sql.ref('termination_declarations.received_at'))
  return sql<boolean>`(termination_declarations.account_id = ${accountId} or termination_declarations.account_id is null and ${own})`
}

/**
 * Deletes feedback sent from the addresses of an account that is being erased, and the personal data of its declarations. An open
 * declaration about a subscription keeps them until it is settled; one without a subscription is settled now.
 */
export async function forgetUnderAddresses(trx: Transaction<DB>, account: Account, now: Date): Promise<void> {
  const addresses = await ownAddresses(trx, account)
  await trx.deleteFrom('feedback').where(feedbackOf(addresses)).execute()
  await sql`update termination_declarations set name = '', email = '', contract = '', reason = '', applied_at = coalesce(applied_at, ${now})
    where ${declarationsOf(account.id, addresses)} and (applied_at is not null or subscription_id is null)`.execute(
    trx as Kysely<DB>,
  )
}
