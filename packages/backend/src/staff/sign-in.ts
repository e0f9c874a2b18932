import { ApiError } from '@kiosk/domain/errors'
import {
  deskConfirm,
  deskPasskeyOptions,
  deskPasskeySignIn,
  deskSession,
  deskSignIn,
  deskSignOut,
  type Me,
} from '@kiosk/domain/staff/endpoints'
import type { Role } from '@kiosk/domain/staff/roles'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { networkLimit } from '../auth/network-limits.ts'
import type { DB } from '../db/schema.ts'
import { defineDeskHandler } from './desk-handler.ts'
import type { DeskRequest } from './desk-request.ts'
import { acceptStaffCode, isStaffPassword, NOBODY } from './staff-credentials.ts'
import { countAttempt } from './staff-device.ts'
import { signInOptions, staffAssertion } from './staff-passkeys.ts'
import { lockStaff, staffByEmail } from './staff-queries.ts'
import { actorOf, confirmStaffSession, deskCookie, endSessionOf, presentMe, startStaffSession } from './staff-session.ts'

export const showSession = defineDeskHandler(deskSession, async ({ session, ctx }) => presentMe(session, ctx.now()))

/** Neither the answer nor its time tells whether address, password or code is wrong. */
export const signIn = defineDeskHandler(deskSignIn, async (call) => {
  const { ctx, input } = call
  const { staffId, isRight, reset } = await tryPassword(call, input.email, input.password)
  const me = await ctx.db.transaction().execute(async (trx) => {
    await requireCode(trx, ctx, { staffId, code: input.code, isPasswordRight: isRight })
    return begin(trx, call, staffId, 'password')
  })
  await reset()
  return me
})

/** Limited, because every challenge stores a row. */
export const passkeyOptions = defineDeskHandler(deskPasskeyOptions, async ({ ctx, visitor }) => {
  await networkLimit(ctx.rateLimits, 'staff-network', visitor.address).consume()
  return signInOptions(ctx)
})

export const passkeySignIn = defineDeskHandler(deskPasskeySignIn, async (call) => {
  const { staffId, use } = await staffAssertion(call, call.input.credential)
  return call.ctx.db.transaction().execute(async (trx) => {
    // Locked before the passkey, as a new invitation does, which removes both.
    await lockStaff(trx, staffId)
    await use(trx)
    return begin(trx, call, staffId, 'passkey')
  })
})

export const signOut = defineDeskHandler(deskSignOut, async ({ ctx, request, reply }) => {
  const cookie = deskCookie(ctx.publicUrl)
  await endSessionOf(ctx.db, cookie.tokenIn(request))
  reply.append('set-cookie', cookie.none())
  return undefined
})

export const confirm = defineDeskHandler(deskConfirm, async (call) => {
  const { ctx, input, session } = call
  const { credential, password = '', code = '' } = input
  const assertion = credential === undefined ? null : await staffAssertion(call, credential)
  if (assertion && assertion.staffId !== session.staffId) throw new ApiError('passkey_rejected')
  const isPasswordRight = !assertion && (await tryPassword(call, session.email, password)).isRight
  return ctx.db.transaction().execute(async (trx) => {
    if (assertion) await assertion.use(trx)
    else await requireCode(trx, ctx, { staffId: session.staffId, code, isPasswordRight })
    const confirmedAt = await confirmStaffSession(trx, call, session.id)
    return presentMe({ ...session, confirmedAt }, confirmedAt)
  })
})

/**
 * Compares the password of the person with an address. Wrong passwords, and wrong codes after right ones, count as attempts; `reset`
 * forgets them after the right code. @throws ApiError too_many_requests
 */
async function tryPassword(
  call: DeskRequest,
  email: string,
  password: string,
): Promise<{ staffId: number; isRight: boolean; reset(): Promise<void> }> {
  const { reset } = await countAttempt(call, email)
  const staff = await staffByEmail(call.ctx.db, email)
  return { staffId: staff?.id ?? NOBODY, isRight: await isStaffPassword(staff, password, call), reset }
}

/**
 * Requires the right code after the right password. Checks the code after a wrong one, too, which would be answered sooner
 * otherwise; the transaction that this error ends takes back that the code is used. @throws ApiError wrong_credentials
 */
async function requireCode(
  trx: Transaction<DB>,
  ctx: DeskRequest['ctx'],
  { staffId, code, isPasswordRight }: { staffId: number; code: string; isPasswordRight: boolean },
): Promise<void> {
  const isCodeRight = await acceptStaffCode(trx, ctx, staffId, code)
  if (!isPasswordRight || !isCodeRight) throw new ApiError('wrong_credentials')
}

async function begin(trx: Transaction<DB>, call: DeskRequest, staffId: number, method: 'password' | 'passkey'): Promise<Me> {
  const staff = await lockStaff(trx, staffId)
  if (!staff || staff.disabled_at) throw new ApiError('wrong_credentials')
  await startStaffSession(trx, call, staff)
  const now = call.ctx.now()
  const session = {
    staffId,
    email: staff.email,
    name: staff.name,
    role: staff.role as Role,
    language: staff.language as Me['language'],
  }
  await recordAudit(trx, actorOf(session, call), now, {
    action: 'staff.signed-in',
    subject: { kind: 'staff', id: staffId, name: staff.name },
    after: { method },
  })
  return presentMe({ ...session, confirmedAt: now }, now)
}
