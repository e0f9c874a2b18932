import { randomUUID } from 'node:crypto'
import { BEARER_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import type { Tokens } from '@kiosk/domain/accounts/session-endpoints'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import type { RequestContext } from '../http/handler.ts'
import { deviceName } from './device-name.ts'
import { hashOf, randomToken } from './random-token.ts'
import { type Session, sessionById, visitorSession } from './session.ts'

/** Device information sent by an app. */
export type AppDevice = { vendorId?: string; name?: string }

/** Returns the token of an `Authorization: Bearer` header; null = another scheme, or none. */
export function bearerTokenIn(request: Request): string | null {
  return /^Bearer +([\w.~+/-]{1,4096}=*)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
}

/** Finds the session of an access token; a visitor session if it is expired or unknown. Ignores cookies. */
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

/**
 * Creates the session of an app on its device and ends its previous one there. `confirmed`: a password was just given.
 */
export async function createBearerSession(
  trx: Transaction<DB>,
  accountId: number,
  { request, ctx, visitor }: Pick<RequestContext, 'request' | 'ctx' | 'visitor'>,
  { app, confirmed }: { app: AppDevice; confirmed: boolean },
): Promise<{ tokens: Tokens; device: { deviceId: number; isNew: boolean } }> {
  const now = ctx.now()
  const country = visitor.country ?? ''
  const name = app.name ?? deviceName(request.headers.get('user-agent'))
  const vendorId = `app-${app.vendorId ?? randomUUID()}`
  const { id: deviceId, isNew } = await trx
    .insertInto('devices')
    .values({ account_id: accountId, vendor_id: vendorId, name, country, created_at: now, last_access: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ name, country, last_access: now }))
    // A row inserted in this transaction cannot have been deleted or locked by another.
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('sessions').where('device_id', '=', deviceId).execute()
  const { id } = await trx
    .insertInto('sessions')
    .values({
      // No cookie contains this token; the session is found only by its bearer tokens.
      token_hash: randomToken().hash,
      account_id: accountId,
      device_id: deviceId,
      kind: 'app',
      app_name: name,
      country,
      remembered: true,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + BEARER_TTL_SECONDS.refresh * 1000),
      password_at: confirmed ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { tokens: await newTokens(trx, id, now), device: { deviceId, isNew } }
}

/** Issues new tokens; earlier access tokens become invalid at once. */
async function newTokens(trx: Transaction<DB>, sessionId: number, now: Date): Promise<Tokens> {
  await trx.deleteFrom('session_tokens').where('session_id', '=', sessionId).where('kind', '=', 'access').execute()
  const [access, refresh] = [randomToken(), randomToken()]
  const until = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  await trx
    .insertInto('session_tokens')
    .values([
      { session_id: sessionId, kind: 'access', token_hash: access.hash, expires_at: until(BEARER_TTL_SECONDS.access) },
      { session_id: sessionId, kind: 'refresh', token_hash: refresh.hash, expires_at: until(BEARER_TTL_SECONDS.refresh) },
    ])
    .execute()
  return {
    tokenType: 'Bearer',
    accessToken: access.token,
    expiresIn: BEARER_TTL_SECONDS.access,
    refreshToken: refresh.token,
    refreshExpiresIn: BEARER_TTL_SECONDS.refresh,
  }
}

/**
 * Spends a refresh token and issues new tokens. `reused`: its owner or a thief has spent it before, so the session ends; null =
 * unknown or expired.
 */
export async function rotateTokens(
  trx: Transaction<DB>,
  token: string,
  now: Date,
): Promise<Tokens | { reused: true; accountId: number } | null> {
  // Locked before the token, because code that ends a session locks them in this order.
  await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', (tokens) =>
      tokens.selectFrom('session_tokens').select('session_id').where('token_hash', '=', hashOf(token)),
    )
    .forUpdate()
    .execute()
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
    // The second of two concurrent calls sees the result of the first.
    .forUpdate('session_tokens')
    .executeTakeFirst()
  if (!found) return null
  if (found.used_at) {
    await trx.deleteFrom('sessions').where('id', '=', found.session_id).execute()
    return { reused: true, accountId: found.account_id }
  }
  if (found.expires_at <= now || now.getTime() - found.created_at.getTime() > BEARER_TTL_SECONDS.signIn * 1000) return null
  await trx.updateTable('session_tokens').set({ used_at: now }).where('id', '=', found.id).execute()
  await trx
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + BEARER_TTL_SECONDS.refresh * 1000) })
    .where('id', '=', found.session_id)
    .execute()
  return newTokens(trx, found.session_id, now)
}
