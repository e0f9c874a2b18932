import { ApiError } from '@kiosk/domain/errors'
import { acceptInvitation, invitation } from '@kiosk/domain/staff/endpoints'
import type { Role } from '@kiosk/domain/staff/roles'
import type { Kysely } from 'kysely'
import { renderSVG } from 'uqr'
import { recordAudit } from '../audit/record-audit.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { callerOf, hashPassword } from '../auth/passwords.ts'
import { hashOf } from '../auth/random-token.ts'
import { encryptTotpSecret, newTotpSecret, readTotp, stepOfCode } from '../auth/totp.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { defineDeskHandler } from './desk-handler.ts'
import type { DeskRequest } from './desk-request.ts'
import { newStaffRecoveryCodes, ownerOf } from './staff-credentials.ts'
import { registrationOptions, storePasskey, verifyNewPasskey } from './staff-passkeys.ts'
import { lockStaff, type StaffRow } from './staff-queries.ts'
import { actorOf, startStaffSession } from './staff-session.ts'

/** Opening the link several times shows the same secret, so a scanned code stays valid. */
export const showInvitation = defineDeskHandler(invitation, async (call) => {
  const { ctx, input } = call
  const staff = await invited(call, ctx.db, input.token)
  const encrypted = staff.totp_secret ?? (await encryptTotpSecret(ctx, ownerOf(staff.id), newTotpSecret()))
  if (!staff.totp_secret)
    await ctx.db
      .updateTable('staff')
      .set({ totp_secret: encrypted })
      .where('id', '=', staff.id)
      .where('totp_secret', 'is', null)
      .execute()
  const totp = await totpOf(ctx, await invited(call, ctx.db, input.token))
  return {
    name: staff.name,
    email: staff.email,
    role: staff.role as Role,
    language: staff.language as 'de' | 'en' | 'fr',
    siteName: ctx.operator.siteName,
    totp: { secret: totp.secret.base32, qr: renderSVG(totp.toString(), { ecc: 'M', border: 2 }) },
    passkey: await registrationOptions(ctx, staff),
  }
})

export const accept = defineDeskHandler(acceptInvitation, async (call) => {
  const { ctx, input } = call
  const { token, name, language, password, code, credential } = input
  const staff = await invited(call, ctx.db, token)
  const passkey = credential === undefined ? null : await verifyNewPasskey(call, credential)
  if (!passkey && password === undefined) throw new ApiError('wrong_input', 'password')
  const passwordHash = passkey ? null : await hashPassword(password!, callerOf(call))
  return ctx.db.transaction().execute(async (trx) => {
    await lockStaff(trx, staff.id)
    const current = await invited(call, trx, token)
    const now = ctx.now()
    const step = passkey ? null : stepOfCode(await totpOf(ctx, current), code ?? '', now)
    if (!passkey && !step) throw new ApiError('code_wrong', 'code')
    await trx
      .updateTable('staff')
      .set({
        name,
        language,
        joined_at: now,
        invitation_hash: null,
        invitation_expires_at: null,
        ...(passkey ? { totp_secret: null } : { password_hash: passwordHash, totp_enabled_at: now, totp_last_step: step! }),
      })
      .where('id', '=', staff.id)
      .execute()
    if (passkey) await storePasskey(trx, call, staff.id, passkey)
    const recoveryCodes = passkey ? [] : await newStaffRecoveryCodes(trx, ctx, staff.id)
    await startStaffSession(trx, call, staff)
    await recordAudit(trx, actorOf({ staffId: staff.id, name }, call), now, {
      action: 'staff.joined',
      subject: { kind: 'staff', id: staff.id, name },
      after: { role: staff.role, method: passkey ? 'passkey' : 'password' },
    })
    return { recoveryCodes }
  })
})

function totpOf(ctx: AppContext, { id, email, totp_secret }: StaffRow) {
  // Somebody opened an invitation while it was being replaced.
  if (!totp_secret) throw new ApiError('invitation_invalid')
  return readTotp(ctx, { owner: ownerOf(id), label: email }, totp_secret)
}

/** Finds who a valid invitation is for. @throws ApiError invitation_invalid, too_many_requests */
async function invited({ ctx, visitor }: DeskRequest, db: Kysely<DB>, token: string): Promise<StaffRow> {
  await networkLimit(ctx.rateLimits, 'staff-network', visitor.address).assertNotLimited()
  const found = await db
    .selectFrom('staff')
    .selectAll()
    .where('invitation_hash', '=', hashOf(token))
    .where('invitation_expires_at', '>', ctx.now())
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (found) return found
  await networkLimit(ctx.rateLimits, 'staff-network', visitor.address).consume()
  throw new ApiError('invitation_invalid')
}
