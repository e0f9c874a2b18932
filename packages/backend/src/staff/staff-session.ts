import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import type { Me } from '@kiosk/domain/staff/endpoints'
import { STAFF_CONFIRMED_SECONDS, STAFF_SESSION_SECONDS } from '@kiosk/domain/staff/limits'
import type { Role } from '@kiosk/domain/staff/roles'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { cookieIn } from '../auth/cookies.ts'
import { deviceName } from '../auth/device-name.ts'
import { hashOf, randomToken } from '../auth/random-token.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'
import { cookieOfDesk } from './cookie-of-desk.ts'
import type { DeskRequest } from './desk-request.ts'
import { rememberDevice } from './staff-device.ts'

export type StaffSession = {
  id: number
  staffId: number
  email: string
  name: string
  role: Role
  language: Language
  confirmedAt: Date
}

/** Minimum interval between two records of the use of a session. */
const SEEN_EVERY_MS = MINUTE_MS

/**
 * The cookie of the desk is not sent from other sites, and no other host can set it: the prefix `__Host-` excludes a domain, and
 * therefore also a path. It has its own name, so that a reader's session is never looked up here, and a session of the desk never
 * on the website.
 */
export function deskCookie(publicUrl: string) {
  const { name, attributes } = cookieOfDesk(publicUrl, 'desk')
  return {
    tokenIn: (request: Request) => cookieIn(request, name),
    session: (token: string) => `${name}=${token}; ${attributes}`,
    none: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

const NEVER = new Date(0)
const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * SECOND_MS)

/**
 * Finds the session of a token; null if missing, ended, expired, or of somebody who may no longer sign in. The token that a
 * confirmation replaced stays valid for some seconds, because requests may be under way with it, but it does not count as
 * confirmed (ADR-0250).
 */
export async function findStaffSession(db: Database, token: string | null, now: Date): Promise<StaffSession | null> {
  if (token === null) return null
  const hash = hashOf(token)
  const found = await db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select(['staff_sessions.id', 'staff_id', 'email', 'name', 'role', 'language', 'confirmed_at', 'last_seen_at', 'token_hash'])
    .where((where) =>
      where.or([
        where('token_hash', '=', hash),
        where.and([
          where('replaced_token_hash', '=', hash),
          where('confirmed_at', '>', ago(now, STAFF_SESSION_SECONDS.replacedToken)),
        ]),
      ]),
    )
    .where('disabled_at', 'is', null)
    .where('last_seen_at', '>', ago(now, STAFF_SESSION_SECONDS.idle))
    .where('staff_sessions.created_at', '>', ago(now, STAFF_SESSION_SECONDS.longest))
    .executeTakeFirst()
  if (!found) return null
  if (now.getTime() - found.last_seen_at.getTime() > SEEN_EVERY_MS)
    await db.updateTable('staff_sessions').set({ last_seen_at: now }).where('id', '=', found.id).execute()
  return {
    id: found.id,
    staffId: found.staff_id,
    email: found.email,
    name: found.name,
    role: found.role as Role,
    language: found.language as Language,
    confirmedAt: found.token_hash.equals(hash) ? found.confirmed_at : NEVER,
  }
}

/**
 * Starts a session for somebody who has proved who they are, in place of this browser's previous one, and sets the cookies of
 * session and browser.
 */
export async function startStaffSession(
  trx: Transaction<DB>,
  call: DeskRequest,
  { id: staffId, email }: { id: number; email: string },
): Promise<void> {
  const { ctx, request, visitor, reply } = call
  const now = ctx.now()
  const cookie = deskCookie(ctx.publicUrl)
  await endSessionOf(trx, cookie.tokenIn(request))
  const { token, hash } = randomToken()
  await trx
    .insertInto('staff_sessions')
    .values({
      staff_id: staffId,
      token_hash: hash,
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      address: visitor.address,
      device: deviceName(request.headers.get('user-agent')),
    })
    .execute()
  reply.append('set-cookie', cookie.session(token))
  await rememberDevice(call, email)
}

/** Ends the session of a token, even of a replaced one. */
export async function endSessionOf(db: Kysely<DB>, token: string | null): Promise<void> {
  if (token === null) return
  const hash = hashOf(token)
  await db
    .deleteFrom('staff_sessions')
    .where((where) => where.or([where('token_hash', '=', hash), where('replaced_token_hash', '=', hash)]))
    .execute()
}

/** Records that the person has proved again who they are. The session gets another token, so that a stolen one moves no money. */
export async function confirmStaffSession(trx: Transaction<DB>, { ctx, reply }: DeskRequest, id: number): Promise<Date> {
  const { token, hash } = randomToken()
  const confirmedAt = ctx.now()
  const confirmed = await trx
    .updateTable('staff_sessions')
    .set(({ ref }) => ({ confirmed_at: confirmedAt, token_hash: hash, replaced_token_hash: ref('token_hash') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  // The session was ended meanwhile.
  if (!confirmed) throw new ApiError('not_signed_in')
  reply.append('set-cookie', deskCookie(ctx.publicUrl).session(token))
  return confirmedAt
}

/**
 * Requires that a session has not ended, and its owner has kept the role, since its call began: nobody may keep a way in, or make
 * one for somebody else, by a call that was under way when it was taken away. The caller holds the lock that such a change needs.
 * @throws ApiError not_signed_in, not_permitted
 */
export async function requireSameSession(trx: Transaction<DB>, { id, role }: Pick<StaffSession, 'id' | 'role'>): Promise<void> {
  const held = await trx
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select('role')
    .where('staff_sessions.id', '=', id)
    .executeTakeFirst()
  if (!held) throw new ApiError('not_signed_in')
  if (held.role !== role) throw new ApiError('not_permitted')
}

export function isConfirmed({ confirmedAt }: Pick<StaffSession, 'confirmedAt'>, now: Date): boolean {
  return confirmedAt > ago(now, STAFF_CONFIRMED_SECONDS)
}

export function presentMe(session: Omit<StaffSession, 'id'>, now: Date): Me {
  const { staffId, name, email, role, language, confirmedAt } = session
  const until = new Date(confirmedAt.getTime() + STAFF_CONFIRMED_SECONDS * SECOND_MS)
  const confirmedUntil = isConfirmed(session, now) ? until.toISOString() : null
  return { id: staffId, name, email, role, language, confirmedUntil }
}

export function actorOf(
  { staffId, name }: Pick<StaffSession, 'staffId' | 'name'>,
  { visitor }: Pick<DeskRequest, 'visitor'>,
): Actor {
  return { kind: 'staff', staffId, name, source: visitor.address }
}
