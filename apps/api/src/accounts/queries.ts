import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

/** An account by its address, whatever the case. */
export function accountByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
}

export function accountById(db: Kysely<DB>, id: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
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

/** Notes what somebody agreed to, or took back. */
export async function noteConsent(
  db: Kysely<DB>,
  accountId: number,
  kind: 'terms' | 'newsletter' | 'releases' | 'age-restricted' | 'region',
  given: boolean,
  wording = '',
): Promise<void> {
  await db.insertInto('consents').values({ account_id: accountId, kind, given, wording }).execute()
}
