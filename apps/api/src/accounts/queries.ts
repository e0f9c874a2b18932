import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { canonicalEmail, writingsOf } from './canonical-email.ts'

/** An account by its address, whatever the case. */
export function accountByEmail(db: Kysely<DB>, email: string) {
  return db.selectFrom('accounts').selectAll().where(isAddress(email)).orderBy(isOwnerFirst(email)).limit(1).executeTakeFirst()
}

/** The same, staying as it is until `trx` ends. */
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

/** Two accounts may have one address in two writings, from before there was one form: the proved one, then the canonical. */
function isOwnerFirst(email: string) {
  return sql`verified_at is null, lower(accounts.email) <> lower(${canonicalEmail(email)}::text), accounts.id`
}

export function accountById(db: Kysely<DB>, id: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An account that stays as it is until `trx` ends. Before its tokens: so two of its links never wait for each other. */
export function lockAccount(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The new address that waits for its confirmation; null = none. */
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

/** Notes what somebody agreed to, or took back; with a registration it counts once its address is proved by it. */
export async function noteConsent(
  db: Kysely<DB>,
  accountId: number,
  kind: 'terms' | 'newsletter' | 'releases' | 'age-restricted' | 'region',
  given: boolean,
  wording = '',
  registrationId: number | null = null,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ account_id: accountId, kind, given, wording, registration_id: registrationId })
    .execute()
}

/** A contract that has not ended; one that begins later counts too. */
export async function hasContract(db: Kysely<DB>, accountId: number, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether an account has, had or will have a paid subscription; a purchase that was declined is none. */
export async function hadSubscription(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom, or }) => {
      const periods = selectFrom('periods').select('periods.id').whereRef('periods.subscription', '=', 'subscriptions.id')
      return or([not(exists(periods)), exists(periods.where('periods.state', '<>', 'failed'))])
    })
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether what an account pays with was left with us: a wallet or a store keeps that to itself. */
export async function paysByOurClock(db: Kysely<DB>, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .where('order_type', '=', ORDER_TYPE.own)
    .executeTakeFirst()
  return found !== undefined
}
