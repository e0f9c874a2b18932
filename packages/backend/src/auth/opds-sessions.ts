import { randomBytes } from 'node:crypto'
import { SESSION_TTL_SECONDS, TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { allowsPasswords } from '@kiosk/domain/basic-auth'
import { ApiError } from '@kiosk/domain/errors'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../http/handler.ts'
import { keyedHash } from '../keyed-hash.ts'
import { basicCredentials, type Credentials } from './basic-credentials.ts'
import { deviceName } from './device-name.ts'
import { randomToken } from './random-token.ts'
import { recordSignIn } from './record-sign-in.ts'
import { requireSameSignInMethods } from './require-active.ts'
import { hasSecondFactor } from './second-factor.ts'
import { type Session, sessionById } from './session.ts'
import { accountOfPassword } from './verify-password.ts'

/** Time for which a server accepts a verified password without verifying it again. */
const TRUSTED_FOR_MS = 10 * MINUTE_MS
const MOST_TRUSTED = 5_000

type Trusted = { session: Promise<number>; until: number }

/**
 * Creates sessions of OPDS clients, which send address and password with every request (ADR-0171). The password check has the
 * limits and the duration of a login. The client is then a device of the account with one session for all servers. Each server
 * caches verified credentials under a keyed hash for `TRUSTED_FOR_MS`, or until the session ends.
 */
export function createOpdsSessions() {
  const key = randomBytes(32)
  const trusted = new LRUCache<string, Trusted>({ max: MOST_TRUSTED })

  /** @throws ApiError wrong_credentials, second_factor_required, account_inactive, too_many_requests */
  async function sessionOf(call: RequestContext): Promise<Session> {
    const { ctx, request } = call
    const credentials = basicCredentials(request)
    if (!credentials || !allowsPasswords(ctx.publicUrl)) throw new ApiError('wrong_credentials')
    const program = programName(request)
    const mark = keyedHash(key, JSON.stringify([credentials.username, credentials.password, program]))
    const now = ctx.now()
    const known = trusted.get(mark)
    if (known && known.until > now.getTime()) {
      const session = await sessionById(ctx.db, await known.session, now)
      if (session.account) return session
    }
    // Concurrent requests share one login.
    const again = trusted.get(mark)
    const entry = again && again !== known ? again : trust(mark, now, sessionOfDevice(call, credentials, program))
    return sessionById(ctx.db, await entry.session, now)
  }

  function trust(mark: string, now: Date, session: Promise<number>): Trusted {
    const entry = { session, until: now.getTime() + TRUSTED_FOR_MS }
    trusted.set(mark, entry)
    session.catch(() => {
      if (trusted.get(mark) === entry) trusted.delete(mark)
    })
    return entry
  }

  return { sessionOf }
}

/** Checks the password and returns the id of the client's session; creates it if missing. */
async function sessionOfDevice(call: RequestContext, credentials: Credentials, program: string): Promise<number> {
  const { ctx, visitor } = call
  const country = visitor.country ?? ''
  const { account } = await accountOfPassword(call, credentials)
  // Only the website can verify an address and accept newer terms.
  if (!account.verified_at || account.terms_version !== TERMS_VERSION) throw new ApiError('wrong_credentials')
  const mark = keyedHash(await ctx.secret(), `program|${account.id}|${program}`).slice(0, 22)
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await requireSameSignInMethods(trx, account)
    // An OPDS client cannot ask for a code, and a password alone must not open the account (ADR-0067).
    if (await hasSecondFactor(trx, account.id)) throw new ApiError('second_factor_required')
    // The upsert locks the device, so concurrent requests at several servers create one session.
    const device = await trx
      .insertInto('devices')
      .values({ account_id: account.id, vendor_id: `program-${mark}`, name: program, country, created_at: now, last_access: now })
      .onConflict((conflict) => conflict.columns(['account_id', 'vendor_id']).doUpdateSet({ country, last_access: now }))
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
    if (device.isNew) await recordSignIn(trx, account.id, call, { deviceId: device.id, isNew: true })
    const held = await trx
      .selectFrom('sessions')
      .select('id')
      .where('device_id', '=', device.id)
      .where('expires_at', '>', new Date(now.getTime() + TRUSTED_FOR_MS))
      .orderBy('id')
      .executeTakeFirst()
    if (held) return held.id
    const { id } = await trx
      .insertInto('sessions')
      .values({
        // No client has this token; the session is found only by its id.
        token_hash: randomToken().hash,
        account_id: account.id,
        device_id: device.id,
        kind: 'program',
        app_name: program,
        country,
        created_at: now,
        remembered: true,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + SESSION_TTL_SECONDS.remembered * 1000),
        password_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Returns "KOReader" for "KOReader/2026.04 (Linux)", so that an update changes nothing; browsers get their device name. */
function programName(request: Request): string {
  const userAgent = request.headers.get('user-agent') ?? ''
  const name = /^(?!Mozilla\/)[\w. -]{1,40}(?=\/|$)/.exec(userAgent)?.[0].trim()
  return name || deviceName(userAgent)
}
