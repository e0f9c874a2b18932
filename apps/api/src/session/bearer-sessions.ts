import { randomUUID } from 'node:crypto'
import type { Tokens } from '@kiosk/domain/accounts/session-endpoints'
import { BEARER_TERM } from '@kiosk/domain/accounts/terms'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { deviceName } from './device-name.ts'
import { hashOf, randomToken } from './random-token.ts'
import { type Session, sessionById, visitorSession } from './session.ts'

/** What an app says of the device it runs on. */
export type AppDevice = { vendorId?: string; name?: string }

/** The token of an `Authorization: Bearer` header; null = another scheme, or none. */
export function bearerTokenIn(request: Request): string | null {
  return /^Bearer +([\w.~+/-]{1,4096}=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

/** The session of an access token; a visitor's where it has expired or was never ours. Cookies do not count then. */
export async function findBearerSession(db: Database, token: string, now: Date): Promise<Session> {
  const found = await db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', 'access')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found ? sessionById(db, found.session_id, now) : visitorSession
}

/** Begins the session of an app on its device; what it had there before ends. `confirmed`: a password was just given. */
export async function beginBearerSession(
  trx: Transaction<DB>,
  accountId: number,
  { request, house, visitor }: Pick<Asking, 'request' | 'house' | 'visitor'>,
  { app, confirmed }: { app: AppDevice; confirmed: boolean },
): Promise<{ tokens: Tokens; device: { deviceId: number; isNew: boolean } }> {
  const now = house.now()
  const country = visitor.country ?? ''
  const name = app.name ?? deviceName(request.headers.get('user-agent'))
  const vendorId = `app-${app.vendorId ?? randomUUID()}`
  const { id: deviceId, isNew } = await trx
    .insertInto('devices')
    .values({ account_id: accountId, vendor_id: vendorId, name, country, created_at: now, last_access: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ name, country, last_access: now }))
    // PostgreSQL: no transaction has deleted or locked a row that was just inserted.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('sessions').where('device_id', '=', deviceId).execute()
  const { id } = await trx
    .insertInto('sessions')
    .values({
      // No cookie has the token: the session is found by its bearer tokens alone.
      token_hash: randomToken().hash,
      account_id: accountId,
      device_id: deviceId,
      kind: 'app',
      app_name: name,
      country,
      remembered: true,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + BEARER_TERM.refresh * 1000),
      password_at: confirmed ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { tokens: await newTokens(trx, id, now), device: { deviceId, isNew } }
}

/** Tokens for the next while; access tokens from before end at once. */
async function newTokens(trx: Transaction<DB>, sessionId: number, now: Date): Promise<Tokens> {
  await trx.deleteFrom('session_tokens').where('session_id', '=', sessionId).where('kind', '=', 'access').execute()
  const [access, refresh] = [randomToken(), randomToken()]
  const until = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  await trx
    .insertInto('session_tokens')
    .values([
      { session_id: sessionId, kind: 'access', token_hash: access.hash, expires_at: until(BEARER_TERM.access) },
      { session_id: sessionId, kind: 'refresh', token_hash: refresh.hash, expires_at: until(BEARER_TERM.refresh) },
    ])
    .execute()
  return {
    tokenType: 'Bearer',
    accessToken: access.token,
    expiresIn: BEARER_TERM.access,
    refreshToken: refresh.token,
    refreshExpiresIn: BEARER_TERM.refresh,
  }
}

/**
 * Spends a refresh token. `reused`: it was spent before, by its owner or by a thief, and the session is over for both;
 * null = unknown or expired.
 */
export async function rotateTokens(
  trx: Transaction<DB>,
  token: string,
  now: Date,
): Promise<Tokens | { reused: true; accountId: number } | null> {
  const found = await trx
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select([
      'session_tokens.id',
      'session_id',
      'used_at',
      'session_tokens.expires_at',
      'sessions.account_id',
      'sessions.created_at',
    ])
    .where('session_tokens.token_hash', '=', hashOf(token))
    .where('session_tokens.kind', '=', 'refresh')
    // Of two at once the second sees what the first has done.
    .forUpdate('session_tokens')
    .executeTakeFirst()
  if (!found) return null
  if (found.used_at) {
    await trx.deleteFrom('sessions').where('id', '=', found.session_id).execute()
    return { reused: true, accountId: found.account_id }
  }
  if (found.expires_at <= now || now.getTime() - found.created_at.getTime() > BEARER_TERM.signIn * 1000) return null
  await trx.updateTable('session_tokens').set({ used_at: now }).where('id', '=', found.id).execute()
  await trx
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + BEARER_TERM.refresh * 1000) })
    .where('id', '=', found.session_id)
    .execute()
  return newTokens(trx, found.session_id, now)
}
