import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { canonicalEmail, writingsOf } from './canonical-email.ts'

/** Finds an account by its address, ignoring case. */
export function accountByEmail(db: Kysely<DB>, email: string) {
  return db.selectFrom('accounts').selectAll().where(isAddress(email)).orderBy(isOwnerFirst(email)).limit(1).executeTakeFirst()
}

/** Does the same and locks the account until `trx` ends. */
export function lockAccountByEmail(trx: Transaction<DB>, email: string) {
  return trx
    .selectFrom('accounts')
    .selectAll()
    .where(isAddress(email))
    .orderBy(isOwnerFirst(email))
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function isAddress(email: string) {
  return sql<boolean>`lower(accounts.email) in (${sql.join(writingsOf(email).map((each) => sql`lower(${each}::text)`))})`
}

/**
 * Orders accounts that share one address in two spellings, from before addresses were canonical: verified ones first, then
 * canonical ones.
 */
function isOwnerFirst(email: string) {
  return sql`verified_at is null, lower(accounts.email) <> lower(${canonicalEmail(email)}::text), accounts.id`
}

export function accountById(db: Kysely<DB>, id: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an account until `trx` ends. Lock it before its tokens, so that two requests by links never deadlock. */
export function lockAccount(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Returns the new address of a pending change; null = none. */
export async function pendingAddress(db: Kysely<DB>, accountId: number): Promise<string | null> {
  const latest = await db
    .selectFrom('address_changes')
    .select(['email', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && latest.confirmed_at === null ? latest.email : null
}

/** Records a consent or its withdrawal; one with `registrationId` takes effect when the address is verified. */
export async function noteConsent(
  db: Kysely<DB>,
  accountId: number,
  kind: 'terms' | 'newsletter' | 'releases' | 'saved-searches' | 'age-restricted' | 'region',
  options: boolean,
  wording = '',
  registrationId: number | null = null,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ account_id: accountId, kind, given: options, wording, registration_id: registrationId })
    .execute()
}

/** Returns whether an account has a subscription that has not ended, including one that starts later. */
export async function hasSubscription(db: Kysely<DB>, accountId: number, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether an account has, had or will have a paid subscription; a declined purchase does not count. */
export async function hadSubscription(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom, or }) => {
      const periods = selectFrom('periods').select('periods.id').whereRef('periods.subscription_id', '=', 'subscriptions.id')
      return or([not(exists(periods)), exists(periods.where('periods.state', '<>', 'failed'))])
    })
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
