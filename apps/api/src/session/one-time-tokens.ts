import { TOKEN_TERM, type TokenPurpose } from '@kiosk/domain/accounts/terms'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { hashOf, randomToken } from './random-token.ts'

export type OneTime = { accountId: number | null; data: Record<string, unknown> }

/** A new token for a link or a hand-over; the database keeps its hash. */
export async function issueToken(
  db: Kysely<DB>,
  given: { purpose: TokenPurpose; accountId: number | null; data?: Record<string, unknown>; now: Date },
): Promise<string> {
  const { token, hash } = randomToken()
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hash,
      purpose: given.purpose,
      account_id: given.accountId,
      data: JSON.stringify(given.data ?? {}),
      created_at: given.now,
      expires_at: new Date(given.now.getTime() + TOKEN_TERM[given.purpose] * 1000),
    })
    .execute()
  return token
}

/**
 * Spends a token: of many at once exactly one gets it. `used` and `expired` tell why not; `unknown` also where the purpose
 * is another.
 */
export async function redeemToken(
  trx: Transaction<DB>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<OneTime | 'used' | 'expired' | 'unknown'> {
  const spent = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'data'])
    .executeTakeFirst()
  if (spent) return { accountId: spent.account_id, data: spent.data as Record<string, unknown> }
  const found = await readToken(trx, purpose, token, now)
  // Another request spent it between the two questions.
  return typeof found === 'string' ? found : 'used'
}

/** Looks at a token without spending it. */
export async function readToken(
  db: Kysely<DB>,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<OneTime | 'used' | 'expired' | 'unknown'> {
  const found = await rowOf(db, purpose, token)
  if (!found) return 'unknown'
  if (found.used_at) return 'used'
  if (found.expires_at <= now) return 'expired'
  return { accountId: found.account_id, data: found.data as Record<string, unknown> }
}

/** Whose a token is, in force or not; null = nobody's. */
export async function ownerOfToken(db: Kysely<DB>, purpose: TokenPurpose, token: string): Promise<number | null> {
  return (await rowOf(db, purpose, token))?.account_id ?? null
}

/** What a token is about, in force or not; empty = there is none. */
export async function dataOfToken(db: Kysely<DB>, purpose: TokenPurpose, token: string): Promise<Record<string, unknown>> {
  return ((await rowOf(db, purpose, token))?.data ?? {}) as Record<string, unknown>
}

function rowOf(db: Kysely<DB>, purpose: TokenPurpose, token: string) {
  return db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'data', 'used_at', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Ends every unused token of a purpose: the other links of the same kind, once one has worked. */
export async function endTokens(trx: Transaction<DB>, purpose: TokenPurpose, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
