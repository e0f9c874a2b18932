import { TOKEN_TTL_SECONDS, type TokenPurpose } from '@kiosk/domain/accounts/limits'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { hashOf, randomToken } from './random-token.ts'

export type OneTime = { accountId: number | null; data: Record<string, unknown> }

/** Creates a token for a link or for handing over a sign-in; the database stores only its hash. */
export async function issueToken(
  db: Kysely<DB>,
  options: { purpose: TokenPurpose; accountId: number | null; data?: Record<string, unknown>; now: Date },
): Promise<string> {
  const { token, hash } = randomToken()
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hash,
      purpose: options.purpose,
      account_id: options.accountId,
      data: JSON.stringify(options.data ?? {}),
      created_at: options.now,
      expires_at: new Date(options.now.getTime() + TOKEN_TTL_SECONDS[options.purpose] * 1000),
    })
    .execute()
  return token
}

/**
 * Spends a token, given as such or as its hash, and returns its account and data; of several concurrent calls only one
 * succeeds. Otherwise returns the reason; `unknown` includes tokens of another purpose.
 */
export async function redeemToken(
  trx: Transaction<DB>,
  purpose: TokenPurpose,
  token: string | Buffer,
  now: Date,
): Promise<OneTime | 'used' | 'expired' | 'unknown'> {
  const spent = await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashIn(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'data'])
    .executeTakeFirst()
  if (spent) return { accountId: spent.account_id, data: spent.data as Record<string, unknown> }
  const found = await readToken(trx, purpose, token, now)
  // Another request spent it between the two queries.
  return typeof found === 'string' ? found : 'used'
}

/** Reads a token without spending it. */
export async function readToken(
  db: Kysely<DB>,
  purpose: TokenPurpose,
  token: string | Buffer,
  now: Date,
): Promise<OneTime | 'used' | 'expired' | 'unknown'> {
  const found = await rowOf(db, purpose, token)
  if (!found) return 'unknown'
  if (found.used_at) return 'used'
  if (found.expires_at <= now) return 'expired'
  return { accountId: found.account_id, data: found.data as Record<string, unknown> }
}

/** Returns the account of a token, valid or not; null = none. */
export async function ownerOfToken(db: Kysely<DB>, purpose: TokenPurpose, token: string): Promise<number | null> {
  return (await rowOf(db, purpose, token))?.account_id ?? null
}

/** Returns the data of a token, valid or not; empty if there is none. */
export async function dataOfToken(db: Kysely<DB>, purpose: TokenPurpose, token: string): Promise<Record<string, unknown>> {
  return ((await rowOf(db, purpose, token))?.data ?? {}) as Record<string, unknown>
}

/** Hashes of the valid tokens of an account, the latest first, with their data. */
export function validTokens(db: Kysely<DB>, purpose: TokenPurpose, accountId: number, now: Date) {
  return db
    .selectFrom('one_time_tokens')
    .select(['token_hash', 'data'])
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

function hashIn(token: string | Buffer): Buffer {
  return typeof token === 'string' ? hashOf(token) : token
}

function rowOf(db: Kysely<DB>, purpose: TokenPurpose, token: string | Buffer) {
  return db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'data', 'used_at', 'expires_at'])
    .where('token_hash', '=', hashIn(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Invalidates every unused token of an account for one purpose. */
export async function endTokens(trx: Transaction<DB>, purpose: TokenPurpose, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
